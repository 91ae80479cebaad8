import { beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { composeApiKey } from '../../src/core/access/apiKey.ts';
import { systemRandomness } from '../../src/core/runtime/system.ts';
import { listenRefused } from '../../src/server/address.ts';
import { createCommands } from '../support/commands.ts';
import { outcomeOf } from '../support/program.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const directory = temporaryDirectory();
const { dataDir, ask, askJson, createKey } = createCommands();
const at = ['--data-dir', dataDir];
let key = '';

beforeAll(async () => {
  key = (await ask('keys', 'create', '--owner', 'default', '--scope', 'write', '--init')).results[0] ?? '';
  expect(key).toStartWith('dbk_w_');
});

describe('an unknown command', () => {
  test.each([
    ['server', 'serve'],
    ['SERVE', 'serve'],
    ['bakcup', 'backup'],
    ['signin', 'sign-in'],
    ['start', 'serve'],
    ['run', 'serve'],
    ['UP', 'serve'],
    ['login', 'sign-in'],
    ['keys lst', 'keys list'],
    ['help keys creat', 'keys create'],
  ])('%s: the error suggests the command', async (typed, meant) => {
    const words = typed.split(' ');
    const { code, results, notices } = await outcomeOf(words);
    expect({ code, results }).toEqual({ code: 2, results: [] });
    const [first = ''] = meant.split(' ');
    const group = meant.includes(' ') ? `duebook ${first}` : 'duebook';
    expect(notices).toEqual([
      `duebook: unknown command '${words.at(-1)}': did you mean "duebook ${meant}"? "${group} --help" lists the commands`,
    ]);
    expect((await outcomeOf([...meant.split(' '), '--help'])).code).toBe(0);
  });

  test('that resembles none: the error names the help', async () => {
    expect((await outcomeOf(['frobnicate'])).notices).toEqual([
      `duebook: unknown command 'frobnicate': "duebook --help" lists the commands`,
    ]);
    // A name that means something elsewhere means it for the program only.
    expect((await outcomeOf(['keys', 'run'])).notices).toEqual([
      `duebook: unknown command 'run': "duebook keys --help" lists the commands`,
    ]);
  });
});

describe('an API key in the wrong place is never printed', () => {
  const places = [
    'KEY',
    'keys KEY',
    'keys revoke KEY',
    'keys rotate KEY',
    'keys revoke BearerKEY',
    'keys create --owner KEY --scope read',
    'keys create --owner default --scope KEY',
    'keys create --owner default --scope read --name KEY',
    'keys create --owner default --scope read --expires KEY',
    'keys rotate some-id --grace KEY',
    'owners delete KEY --yes',
    'owners rename KEY other',
    'owners rename default KEY',
    'backup --to KEY',
    'backup --keep KEY',
    'restore KEY',
    'check --config KEY',
    'completion KEY',
    'healthcheck KEY',
    'healthcheck --host KEY',
    'mcp KEY',
    'mcp --key-file KEY',
    'mcp --url KEY',
    'serve KEY',
    'serve --port KEY',
    'serve --KEY',
    'serve --unheard-of=KEY',
  ];
  test.each(places)('%s', async (line) => {
    for (const typed of [key, key.slice(0, -4), key.toUpperCase()]) {
      const words = line.split(' ').map((word) => word.replace('KEY', typed));
      const environment = line.startsWith('mcp') || line.startsWith('completion') ? {} : { DUEBOOK_DATA_DIR: dataDir };
      const { code, results, notices } = await outcomeOf(words, environment);
      expect({ code: code === 0, results }).toEqual({ code: false, results: [] });
      expect(notices).toHaveLength(1);
      expect(notices.join('').toLowerCase()).not.toContain(typed.slice(6, 20).toLowerCase());
    }
  });

  test('in a variable', async () => {
    const { notices } = await outcomeOf(['serve'], { DUEBOOK_PORT: key });
    expect(notices).toEqual(['duebook: DUEBOOK_PORT is "dbk_w_…", but must be a whole number from 0 to 65535']);
  });

  test('as a directory that config show prints', async () => {
    const { results } = await outcomeOf(['config', 'show', '--data-dir', key]);
    expect(results).toContainEqual(expect.stringMatching(/^data-dir +dbk_w_… +flag --data-dir$/));
  });

  test('as an id: the error names its id', async () => {
    const [{ id }] = await askJson<[{ id: string }]>('keys', 'list');
    for (const verb of ['revoke', 'rotate']) {
      expect((await ask('keys', verb, key)).notices).toEqual([
        'duebook: give the id of a key, not the key itself. What you typed is the key with the id ' +
          `${id}: "duebook keys list" shows the ids`,
      ]);
    }
    const foreign = composeApiKey('read', systemRandomness.bytes);
    expect((await ask('keys', 'revoke', foreign)).notices).toEqual([
      expect.stringContaining('What you typed is not a valid key of this database'),
    ]);
  });
});

describe('an error of the operating system is a sentence', () => {
  const folder = join(directory, 'folder');
  mkdirSync(folder);
  const file = join(directory, 'file');
  writeFileSync(file, 'text');
  const none = join(directory, 'none');
  const noFile = 'there is no such file or directory';
  const isFolder = 'it is a directory, not a file';

  test.each<[words: string[], named: string]>([
    [['mcp', '--key-file', none], `${none}: ${noFile}`],
    [['mcp', '--key-file', folder], `${folder}: ${isFolder}`],
    [['serve', '--config', none], `${JSON.stringify(none)}, which cannot be read: ${noFile}`],
    [['serve', '--config', folder], `${JSON.stringify(folder)}, which cannot be read: ${isFolder}`],
    [['backup', '--to', `${none}/`, ...at], `the backup to ${none}/ failed: ${noFile}`],
    [['backup', '--to', join(file, 'x.db'), ...at], 'part of the path is a file, not a directory'],
    [['restore', none, ...at], `${none}: ${noFile}`],
    [['restore', folder, ...at], `${folder}: ${isFolder}`],
    [['serve', '--backup-every', '1h', '--backup-dir', none, ...at], `${none}: ${noFile}. Create the directory`],
    [['healthcheck', '--port', '1'], 'no server listens at this address. Start the server'],
  ])('%j', async (words, named) => {
    const { code, results, notices } = await outcomeOf(words);
    expect({ failed: code !== 0, results }).toEqual({ failed: true, results: [] });
    expect(notices).toEqual([expect.stringContaining(named)]);
    expect(notices[0]).not.toMatch(/\bE[A-Z]{4,}\b|syscall|errno/);
  });

  test('a server that duebook mcp cannot reach', async () => {
    const keyFile = join(directory, 'key');
    writeFileSync(keyFile, key);
    const url = 'http://127.0.0.1:1';
    expect(await outcomeOf(['mcp', '--key-file', keyFile, '--url', url])).toEqual({
      code: 1,
      results: [],
      notices: [
        `duebook: the server at ${url} cannot be reached: no server listens at this address. Start it, or give its address with --url`,
      ],
    });
  });
});

test('an address that the operating system refuses without an error code is explained in a sentence', () => {
  const address = { host: 'nas.invalid', port: 8383, hostFlag: '--host', portFlag: '--port' };
  expect(listenRefused(address, new Error('Failed to listen')).message).toBe(
    'cannot listen on http://nas.invalid:8383: the address cannot be used (the name is unknown, or the address is not one of this machine): choose another with --host',
  );
});

describe('a new owner whose name resembles that of another', () => {
  const owners = async () => (await askJson<{ name: string }[]>('owners', 'list')).map(({ name }) => name);

  test('gets no key without a terminal or --new-owner: the error names the other owner', async () => {
    for (const owner of ['Default', 'DEFAULT', 'ｄefault', 'defualt', 'defalt', 'Defautl']) {
      expect(await createKey(owner)).toEqual({
        code: 2,
        results: [],
        notices: [
          `duebook: --owner is "${owner}", and there is an owner "default": give --owner "default", or add --new-owner to create another owner`,
        ],
      });
    }
    expect(await owners()).toEqual(['default']);
  });

  test('gets a key with --new-owner, and later keys without it', async () => {
    expect(await createKey('defualt', '--new-owner')).toMatchObject({
      code: 0,
      notices: ['duebook: new owner defualt; the others are: default'],
    });
    expect(await createKey('defualt')).toMatchObject({ code: 0, notices: [] });
    expect(await owners()).toEqual(['default', 'defualt']);
  });

  test.each([
    ['panel a', 'panel b'],
    ['userA', 'userB'],
    ['household 10', 'household 11'],
    ['tenant-2025', 'tenant-2026'],
    ['anne', 'anna'],
  ])('but %s beside %s is a series, and needs no confirmation', async (first, second) => {
    for (const owner of [first, second]) expect(await createKey(owner)).toMatchObject({ code: 0 });
  });
});
