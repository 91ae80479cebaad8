import { describe, expect, test } from 'bun:test';
import { outcomeOf } from '../support/program.ts';

/** What the program says to arguments that it cannot use. */
async function answerTo(line: string): Promise<string> {
  const { code, results, notices } = await outcomeOf(line.split(' '));
  expect({ code, results }).toEqual({ code: 2, results: [] });
  expect(notices).toHaveLength(1);
  return notices[0] ?? '';
}

describe('the error names the command to type', () => {
  test.each([
    ['--port 1', `unknown option '--port': "duebook --help" lists the options`],
    ['serve -p 8471', `unknown option '-p': "duebook serve --help" lists the options`],
    ['serve --prot 1', `unknown option '--prot' (Did you mean --port?)`],
    ['serve 8471', `too many arguments: "duebook serve" takes no argument: "duebook serve --help" explains it`],
    [
      'owners rename a b c',
      `too many arguments: "duebook owners rename" takes 2 arguments: "duebook owners rename --help" explains it`,
    ],
  ])('%s', async (line, message) => {
    expect(await answerTo(line)).toBe(`duebook: ${message}`);
  });
});

describe('the error names everything that is missing', () => {
  const [owner, scope] = ['--owner <name>', '--scope <read|write|admin>'];
  test.each([
    ['keys create', `"duebook keys create" needs ${owner} and ${scope}`],
    ['keys create --scope read', `"duebook keys create" needs ${owner}`],
    ['keys create --owner anna --name panel', `"duebook keys create" needs ${scope}`],
    ['users add', `"duebook users add" needs <name> and ${owner}`],
    ['users add sam', `"duebook users add" needs ${owner}`],
    ['owners rename anna', '"duebook owners rename" needs <new-name>'],
    ['restore', '"duebook restore" needs <file>'],
  ])('%s', async (line, message) => {
    const [, command = ''] = /^("[^"]*)"/.exec(message) ?? [];
    expect(await answerTo(line)).toBe(
      `duebook: ${message}: ${command} --help" explains ${message.includes(' and ') ? 'them' : 'it'}`,
    );
  });
});

test.each([
  '--metrics-token a-token-of-the-collector',
  '--metrics-token=a-token-of-the-collector',
  'serve --metrics-tokn=a-token-of-the-collector',
  'serve a-token-of-the-collector',
  'serve -ta-token-of-the-collector',
  'serve -t=a-token-of-the-collector',
  'users password admin a-token-of-the-collector',
])('%s: what may be a secret is not repeated', async (line) => {
  expect(await answerTo(line)).not.toContain('token-of-the-collector');
});
