import { describe, expect, test } from 'bun:test';
import type { SubscriptionPatch } from '../../../src/domain/subscriptions/fields.ts';
import { StorageUnavailable } from '../../../src/commands/storageUnavailable.ts';
import type { CommandOf, ResultOf, WriteCommand, WriteResult } from '../../../src/commands/commands.ts';
import type { WriteOptions } from '../../../src/commands/origin.ts';
import { commitGroups, resultOf } from '../../../src/store/writer/groupCommit.ts';
import { openWriteQueue } from '../../../src/store/writer/queue.ts';
import { systemRandomness } from '../../../src/runtime/system.ts';
import { below, pick, randomFrom } from '../../generator/random.ts';
import { extendTrail } from '../../support/longTrails.ts';
import { createTestClock } from '../../support/clock.ts';
import { noDetails } from '../../../src/domain/subscriptions/details.ts';
import { expectedRevert, type TrailUpdate } from '../../support/revertOracle.ts';
import { queueOptions } from '../../support/service.ts';
import { openTestStore, storedId } from '../../support/testStore.ts';

const { directory, database, store, first, second, create, update } = openTestStore();
const commitGroup = commitGroups(database);
const at = '2026-06-16T12:00:00.000Z';
// More than three batches may read.
const longTrail = 3500;

function revertOf(
  revertedEntryId: string,
  terms: WriteOptions = {},
  { principal } = first,
): CommandOf<'subscription.revert'> {
  const actor = { ...principal, requestId: systemRandomness.uuid() };
  return { ...terms, kind: 'subscription.revert', actor, at, auditEntryId: systemRandomness.uuid(), revertedEntryId };
}

/**
 * Executes a command until it is done, and calls an action after each group commit; also returns the number of group
 * commits.
 */
async function carriedOut(
  command: CommandOf<'subscription.revert'>,
  between: (batches: number) => unknown = () => undefined,
) {
  let next = command;
  for (let batches = 1; ; batches += 1) {
    const [outcome] = commitGroup([next]);
    if (outcome === undefined) throw new Error('a command has no outcome');
    if (!('unfinished' in outcome)) return { result: resultOf(outcome) as ResultOf<'subscription.revert'>, batches };
    next = { ...command, continued: true };
    await between(batches);
  }
}

/** A record, and its latest entry: an update that sets its amount from 1 to 2. */
async function createChanged(actor = first) {
  const subscriptionId = await storedId(create({ amount: 1 }, actor));
  await update(subscriptionId, { amount: 2 }, actor);
  return { subscriptionId, entryId: latestEntryOf(subscriptionId) };
}

function latestEntryOf(subscriptionId: string): string {
  const query = database.query<{ id: string }, [string]>(
    'SELECT id FROM audit_entries WHERE entity_id = ? ORDER BY sequence DESC',
  );
  return query.get(subscriptionId)?.id ?? '';
}

/** As {@link createChanged}, with a long trail after it of updates that change the name. */
async function createWithLongTrail(actor = first) {
  const record = await createChanged(actor);
  extendTrail(database, { ...actor, ...record }, longTrail, (place) => ({ patch: { name: `Name ${place % 2}` } }));
  return record;
}

