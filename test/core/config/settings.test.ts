import { describe, expect, test } from 'bun:test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsTable } from '../../../scripts/settingsTable.ts';
import {
  environmentWarnings,
  resolveClientSettings,
  resolveSettings,
  settingRules,
} from '../../../src/core/config/settings.ts';
import {
  duration,
  optional,
  hostList,
  httpUrl,
  userHeader,
  originList,
  requiredText,
  secret,
  token,
  trueOrFalse,
  wholeNumber,
} from '../../../src/core/config/kinds.ts';
import { resolveRules, SettingRefused, type Environment, type SettingRules } from '../../../src/core/config/sources.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const password = 'correct horse';

const rules: SettingRules = {
  port: { flag: 'port', variable: 'DUEBOOK_PORT', default: '1', meaning: '', ...wholeNumber(0, 65_535) },
  trackPath: {
    flag: 'track-path',
    variable: 'DUEBOOK_TRACK_PATH',
    default: '',
    meaning: '',
    ...optional(requiredText('a path')),
  },
  isLoud: { flag: 'is-loud', variable: 'DUEBOOK_IS_LOUD', default: 'false', meaning: '', ...trueOrFalse() },
  keepFor: { flag: 'keep-for', variable: 'DUEBOOK_KEEP_FOR', default: '1d', meaning: '', ...duration('1m', '1w') },
  peers: { flag: 'peers', variable: 'DUEBOOK_PEERS', default: '', meaning: '', ...originList() },
  pin: {
    flag: 'pin',
    variable: 'DUEBOOK_PIN',
    default: '',
    meaning: '',
    ...secret(optional(requiredText('4 digits'))),
  },
};

function fileOf(content: string | Uint8Array): string {
  const path = join(temporaryDirectory(), 'given');
  writeFileSync(path, content);
  return path;
}

function resolved(name: string, flags: Readonly<Record<string, string>>, environment: Environment) {
  return resolveRules(rules, flags, environment).find((setting) => setting.name === name);
}

function apiErrorOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof SettingRefused) return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('a setting', () => {
  test('is the flag, else the variable, else the file of the variable, else the configuration file, else the default', () => {
    const config = fileOf('port = 5\n');
    const portFile = fileOf('4\n');
    const kinds = [
      resolved('port', { port: '2', config }, { DUEBOOK_PORT: '3' }),
      resolved('port', { config }, { DUEBOOK_PORT: '3' }),
      resolved('port', { config }, { DUEBOOK_PORT_FILE: portFile }),
      resolved('port', { config }, {}),
      resolved('port', {}, { DUEBOOK_CONFIG: config }),
      resolved('port', {}, {}),
    ].map((setting) => [setting?.value, setting?.source.kind]);
    expect(kinds).toEqual([
      [2, 'flag'],
      [3, 'variable'],
      [4, 'variable file'],
      [5, 'config file'],
      [5, 'config file'],
      [1, 'default'],
    ]);
  });

  test('names its source', () => {
    const config = fileOf('port = 5\n');
    expect(resolved('port', { config }, {})?.source.place).toBe(`"port" in ${JSON.stringify(config)}`);
    expect(resolved('port', { port: '2' }, {})?.source.place).toBe('--port');
    const path = fileOf('4');
    expect(resolved('port', {}, { DUEBOOK_PORT_FILE: path })?.source.place).toBe(`DUEBOOK_PORT_FILE="${path}"`);
  });

  test('the flag --config beats DUEBOOK_CONFIG', () => {
    const environment = { DUEBOOK_CONFIG: fileOf('port = 6') };
    expect(resolved('port', { config: fileOf('port = 5') }, environment)?.value).toBe(5);
  });

  test.each([
    ['4', 4],
    ['4\n', 4],
    ['4\r\n', 4],
    ['\uFEFF4\n', 4],
  ])('out of a file loses one line break at the end: %j', (content, value) => {
    expect(resolved('port', {}, { DUEBOOK_PORT_FILE: fileOf(content) })?.value).toBe(value);
  });

  test('from a file keeps all other white space', () => {
    const setting = resolved('trackPath', {}, { DUEBOOK_TRACK_PATH_FILE: fileOf(' a b \n\n') });
    expect(setting?.value).toBe(' a b \n');
  });

  test('in a configuration file may be a string, a number, true or false', () => {
    const config = fileOf('"port" = "7"\nis-loud = true # yes\ntrack-path = "é"\n');
    const values = resolveRules(rules, { config }, {}).map(({ value }) => value);
    expect(values).toEqual([7, 'é', true, 86_400, [], null]);
  });

  test('that is a list may be an array of texts in a configuration file', () => {
    for (const [written, value] of [
      ['["http://a", "http://b"]', ['http://a', 'http://b']],
      ['[]', []],
      ['"http://a, http://b"', ['http://a', 'http://b']],
    ] as const) {
      expect(resolved('peers', { config: fileOf(`peers = ${written}`) }, {})?.value).toEqual(value);
    }
  });
});

