import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { chmodSync, cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { arch, homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Glob, YAML } from 'bun';
import { run, runProgram, startServer } from '../support/binary.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { validDraft } from '../support/validDraft.ts';

// Executes the steps of the Dockerfile without a container engine: in an empty Debian made by debootstrap, and in
// a root directory with only a C library. It takes a minute, needs root and, for Debian, the network. The packages come from
// the cache of Bun, which is filled when the dependencies of the repository are installed.
const isWanted = Bun.env['IMAGE_TEST'] === '1';
const canRun = process.platform === 'linux' && process.getuid?.() === 0 && Bun.which('debootstrap') !== null;

setDefaultTimeout(300_000);

const repository = join(import.meta.dir, '../..');
const directory = temporaryDirectory();
const build = join(directory, 'build');
const image = join(directory, 'image');

interface Instruction {
  readonly word: string;
  readonly rest: string;
}

const [buildStage = [], imageStage = []] = stagesOf(readFileSync(join(repository, 'Dockerfile'), 'utf8'));

/** The instructions of each stage, except FROM. */
function stagesOf(dockerfile: string): Instruction[][] {
  const lines = dockerfile.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const stages: Instruction[][] = [];
  for (const line of lines) {
    const [, word = '', rest = ''] = /^(\w+) (.*)$/.exec(line) ?? [];
    if (word === 'FROM') stages.push([]);
    else stages.at(-1)?.push({ word, rest });
  }
  return stages;
}

async function command(...words: string[]): Promise<void> {
  const { exitCode, stderr } = await runProgram(words);
  expect(`${exitCode} ${exitCode === 0 ? '' : stderr}`).toBe('0 ');
}

/** Copies what `COPY . .` copies: everything that .dockerignore does not exclude. */
function copyContext(target: string): void {
  const ignored = new Set(readFileSync(join(repository, '.dockerignore'), 'utf8').trim().split('\n'));
  for (const name of new Glob('*').scanSync({ cwd: repository, dot: true, onlyFiles: false })) {
    if (!ignored.has(name)) cpSync(join(repository, name), join(target, name), { recursive: true });
  }
}

async function runBuildStage(): Promise<void> {
  await command('debootstrap', '--variant=minbase', 'bookworm', build);
  cpSync(process.execPath, join(build, 'usr/local/bin/bun'), { dereference: true });
  const cache = join(build, 'root/.bun/install/cache');
  mkdirSync(cache, { recursive: true });
  let workingDirectory = '/';
  for (const { word, rest } of buildStage) {
    if (word === 'WORKDIR') {
      workingDirectory = rest;
      mkdirSync(join(build, rest), { recursive: true });
    } else if (word === 'COPY' && rest === '. .') {
      copyContext(join(build, workingDirectory));
    } else if (word === 'COPY') {
      for (const file of rest.split(' ').slice(0, -1))
        cpSync(join(repository, file), join(build, workingDirectory, file));
    } else if (word === 'RUN') {
      const architecture = arch() === 'x64' ? 'amd64' : arch();
      writeFileSync(
        join(build, 'step'),
        `cd ${workingDirectory}\nexport HOME=/root TARGETARCH=${architecture}\n${rest}\n`,
      );
      const mounts = `mount --bind ${homedir()}/.bun/install/cache ${cache} && mount -t proc proc ${build}/proc`;
      await command('unshare', '--mount', 'sh', '-ec', `${mounts} && exec chroot ${build} /bin/sh -e /step`);
    } else {
      expect(word).toBe('ARG');
    }
  }
}

/** The C library and the users of the last stage's base image, and then its own steps. */
function runImageStage(): void {
  const libraries = ['libc.so.6', 'libm.so.6', 'libdl.so.2', 'libpthread.so.0'];
  const [triple, loader] =
    arch() === 'x64'
      ? ['x86_64-linux-gnu', 'lib64/ld-linux-x86-64.so.2']
      : ['aarch64-linux-gnu', 'lib/ld-linux-aarch64.so.1'];
  for (const file of [...libraries.map((name) => `lib/${triple}/${name}`), loader]) {
    mkdirSync(dirname(join(image, file)), { recursive: true });
    cpSync(join(build, file), join(image, file), { dereference: true });
  }
  for (const name of ['proc', 'dev', 'etc']) mkdirSync(join(image, name));
  writeFileSync(join(image, 'etc/passwd'), 'nonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n');
  for (const { word, rest } of imageStage.filter((step) => step.word === 'COPY')) {
    const [, mode, source = '', target = ''] = /^--from=build (?:--chmod=(\d+) )?(\S+) (\S+)$/.exec(rest) ?? [];
    expect([word, source]).not.toContain('');
    cpSync(join(build, source), join(image, target), { recursive: true });
    if (mode !== undefined) chmodSync(join(image, target), Number.parseInt(mode, 8));
  }
}

/** A script that runs a command of the image like compose.yaml, with `data` in its working directory as the volume. */
function containerOf(user: string): string {
  const program = join(temporaryDirectory(), 'container');
  const mounts = [
    `mount --bind ${image} ${image}`,
    `mount --bind "$PWD/data" ${image}/data`,
    `mount --rbind /dev ${image}/dev`,
    `mount -t proc proc ${image}/proc`,
    `mount -o remount,bind,ro ${image}`,
    `if touch ${image}/proof 2>/dev/null; then echo the root can be written >&2; exit 99; fi`,
    `exec setpriv --no-new-privs ${Bun.which('chroot') ?? 'chroot'} --userspec=${user} ${image} /usr/local/bin/duebook "$@"`,
  ];
  writeFileSync(program, `#!/bin/sh\nexec unshare --mount sh -ec '${mounts.join('\n')}' sh "$@"\n`);
  chmodSync(program, 0o755);
  return program;
}

describe.if(isWanted && canRun)('the image', () => {
  const environment = Object.fromEntries(
    imageStage
      .filter(({ word }) => word === 'ENV')
      .flatMap(({ rest }) => rest.split(' ').map((pair) => pair.split('='))),
  ) as Record<string, string>;

  beforeAll(async () => {
    await runBuildStage();
    runImageStage();
  });

  test('has the executable, only a C library, and a data directory that any user can write to', () => {
    expect((statSync(join(image, 'data')).mode & 0o7777).toString(8)).toBe('1777');
    const files = Array.from(new Glob('**').scanSync({ cwd: image })).sort();
    expect(files.filter((file) => !file.startsWith('lib'))).toEqual(['etc/passwd', 'usr/local/bin/duebook']);
  });

  test.each(['65532:65532', '12345:12345'])('serves as %s with a read-only root', async (user) => {
    const cwd = temporaryDirectory();
    mkdirSync(join(cwd, 'data'));
    chmodSync(join(cwd, 'data'), 0o1777);
    const server = await startServer([], { cwd, environment, executable: containerOf(user) });
    expect(server.origin).toStartWith('http://0.0.0.0:');
    expect((await server.call(server.initialKey(), 'POST', '/api/v1/subscriptions', validDraft)).status).toBe(201);
    expect(statSync(join(cwd, 'data/duebook.db')).uid).toBe(Number(user.split(':')[0]));

    const port = new URL(server.origin).port;
    const { healthcheck } = (YAML.parse(readFileSync(join(repository, 'compose.yaml'), 'utf8')) as Compose).services
      .duebook;
    const [, , ...words] = healthcheck.test;
    const asked = { cwd, environment: { ...environment, DUEBOOK_PORT: port }, executable: containerOf(user) };
    expect(await run(words, asked)).toMatchObject({ exitCode: 0 });
    expect(await run(['keys', 'create', '--owner', 'default', '--scope', 'read'], asked)).toMatchObject({
      exitCode: 0,
    });

    expect((await server.stop()).exitCode).toBe(0);
    expect(await run(words, asked)).toMatchObject({ exitCode: 1 });
  });
});

interface Compose {
  readonly services: { readonly duebook: { readonly healthcheck: { readonly test: readonly string[] } } };
}
