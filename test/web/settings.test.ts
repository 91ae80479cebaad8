import { describe, expect, test } from 'bun:test';
import {
  browsersOf,
  isLatelyUsed,
  ownBrowsersOf,
  scopeIn,
  sortKeys,
  wayToPassword,
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

test.each([
  [true, true, 'change'],
  [true, false, 'change'],
  [false, true, 'offer'],
  [false, false, 'newLink'],
  [undefined, true, 'offer'],
  [undefined, false, 'change'],
] as const)(
  'with a password: %p, signed in with a code just now: %p, the way to a password is %p',
  (has, fresh, way) => {
    expect(wayToPassword(has, fresh)).toBe(way);
  },
);

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
