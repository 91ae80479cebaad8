import { describe, expect, test } from 'bun:test';
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../src/core/database/database.ts';
import { binary, run, startServer } from '../support/binary.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

// The server runs as another user, like under systemd.
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

const commands = [
  ['backup'],
  ['check'],
  ['keys', 'create', '--init', '--owner', 'anna', '--scope', 'read'],
  ['keys', 'list'],
  ['owners', 'list'],
  ['restore', 'data/duebook.db'],
  ['serve', '--port', '0'],
  ['sign-in'],
  ['users', 'list'],
];

describe.skipIf(!canBecomeOthers)('root in the data directory of another user', () => {
  function statesIn(directory: string) {
    return readdirSync(directory).map((name) => {
      const { uid, mtimeMs } = statSync(join(directory, name));
      return { name, uid, mtimeMs };
    });
  }

  test.each(commands.map((words) => [words]))(
    'is told by %j whom it belongs to, and changes nothing',
    async (words) => {
      const cwd = directoryOfNobody();
      const data = join(cwd, 'data');
      for (const isEmpty of [true, false]) {
        if (!isEmpty)
          expect(
            (
              await run(['keys', 'create', '--init', '--owner', 'anna', '--scope', 'read'], {
                cwd,
                executable: executableOfNobody(),
              })
            ).exitCode,
          ).toBe(0);
        const before = statesIn(data);
        const { exitCode, stdout, stderr } = await run([...words, '--data-dir', data], { cwd });
        expect([exitCode, stdout]).toEqual([1, '']);
        expect(stderr).toBe(
          `duebook: ${data} belongs to nobody: run this as the owner of the directory, with "sudo -u nobody" before the command, or a container with "--user 65534"\n`,
        );
        expect(statesIn(data)).toEqual(before);
      }
    },
  );

  test('is refused too when only the database belongs to that user, as in a volume that everybody may write', async () => {
    const cwd = temporaryDirectory();
    openDatabase(join(cwd, 'data')).close(true);
    chownSync(join(cwd, 'data/duebook.db'), 54_321, 54_321);
    const { exitCode, stderr } = await run(['keys', 'list', '--data-dir', 'data'], { cwd });
    expect(exitCode).toBe(1);
    expect(stderr).toContain(
      `duebook.db belongs to user 54321: run this as the owner of the directory, with "sudo -u '#54321'" before the command, or a container with "--user 54321"`,
    );
  });

  test('can ask the health of its server, and that user can run every command', async () => {
    const cwd = directoryOfNobody();
    const executable = executableOfNobody();
    const server = await startServer([], { cwd, executable });
    const { port } = new URL(server.origin);
    const health = await run(['healthcheck', '--port', port, '--data-dir', 'data'], { cwd });
    expect(health).toMatchObject({ exitCode: 0, stderr: '' });
    for (const words of [['keys', 'list'], ['check'], ['backup'], ['sign-in']])
      expect((await run(words, { cwd, executable })).exitCode).toBe(0);
    await server.stop();
    const [backup = ''] = readdirSync(join(cwd, 'data/backups'));
    expect((await run(['restore', join('data/backups', backup)], { cwd, executable })).exitCode).toBe(0);
    expect(new Set(statesIn(join(cwd, 'data')).map(({ uid }) => uid))).toEqual(new Set([nobody]));
  }, 30_000);
});

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
      expect(stderr).toEndWith(
        `; ${directory} belongs to root: run this as the owner of the directory, with "sudo -u root" before the command, or a container with "--user 0"\n`,
      );
    },
  );

  test('gets advice even if its owner is unknown', async () => {
    const directory = join(temporaryDirectory(), 'data');
    openDatabase(directory).close(true);
    const executable = executableOfNobody();
    const { stderr } = await run(['check', '--data-dir', directory], { cwd: '/', executable });
    expect(stderr).toEndWith('; run this as the user of the server\n');
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
