import { expect, test } from 'bun:test';
import type { TrimPlace } from '../../../src/commands/delivery.ts';
import { messagesKeptMin } from '../../../src/domain/reminders/delivery.ts';
import { writeInline } from '../../support/inlineWrites.ts';
import { openTestStore } from '../../support/testStore.ts';

const { database, first, second } = openTestStore();
const writes = writeInline(database);

/** Stores so many deliveries of an owner. */
function add(ownerId: number, deliveries: number, state: string, isChange: 0 | 1): void {
  database.run(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     INSERT INTO deliveries (id, owner_id, channel_id, moment, state, attempts, created_at, is_change)
     SELECT lower(hex(randomblob(16))), ?2, 'a channel', ?4, ?3, 1, ?4, ?5 FROM n`,
    [deliveries, ownerId, state, '2026-06-16T09:00:00.000Z', isChange],
  );
}

const countOf = (ownerId: number) =>
  database
    .query<{ state: string; isChange: number; deliveries: number }, [number]>(
      `SELECT state, is_change AS isChange, count(*) AS deliveries FROM deliveries WHERE owner_id = ?
       GROUP BY state, is_change ORDER BY state, is_change`,
    )
    .all(ownerId)
    .map(({ state, isChange, deliveries }) => `${deliveries} ${state} ${isChange === 1 ? 'changes' : 'reminders'}`);

/** Lets the commands of one run of the cleanup be executed; returns how many they are. */
async function trimAll(): Promise<number> {
  let commands = 0;
  for (let from: TrimPlace | null = { ownerId: 0, sequence: 0 }; from !== null; commands += 1)
    ({ next: from } = await writes.submit({ kind: 'delivery.trim', from }));
  return commands;
}

test('of very many messages of an owner, ended changes are deleted but for the newest; reminders, and what waits, are kept', async () => {
  for (const [deliveries, state, isChange] of [
    [400, 'sent', 0],
    [500, 'sent', 1],
    [100, 'pending', 1],
    [300, 'skipped', 1],
    [messagesKeptMin - 200, 'sent', 1],
    [200, 'failed', 1],
  ] as const)
    add(first.ownerId, deliveries, state, isChange);
  add(second.ownerId, messagesKeptMin, 'sent', 1);
  const others = countOf(second.ownerId);
  // 300 at a time.
  expect(await trimAll()).toBeGreaterThan(4);
  expect(countOf(first.ownerId)).toEqual([
    '200 failed changes',
    '100 pending changes',
    '400 sent reminders',
    `${messagesKeptMin - 200} sent changes`,
  ]);
  expect(countOf(second.ownerId)).toEqual(others);
  expect(await trimAll()).toBeGreaterThan(0);
  expect(countOf(second.ownerId)).toEqual(others);
});
