import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { showSettings } from '../../src/commands/configShow.ts';
import { runProgram } from '../../src/commands/program.ts';
import { optionalText, secret } from '../../src/settingKinds.ts';
import { resolveRules } from '../../src/settingSources.ts';
import { systemClock, systemRandomness, type Clock } from '../../src/system.ts';
import { createTestClock } from '../support/clock.ts';
import { backupThreadUrl, integrityThreadUrl, writeThreadUrl } from '../support/service.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

// The executable is tested as a whole in test/e2e; here the same commands run in this process, where their coverage is seen.
function start(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  clock: Clock = systemClock,
) {
  const results: string[] = [];
  const notices: string[] = [];
  const { promise: listening, resolve: listen } = Promise.withResolvers<void>();
  const { promise: stopRequested, resolve: stop } = Promise.withResolvers<void>();
  let requestBackup = (): void => undefined;
  const ended = runProgram({
    words,
    environment,
    terminal: {
      result(line) {
        results.push(line);
        listen();
      },
      notice: (line) => notices.push(line),
    },
    clock,
    randomness: systemRandomness,
    stopRequested,
    onBackupRequest: (action) => (requestBackup = action),
    threadUrls: { write: writeThreadUrl, integrity: integrityThreadUrl, backup: backupThreadUrl },
  });
  return { results, notices, listening, stop, ended, requestBackup: () => requestBackup() };
}

async function outcomeOf(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  clock: Clock = systemClock,
) {
  const { results, notices, ended } = start(words, environment, clock);
  return { code: await ended, results, notices };
}

describe('serve', () => {
  test('listens, leaves a key on the first start, serves with it, and stops when asked', async () => {
    const dataDirectory = join(temporaryDirectory(), "it's data");
    const { results, notices, listening, stop, ended } = start(['serve', '--port', '0', '--data-dir', dataDirectory]);
    await listening;
    const origin = results[0]?.replace('duebook listening on ', '') ?? '';
    const keyFile = join(dataDirectory, 'initial-api-key');
    const key = readFileSync(keyFile, 'utf8').trim();
    const answer = await fetch(`${origin}/api/v1/subscriptions`, { headers: { authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);
    stop();
    expect(await ended).toBe(0);
    expect(notices.at(-1)).toContain(String.raw`$(cat '${keyFile.replace("'", String.raw`'\''`)}')`);
  });

  test('on all addresses, it tells a curl line for this machine', async () => {
    const words = ['serve', '--host', '0.0.0.0', '--port', '0', '--data-dir', join(temporaryDirectory(), 'data')];
    const { results, notices, listening, stop, ended } = start(words);
    await listening;
    stop();
    await ended;
    expect(results[0]).toStartWith('duebook listening on http://0.0.0.0:');
    expect(notices.at(-1)).toContain(' http://127.0.0.1:');
  });

  test('ends with 1 when it cannot listen, or cannot use the database', async () => {
    const taken = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() });
    const port = String(taken.port);
    const directory = temporaryDirectory();
    expect((await outcomeOf(['serve', '--port', port, '--data-dir', directory])).code).toBe(1);
    await taken.stop(true);
    writeFileSync(join(directory, 'duebook.db'), 'not a database');
    const refused = await outcomeOf(['serve', '--port', '0', '--data-dir', directory]);
    expect(refused).toMatchObject({ code: 1, results: [] });
    expect(refused.notices).toHaveLength(1);
  });

  test('ends with 1 when it cannot leave the first key, and has made none', async () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'initial-api-key'));
    const refused = await outcomeOf(['serve', '--port', '0', '--data-dir', directory]);
    expect(refused).toMatchObject({ code: 1, results: [] });
    expect(refused.notices).toHaveLength(1);
    expect((await outcomeOf(['keys', 'list', '--json', '--data-dir', directory])).results).toEqual(['[]']);
  });

  test('ends with 2 on a wrong setting, from a flag or a variable', async () => {
    expect(await outcomeOf(['serve', '--port', 'x'])).toMatchObject({ code: 2, results: [] });
    expect(await outcomeOf(['serve'], { DUEBOOK_TIMEZONE: 'Mars' })).toMatchObject({ code: 2, results: [] });
    expect(await outcomeOf(['serve'], { DUEBOOK_UNHEARD_OF_THING: '1' })).toMatchObject({ code: 2, results: [] });
  });
});

