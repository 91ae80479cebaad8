import './support/texts.ts';
import { describe, expect, test } from 'bun:test';
import { decodeQR } from 'qr/decode.js';
import { browserText } from '../../src/web/format/browsers.ts';
import { qrShape } from '../../src/web/format/qr.ts';
import { translateKnown, type MessageKey } from '../../src/web/messages/translate.ts';
import {
  browsersOf,
  isLatelyUsed,
  isOfThisDevice,
  ownBrowsersOf,
  scopeIn,
  sortKeys,
  type Entry,
} from '../../src/web/pages/settings/entries.ts';

const now = Date.parse('2026-06-16T12:00:00.000Z');

function entry(values: Partial<Entry>): Entry {
  return {
    id: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2a00',
    name: 'phone',
    kind: 'key',
    scope: 'write',
    start: 'dbk_w_1aB2c',
    createdAt: '2026-06-01T00:00:00.000Z',
    lastUsedAt: null,
    expiresAt: null,
    revokedAt: null,
    user: null,
    ...values,
  };
}

describe('keys and sessions', () => {
  test('a key is valid until it is revoked or has expired', () => {
    const valid = entry({ name: 'valid', expiresAt: '2026-06-16T12:00:00.001Z' });
    const forever = entry({ name: 'forever' });
    const expired = entry({ name: 'expired', expiresAt: '2026-06-16T12:00:00.000Z' });
    const revoked = entry({ name: 'revoked', revokedAt: '2026-06-02T00:00:00.000Z' });
    const session = entry({ kind: 'session' });
    const { keys, endedKeys } = sortKeys([valid, revoked, forever, session, expired], now);
    expect(keys).toEqual([valid, forever]);
    expect(endedKeys).toEqual([revoked, expired]);
  });

  test('a use that the service noted to the hour is recent for two hours', () => {
    expect(isLatelyUsed('2026-06-16T11:00:00.000Z', now)).toBe(true);
    expect(isLatelyUsed('2026-06-16T10:00:00.000Z', now)).toBe(false);
  });
});

test.each(['read', 'write', 'admin', ''] as const)('a form gives the scope that is chosen in it: %p', (chosen) => {
  const form = new FormData();
  form.set('scope', chosen);
  expect(scopeIn(form)).toBe(chosen || 'read');
});

test('the browsers of a user are theirs, this one first, then the ones used last', () => {
  const session = {
    name: 'Firefox on Linux',
    scope: 'write',
    current: false,
    createdAt: '2026-06-01T00:00:00.000Z',
    lastUsedAt: null,
    expiresAt: '2026-07-01T00:00:00.000Z',
  } as const;
  const sessions = [
    { ...session, id: 'old' },
    { ...session, id: 'used', lastUsedAt: '2026-06-15T00:00:00.000Z' },
    { ...session, id: 'here', current: true },
  ];
  expect(ownBrowsersOf(sessions, 'sam').map(({ id, user, isHere }) => [id, user, isHere])).toEqual([
    ['here', 'sam', true],
    ['used', 'sam', false],
    ['old', 'sam', false],
  ]);
});

test('the browsers of all people are the sessions that are valid: this one first, then the ones used last', () => {
  const session = (id: string, more: Partial<Entry> = {}) =>
    entry({ id, kind: 'session', start: `dbk_s_${id}`, user: 'kim', ...more });
  const entries = [
    session('old', { lastUsedAt: '2026-06-03T00:00:00.000Z' }),
    session('ended', { revokedAt: '2026-06-02T00:00:00.000Z' }),
    session('expired', { expiresAt: '2026-06-16T12:00:00.000Z' }),
    session('unused', { createdAt: '2026-06-15T00:00:00.000Z' }),
    session('here', { user: 'sam', lastUsedAt: '2026-06-02T00:00:00.000Z' }),
    session('here', { kind: 'key' }),
  ];
  const shown = (token: string | null) =>
    browsersOf(entries, now, token).map(({ id, user, isHere }) => [id, user, isHere]);
  expect(shown('dbk_s_here123')).toEqual([
    ['here', 'sam', true],
    ['unused', 'kim', false],
    ['old', 'kim', false],
  ]);
  expect(shown(null).map(([id, , isHere]) => [id, isHere])).toEqual([
    ['unused', false],
    ['old', false],
    ['here', false],
  ]);
});

test.each([
  ['Safari on iPhone', 'Safari on iPhone', 'Safari auf dem iPhone'],
  ['Firefox on Linux', 'Firefox on Linux', 'Firefox unter Linux'],
  ['Android', 'Browser on Android', 'Browser unter Android'],
  ['curl', 'curl', 'curl'],
  [null, 'Unknown browser', 'Unbekannter Browser'],
])('the browser %p is shown in words', (name, english, german) => {
  const say = (language: 'en' | 'de') => (key: MessageKey, values?: object) =>
    translateKnown({ language, locale: language }, key, { ...values }) ?? key;
  expect([browserText(name, say('en')), browserText(name, say('de'))]).toEqual([english, german]);
});

test.each([
  ['http://127.0.0.1:8383/sign-in', true],
  ['http://localhost/sign-in', true],
  ['http://[::1]:8383/', true],
  ['http://nas:8383/', false],
  ['http://192.168.1.20/', false],
  ['https://localhost.example.com/', false],
])('no other device can open %s: %p', (address, isHere) => {
  expect(isOfThisDevice(address)).toBe(isHere);
});

const link = 'http://nas.local:8383/sign-in#code=7K2M-9XQD-04ZT-HBWC';

test.each([link, `https://duebook.example.com/household/${link}`, `dbk_w_${'Aa0'.repeat(12)}`, 'Ulmenweg 12 · ü'])(
  'a camera reads the QR code of %s',
  (text) => {
    const { size, path } = qrShape(text);
    expect(decodeQR(drawn(path, size))).toBe(text);
  },
);

/** The picture of a path of bars, with a few pixels for each module. */
function drawn(path: string, size: number): { width: number; height: number; data: Uint8ClampedArray } {
  const scale = 4;
  const width = size * scale;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1)
      for (let column = Number(x) * scale; column < (Number(x) + Number(length)) * scale; column += 1)
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
  return { width, height: width, data };
}