describe('a refusal is one line that names what is wrong', () => {
  test.each<[content: string, ...named: string[]]>([
    ['port = 1\nport = 2', 'line 2, column 1 is not valid TOML', 'redefine'],
    ['\n\nport', 'line 3, column'],
    ['prt = 1', '"prt" in', 'did you mean port? known are port, track-path'],
    ['trackPath = "x"', '"trackPath" in', 'did you mean track-path?'],
    ['__proto__ = 1', '"__proto__" in'],
    ['config = "x"', '"config" in'],
    ['port = 1.5', '"1.5", but must be a whole number from 0 to 65535'],
    ['port = [1]', 'must be a string, a number, true or false'],
    ['track-path = ["a"]', 'must be a string, a number, true or false'],
    ['peers = ["http://a", 1]', 'must be a string with commas, or an array of strings'],
    ['peers = ["nothing"]', '"nothing", but must be origins'],
    ['[port]\na = 1', 'must be a string, a number, true or false'],
    ['port = 1979-05-27', 'must be a string, a number, true or false'],
    ['port = 99999999999999999999', 'line 1'],
    ['is-loud = "yes"', 'must be true or false'],
    ['keep-for = "10s"', 'must be a duration such as 30m, 24h or 90d, from 1m to 1w'],
  ])('the file %j', (content, ...named) => {
    const config = fileOf(content);
    const message = apiErrorOf(() => resolveRules(rules, { config }, {}));
    expect(message).not.toContain('\n');
    for (const words of [JSON.stringify(config), ...named]) expect(message).toContain(words);
  });

  test('a variable given in both forms, even when a flag would win', () => {
    const environment = { DUEBOOK_PIN: password, DUEBOOK_PIN_FILE: fileOf(password) };
    expect(apiErrorOf(() => resolveRules(rules, {}, environment))).toBe(
      'DUEBOOK_PIN and DUEBOOK_PIN_FILE are both set: unset one of them',
    );
    expect(apiErrorOf(() => resolveRules(rules, { pin: '1' }, environment))).toContain('both set');
  });

  test('a file that does not exist, is a directory, or is not text', () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'a\nb'));
    for (const [path, reason] of [
      [join(directory, 'none'), 'there is no such file or directory'],
      [join(directory, 'a\nb'), 'it is a directory, not a file'],
      [fileOf(new Uint8Array([0xff, 0xfe])), 'it is not a text file in UTF-8'],
    ] as const) {
      for (const environment of [{ DUEBOOK_CONFIG: path }, { DUEBOOK_PIN_FILE: path }]) {
        const message = apiErrorOf(() => resolveRules(rules, {}, environment));
        expect(message).toStartWith(`${Object.keys(environment)[0]} names ${JSON.stringify(path)}`);
        expect(message).toContain(reason);
        expect(message).not.toContain('\n');
      }
    }
  });

  test('an error contains no secret, no content of a secret file and no line of a broken TOML file', () => {
    const secretRules = {
      pin: { ...rules['port'], ...secret(wholeNumber(0, 9)), flag: 'pin', variable: 'DUEBOOK_PIN' },
    };
    const withPin = { pin: { default: '1', meaning: '', ...secretRules.pin } };
    const messages = [
      apiErrorOf(() => resolveRules(withPin, { pin: password }, {})),
      apiErrorOf(() => resolveRules(withPin, {}, { DUEBOOK_PIN: password })),
      apiErrorOf(() => resolveRules(withPin, { config: fileOf(`pin = "${password}"`) }, {})),
      apiErrorOf(() => resolveRules(withPin, { config: fileOf(`pin = ${password}`) }, {})),
      apiErrorOf(() => resolveRules(rules, {}, { DUEBOOK_PORT_FILE: fileOf(password) })),
    ];
    for (const message of messages) expect(message).not.toContain(password);
    expect(messages[1]).toBe('DUEBOOK_PIN has a value that is not allowed: it must be a whole number from 0 to 9');
  });
});

