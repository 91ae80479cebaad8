import { describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outcomeOf } from '../support/program.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

async function scriptFor(shell: string): Promise<string> {
  const path = join(temporaryDirectory(), shell);
  const { code, results } = await outcomeOf(['completion', shell]);
  expect(code).toBe(0);
  writeFileSync(path, results.join('\n'));
  return path;
}

async function outputOf(words: string[]) {
  const child = Bun.spawn(words, {
    stdout: 'pipe',
    stderr: 'pipe',
    env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent' },
  });
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { stdout: stdout.trim(), stderr, exitCode: await child.exited };
}

const lines: [typed: string[], offered: string[]][] = [
  [['k'], ['keys']],
  [
    ['keys', ''],
    ['create', 'list', 'rotate', 'revoke', 'help', '--help'],
  ],
  [['keys', 'ro'], ['rotate']],
  [
    ['keys', 'create', '--scope', ''],
    ['read', 'write', 'admin'],
  ],
  [['keys', 'create', '--owner', 'list', '--sc'], ['--scope']],
  [['keys', 'create', '--owner', ''], []],
  [['completion', 'z'], ['zsh']],
  [
    ['serve', '--invalid-key-'],
    ['--invalid-key-limit', '--invalid-key-window'],
  ],
];

// Each test needs its shell.
describe.if(Bun.which('bash') !== null)('the completion in bash', () => {
  test.each(lines)('of %p', async (typed, offered) => {
    const asked = `. "$0"; COMP_WORDS=(duebook "$@"); COMP_CWORD=$#; _duebook; echo "\${COMPREPLY[*]}"`;
    const output = await outputOf(['bash', '-c', asked, await scriptFor('bash'), ...typed]);
    expect(output).toEqual({ stdout: offered.join(' '), stderr: '', exitCode: 0 });
  });

  test('is registered for duebook', async () => {
    const output = await outputOf(['bash', '-c', '. "$0"; complete -p duebook', await scriptFor('bash')]);
    expect(output.stdout).toContain('-F _duebook duebook');
  });
});

describe.if(Bun.which('fish') !== null)('the completion in fish', () => {
  test.each(lines.filter(([, offered]) => offered.length > 0))('of %p', async (typed, offered) => {
    const asked = `source $argv[1]; complete -C "duebook $argv[2]"`;
    const output = await outputOf(['fish', '--no-config', '-c', asked, await scriptFor('fish'), typed.join(' ')]);
    const words = output.stdout.split('\n').map((line) => line.split('\t')[0]);
    // Fish offers flags only after a dash.
    expect(new Set(words)).toEqual(new Set(offered.filter((word) => !word.startsWith('--') || typed.at(-1) !== '')));
    expect(output.stderr).toBe('');
  });
});

test.if(Bun.which('zsh') !== null)('zsh accepts its script', async () => {
  const output = await outputOf([
    'zsh',
    '-f',
    '-c',
    'autoload -U compinit; compinit -u -D; . $0',
    await scriptFor('zsh'),
  ]);
  expect(output).toEqual({ stdout: '', stderr: '', exitCode: 0 });
});

test('the script for zsh has the commands, the flags and their values', async () => {
  const { results } = await outcomeOf(['completion', 'zsh']);
  const script = results.join('\n');
  expect(script).toContain("' keys create --scope') compadd -- read write admin; return");
  expect(script).toContain("'rotate:replace a key");
});

test('a completion for another shell is refused', async () => {
  expect(await outcomeOf(['completion', 'tcsh'])).toMatchObject({ code: 2, results: [] });
});
