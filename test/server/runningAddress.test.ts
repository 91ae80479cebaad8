import { expect, test } from 'bun:test';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  readRunningAddress,
  readRunningCurrencies,
  removeRunningAddress,
  writeRunningAddress,
} from '../../src/server/address.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const address = { publicUrl: null, host: '::1', port: 8471, basePath: '/due' } as const;
const running = { ...address, currencies: ['PLN', 'INR'] };

test('the address and the currencies that a server has written are read until the server removes them', () => {
  const directory = temporaryDirectory();
  expect([readRunningAddress(directory), readRunningCurrencies(directory)]).toEqual([{}, []]);
  writeRunningAddress(directory, { ...running, publicUrl: 'https://due.example.org', port: 1, currencies: [] });
  writeRunningAddress(directory, running);
  expect([readRunningAddress(directory), readRunningCurrencies(directory)]).toEqual([address, running.currencies]);
  removeRunningAddress(directory);
  expect([readRunningAddress(directory), readRunningCurrencies(directory)]).toEqual([{}, []]);
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
])('a file with %s gives no address and no currencies', (_, text, expected) => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'duebook.address'), text);
  expect([readRunningAddress(directory), readRunningCurrencies(directory)]).toEqual([expected, []]);
});

test('a link in place of the file is not followed', () => {
  const directory = temporaryDirectory();
  const elsewhere = join(directory, 'elsewhere');
  mkdirSync(elsewhere);
  writeRunningAddress(elsewhere, running);
  symlinkSync(join(elsewhere, 'duebook.address'), join(directory, 'duebook.address'));
  expect(readRunningAddress(directory)).toEqual({});
});

test('a directory that is gone disturbs neither reading nor removing', () => {
  const directory = temporaryDirectory();
  rmSync(directory, { recursive: true });
  expect(readRunningAddress(directory)).toEqual({});
  expect(() => removeRunningAddress(directory)).not.toThrow();
});
