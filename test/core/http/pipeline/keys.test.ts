import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { composeApiKey, isApiKey } from '../../../../src/core/access/apiKey.ts';
import { scopeIncludes, scopes } from '../../../../src/core/access/scope.ts';
import { systemRandomness } from '../../../../src/core/runtime/system.ts';
import { expectRefusal, storedRows, subscriptionsPath } from '../../../support/expectations.ts';
import { startService, validDraft } from '../../../support/service.ts';
import { addKey } from '../../../support/operator.ts';

const service = await startService();
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A number as six base62 digits. */
function sixDigits(value: number): string {
  let [text, rest] = ['', value];
  for (let place = 0; place < 6; place += 1) {
    text = digits.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** A source that gives the given bytes over and over. */
function sourceOf(bytes: readonly number[]) {
  let drawn = 0;
  return (count: number) => Uint8Array.from({ length: count }, () => bytes[drawn++ % bytes.length] ?? 0);
}

/** A source that gives every byte about equally often, in an order that is always the same (mulberry32). */
function evenSource() {
  let state = 1;
  return (count: number) =>
    Uint8Array.from({ length: count }, () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return (mixed ^ (mixed >>> 14)) & 0xff;
    });
}

test('§4.1: a scope includes itself and the scopes before it: read, write, admin', () => {
  expect(scopes.map((held) => scopes.filter((needed) => scopeIncludes(held, needed)))).toEqual([
    ['read'],
    ['read', 'write'],
    ['read', 'write', 'admin'],
  ]);
});

const secretOf = (key: string) => key.slice(6, 36);

describe('the form of a key', () => {
  test.each([
    ['read', /^dbk_r_[0-9A-Za-z]{30}[0-9A-Za-z]{6}$/],
    ['write', /^dbk_w_[0-9A-Za-z]{30}[0-9A-Za-z]{6}$/],
    ['admin', /^dbk_a_[0-9A-Za-z]{30}[0-9A-Za-z]{6}$/],
  ] as const)('§4.1: of the scope %s tells what it can do', (scope, form) => {
    for (let count = 0; count < 1000; count += 1) {
      expect(composeApiKey(scope, systemRandomness.bytes)).toMatch(form);
    }
  });

  test.each(scopes)('§4.1: of the scope %s ends in the CRC-32 of all that precedes', (scope) => {
    for (let count = 0; count < 1000; count += 1) {
      const key = composeApiKey(scope, systemRandomness.bytes);
      expect(key.slice(-6)).toBe(sixDigits(crc32(key.slice(0, -6))));
    }
  });

  test('§4.1: has a checksum of six digits also when the CRC-32 is small', () => {
    let key = '';
    for (let count = 0; !key.slice(-6).startsWith('0') && count < 1_000_000; count += 1) {
      key = composeApiKey('write', systemRandomness.bytes);
    }
    expect(key).toHaveLength(42);
    expect(isApiKey(key)).toBe(true);
  });

  test('§4.1: is never the same twice', () => {
    const made = Array.from({ length: 10_000 }, () => composeApiKey('write', systemRandomness.bytes));
    expect(new Set(made).size).toBe(made.length);
  });

  test('§4.1: with any one character changed, added or left out is no key', () => {
    const key = composeApiKey('read', systemRandomness.bytes);
    expect(isApiKey(key)).toBe(true);
    for (let place = 0; place < key.length; place += 1) {
      const character = key.charAt(place);
      const [before, after] = [key.slice(0, place), key.slice(place + 1)];
      for (const other of `${digits}_-. ü`) {
        if (other !== character) expect(isApiKey(before + other + after)).toBe(false);
        expect(isApiKey(before + other + key.slice(place))).toBe(false);
      }
      expect(isApiKey(before + after)).toBe(false);
    }
  });
});

describe('the secret of a key', () => {
  test('§4.1: has every digit equally often when every byte comes equally often', () => {
    const random = evenSource();
    const counts = new Map<string, number>();
    for (let made = 0; made < 20_000; made += 1) {
      for (const digit of secretOf(composeApiKey('write', random))) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    }
    expect([...counts.keys()].sort().join('')).toBe(digits);
    // With the remainder alone, 8 of the digits would come a quarter more often than the others.
    expect(Math.max(...counts.values()) / Math.min(...counts.values())).toBeLessThan(1.1);
  });

  test.each([248, 249, 250, 251, 252, 253, 254, 255])('§4.1: throws the byte %d away instead of folding it', (byte) => {
    const mixed = composeApiKey('read', sourceOf([byte, 1, byte, byte, 2, 247]));
    expect(mixed).toBe(composeApiKey('read', sourceOf([1, 2, 247])));
  });

  test('§4.1: uses every byte below 248', () => {
    for (let byte = 0; byte < 248; byte += 1) {
      expect(secretOf(composeApiKey('read', sourceOf([byte])))).toBe(digits.charAt(byte % 62).repeat(30));
    }
  });

  test('§4.1: comes from a source that repeats nothing and favours nothing', () => {
    const bytes = systemRandomness.bytes(100_000);
    const counts = Array.from({ length: 256 }, () => 0);
    for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1;
    // 390 of each are expected; a deviation of 8 standard deviations does not happen by chance.
    expect(Math.min(...counts)).toBeGreaterThan(390 - 160);
    expect(Math.max(...counts)).toBeLessThan(390 + 160);
  });
});

describe('what is stored of a key', () => {
  /** All bytes of all files of the data directory. */
  function storedBytes(): string {
    return readdirSync(service.directory)
      .map((name) => readFileSync(join(service.directory, name), 'latin1'))
      .join('\n');
  }

  test('§4.1: is its SHA-256 and a short start, and nothing else, on the disk', async () => {
    const { key, id } = service.makeKeyRecord('first', 'write');
    await service.create({}, key);
    const disk = storedBytes();
    const hash = new Bun.CryptoHasher('sha256').update(key).digest('hex');
    expect(disk).toContain(hash);
    expect(disk).toContain(id);
    let longestKnown = 0;
    while (disk.includes(key.slice(0, longestKnown + 1))) longestKnown += 1;
    expect(longestKnown).toBeGreaterThanOrEqual('dbk_w_'.length);
    expect(longestKnown).toBeLessThanOrEqual('dbk_w_'.length + 6);
    for (let place = 12; place + 6 <= key.length; place += 1) expect(disk).not.toContain(key.slice(place, place + 6));
  });

  test('§4.1: does not let the key through into the log, the audit trail or an answer', async () => {
    const { key } = service.makeKeyRecord('first', 'write');
    const created = await service.call('POST', subscriptionsPath, { key, json: validDraft });
    const trail = await service.call('GET', '/api/v1/audit', { key });
    const refused = await service.call('GET', `${subscriptionsPath}/x`, { key });
    const seen = [created, trail, refused].map(({ text, headers }) => text + JSON.stringify([...headers]));
    expect([...seen, ...service.log].join('\n')).not.toContain(secretOf(key));
    expect(JSON.stringify(storedRows(service))).not.toContain(secretOf(key));
  });
});

describe('the row in the database', () => {
  test('§4.1: decides the scope, not the prefix', async () => {
    const record = { owner: 'first', name: null, createdAt: '2026-06-16T12:00:00.000Z', expiresAt: null };
    const looksWriting = composeApiKey('write', systemRandomness.bytes);
    const looksReading = composeApiKey('read', systemRandomness.bytes);
    addKey(service.store, { ...record, key: looksWriting, id: systemRandomness.uuid(), scope: 'read' });
    addKey(service.store, { ...record, key: looksReading, id: systemRandomness.uuid(), scope: 'write' });
    const refused = await service.call('POST', subscriptionsPath, { key: looksWriting, json: validDraft });
    expectRefusal(refused, 403, { code: 'insufficient_scope' });
    const created = await service.call('POST', subscriptionsPath, { key: looksReading, json: validDraft });
    expect(created.status).toBe(201);
  });
});
