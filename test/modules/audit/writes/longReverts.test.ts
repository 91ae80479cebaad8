import { describe, expect, test } from 'bun:test';
import type { SubscriptionPatch } from '../../../../src/modules/subscriptions/model.ts';
import type { CommandOf, ResultOf } from '../../../../src/modules/commands.ts';
import { laterEntriesMax } from '../../../../src/modules/audit/store/updateTrail.ts';
import { commitGroups } from '../../../support/commitGroups.ts';
import { resultOf } from '../../../../src/core/writer/outcomes.ts';
import { systemRandomness } from '../../../../src/core/runtime/system.ts';
import { below, pick, randomFrom } from '../../../generator/random.ts';
import { extendTrail } from '../../../support/longTrails.ts';
import { noDetails } from '../../../../src/modules/subscriptions/rules/details.ts';
import { expectedRevert, type TrailUpdate } from '../../../support/revertOracle.ts';
import { openTestStore, storedId } from '../../../support/testStore.ts';

const { database, store, first, create, update } = openTestStore();
const commitGroup = commitGroups(database);
const at = '2026-06-16T12:00:00.000Z';

/** The outcome of a revert; by default as a dry run. */
function outcomeOf(revertedEntryId: string, options: object = { dryRun: true }): ResultOf<'audit.revert'> {
  const actor = { ...first.principal, requestId: systemRandomness.uuid() };
  const ids = { auditEntryId: systemRandomness.uuid(), revertedEntryId };
  const command = { ...options, kind: 'audit.revert', actor, at, ...ids } as const;
  const [outcome] = commitGroup([command satisfies CommandOf<'audit.revert'>]);
  if (outcome === undefined) throw new Error('a command has no outcome');
  return resultOf(outcome) as ResultOf<'audit.revert'>;
}

function latestEntryOf(subscriptionId: string): string {
  const query = database.query<{ id: string }, [string]>(
    'SELECT id FROM audit_entries WHERE entity_id = ? ORDER BY sequence DESC',
  );
  return query.get(subscriptionId)?.id ?? '';
}

/** A record with an update that sets its amount from 1 to 2, and so many later updates of its name. */
async function createWithTrail(length: number) {
  const subscriptionId = await storedId(create({ amount: 1 }));
  await update(subscriptionId, { amount: 2 });
  const entryId = latestEntryOf(subscriptionId);
  extendTrail(database, { ...first, subscriptionId }, length, (place) => ({ patch: { name: `Name ${place % 2}` } }));
  return { subscriptionId, entryId };
}

describe('a revert before a long trail', () => {
  test('is decided as the definition says, with reverts of reverts', async () => {
    const subscriptionId = await storedId(create({ amount: 1, name: 'A' }));
    const random = randomFrom(7);
    const patches: readonly SubscriptionPatch[] = [{ amount: 1 }, { amount: 2 }, { name: 'A' }, { name: 'B' }];
    const length = laterEntriesMax;
    const trail = extendTrail(database, { ...first, subscriptionId }, length, (place) => {
      const patch = pick(random, patches);
      // Mostly of something near, so that long chains of reverts come about.
      const back = place - 1 - below(random, below(random, 10) === 0 ? length : 3);
      return back >= 0 && below(random, 4) > 0 ? { patch, reverts: back } : { patch };
    });
    const stored = store.subscriptions.find(first.ownerId, subscriptionId);
    if (stored === undefined) throw new Error('the record is gone');
    const outcomes = new Set<string>();
    for (const [place, reverted] of trail.slice(0, 60).entries()) {
      const result = outcomeOf(reverted.entryId);
      const detailed = { subscription: stored, details: noDetails };
      expect(resultAsDecision(result) as unknown).toEqual(expectedOutcome(detailed, reverted, trail.slice(place + 1)));
      outcomes.add(result.outcome);
    }
    expect(outcomes.size).toBeGreaterThan(1);
  });

  test('is refused when more entries follow than one write may read, and changes nothing', async () => {
    const allowed = await createWithTrail(laterEntriesMax);
    expect(outcomeOf(allowed.entryId)).toMatchObject({ outcome: 'stored' });
    const { entryId, subscriptionId } = await createWithTrail(laterEntriesMax + 1);
    const latest = latestEntryOf(subscriptionId);
    expect(outcomeOf(entryId, {})).toMatchObject({ outcome: 'notRevertible', reason: 'tooOld' });
    expect(latestEntryOf(subscriptionId)).toBe(latest);
    expect(store.subscriptions.find(first.ownerId, subscriptionId)?.amountHundredths).toBe(200);
  });

  test('counts a long entry as several, so that long notes do not hold up other writes', async () => {
    const { entryId, subscriptionId } = await createWithTrail(laterEntriesMax / 2);
    expect(outcomeOf(entryId)).toMatchObject({ outcome: 'stored' });
    const padding = 'x'.repeat(4000);
    database
      .query(`UPDATE audit_entries SET metadata = json_set(metadata, '$.padding', ?) WHERE entity_id = ? AND id <> ?`)
      .run(padding, subscriptionId, entryId);
    expect(outcomeOf(entryId)).toMatchObject({ outcome: 'notRevertible', reason: 'tooOld' });
  });

  test('ends early once it is certain that a later revert holds and each field was changed', async () => {
    const { entryId, subscriptionId } = await createWithTrail(laterEntriesMax);
    await update(subscriptionId, { amount: 3 });
    const reverting = systemRandomness.uuid();
    // The entry of a revert that is newer than all the others.
    database
      .query(`UPDATE audit_entries SET id = ?, metadata = json_set(metadata, '$.reverts', ?) WHERE id = ?`)
      .run(reverting, entryId, latestEntryOf(subscriptionId));
    expect(outcomeOf(entryId)).toEqual({
      outcome: 'overwritten',
      of: 'subscription',
      fields: ['amount'],
      revertedBy: reverting,
    });
  });
});

/** What is decided, as a result of the store tells it. */
function resultAsDecision(result: ReturnType<typeof outcomeOf>) {
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
