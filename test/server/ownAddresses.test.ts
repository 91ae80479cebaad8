import { expect, test } from 'bun:test';
import { isOfMachine } from '../../src/server/ownAddresses.ts';

function failingWith(code: string) {
  return () => {
    throw Object.assign(new Error('Failed to listen'), { code });
  };
}

test('an address of this machine is known, and one of another machine', () => {
  expect(['127.0.0.1', '192.0.2.1', '2001:db8::1'].map((address) => isOfMachine(address))).toEqual([
    true,
    false,
    false,
  ]);
});

test('an address counts as one of this machine when the system does not tell', () => {
  expect(['EMFILE', 'EACCES'].map((code) => isOfMachine('192.0.2.1', failingWith(code)))).toEqual([true, true]);
  expect(isOfMachine('2001:db8::1', failingWith('EAFNOSUPPORT'))).toBe(false);
});
