import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { chmodSync, existsSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { arch } from 'node:os';
import { join } from 'node:path';
import packageDescription from '../../package.json' with { type: 'json' };
import { runProgram, startServer } from '../support/binary.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { validDraft } from '../support/validDraft.ts';

setDefaultTimeout(180_000);

// All platforms take some 25 s, a gigabyte of disk and, once, the network.
const isWhole = Bun.env['RELEASE_TEST'] === 'all';
const product = `duebook-${packageDescription.version}`;
const native = `linux-${arch()}`;
type Environment = Readonly<Record<string, string>>;

const emulators = {
  arm64: ['qemu-aarch64-static', '-L', '/usr/aarch64-linux-gnu'],
  // A processor from 2008, without AVX.
  x64Old: ['qemu-x86_64-static', '-cpu', 'Nehalem'],
};

function runRelease(words: readonly string[], directory = temporaryDirectory(), env: Environment = {}) {
  const command = [process.execPath, 'scripts/release.ts', '--to', directory, ...words];
  return runProgram(command, { cwd: join(import.meta.dir, '../..'), env: { ...Bun.env, ...env } });
}

async function release(platforms: readonly string[], directory = temporaryDirectory()): Promise<string> {
  expect(await runRelease(platforms, directory)).toMatchObject({ exitCode: 0 });
  return directory;
}

function readText(directory: string, name: string): string {
  return readFileSync(join(directory, name), 'utf8');
}

async function verifyChecksums(directory: string): Promise<string> {
  return (await runProgram(['sha256sum', '-c', 'SHA256SUMS'], { cwd: directory })).stdout;
}

interface Component {
  readonly name: string;
  readonly group?: string;
  readonly version: string;
  readonly licenses: readonly { readonly license?: { readonly id?: string } }[];
  readonly components?: readonly Component[];
}

function componentsOf(directory: string): Component[] {
  return (JSON.parse(readText(directory, `${product}.cdx.json`)) as { components: Component[] }).components;
}

/** Runs a server with an executable, optionally in an emulator, and checks that it records and reads a subscription. */
async function tryServing(executable: string, emulator: readonly string[] = []): Promise<void> {
  const start = join(temporaryDirectory(), 'start');
  writeFileSync(start, `#!/bin/sh\nexec ${[...emulator, executable].join(' ')} "$@"\n`);
  chmodSync(start, 0o755);
  const server = await startServer([], { executable: start });
  const created = await server.call(server.initialKey(), 'POST', '/api/v1/subscriptions', validDraft);
  expect(created.status).toBe(201);
  const listed = await server.call(server.initialKey(), 'GET', '/api/v1/subscriptions');
  expect(listed.json).toMatchObject({ data: [created.json['data']] });
  expect((await server.stop()).exitCode).toBe(0);
}

describe.if(process.platform === 'linux')('a release', () => {
  test('has the files and checksums that it lists, and is reproducible', async () => {
    const [first, second] = [await release([native]), await release([native])];
    const names = [`${product}-${native}`, `${product}.cdx.json`, 'duebook.service'];
    expect(readdirSync(first).sort()).toEqual(['NOTES.md', 'SHA256SUMS', ...names]);
    expect(await verifyChecksums(first)).toBe(names.map((name) => `${name}: OK\n`).join(''));
    expect(readText(second, 'SHA256SUMS')).toBe(readText(first, 'SHA256SUMS'));
    await tryServing(join(first, `${product}-${native}`));
    const unit = join(import.meta.dir, '../../contrib/systemd/duebook.service');
    expect(readText(first, 'duebook.service')).toBe(readFileSync(unit, 'utf8'));

    writeFileSync(join(first, `${product}.cdx.json`), '{}\n');
    expect(await verifyChecksums(first)).toContain(`${product}.cdx.json: FAILED`);
  });

  test('lists what the executable contains: each package with version and license, and Bun with its SQLite', async () => {
    const components = componentsOf(await release([native]));
    const found = components.map(({ name, group, version }) => [
      group === undefined ? name : `${group}/${name}`,
      version,
    ]);
    // It is for Deno, which runs no executable.
    const { 'hash-wasm': _onDeno, ...ofExecutable } = packageDescription.dependencies;
    expect(found).toEqual(expect.arrayContaining(Object.entries(ofExecutable)));
    expect(components.filter(({ licenses }) => licenses.length === 0)).toEqual([]);
    const bun = components.find(({ name }) => name === 'bun');
    expect(bun?.version).toBe(packageDescription.devDependencies.bun);
    expect(bun?.components?.map(({ name }) => name)).toContain('sqlite');
    // Development dependencies are not in it.
    expect(found.map(([name]) => name)).not.toContain('typescript');
  });

  test('as a dry run also builds the image with the engine that answers, and has the notes of the version', async () => {
    const [directory, bin] = [temporaryDirectory(), temporaryDirectory()];
    symlinkSync(Bun.which('git') ?? '', join(bin, 'git'));
    const dry = () => runRelease(['--dry-run', native], directory, { PATH: bin });
    const without = await dry();
    expect(without).toMatchObject({ exitCode: 0 });
    expect(without.stdout).toContain(
      '\nThe image is skipped: neither Docker nor Podman answers here.\nNothing was published.',
    );
    const notes = readText(directory, 'NOTES.md');
    expect(notes).toStartWith('### Added\n');
    expect(notes).not.toMatch(/^## |\]\(docs\//m);

    // One that does not answer, and one that says what it is asked for.
    for (const [name, script] of [
      ['docker', 'exit 1'],
      ['podman', 'echo "podman $@"'],
    ] as const)
      writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const { exitCode, stdout } = await dry();
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^podman build --format docker --build-arg SOURCE_COMMIT=[\w-]* --tag duebook:\S+ \//m);
  });

  test('is refused for an unknown platform', async () => {
    const { exitCode, stderr } = await runRelease(['linux-sparc']);
    expect(exitCode).toBe(2);
    expect(stderr).toStartWith('there is no platform linux-sparc: known are linux-x64, ');
  });
});

describe.if(isWhole)('a whole release', () => {
  const directory = temporaryDirectory();
  const executable = (platform: string) => join(directory, `${product}-${platform}`);

  test('has an executable for each platform, and all their checksums', async () => {
    await release([], directory);
    expect(readdirSync(directory).sort()).toEqual([
      'NOTES.md',
      'SHA256SUMS',
      ...['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-arm64-musl', 'linux-x64'].map(
        (name) => `${product}-${name}`,
      ),
      ...['linux-x64-baseline', 'linux-x64-musl', 'windows-x64.exe'].map((name) => `${product}-${name}`),
      `${product}.cdx.json`,
      'duebook.service',
    ]);
    expect((await verifyChecksums(directory)).match(/: OK$/gm)).toHaveLength(10);
  });

  test.if(arch() === 'x64')('serves on any x64', async () => {
    await tryServing(executable('linux-x64'));
    await tryServing(executable('linux-x64-baseline'));
  });

  test.if(Bun.which(emulators.x64Old[0] ?? '') !== null)('serves on an x64 without AVX', () =>
    tryServing(executable('linux-x64-baseline'), emulators.x64Old),
  );

  test.if(Bun.which(emulators.arm64[0] ?? '') !== null && existsSync('/usr/aarch64-linux-gnu'))('serves on arm64', () =>
    tryServing(executable('linux-arm64'), emulators.arm64),
  );

  test.if(existsSync('/etc/alpine-release'))('serves with musl', () => tryServing(executable(`linux-${arch()}-musl`)));
});