describe('keys', () => {
  test('create, list and revoke', async () => {
    const at = ['--data-dir', join(temporaryDirectory(), 'data')];
    const made = await outcomeOf(['keys', 'create', '--owner', 'anna', '--scope', 'read', '--expires', '1d', ...at]);
    expect(made).toMatchObject({ code: 0, notices: [expect.stringContaining('a new one is made')] });
    const listed = await outcomeOf(['keys', 'list', '--json', ...at]);
    const [{ id }] = JSON.parse(listed.results[0] ?? '') as [{ id: string }];
    expect(await outcomeOf(['keys', 'revoke', id, '--json', ...at])).toMatchObject({
      code: 0,
      results: [JSON.stringify({ id, revoked: true })],
    });
    expect((await outcomeOf(['keys', 'revoke', 'other', ...at])).code).toBe(1);
    expect((await outcomeOf(['keys', 'list', ...at])).results[1]).toMatch(/ anna +read +revoked +dbk_r_/);
  });

  test('an expired key is listed as expired', async () => {
    const at = ['--data-dir', join(temporaryDirectory(), 'data')];
    const clock = createTestClock('2026-06-16T12:00:00.000Z');
    await outcomeOf(['keys', 'create', '--owner', 'anna', '--scope', 'read', '--expires', '1d', ...at], {}, clock);
    clock.advance(86_399);
    expect((await outcomeOf(['keys', 'list', ...at], {}, clock)).results[1]).toContain(' active ');
    clock.advance(1);
    expect((await outcomeOf(['keys', 'list', ...at], {}, clock)).results[1]).toContain(' expired ');
  });

  test('list without a database ends with 1', async () => {
    const listed = await outcomeOf(['keys', 'list', '--data-dir', join(temporaryDirectory(), 'none')]);
    expect(listed).toMatchObject({ code: 1, results: [] });
  });
});

describe('check', () => {
  test('finds nothing in a new database, and what another program has changed in an older one', async () => {
    const dataDirectory = join(temporaryDirectory(), 'data');
    const at = ['--data-dir', dataDirectory];
    expect((await outcomeOf(['check', ...at])).code).toBe(1);
    await outcomeOf(['keys', 'create', '--owner', 'anna', '--scope', 'read', ...at]);
    expect(await outcomeOf(['check', ...at])).toEqual({ code: 0, results: ['no damage found'], notices: [] });
    const database = new Database(join(dataDirectory, 'duebook.db'));
    database.run('PRAGMA foreign_keys = OFF; DELETE FROM owners');
    database.close();
    const found = await outcomeOf(['check', '--json', ...at]);
    expect(found.code).toBe(1);
    expect(JSON.parse(found.results[0] ?? '')).toEqual({
      findings: ['row 1 of api_keys refers to a row of owners that is not there'],
    });
  });
});

