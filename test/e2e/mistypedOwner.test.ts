import { expect, test } from 'bun:test';
import { binary, run } from '../support/binary.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

/** Creates a key for a mistyped owner on a terminal, and answers the question. */
async function createOnTerminal(answer: string, cwd: string) {
  let shown = '';
  let isAnswered = false;
  const child = Bun.spawn([binary, 'keys', 'create', '--owner', 'defualt', '--scope', 'read'], {
    cwd,
    terminal: {
      data(terminal, data) {
        shown += new TextDecoder().decode(data);
        if (isAnswered || !shown.includes('[y/N]')) return;
        isAnswered = true;
        terminal.write(answer);
      },
    },
  });
  return { exitCode: await child.exited, shown };
}

test('on a terminal, a key for a mistyped owner is created only if that is confirmed', async () => {
  const cwd = temporaryDirectory();
  const owners = async () => {
    const { stdout } = await run(['owners', 'list', '--json'], { cwd });
    return (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name);
  };
  await run(['keys', 'create', '--owner', 'default', '--scope', 'read', '--init'], { cwd });
  for (const answer of ['\r', 'n\r', 'yess\r', '\u0004']) {
    const { exitCode, shown } = await createOnTerminal(answer, cwd);
    expect(exitCode).toBe(2);
    expect(shown).toContain('There is an owner "default". Create another owner "defualt"? [y/N]');
    expect(shown).toContain('no key was created: give --owner "default" for a key of that owner');
    expect(shown).not.toContain('dbk_');
  }
  expect(await owners()).toEqual(['default']);
  const confirmed = await createOnTerminal('y\r', cwd);
  expect(confirmed).toEqual({ exitCode: 0, shown: expect.stringMatching(/\bdbk_r_\w{36}\b/) as string });
  expect(await owners()).toEqual(['default', 'defualt']);
});
