import { describe, expect, test } from 'bun:test';
import { actorKey, actorOf } from '../../src/web/pages/activity/actors.ts';
import { readShown, writeShown } from '../../src/web/pages/activity/address.ts';

describe('the activity', () => {
  test('can be restricted to one who made its changes', () => {
    expect(actorKey({ kind: 'session', name: 'mia' })).toBe('session:mia');
    expect(actorKey({ kind: 'service', name: null })).toBe('service:');
    expect(['session:a:b', 'service:', 'mia'].map(actorOf)).toEqual([
      { kind: 'session', name: 'a:b' },
      { kind: 'service', name: '' },
      { name: 'mia' },
    ]);
  });

  test('keeps what it shows in its address, and ignores what it does not know there', () => {
    const shown = {
      filter: 'people',
      subscriptionId: undefined,
      q: 'net',
      by: 'key:a b&c',
      day: '2026-11-20',
    } as const;
    const query = Object.fromEntries(new URLSearchParams(writeShown(shown)));
    expect(readShown(query)).toEqual(shown);
    expect(writeShown({ filter: 'all' })).toBe('');
    expect(readShown({ show: 'x', day: '2026-02-30', by: '' })).toEqual({
      filter: 'all',
      subscriptionId: undefined,
      q: undefined,
      by: undefined,
      day: undefined,
    });
  });
});
