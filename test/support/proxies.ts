import { afterAll } from 'bun:test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from './temporaryDirectory.ts';

const document = readFileSync(join(import.meta.dir, '../../docs/proxy.md'), 'utf8');

/** The proxies whose recipes can be tried. */
export type ProxyName = 'caddy' | 'nginx';

const languages = { caddy: 'caddyfile', nginx: 'nginx' };

/** The recipes for a proxy, as they stand in the document: for a host of its own, and below a path. */
export function recipesFor(proxy: ProxyName): readonly [whole: string, below: string] {
  const blocks = document.matchAll(new RegExp(`^\`\`\`${languages[proxy]}\n(.*?)^\`\`\``, 'gms'));
  const [whole, below, ...others] = Array.from(blocks, ([, block = '']) => block);
  if (whole === undefined || below === undefined || others.length > 0) throw new Error(`two recipes for ${proxy}?`);
  return [whole, below];
}

/**
 * Runs a recipe, changed only where this machine must differ: the host's name and port, the certificate, and where Duebook is.
 *
 * @returns where the proxy listens, with a certificate that nobody vouches for
 */
export async function startProxy(proxy: ProxyName, recipe: string, upstream: string): Promise<string> {
  for (let triesLeft = 3; ; triesLeft -= 1) {
    const words = await configure(proxy, recipe, upstream, freePort());
    const { origin, failure } = await runProxy(proxy, words);
    if (failure === undefined) return origin;
    // The port was free a moment ago.
    if (!failure.includes('in use') || triesLeft === 0) throw new Error(`${proxy} ended: ${failure}`);
  }
}

/** Writes the configuration of a proxy that listens on a port, and gives what the proxy is to be called with. */
async function configure(proxy: ProxyName, recipe: string, upstream: string, port: number) {
  const directory = temporaryDirectory();
  const here = recipe.replaceAll('127.0.0.1:8383', new URL(upstream).host);
  const configuration = join(directory, 'configuration');
  return { directory, port, words: proxy === 'caddy' ? caddy() : await nginx() };

  function caddy(): string[] {
    const options = `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n\thttps_port ${port}\n\tstorage file_system ${directory}\n}\n`;
    // Caddy tidies up its storage while it starts, and takes away the place of its new certificate if it is empty.
    const place = join(directory, 'certificates/local/localhost');
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'kept'), '');
    writeFileSync(configuration, options + here.replaceAll(/\w+\.example\.com/g, 'localhost'));
    return ['run', '--adapter', 'caddyfile', '--config', configuration];
  }

  async function nginx(): Promise<string[]> {
    const [key, certificate] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')];
    await makeCertificate(key, certificate);
    const site = here
      .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replace(/(?<=ssl_certificate )[^;]+/, certificate)
      .replace(/(?<=ssl_certificate_key )[^;]+/, key);
    const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const places = kinds.map((kind) => `${kind}_temp_path ${join(directory, kind)};`).join('\n');
    writeFileSync(configuration, `events {}\nhttp {\naccess_log off;\n${places}\n${site}}\n`);
    const globals = `daemon off; pid ${join(directory, 'pid')}; error_log stderr;`;
    return ['-p', directory, '-e', 'stderr', '-c', configuration, '-g', globals];
  }
}

/** Runs a proxy until it answers or ends; then with what it said of that. */
async function runProxy(proxy: ProxyName, { directory, port, words }: Awaited<ReturnType<typeof configure>>) {
  const child = Bun.spawn([pathOf(proxy), ...words], {
    env: { PATH: '/usr/sbin:/usr/bin:/bin', HOME: directory },
    stdout: 'ignore',
    stderr: 'pipe',
  });
  afterAll(async () => {
    child.kill();
    await child.exited;
  });
  const errors = new Response(child.stderr).text();
  const origin = `https://localhost:${port}`;
  while (child.exitCode === null) {
    // Who answers may be somebody else, if the proxy has ended meanwhile.
    if ((await answers(origin)) && child.exitCode === null) return { origin, failure: undefined };
  }
  return { origin, failure: await errors };
}

/** Whether everything is installed that a proxy's recipes are tried with. */
export function canTry(proxy: ProxyName): boolean {
  const needed = ['curl', ...(proxy === 'nginx' ? ['openssl'] : [])];
  return pathOf(proxy) !== '' && needed.every((name) => Bun.which(name) !== null);
}

// Debian puts nginx where only root looks.
function pathOf(proxy: ProxyName): string {
  return Bun.which(proxy, { PATH: `${Bun.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin` }) ?? '';
}

async function makeCertificate(key: string, certificate: string): Promise<void> {
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj'];
  const words = ['openssl', ...request, '/CN=localhost', '-keyout', key, '-out', certificate];
  const child = Bun.spawn(words, { stdout: 'ignore', stderr: 'pipe' });
  if ((await child.exited) !== 0) throw new Error(await new Response(child.stderr).text());
}

function freePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => undefined } });
  const { port } = listener;
  listener.stop(true);
  return port;
}

/** Whether a proxy answers over TLS: it listens some time before it has its certificate. */
async function answers(origin: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(1000);
    await fetch(origin, { redirect: 'manual', tls: { rejectUnauthorized: false }, signal });
    return true;
  } catch {
    // It refuses at once: it is given a moment before it is asked again.
    await Bun.sleep(20);
    return false;
  }
}
