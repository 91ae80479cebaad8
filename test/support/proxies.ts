import { afterAll } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './binary.ts';
import { guideText } from './guides.ts';
import { temporaryDirectory } from './temporaryDirectory.ts';

/** The proxies whose recipes are tested. */
export type ProxyName = 'caddy' | 'nginx';

const languages = { caddy: 'caddyfile', nginx: 'nginx' };

/** The recipe for a proxy in docs/proxy.md: for a host name of its own, and with what the page says for a base path. */
export function recipesFor(proxy: ProxyName): readonly [whole: string, below: string] {
  const section = sectionOf('##', proxy === 'caddy' ? 'Caddy' : 'nginx');
  const whole = firstBlock(section, languages[proxy]);
  const location = /write `(location [^`]+)`/.exec(section)?.[1] ?? '';
  const below =
    proxy === 'caddy'
      ? whole.replace(/^\t+reverse_proxy .*\n/m, () => firstBlock(section, 'text'))
      : whole.replace('location /', () => location);
  if (below === whole) throw new Error(`no base path for ${proxy}?`);
  return [whole, below];
}

/** The recipe of docs/proxy.md under a heading, put into the recipe for the proxy as the page says. */
export function signInRecipe(proxy: ProxyName, heading: string): string {
  const section = sectionOf('###', heading);
  const [whole] = recipesFor(proxy);
  if (proxy === 'caddy') return whole.replace('\troute {\n', (line) => line + firstBlock(section, 'caddyfile'));
  const blocks = Array.from(section.matchAll(/^```nginx\n(.*?)^```/gms), ([, block = '']) => block);
  const before = blocks.filter((block) => block.startsWith('map '));
  const locations = blocks.filter((block) => !block.startsWith('map '));
  if (locations.length !== 1) throw new Error(`one recipe under ${heading}?`);
  return before.join('') + whole.replace(/^ {4}location \/ \{.*?^ {4}\}\n/ms, () => locations.join(''));
}

/** What docs/proxy.md says under a heading, up to the next one of its level. */
function sectionOf(level: string, heading: string): string {
  const sections = guideText('docs/proxy.md').split(new RegExp(`^${level} `, 'm'));
  return sections.find((part) => part.startsWith(`${heading}\n`)) ?? '';
}

/** The first block of code in a language. */
function firstBlock(section: string, language: string): string {
  const [, block] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(section) ?? [];
  if (block === undefined) throw new Error(`no block of ${language} in: ${section.slice(0, 40)}`);
  return block;
}

/**
 * Runs a recipe with the host name, port, certificate and upstream of this test.
 *
 * @returns the address of the proxy, which has a self-signed certificate
 */
export async function startProxy(proxy: ProxyName, recipe: string, upstream: string): Promise<string> {
  const here = recipe.replaceAll('127.0.0.1:8383', new URL(upstream).host);
  for (let triesLeft = 3; ; triesLeft -= 1) {
    const words = await configure(proxy, here, reservedPort());
    const { origin, failure } = await runProxy(proxy, words);
    if (failure === undefined) return origin;
    // Another program may have taken the free port meanwhile.
    if (!failure.includes('in use') || triesLeft === 0) throw new Error(`${proxy} ended: ${failure}`);
  }
}

/** Writes the configuration of a proxy that listens on a port, and returns its command. */
async function configure(proxy: ProxyName, here: string, port: number) {
  const directory = temporaryDirectory();
  const configuration = join(directory, 'configuration');
  return { directory, port, words: proxy === 'caddy' ? caddy() : await nginx() };

  function caddy(): string[] {
    const options = `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n\thttps_port ${port}\n\tdefault_bind 127.0.0.1\n\tstorage file_system ${directory}\n}\n`;
    // Caddy cleans its storage during the start, and deletes the directory of its new certificate if it is empty.
    const place = join(directory, 'certificates/local/localhost');
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'kept'), '');
    const local = here.replaceAll(/\w+\.example\.com/g, 'localhost');
    writeFileSync(configuration, options + (isOldCaddy() ? local.replaceAll('basic_auth', 'basicauth') : local));
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
    // Started by root, its workers would be another user, who may not read the files of this test.
    const globals = `user root; daemon off; pid ${join(directory, 'pid')}; error_log stderr;`;
    return ['-p', directory, '-e', 'stderr', '-c', configuration, '-g', globals];
  }
}

/** Runs a proxy until it answers. Returns its errors if it ends before. */
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
    // If the proxy has ended meanwhile, another program may have answered.
    if ((await answers(origin)) && child.exitCode === null) return { origin, failure: undefined };
  }
  return { origin, failure: await errors };
}

/** Whether everything is installed that the test of a proxy needs. */
export function canTry(proxy: ProxyName): boolean {
  const needed = ['curl', ...(proxy === 'nginx' ? ['openssl'] : [])];
  return pathOf(proxy) !== '' && needed.every((name) => Bun.which(name) !== null);
}

/** Whether Caddy is older than 2.8, which has another name for a directive. */
function isOldCaddy(): boolean {
  const { stdout } = Bun.spawnSync([pathOf('caddy'), 'version']);
  return (
    Bun.semver.order(
      stdout
        .toString()
        .trim()
        .replace(/^v| .*$/g, ''),
      '2.8.0',
    ) < 0
  );
}

// On Debian, nginx is only on root's PATH.
function pathOf(proxy: ProxyName): string {
  return Bun.which(proxy, { PATH: `${Bun.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin` }) ?? '';
}

async function makeCertificate(key: string, certificate: string): Promise<void> {
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj'];
  const words = ['openssl', ...request, '/CN=localhost', '-keyout', key, '-out', certificate];
  const { exitCode, stderr } = await runProgram(words);
  if (exitCode !== 0) throw new Error(stderr);
}

/**
 * A port of 127.0.0.1 that no other test gets before this one ends: two proxies with the option `SO_REUSEPORT` would share it, and
 * each answer some requests of the other. It is held on another address of the loopback interface.
 */
function reservedPort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.2', port: 0, socket: { data: () => undefined } });
  afterAll(() => listener.stop(true));
  return listener.port;
}

/** A port of the loopback interface on which nothing listens. */
export function freePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => undefined } });
  const { port } = listener;
  listener.stop(true);
  return port;
}

/** Whether a proxy answers over TLS: it listens before it has its certificate. */
async function answers(origin: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(1000);
    await fetch(origin, { redirect: 'manual', tls: { rejectUnauthorized: false }, signal });
    return true;
  } catch {
    // It refuses at once, so this waits before the next try.
    await Bun.sleep(20);
    return false;
  }
}
