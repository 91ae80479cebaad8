import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { arch, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { followLines, runProgram } from './binary.ts';

/** The names of the engines that run the image. */
export const engineNames = ['docker', 'podman'] as const;

/** An engine that runs containers, and what ends it. */
export interface Engine {
  /** Runs a command to its end, and returns what it printed. */
  readonly run: (...words: string[]) => Promise<string>;
  /** Waits until the container's health check has passed since its last start; fails if it does not pass. */
  readonly healthy: (container: string) => Promise<void>;
  /** The mode and the numbers of the user and the group of each file below a path of a container. */
  readonly modes: (container: string, path: string) => Promise<Readonly<Record<string, string>>>;
  readonly close: () => Promise<void>;
}

/** Podman, which needs no daemon; or the Docker of this machine. If none answers, and for root alone, a daemon of Debian's `docker.io` that changes nothing here. */
export async function openEngine(name: (typeof engineNames)[number]): Promise<Engine> {
  if (name === 'podman') return podman();
  const ofMachine = docker('docker', {}, () => Promise.resolve());
  if (await succeeds(ofMachine.run('version'))) return ofMachine;

  const directory = mkdtempSync(join(tmpdir(), 'duebook-docker-'));
  const socket = `unix://${directory}/socket`;
  const places = ['data-root', 'exec-root', 'pidfile'].map((place) => `--${place}=${join(directory, place)}`);
  // Its mounts end with it, because they are in a namespace of its own. It makes no bridge, and no rules of a firewall.
  const words = ['unshare', '--mount', 'dockerd', `--host=${socket}`, ...places, '--bridge=none', '--iptables=false'];
  const daemon = Bun.spawn(words, { stdout: 'ignore', stderr: 'pipe' });
  await followLines(daemon.stderr).lineThat((line) => line.includes('API listen on'));
  // Another client may be found first that cannot build without a plugin.
  return docker('/usr/bin/docker', { DOCKER_HOST: socket }, async () => {
    daemon.kill();
    await daemon.exited;
    rmSync(directory, { recursive: true });
  });
}

function docker(client: string, place: Readonly<Record<string, string>>, close: Engine['close']): Engine {
  const env = { ...Bun.env, DOCKER_BUILDKIT: '1', ...place };
  const engine = engineOf(client, env);
  return {
    ...engine,
    close,

    async healthy(container) {
      const since = (await engine.run('inspect', '--format', '{{.State.StartedAt}}', container)).trim();
      const filters = ['--filter', `container=${container}`, '--filter', 'event=health_status'];
      const events = Bun.spawn([client, 'events', '--since', since, ...filters, '--format', '{{.Action}}'], {
        env,
        stdout: 'pipe',
      });
      const event = await followLines(events.stdout).lineThat(() => true);
      events.kill();
      if (event !== 'health_status: healthy') {
        throw new Error(`${event}: ${await engine.run('inspect', '--format', '{{json .State.Health}}', container)}`);
      }
    },
  };
}

// Each try starts a process, so they take some seconds together.
const triesMax = 50;

/** Podman with less than it asks for by itself: more files than a machine for tests allows, and a runtime that knows its cgroups. */
function podman(): Engine {
  const directory = mkdtempSync(join(tmpdir(), 'duebook-podman-'));
  const CONTAINERS_CONF = join(directory, 'containers.conf');
  const runtime = Bun.which('runc') === null ? '' : '[engine]\nruntime = "runc"\n';
  writeFileSync(CONTAINERS_CONF, `[containers]\ndefault_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]\n${runtime}`);
  const engine = engineOf('podman', { ...Bun.env, CONTAINERS_CONF });
  return {
    ...engine,
    close: () => Promise.resolve(rmSync(directory, { recursive: true })),

    // Its timers are those of systemd, which a container or a machine for tests may not have.
    async healthy(container) {
      for (let tries = 1; tries < triesMax; tries += 1)
        if (await succeeds(engine.run('healthcheck', 'run', container))) return;
      await engine.run('healthcheck', 'run', container);
    },
  };
}

function engineOf(client: string, env: Readonly<Record<string, string | undefined>>): Pick<Engine, 'run' | 'modes'> {
  return {
    async run(...words) {
      const { exitCode, stdout, stderr } = await runProgram([client, ...words], { env });
      if (exitCode !== 0) throw new Error(`${client} ${words[0]} ended with ${exitCode}: ${stdout}${stderr}`);
      return stdout;
    },

    async modes(container, path) {
      const copy = Bun.spawn([client, 'cp', `${container}:${path}`, '-'], { env, stdout: 'pipe' });
      const stdin = await new Response(copy.stdout).blob();
      const { stdout } = await runProgram(['tar', '--list', '--verbose', '--numeric-owner'], { stdin });
      return Object.fromEntries(
        Array.from(stdout.matchAll(/^(\S+ \S+) .* (\S+?)\/?$/gm), ([, mode = '', file = '']) => [file, mode]),
      );
    },
  };
}

/**
 * Gets the images that a Dockerfile begins with: of a stage that builds, and of the result. Where no registry of images can
 * be reached, Debian takes their names: with this Bun and its cache of packages, and a C library with a user.
 * @returns the images that were not there before
 */
export async function provideBases(engine: Engine, builder: string, base: string): Promise<string[]> {
  const missing: string[] = [];
  for (const name of [builder, base]) if (!(await succeeds(engine.run('image', 'inspect', name)))) missing.push(name);
  const unreachable: string[] = [];
  for (const name of missing) if (!(await succeeds(engine.run('pull', '--quiet', name)))) unreachable.push(name);
  if (unreachable.length > 0) {
    console.log(`stand-ins made from Debian: ${unreachable.join(', ')}`);
    const directory = mkdtempSync(join(tmpdir(), 'duebook-bases-'));
    try {
      const debian = await makeDebian(directory);
      if (unreachable.includes(base)) await importImage(engine, makeBase(directory, debian), base);
      if (unreachable.includes(builder))
        await importImage(engine, await withBun(debian), builder, `ENV NODE_EXTRA_CA_CERTS=${authorities}`);
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

async function importImage(engine: Engine, root: string, name: string, ...changes: string[]): Promise<void> {
  const archive = `${root}.tar`;
  await succeed(['tar', '--create', '--file', archive, '--directory', root, '.']);
  await engine.run('import', ...changes.flatMap((change) => ['--change', change]), archive, name);
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