describe('config show', () => {
  test('prints each setting with its value and its source', async () => {
    const config = join(temporaryDirectory(), 'duebook.toml');
    writeFileSync(config, 'quota = 7\n');
    const environment = { DUEBOOK_CONFIG: config, DUEBOOK_TIMEZONE: 'europe/berlin' };
    const shown = await outcomeOf(['config', 'show', '--port', '9000'], environment);
    expect(shown).toMatchObject({ code: 0, notices: [] });
    expect(shown.results[0]).toMatch(/^SETTING +VALUE +SOURCE$/);
    expect(shown.results).toContainEqual(expect.stringMatching(/^host +127\.0\.0\.1 +default$/));
    expect(shown.results).toContainEqual(expect.stringMatching(/^port +9000 +flag --port$/));
    expect(shown.results).toContainEqual(expect.stringMatching(/^quota +7 +config file "quota" in "/));
    expect(shown.results).toContainEqual(
      expect.stringMatching(/^timezone +Europe\/Berlin +variable DUEBOOK_TIMEZONE$/),
    );
    const json = await outcomeOf(['config', 'show', '--json', '--config', config]);
    const settings = JSON.parse(json.results[0] ?? '') as unknown[];
    expect(settings).toContainEqual({ setting: 'port', value: 8383, source: 'default', place: null });
    expect(settings).toContainEqual(expect.objectContaining({ setting: 'quota', value: 7, source: 'config file' }));
  });

  test('shows of a secret only whether there is one, and nothing where nothing was given', () => {
    const texts = { flag: 'pin', variable: 'DUEBOOK_PIN', default: '', meaning: '' };
    const rules = { pin: { ...texts, ...secret(optionalText('a PIN')) } };
    const lines: string[] = [];
    const terminal = { result: (line: string) => void lines.push(line), notice: () => undefined };
    for (const isJson of [true, false]) {
      for (const pin of ['4711', '']) showSettings(resolveRules(rules, { pin }, {}), isJson, terminal);
    }
    expect(lines.join('\n')).not.toContain('4711');
    expect(lines.filter((line) => !line.startsWith('SETTING')).map((line) => line.replaceAll(/ +/g, ' '))).toEqual([
      '[{"setting":"pin","value":"(secret)","source":"flag","place":"--pin"}]',
      '[{"setting":"pin","value":null,"source":"flag","place":"--pin"}]',
      'pin (secret) flag --pin',
      'pin (none) flag --pin',
    ]);
  });

  test('refuses what serving would refuse', async () => {
    expect(await outcomeOf(['config', 'show', '--port', 'x'])).toMatchObject({ code: 2, results: [] });
    expect(await outcomeOf(['keys', 'list', '--config', '/none'])).toMatchObject({ code: 2, results: [] });
  });
});

describe('backup and restore', () => {
  test('back up beside a server, refuse to restore under it, and restore after it', async () => {
    const dataDirectory = join(temporaryDirectory(), 'data');
    const at = ['--data-dir', dataDirectory];
    const clock = createTestClock('2026-11-21T10:00:00.000Z');
    const server = start(['serve', '--port', '0', ...at], {}, clock);
    await server.listening;
    const path = join(dataDirectory, 'backups/duebook-2026-11-21T10-00-00Z.db');
    expect(await outcomeOf(['backup', ...at], {}, clock)).toEqual({ code: 0, results: [path], notices: [] });
    const second = await outcomeOf(['backup', '--keep', '1', '--json', ...at], {}, clock);
    expect(JSON.parse(second.results[0] ?? '')).toMatchObject({ removed: [path] });
    expect(await outcomeOf(['serve', '--port', '0', ...at])).toMatchObject({ code: 1, results: [] });
    const copy = join(dataDirectory, 'copy.db');
    expect(await outcomeOf(['backup', '--to', copy, ...at])).toMatchObject({ code: 0, results: [copy] });
    expect(await outcomeOf(['restore', copy, ...at])).toMatchObject({ code: 1, results: [] });
    server.requestBackup();
    server.stop();
    expect(await server.ended).toBe(0);
    const restored = await outcomeOf(['restore', copy, ...at], {}, clock);
    expect(restored).toEqual({
      code: 0,
      results: [
        `restored ${copy} to ${join(dataDirectory, 'duebook.db')}`,
        `what was there before is in ${join(dataDirectory, 'duebook.db.before-restore-2026-11-21T10-00-00Z')}`,
      ],
      notices: [],
    });
    const elsewhere = join(temporaryDirectory(), 'elsewhere');
    const anew = await outcomeOf(['restore', copy, '--json', '--data-dir', elsewhere]);
    expect(JSON.parse(anew.results[0] ?? '')).toEqual({
      database: join(elsewhere, 'duebook.db'),
      schemaVersion: 2,
      replaced: null,
    });
  });

  test('end with 1 when there is nothing to back up or nowhere to, and with 2 on a count of files', async () => {
    const directory = temporaryDirectory();
    const at = ['--data-dir', directory];
    expect(await outcomeOf(['backup', ...at])).toMatchObject({ code: 1, results: [] });
    await outcomeOf(['keys', 'create', '--owner', 'anna', '--scope', 'read', ...at]);
    const nowhere = join(directory, 'none/');
    expect(await outcomeOf(['backup', '--to', nowhere, ...at])).toMatchObject({ code: 1, results: [] });
    expect(await outcomeOf(['backup', ...at], { DUEBOOK_BACKUP_DIR: nowhere })).toMatchObject({ code: 1, results: [] });
    const misused = await outcomeOf(['backup', '--to', join(directory, 'file.db'), '--keep', '2', ...at]);
    expect(misused).toMatchObject({ code: 2, results: [] });
    expect((await outcomeOf(['backup', '--keep', 'all', ...at])).code).toBe(2);
  });
});

describe('openapi, version and misuse', () => {
  test('openapi prints a document', async () => {
    const { code, results } = await outcomeOf(['openapi']);
    expect(code).toBe(0);
    expect(JSON.parse(results.join('\n'))).toMatchObject({ openapi: '3.1.0' });
  });

  test('version and help end with 0, an unknown word with 2', async () => {
    expect(await outcomeOf(['version'])).toMatchObject({ code: 0, notices: [] });
    expect((await outcomeOf(['keys', 'create', '--help'])).results[0]).toContain('--expires');
    expect((await outcomeOf(['serv'])).code).toBe(2);
    expect((await outcomeOf(['keys', 'create', '--owner', 'a', '--scope', 'read', '--expires', 'soon'])).code).toBe(2);
  });
});
