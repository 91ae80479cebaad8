import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { openStore } from '../../src/modules/store.ts';
import { binary, run, runProgram } from '../support/binary.ts';
import { pythonWith } from '../support/python.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

/** Runs a command on a terminal, types lines, each after its prompt, and returns what the terminal shows. */
async function typeInto(words: readonly string[], prompt: RegExp, lines: readonly string[], cwd: string) {
  const left = [...lines];
  let shown = '';
  let prompts = 0;
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const child = Bun.spawn([binary, ...words], {
    cwd,
    terminal: {
      data(terminal, data) {
        shown += new TextDecoder().decode(data);
        const seen = shown.split(prompt).length - 1;
        for (; prompts < seen; prompts += 1) terminal.write(left.shift() ?? '\u0004');
      },
      exit: () => resolve(),
    },
  });
  const exitCode = await child.exited;
  // What it has written last may be read after its end.
  await closed;
  return { exitCode, shown };
}

test('on a terminal, a key for a mistyped owner is created only if that is confirmed', async () => {
  const cwd = temporaryDirectory();
  const mistyped = ['keys', 'create', '--owner', 'defualt', '--scope', 'read'];
  const answerWith = (answer: string) => typeInto(mistyped, /\[y\/N\]/, [answer], cwd);
  const owners = async () => {
    const { stdout } = await run(['owners', 'list', '--json'], { cwd });
    return (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name);
  };
  await run(['keys', 'create', '--owner', 'default', '--scope', 'read', '--init'], { cwd });
  for (const answer of ['\r', 'n\r', 'yess\r', '\u0004']) {
    const { exitCode, shown } = await answerWith(answer);
    expect(exitCode).toBe(2);
    expect(shown).toContain('There is an owner "default". Create another owner "defualt"? [y/N]');
    expect(shown).toContain('no key was created: give --owner "default" for a key of that owner');
    expect(shown).not.toContain('dbk_');
  }
  expect(await owners()).toEqual(['default']);
  const confirmed = await answerWith('y\r');
  expect(confirmed).toEqual({ exitCode: 0, shown: expect.stringMatching(/\bdbk_r_\w{36}\b/) as string });
  expect(await owners()).toEqual(['default', 'defualt']);
});

// Runs a command with such a pipe, and reads that only when it is full.
const readLate = `import array, fcntl, os, subprocess, sys, termios, time
out, into = os.pipe()
fcntl.fcntl(into, fcntl.F_SETFL, os.O_NONBLOCK)
child = subprocess.Popen(sys.argv[1:], stdout=into)
os.close(into)
waiting = array.array('i', [0])
F_GETPIPE_SZ = 1032
while waiting[0] <= fcntl.fcntl(out, F_GETPIPE_SZ) - 4096:
    time.sleep(0.01)
    fcntl.ioctl(out, termios.FIONREAD, waiting)
sys.stdout.buffer.write(open(out, 'rb').read())
sys.stdout.flush()
sys.exit(child.wait())`;
const python = (process.platform === 'linux' && pythonWith('fcntl')) || '';

test.if(python !== '')('a pipe that another program has set to not block gets the whole output', async () => {
  const command = [binary, 'openapi'];
  const whole = await runProgram(command);
  expect(whole).toMatchObject({ exitCode: 0, stderr: '' });
  expect(await runProgram([python, '-c', readLate, ...command])).toEqual(whole);
});

const words = ['users', 'password', 'ben'];

/** A working directory whose database has the user `ben`. */
async function createUser() {
  const cwd = temporaryDirectory();
  await run(['keys', 'create', '--owner', 'anna', '--scope', 'read', '--init'], { cwd });
  await run(['users', 'add', 'ben', '--owner', 'anna'], { cwd });
  const opens = async (password: string) => {
    const store = openStore(join(cwd, 'data'));
    const hash = store.users.findByName('ben')?.passwordHash ?? null;
    store.close();
    return hash !== null && (await Bun.password.verify(password, hash));
  };
  return { cwd, opens };
}

describe('users password reads the password', () => {
  const pipe = (text: string, cwd: string) => runProgram([binary, ...words], { cwd, stdin: new Blob([text]) });

  test('from a pipe', async () => {
    const { cwd, opens } = await createUser();
    expect(await pipe('correct horse battery\n', cwd)).toEqual({
      exitCode: 0,
      stdout: 'set the password of ben; sessions of the user have ended\n',
      stderr: '',
    });
    expect(await opens('correct horse battery')).toBe(true);
  });

  test('and refuses one that is too short, a missing one and an unknown user', async () => {
    const { cwd, opens } = await createUser();
    for (const text of ['short\n', '']) expect(await pipe(text, cwd)).toMatchObject({ exitCode: 2, stdout: '' });
    expect(await opens('short')).toBe(false);
    const unknown = await run(['users', 'password', 'zoe'], { cwd });
    expect(unknown).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringContaining('no user "zoe"') as string,
    });
  });

  const type = (lines: readonly string[], cwd: string) => typeInto(words, /New password:|Again:/, lines, cwd);

  test('from a terminal, twice, without showing it', async () => {
    const { cwd, opens } = await createUser();
    const typed = await type(['correct hors\u007fse battery\r', 'correct horse battery\r'], cwd);
    expect(typed).toEqual({ exitCode: 0, shown: expect.stringContaining('set the password of ben') as string });
    expect(typed.shown).not.toContain('horse');
    expect(await opens('correct horse battery')).toBe(true);
  });

  test('from a terminal, and changes nothing when the two differ or nothing is entered', async () => {
    const { cwd, opens } = await createUser();
    const differing = await type(['correct horse battery\r', 'correct horse stable\r'], cwd);
    expect(differing).toEqual({ exitCode: 2, shown: expect.stringContaining('the two passwords differ') as string });
    for (const key of ['\u0003', '\u0004']) {
      const ended = await type([key], cwd);
      expect(ended).toEqual({ exitCode: 1, shown: expect.stringContaining('no password was entered') as string });
    }
    expect(await opens('correct horse battery')).toBe(false);
  });
});
