import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import packageDescription from '../../package.json' with { type: 'json' };
import { systemClock } from '../../src/core/runtime/system.ts';
import { createTestClock } from '../support/clock.ts';
import { createCommands } from '../support/commands.ts';
import { outcomeOf } from '../support/program.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

describe('serve', () => {
  test('listens, creates a key on the first start, accepts it, and stops on request', async () => {
    const dataDirectory = join(temporaryDirectory(), "it's data");
    const { origin, notices, key, stop } = await createCommands(systemClock, dataDirectory).serve();
    const keyFile = join(dataDirectory, 'initial-api-key');
    expect((statSync(keyFile).mode & 0o777).toString(8)).toBe('600');
    const answer = await fetch(`${origin}/api/v1/subscriptions`, { headers: { authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);
    expect(await stop()).toBe(0);
    expect(notices[1]).toContain(String.raw`$(cat '${keyFile.replace("'", String.raw`'\''`)}')`);
  });

  test('on all addresses, it prints a curl command and a sign-in link for this machine', async () => {
    const { results, notices, stop } = await createCommands().serve(['--host', '0.0.0.0']);
    await stop();
    expect(results[0]).toStartWith('duebook listening on http://0.0.0.0:');
    expect(notices[1]).toContain(' http://127.0.0.1:');
    expect(notices.at(-2)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/sign-in#code=/);
  });

  test('recommends to sign in while nobody can, soon after the start, and not after a stop', async () => {
    const clock = createTestClock('2026-06-16T12:00:00.000Z');
    const { dataDir, serve } = createCommands(clock);
    /** The log of a server that is stopped before or after its jobs begin. */
    async function logOf(isEarly: boolean) {
      const { stop, readLog } = await serve();
      if (!isEarly) clock.advance(0.1);
      expect(await stop()).toBe(0);
      clock.advance(0.1);
      return readLog();
    }
    const advice = 'nobody can sign in to the dashboard yet';
    expect(await logOf(false)).not.toContain(advice);
    const database = new Database(join(dataDir, 'duebook.db'));
    for (const table of ['sign_in_codes', 'memberships', 'users']) database.run(`DELETE FROM ${table}`);
    database.close();
    expect(await logOf(true)).not.toContain(advice);
    expect(await logOf(false)).toContain(advice);
  });

  test('exits with 1 when it cannot write the first key, and creates none', async () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'initial-api-key'));
    const refused = await outcomeOf(['serve', '--port', '0', '--data-dir', directory]);
    expect(refused).toMatchObject({ code: 1, results: [] });
    expect(refused.notices).toHaveLength(1);
    expect((await outcomeOf(['keys', 'list', '--json', '--data-dir', directory])).results).toEqual(['[]']);
  });
});

describe('check', () => {
  test('finds nothing in a new database, and rows that another program has changed', async () => {
    const { dataDir, ask, createKey } = createCommands();
    expect((await ask('check')).code).toBe(1);
    await createKey('anna');
    expect(await ask('check')).toEqual({ code: 0, results: ['no damage found'], notices: [] });
    const database = new Database(join(dataDir, 'duebook.db'));
    database.run('PRAGMA foreign_keys = OFF; DELETE FROM owners');
    database.close();
    const found = await ask('check', '--json');
    expect(found.code).toBe(1);
    expect(JSON.parse(found.results[0] ?? '')).toEqual({
      findings: [
        'row 1 of audit_entries refers to a row of owners that does not exist',
        'row 1 of api_keys refers to a row of owners that does not exist',
        'row 2 of api_keys refers to a row of owners that does not exist',
      ],
    });
  });
});

describe('openapi, version, help and usage errors', () => {
  test('version and help exit with 0, an unknown command or value with 2', async () => {
    expect(await outcomeOf(['version'])).toEqual({ code: 0, results: [packageDescription.version], notices: [] });
    expect(await outcomeOf(['--version'])).toEqual({ code: 0, results: [packageDescription.version], notices: [] });
    expect((await outcomeOf(['keys', 'create', '--help'])).results[0]).toContain('--expires');
    for (const words of [['--help'], ['owners', 'delete', '--help']]) {
      expect((await outcomeOf(words)).results.join('\n')).toContain('0 success, 1 failure, 2 usage error');
    }
    expect((await outcomeOf(['serv'])).code).toBe(2);
    for (const lifetime of ['soon', '90', '0d'])
      expect(await outcomeOf(['keys', 'create', '--owner', 'a', '--scope', 'read', '--expires', lifetime])).toEqual({
        code: 2,
        results: [],
        notices: [expect.stringContaining('such as 90d, 12h or 30m')],
      });
  });

  test('a group without a command exits with 2 and one line that names the help', async () => {
    for (const words of [[], ['keys'], ['owners'], ['config']]) {
      expect(await outcomeOf(words)).toEqual({
        code: 2,
        results: [],
        notices: [`duebook: name a command: "${['duebook', ...words].join(' ')} --help" lists them`],
      });
    }
  });

  test.each(['sign-in', 'healthcheck'])('the help of %s does not say that it listens', async (command) => {
    const help = (await outcomeOf([command, '--help'])).results.join(' ').replaceAll(/\s+/g, ' ');
    expect(help).toContain('port on which the server listens');
    expect(help).not.toContain('to listen on');
  });

  test('help before a command prints the same as --help after it', async () => {
    for (const words of [[], ['serve'], ['keys'], ['keys', 'rotate'], ['config', 'show']]) {
      const { code, results, notices } = await outcomeOf(['help', ...words]);
      expect({ code, notices }).toEqual({ code: 0, notices: [] });
      expect(results[0]).toStartWith(`Usage: ${['duebook', ...words].join(' ')} [`);
      expect(results).toEqual((await outcomeOf([...words, '--help'])).results);
    }
    expect((await outcomeOf(['keys', 'help', 'rotate'])).results[0]).toStartWith('Usage: duebook keys rotate [');
  });

  test.each(['bogus --help', 'help bogus', 'keys bogus -h', 'help keys bogus'])(
    'an unknown command has no help: %s',
    async (line) => {
      expect(await outcomeOf(line.split(' '))).toEqual({
        code: 2,
        results: [],
        notices: [expect.stringMatching(/^duebook: unknown command 'bogus'/)],
      });
    },
  );

  test('the help of keys create marks the required flags', async () => {
    const { results } = await outcomeOf(['keys', 'create', '--help']);
    for (const flag of ['--owner', '--scope']) expect(results[0]).toMatch(new RegExp(`${flag} .*\\(required\\)`));
  });

  test('an error with a line break or a control character in it is one line', async () => {
    const dataDirectory = join(temporaryDirectory(), 'a\nb\u001b[2J');
    const { code, notices } = await outcomeOf(['keys', 'list', '--data-dir', dataDirectory]);
    expect({ code, notices }).toEqual({ code: 1, notices: [expect.stringContaining(String.raw`a\nb\u001b[2J`)] });
  });

  test('version --json has the facts of the build; null when run from source', async () => {
    const { results } = await outcomeOf(['version', '--json']);
    expect(JSON.parse(results[0] ?? '')).toEqual({
      version: packageDescription.version,
      commit: null,
      buildDate: null,
      bun: Bun.version,
      sqlite: expect.stringMatching(/^3\.\d+\.\d+$/),
    });
  });
});

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
