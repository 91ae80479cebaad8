import { describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, startServer, type Run } from '../support/binary.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

/** Checks that a command failed with an exit code and one line that has some words. */
function expectRefusal({ exitCode, stdout, stderr }: Run, code: number, named: readonly string[]): void {
  expect({ exitCode, stdout }).toEqual({ exitCode: code, stdout: '' });
  expect(stderr).toMatch(/^duebook: [^\n]+\n$/);
  for (const word of named) expect(stderr).toContain(word);
}

// What is refused for which reason: test/core/config and test/cli, in one process.
describe('what cannot be used exits with 2 and one line that names it and what is allowed', () => {
  test.each([
    [
      ['serve', '--port', 'x'],
      ['--port', '"x"', '0 to 65535'],
    ],
    [
      ['serve', '--data-dir', ''],
      ['--data-dir', '""', 'the path of a directory'],
    ],
    [
      ['serve', '--prot', '1'],
      ['--prot', '--port'],
    ],
    [['keys', 'create', '--scope', 'read'], ['--owner']],
  ])('%p', async (words, named) => {
    expectRefusal(await run(words), 2, named);
  });

  test('a flag beats its variable', async () => {
    const cwd = temporaryDirectory();
    const server = await startServer(['--data-dir', './data'], {
      cwd,
      environment: { DUEBOOK_DATA_DIR: './elsewhere', DUEBOOK_PORT: '1' },
    });
    await server.stop();
    expect(readdirSync(cwd)).toEqual(['data']);
  });
});

describe('an error of the system exits with 1 and one line, and changes nothing', () => {
  test('a port in use, even by another duebook: no data directory is created', async () => {
    const first = await startServer();
    const cwd = temporaryDirectory();
    const port = new URL(first.origin).port;
    const { exitCode, stderr } = await run(['serve', '--port', port], { cwd });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^duebook: cannot listen on [^\n]+taken[^\n]+\n$/);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('a data directory that cannot be created', async () => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'data'), 'a file');
    const { exitCode, stderr } = await run(['serve', '--port', '0'], { cwd });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^duebook: the data directory \.\/data [^\n]+\n$/);
    expect(readFileSync(join(cwd, 'data'), 'utf8')).toBe('a file');
  });

  test('a file that is not a database', async () => {
    const cwd = temporaryDirectory();
    const path = join(cwd, 'data/duebook.db');
    mkdirSync(join(cwd, 'data'));
    writeFileSync(path, 'hello '.repeat(100));
    const before = readFileSync(path);
    expectRefusal(await run(['serve', '--port', '0'], { cwd }), 1, ['it is not a SQLite file']);
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(existsSync(join(cwd, 'data/initial-api-key'))).toBe(false);
    expect(readdirSync(join(cwd, 'data'))).toEqual(['duebook.db']);
  });
});