describe('a revert before a long trail', () => {
  test('is decided as the definition says, with reverts of reverts', async () => {
    const subscriptionId = await storedId(create({ amount: 1, name: 'A' }));
    const random = randomFrom(7);
    const patches: readonly SubscriptionPatch[] = [{ amount: 1 }, { amount: 2 }, { name: 'A' }, { name: 'B' }];
    const target = { ...first, subscriptionId };
    const trail = extendTrail(database, target, longTrail, (place) => {
      const patch = pick(random, patches);
      // Mostly of something near, so that long chains of reverts come about.
      const back = place - 1 - below(random, below(random, 10) === 0 ? longTrail : 3);
      return back >= 0 && below(random, 4) > 0 ? { patch, reverts: back } : { patch };
    });
    const stored = store.subscriptions.find(first.ownerId, subscriptionId);
    if (stored === undefined) throw new Error('the record is gone');
    const outcomes = new Set<string>();
    for (let place = 0; place < 60; place += 1) {
      const reverted = trail[place];
      if (reverted === undefined) throw new Error('the trail is too short');
      const { result } = await carriedOut(revertOf(reverted.entryId, { dryRun: true }));
      const detailed = { subscription: stored, details: noDetails };
      expect(resultAsDecision(result) as unknown).toEqual(expectedOutcome(detailed, reverted, trail.slice(place + 1)));
      outcomes.add(result.outcome);
    }
    expect(outcomes.size).toBeGreaterThan(1);
  });

  test('reads a thousand entries in each group commit', async () => {
    const { entryId } = await createWithLongTrail();
    const { result, batches } = await carriedOut(revertOf(entryId));
    expect(result).toMatchObject({ outcome: 'stored' });
    // One as a new command, whose progress is not stored, and then a thousand each.
    expect(batches).toBe(1 + Math.ceil(longTrail / 1000));
  });

  test('includes updates that are added while it reads', async () => {
    const { entryId, subscriptionId } = await createWithLongTrail();
    const between = (batches: number) => (batches === 2 ? update(subscriptionId, { amount: 3 }) : undefined);
    const { result } = await carriedOut(revertOf(entryId), between);
    expect(result).toEqual({ outcome: 'overwritten', fields: ['amount'] });
  });

  test('is refused when a field is changed and changed back while it reads', async () => {
    const { entryId, subscriptionId } = await createWithLongTrail();
    const between = async (batches: number) => {
      if (batches === 2) for (const amount of [3, 2]) await update(subscriptionId, { amount });
    };
    const { result } = await carriedOut(revertOf(entryId), between);
    expect(result).toEqual({ outcome: 'overwritten', fields: ['amount'] });
  });

  test('finds no entry any more when the record is deleted while it reads', async () => {
    const { entryId, subscriptionId } = await createWithLongTrail();
    const deletion = { ...revertOf(entryId), kind: 'subscription.delete', subscriptionId } as const;
    const between = (batches: number) => (batches === 2 ? commitGroup([deletion]) : undefined);
    expect((await carriedOut(revertOf(entryId), between)).result).toEqual({ outcome: 'entryMissing' });
  });

  test('is held against If-Match also when the record changes while it reads', async () => {
    const { entryId, subscriptionId } = await createWithLongTrail();
    expect((await carriedOut(revertOf(entryId, { ifMatch: ['"x"'] }))).batches).toBe(1);
    const between = (batches: number) => (batches === 2 ? update(subscriptionId, { category: 'New' }) : undefined);
    const { result } = await carriedOut(revertOf(entryId, { ifMatch: '*' }), between);
    expect(result.outcome).toBe('stored');
  });

  test('as a dry run changes nothing; with an idempotency key it is made once', async () => {
    const { entryId, subscriptionId } = await createWithLongTrail();
    const latest = latestEntryOf(subscriptionId);
    expect((await carriedOut(revertOf(entryId, { dryRun: true }))).result).toMatchObject({ outcome: 'stored' });
    expect(latestEntryOf(subscriptionId)).toBe(latest);
    const idempotency = { key: 'key', fingerprint: 'f', keptSince: at };
    expect((await carriedOut(revertOf(entryId, { idempotency }))).result.replayed).toBeUndefined();
    const made = latestEntryOf(subscriptionId);
    expect((await carriedOut(revertOf(entryId, { idempotency }))).result).toMatchObject({ replayed: true });
    expect([made === latest, latestEntryOf(subscriptionId)]).toEqual([false, made]);
  });

  test('delays another revert of the same record, so that the entries that it has read stay valid', async () => {
    const { entryId, subscriptionId } = await createWithLongTrail();
    const latest = revertOf(latestEntryOf(subscriptionId));
    let waited: unknown;
    const between = (batches: number) => {
      if (batches === 2) waited = commitGroup([latest]);
    };
    expect((await carriedOut(revertOf(entryId), between)).result.outcome).toBe('stored');
    expect(waited).toEqual([{ unfinished: true }]);
  });
});

