import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'bun:test';
import { ownCommandOf, withOwnCommand } from '../../../src/core/runtime/ownCommand.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const directory = temporaryDirectory();
const execPath = join(directory, 'duebook');
const other = join(directory, 'other/duebook');
const link = join(directory, 'bin/duebook');
for (const folder of ['other', 'bin']) mkdirSync(join(directory, folder));
for (const path of [execPath, other]) {
  writeFileSync(path, '');
  chmodSync(path, 0o755);
}
symlinkSync(execPath, link);

const compiled = { execPath, main: '/$bunfs/root/duebook', directory };

test.each<[typed: string, found: string | null, command: string]>([
  ['duebook', execPath, 'duebook'],
  ['duebook-1.0.0-linux-x64', execPath, 'duebook-1.0.0-linux-x64'],
  ['dist/duebook', null, 'dist/duebook'],
  ['./duebook', null, './duebook'],
  // Another version is installed.
  ['dist/duebook', other, 'dist/duebook'],
  ['/usr/local/bin/duebook', execPath, 'duebook'],
  ['/usr/local/bin/duebook', link, 'duebook'],
  ['/my files/duebook', null, "'/my files/duebook'"],
])('typed as %s, with %s on the path: %s', (argv0, found, command) => {
  expect(ownCommandOf({ ...compiled, argv0, find: () => found })).toBe(command);
});

test('from source, the command runs the main file with Bun', () => {
  const main = join(directory, 'src/main.ts');
  const start = { argv0: 'bun', execPath: '/usr/bin/bun', main, directory, find: () => execPath };
  expect(ownCommandOf(start)).toBe('bun src/main.ts');
});

test('a text gets the command in what it quotes, and nowhere else', () => {
  const text =
    'duebook: duebook has no user: run "duebook users add NAME", and "duebook sign-in"; "duebooks" is no command';
  expect(withOwnCommand(text, () => './duebook')).toBe(
    'duebook: duebook has no user: run "./duebook users add NAME", and "./duebook sign-in"; "duebooks" is no command',
  );
});
