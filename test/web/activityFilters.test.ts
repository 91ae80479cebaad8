import { describe, expect, test } from 'bun:test';
import { actorKey, actorOf, distinctActors } from '../../src/web/pages/activity/actors.ts';
import { readShown, writeShown } from '../../src/web/pages/activity/address.ts';

describe('the activity', () => {
  test('can be restricted to those who made its changes: people first, then keys, then the service', () => {
    const actors = [
      { kind: 'service', name: null },
      { kind: 'key', name: 'mia' },
      { kind: 'session', name: 'mia' },
      { kind: 'session', name: 'ben' },
      { kind: 'session', name: null },
      { kind: 'session', name: 'mia' },
    ] as const;
    expect(distinctActors(actors).map(actorKey)).toEqual(['session:ben', 'session:mia', 'key:mia', 'service:']);
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