describe('many reverts before long trails at once', () => {
  test('hold up neither the writes of others nor their reverts, and all are answered', async () => {
    const log: string[] = [];
    const queue = openWriteQueue(queueOptions(directory, log));
    const [own, others] = [await createWithLongTrail(), await createWithLongTrail(second)];
    const settled: string[] = [];
    const submit = (name: string, command: WriteCommand) =>
      queue.submit(command).then((result) => {
        settled.push(name);
        return result;
      });
    const dryRun = { dryRun: true } as const;
    const many = Array.from({ length: 20 }, () => submit('own', revertOf(own.entryId, dryRun)));
    const revert = submit('revert of another', revertOf(others.entryId, dryRun, second));
    const { kind: _kind, revertedEntryId: _id, ...origin } = revertOf('', {}, second);
    const patch = { category: 'Other' };
    const write = submit('write of another', {
      ...origin,
      kind: 'subscription.update',
      subscriptionId: others.subscriptionId,
      patch,
    });
    const results = await Promise.all([...many, revert, write]);
    expect(results.every(({ outcome }) => outcome === 'stored')).toBe(true);
    expect(settled[0]).toBe('write of another');
    expect(settled.indexOf('revert of another')).toBeLessThanOrEqual(2);
    await queue.close();
  });

  test('lose no write while more writes wait than a group takes', async () => {
    const queue = openWriteQueue(queueOptions(directory, []));
    const { entryId } = await createWithLongTrail();
    const reverts = [queue.submit(revertOf(entryId, { dryRun: true }))];
    const writes = Array.from({ length: 1200 }, () => queue.submit({ kind: 'probe' }));
    const outcomes = (await Promise.all([...reverts, ...writes])).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['stored', ...writes.map(() => 'probed' as const)]);
    await queue.close();
  });

  test('are refused when their turn does not come within 20 seconds, and change nothing', async () => {
    const clock = createTestClock(at);
    const monotonicMilliseconds = () => clock.monotonicMilliseconds();
    const queue = openWriteQueue({ ...queueOptions(directory, []), monotonicMilliseconds });
    const { entryId, subscriptionId } = await createWithLongTrail();
    const others = await createWithLongTrail(second);
    const latest = latestEntryOf(subscriptionId);
    const dryRun = { dryRun: true } as const;
    const first20 = Array.from({ length: 20 }, () => queue.submit(revertOf(entryId, dryRun)));
    const last = queue.submit(revertOf(entryId)).catch((error: unknown) => error);
    const refused = first20.map((one) => one.catch((error: unknown) => error));
    await first20[0];
    clock.advance(20);
    const other = queue.submit(revertOf(others.entryId, dryRun, second));
    const outcomes = await Promise.all([...refused, last]);
    expect(outcomes.at(-1)).toBeInstanceOf(StorageUnavailable);
    expect(outcomes.filter((one) => one instanceof StorageUnavailable).length).toBeGreaterThanOrEqual(18);
    expect(await other).toMatchObject({ outcome: 'stored' });
    expect(queue.health().isFailing).toBe(false);
    expect(latestEntryOf(subscriptionId)).toBe(latest);
    await queue.close();
  });

  test('are refused when the server stops, and nothing of them is made', async () => {
    const queue = openWriteQueue(queueOptions(directory, []));
    const { entryId, subscriptionId } = await createWithLongTrail();
    const latest = latestEntryOf(subscriptionId);
    const many = Array.from({ length: 20 }, () => queue.submit(revertOf(entryId)).catch((error: unknown) => error));
    await queue.close();
    const outcomes = await Promise.all(many);
    expect(outcomes.filter((one) => one instanceof Error)).toHaveLength(20);
    expect(latestEntryOf(subscriptionId)).toBe(latest);
  });
});

/** What is decided, as a result of the store tells it. */
function resultAsDecision(result: WriteResult) {
  if (result.outcome !== 'overwritten') return result.outcome;
  const { fields, revertedBy } = result;
  return { overwritten: fields, ...(revertedBy !== undefined && { revertedBy }) };
}

function expectedOutcome(
  stored: Parameters<typeof expectedRevert>[0],
  reverted: TrailUpdate,
  later: readonly TrailUpdate[],
) {
  const decision = expectedRevert(stored, reverted, later);
  if (decision === 'unchanged') return 'notRevertible';
  return 'patch' in decision ? 'stored' : decision;
}
