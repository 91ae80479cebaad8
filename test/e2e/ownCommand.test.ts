import { expect, test } from 'bun:test';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { binary, runProgram } from '../support/binary.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const cwd = temporaryDirectory();
mkdirSync(join(cwd, 'dist'));
symlinkSync(binary, join(cwd, 'dist/duebook'));

/** Types a line into a shell, and returns what the command prints. */
function type(line: string, path = '/usr/bin:/bin') {
  return runProgram(['sh', '-c', line], { cwd, env: { PATH: path } });
}

/** Starts a server, and returns its log up to a message. */
async function logUntil(message: string) {
  const child = Bun.spawn(['dist/duebook', 'serve', '--port', '0'], { cwd, env: {}, stdout: 'pipe', stderr: 'ignore' });
  let log = '';
  for await (const chunk of child.stdout) {
    log += new TextDecoder().decode(chunk);
    if (log.includes(message)) child.kill();
  }
  return log;
}

test('messages, help and the log name the command as it was typed', async () => {
  expect((await type('dist/duebook strat')).stderr).toContain(': "dist/duebook --help" lists');
  expect((await type('dist/duebook keys list --help')).stdout).toStartWith('Usage: dist/duebook keys list ');
  await type('dist/duebook keys create --owner anna --scope read --init');
  expect((await type('dist/duebook keys revoke none')).stderr).toContain('"dist/duebook keys list" shows');
  expect(await logUntil('nobody can sign in')).toContain(String.raw`run \"dist/duebook sign-in\"`);
  expect((await type('dist/duebook users add sam --owner anna')).stdout).toContain('"dist/duebook sign-in --user sam"');
});

test('an installed executable is named without its path, and so are completions', async () => {
  const found = `${join(cwd, 'dist')}:/usr/bin:/bin`;
  expect((await type('duebook strat', found)).stderr).toContain(': "duebook --help" lists');
  expect((await type(`${cwd}/dist/duebook strat`, found)).stderr).toContain(': "duebook --help" lists');
  expect((await type('dist/duebook completion bash')).stdout).toEndWith('complete -o default -F _duebook duebook\n');
});
