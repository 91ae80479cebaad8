import { expect, test } from 'bun:test';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveSettings } from '../../src/core/config/settings.ts';
import { readRunningSettings, removeRunningAddress, writeRunningSettings } from '../../src/server/address.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const given = { host: '::1', port: '8471', basePath: '/due', currencies: 'PLN,INR', timezone: 'Europe/Berlin' };
const backups = { backupEvery: '24h', backupDir: '/srv/backup', trustedProxies: '10.0.0.0/8,::1' };
const running = resolveSettings({ ...given, ...backups, smtpUrl: 'smtp://kim:secret@mail.test' }, {});

test('the settings that a server has told are read until the server removes them, and no secret is among them', () => {
  const directory = temporaryDirectory();
  expect(readRunningSettings(directory)).toEqual({});
  writeRunningSettings(directory, { ...running, publicUrl: 'https://due.example.org', port: 1, currencies: [] });
  writeRunningSettings(directory, running);
  const told = readRunningSettings(directory);
  expect(Object.keys(told)).toEqual(['publicUrl', ...Object.keys(given), ...Object.keys(backups)]);
  expect(running).toMatchObject(told);
  removeRunningAddress(directory);
  expect(readRunningSettings(directory)).toEqual({});
});

test.each([
  ['text', 'http://127.0.0.1:8471', {}],
  ['an array', '[]', {}],
  ['null', 'null', {}],
  ['other members', '{"url":"http://127.0.0.1:8471"}', {}],
  ['a port that nobody listens on', '{"port":0,"host":"::1"}', { host: '::1' }],
  [
    'wrong values',
    '{"port":"a","host":"\\u001b[31m","publicUrl":"javascript:1","basePath":"//","currencies":"ABC"}',
    {},
  ],
])('a file with %s tells nothing', (_, text, expected) => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'duebook.address'), text);
  expect(readRunningSettings(directory)).toEqual(expected);
});

test('a link in place of the file is not followed', () => {
  const directory = temporaryDirectory();
  const elsewhere = join(directory, 'elsewhere');
  mkdirSync(elsewhere);
  writeRunningSettings(elsewhere, running);
  symlinkSync(join(elsewhere, 'duebook.address'), join(directory, 'duebook.address'));
  expect(readRunningSettings(directory)).toEqual({});
});

test('a directory that is gone disturbs neither reading nor removing', () => {
  const directory = temporaryDirectory();
  rmSync(directory, { recursive: true });
  expect(readRunningSettings(directory)).toEqual({});
  expect(() => removeRunningAddress(directory)).not.toThrow();
});