describe('the kinds of value', () => {
  test('a duration is given in seconds, within its bounds', () => {
    const { parse } = duration('1m', '1w');
    expect(['1m', '60s', '24h', '1w', '7d'].map(parse)).toEqual([60, 60, 86_400, 604_800, 604_800]);
    expect(['59s', '8d', '0', '', '60', '1.5h', '-1h', '1 h', '1H', '200y'].map(parse)).toEqual(
      Array(10).fill(undefined),
    );
    expect(duration('0', '100y').parse('0')).toBe(0);
    expect(duration('0', '100y').parse('100y')).toBe(3_153_600_000);
  });

  test('true and false are the only words of a switch', () => {
    const { parse } = trueOrFalse();
    expect(['true', 'false', 'TRUE', '1', '', 'constructor'].map(parse)).toEqual([true, false, ...Array(4)]);
  });

  test('a token has 16 to 200 characters, and no blanks', () => {
    const [shortest, longest] = ['x'.repeat(16), 'x'.repeat(200)];
    const refused = ['', shortest.slice(1), `${longest}x`, `${shortest} x`, 'é'.repeat(16)];
    expect([shortest, longest, ...refused].map(token().parse)).toEqual([shortest, longest, ...Array(5)]);
  });

  test('an optional text may be empty, but not blank', () => {
    expect(['', ' ', 'a'].map(optional(requiredText('a path')).parse)).toEqual([null, undefined, 'a']);
    expect(['', ' ', 'a'].map(requiredText('a path').parse)).toEqual([undefined, undefined, 'a']);
  });
});

describe('the settings of the program', () => {
  test('each have a default that is allowed', () => {
    expect(resolveSettings({}, {})).toMatchObject({ host: '127.0.0.1', port: 8383, timezone: 'UTC' });
  });

  test('do not mind the variables of a client, nor a client theirs', () => {
    const environment = { DUEBOOK_URL: 'http://127.0.0.1:8383', DUEBOOK_KEY_FILE: '/nonexistent/key' };
    expect(resolveSettings({}, environment)).toEqual(resolveSettings({}, {}));
    expect(resolveClientSettings({}, { ...environment, DUEBOOK_PORT: '1' })).toMatchObject({
      url: environment.DUEBOOK_URL,
    });
    expect(environmentWarnings(environment)).toEqual([]);
  });

  test('are named in code as their flags are, and no variable is the file form of another', () => {
    const variables = Object.values(settingRules).map((rule) => rule.variable);
    for (const [name, { flag, variable }] of Object.entries(settingRules)) {
      expect(flag.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())).toBe(name);
      expect(variables.filter((other) => other === variable || other === `${variable}_FILE`)).toEqual([variable]);
      expect(['config', 'json']).not.toContain(name);
    }
  });

  test('say what they mean without the values that are allowed, which the help adds', () => {
    const repeating = Object.values(settingRules).filter(({ meaning, allowed }) => meaning.includes(allowed));
    expect(repeating.map(({ flag }) => flag)).toEqual([]);
  });

  test('are in docs/configuration.md as `bun scripts/settingsTable.ts` writes them', () => {
    const page = readFileSync(join(import.meta.dir, '../../../docs/configuration.md'), 'utf8');
    expect(page).toContain(`\n\n${settingsTable()}\n`);
  });
});

describe('the settings of signing in', () => {
  test.each([
    ['', []],
    ['Due.Example.org, nas', ['due.example.org', 'nas']],
    ['due.example.org:443', undefined],
    ['https://due.example.org', undefined],
    ['due.example.org,', undefined],
  ])('the hosts %j are %j', (text, hosts) => {
    expect(hostList().parse(text)).toEqual(hosts);
  });

  test.each([
    ['', null],
    ['Remote-User', 'Remote-User'],
    ['X-Forwarded-For', undefined],
    ['Authorization', undefined],
    ['X-Duebook-Session', undefined],
    ['Remote User', undefined],
  ])('the header %j is %j', (text, header) => {
    expect(optional(userHeader()).parse(text)).toBe(header);
  });

  test.each([
    ['', null],
    ['https://due.example.org/book/', 'https://due.example.org/book'],
    ['due.example.org', undefined],
  ])('the address %j is %j', (text, url) => {
    expect(optional(httpUrl()).parse(text)).toBe(url);
  });
});
