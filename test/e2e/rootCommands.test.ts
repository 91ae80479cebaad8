import { describe, expect, test } from 'bun:test';
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { binary, run, startServer } from '../support/binary.ts';
import { fixtureKeys, placeFixture } from '../support/fixtures.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

// The server runs as another user, like under systemd, and commands run with sudo.
const canBecomeOthers = process.geteuid?.() === 0 && Bun.which('setpriv') !== null;
const nobody = 65_534;

/** A script that starts the executable as another user. */
function executableOfNobody(): string {
  const path = join(temporaryDirectory(), 'duebook');
  chownSync(join(path, '..'), nobody, nobody);
  writeFileSync(path, `#!/bin/sh\nexec setpriv --reuid=${nobody} --regid=${nobody} --clear-groups ${binary} "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}

function directoryOfNobody(): string {
  const cwd = temporaryDirectory();
  mkdirSync(join(cwd, 'data'));
  for (const directory of [cwd, join(cwd, 'data')]) chownSync(directory, nobody, nobody);
  return cwd;
}

test.skipIf(!canBecomeOthers)(
  'a server of another user works after root has run commands in its data directory',
  async () => {
    const cwd = directoryOfNobody();
    const executable = executableOfNobody();
    placeFixture(1, join(cwd, 'data'));
    expect((await run(['keys', 'list'], { cwd })).exitCode).toBe(0);
    expect((await run(['restore', 'data/duebook.db.before-upgrade-1'], { cwd })).exitCode).toBe(0);
    const server = await startServer([], { cwd, executable });
    expect((await server.call(fixtureKeys.anna, 'GET', '/api/v1/subscriptions')).status).toBe(200);
    const made = await run(['backup'], { cwd });
    expect(made).toMatchObject({ exitCode: 0, stderr: '' });
    server.child.kill('SIGUSR1');
    expect(await server.lineThat((line) => line.includes('backup'))).toContain('backed up to');
    expect((await server.call('', 'GET', '/readyz')).status).toBe(200);
    await server.stop();
  },
  30_000,
);

describe.skipIf(!canBecomeOthers)('a user who may not read a data directory', () => {
  test.each([[['keys', 'list']], [['owners', 'list']], [['backup']], [['check']], [['serve', '--port', '0']]])(
    'learns from %j whom it belongs to, and not that there is no database',
    async (words) => {
      const directory = join(temporaryDirectory(), 'data');
      openDatabase(directory).close(true);
      chmodSync(join(directory, '..'), 0o755);
      const { exitCode, stderr } = await run([...words, '--data-dir', directory], {
        cwd: '/',
        executable: executableOfNobody(),
      });
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(/^duebook: [^\n]+: permission denied[:;] [^\n]+\n$/);
      expect(stderr).toEndWith(`; ${directory} belongs to root: run this as root, or as that user\n`);
    },
  );

  test('gets advice even if its owner is unknown', async () => {
    const directory = join(temporaryDirectory(), 'data');
    openDatabase(directory).close(true);
    const executable = executableOfNobody();
    const { stderr } = await run(['check', '--data-dir', directory], { cwd: '/', executable });
    expect(stderr).toEndWith('; run this as root, or as the user of the server\n');
  });

  test('can run healthcheck, which compares the directories if it can reach them', async () => {
    const server = await startServer();
    const { port } = new URL(server.origin);
    const ask = (dataDirectory: string) =>
      run(['healthcheck', '--port', port, '--data-dir', dataDirectory], { cwd: '/', executable: executableOfNobody() });
    chmodSync(server.directory, 0o711);
    expect(await ask(server.dataDirectory)).toMatchObject({ exitCode: 0, stderr: '' });
    const other = join(temporaryDirectory(), 'data');
    openDatabase(other).close(true);
    chmodSync(join(other, '..'), 0o711);
    expect(await ask(other)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('is another Duebook') });
    chmodSync(server.directory, 0o700);
    expect(await ask(server.dataDirectory)).toMatchObject({
      exitCode: 0,
      stderr: `duebook: Duebook did not check whether this is the server of your data directory: ${server.dataDirectory} cannot be reached: permission denied\n`,
    });
    await server.stop();
  });
});
