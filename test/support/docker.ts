import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { arch, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { followLines, runProgram } from './binary.ts';

/** Docker, and what ends it. */
export interface Docker {
  /** Runs a command to its end, and returns what it printed. */
  readonly run: (...words: string[]) => Promise<string>;
  /** Waits until the container's health check has passed since its last start; fails if it does not pass. */
  readonly healthy: (container: string) => Promise<void>;
  /** The mode and the numbers of the user and the group of each file below a path of a container. */
  readonly modes: (container: string, path: string) => Promise<Readonly<Record<string, string>>>;
  readonly close: () => Promise<void>;
}

/** The Docker of this machine. If none answers, and for root alone, a daemon of Debian's `docker.io` that changes nothing here. */
export async function openDocker(): Promise<Docker> {
  const ofMachine = dockerAt('docker', {}, () => Promise.resolve());
  if (await succeeds(ofMachine.run('version'))) return ofMachine;

  const directory = mkdtempSync(join(tmpdir(), 'duebook-docker-'));
  const socket = `unix://${directory}/socket`;
  const places = ['data-root', 'exec-root', 'pidfile'].map((name) => `--${name}=${join(directory, name)}`);
  // Its mounts end with it, because they are in a namespace of its own. It makes no bridge, and no rules of a firewall.
  const words = ['unshare', '--mount', 'dockerd', `--host=${socket}`, ...places, '--bridge=none', '--iptables=false'];
  const daemon = Bun.spawn(words, { stdout: 'ignore', stderr: 'pipe' });
  await followLines(daemon.stderr).lineThat((line) => line.includes('API listen on'));
  // Another client may be found first that cannot build without a plugin.
  return dockerAt('/usr/bin/docker', { DOCKER_HOST: socket }, async () => {
    daemon.kill();
    await daemon.exited;
    rmSync(directory, { recursive: true });
  });
}

function dockerAt(client: string, place: Readonly<Record<string, string>>, close: Docker['close']): Docker {
  const env = { ...Bun.env, DOCKER_BUILDKIT: '1', ...place };
  const run: Docker['run'] = async (...words) => {
    const { exitCode, stdout, stderr } = await runProgram([client, ...words], { env });
    if (exitCode !== 0) throw new Error(`docker ${words[0]} ended with ${exitCode}: ${stdout}${stderr}`);
    return stdout;
  };
  return {
    run,
    close,

    async modes(container, path) {
      const copy = Bun.spawn([client, 'cp', `${container}:${path}`, '-'], { env, stdout: 'pipe' });
      const stdin = await new Response(copy.stdout).blob();
      const { stdout } = await runProgram(['tar', '--list', '--verbose', '--numeric-owner'], { stdin });
      return Object.fromEntries(
        Array.from(stdout.matchAll(/^(\S+ \S+) .* (\S+)$/gm), ([, mode = '', file = '']) => [file, mode]),
      );
    },

    async healthy(container) {
      const since = (await run('inspect', '--format', '{{.State.StartedAt}}', container)).trim();
      const filters = ['--filter', `container=${container}`, '--filter', 'event=health_status'];
      const events = Bun.spawn([client, 'events', '--since', since, ...filters, '--format', '{{.Action}}'], {
        env,
        stdout: 'pipe',
      });
      const event = await followLines(events.stdout).lineThat(() => true);
      events.kill();
      if (event !== 'health_status: healthy') {
        throw new Error(`${event}: ${await run('inspect', '--format', '{{json .State.Health}}', container)}`);
      }
    },
  };
}

/**
 * Gets the images that a Dockerfile begins with: of a stage that builds, and of the result. Where no registry of images can
 * be reached, Debian takes their names: with this Bun and its cache of packages, and a C library with a user.
 * @returns the images that were not there before
 */
export async function provideBases(docker: Docker, builder: string, base: string): Promise<string[]> {
  const missing: string[] = [];
  for (const name of [builder, base]) if (!(await succeeds(docker.run('image', 'inspect', name)))) missing.push(name);
  const unreachable: string[] = [];
  for (const name of missing) if (!(await succeeds(docker.run('pull', '--quiet', name)))) unreachable.push(name);
  if (unreachable.length > 0) {
    console.log(`stand-ins made from Debian: ${unreachable.join(', ')}`);
    const directory = mkdtempSync(join(tmpdir(), 'duebook-bases-'));
    try {
      const debian = await makeDebian(directory);
      if (unreachable.includes(base)) await importImage(docker, makeBase(directory, debian), base);
      if (unreachable.includes(builder))
        await importImage(docker, await withBun(debian), builder, `ENV NODE_EXTRA_CA_CERTS=${authorities}`);
    } finally {
      rmSync(directory, { recursive: true });
    }
  }
  return missing;
}

async function makeDebian(directory: string): Promise<string> {
  const debian = join(directory, 'debian');
  await succeed(['debootstrap', '--variant=minbase', 'bookworm', debian]);
  return debian;
}

// Where a network has a certificate authority of its own, Debian keeps it here.
const authorities = '/etc/ssl/certs/ca-certificates.crt';

/** Adds Bun, and what this machine needs to reach the registry of packages. */
async function withBun(debian: string): Promise<string> {
  cpSync(process.execPath, join(debian, 'usr/local/bin/bun'), { dereference: true });
  const registry = await succeed(['npm', 'config', 'get', 'registry']);
  writeFileSync(join(debian, 'root/.npmrc'), `registry=${registry}`);
  if (existsSync(authorities)) cpSync(authorities, join(debian, authorities), { recursive: true, dereference: true });
  return debian;
}

/** The C library and the user of the image that the result begins with. */
function makeBase(directory: string, debian: string): string {
  const base = join(directory, 'base');
  const [triple, loader] =
    arch() === 'x64'
      ? ['x86_64-linux-gnu', 'lib64/ld-linux-x86-64.so.2']
      : ['aarch64-linux-gnu', 'lib/ld-linux-aarch64.so.1'];
  const libraries = ['libc.so.6', 'libm.so.6', 'libdl.so.2', 'libpthread.so.0'].map((name) => `lib/${triple}/${name}`);
  for (const file of [...libraries, loader]) {
    mkdirSync(dirname(join(base, file)), { recursive: true });
    cpSync(join(debian, file), join(base, file), { dereference: true });
  }
  mkdirSync(join(base, 'etc'));
  writeFileSync(join(base, 'etc/passwd'), 'nonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n');
  return base;
}

async function importImage(docker: Docker, root: string, name: string, ...changes: string[]): Promise<void> {
  const archive = `${root}.tar`;
  await succeed(['tar', '--create', '--file', archive, '--directory', root, '.']);
  await docker.run('import', ...changes.flatMap((change) => ['--change', change]), archive, name);
}

async function succeed(words: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runProgram(words);
  if (exitCode !== 0) throw new Error(`${words[0]} ended with ${exitCode}: ${stderr}`);
  return stdout;
}

async function succeeds(result: Promise<unknown>): Promise<boolean> {
  return result.then(
    () => true,
    () => false,
  );
}
