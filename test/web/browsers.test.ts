import { expect, test } from 'bun:test';
import type { Entry } from '../../src/web/pages/settings/entries.ts';
import { browsersOf, ownBrowsersOf, type OwnSession } from '../../src/web/pages/settings/browsers.ts';

const times = { createdAt: '2026-06-01T00:00:00.000Z', lastUsedAt: null, expiresAt: '2026-07-01T00:00:00.000Z' };
const now = Date.parse('2026-06-16T12:00:00.000Z');

test('the browsers of a user are theirs, this one first, then the ones used last', () => {
  const session = (id: string, more: Partial<OwnSession>): OwnSession => ({
    id,
    name: 'Firefox on Linux',
    scope: 'write',
    current: false,
    ...times,
    ...more,
  });
  const sessions = [
    session('old', {}),
    session('used', { lastUsedAt: '2026-06-15T00:00:00.000Z' }),
    session('here', { current: true }),
  ];
  expect(ownBrowsersOf(sessions, 'sam').map(({ id, user, isHere }) => [id, user, isHere])).toEqual([
    ['here', 'sam', true],
    ['used', 'sam', false],
    ['old', 'sam', false],
  ]);
});

test('the browsers of all people are the sessions that are valid, with the name of each user', () => {
  const entry = (id: string, more: Partial<Entry>): Entry => ({
    id,
    name: null,
    kind: 'session',
    scope: 'write',
    start: `dbk_s_${id}`,
    revokedAt: null,
    user: 'kim',
    ...times,
    ...more,
  });
  const entries = [
    entry('other', {}),
    entry('ended', { revokedAt: '2026-06-02T00:00:00.000Z' }),
    entry('here', { user: 'sam' }),
    entry('key', { kind: 'key' }),
  ];
  expect(browsersOf(entries, now, 'dbk_s_here123').map(({ id, user, isHere }) => [id, user, isHere])).toEqual([
    ['here', 'sam', true],
    ['other', 'kim', false],
  ]);
});
