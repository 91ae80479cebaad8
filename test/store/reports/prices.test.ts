import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import type { SubscriptionPatch, SubscriptionView } from '../../../src/domain/subscriptions/fields.ts';
import { changedFields, type RecordedUpdate } from '../../../src/domain/subscriptions/revert.ts';
import {
  createSubscription,
  updateSubscription,
  viewSubscription,
} from '../../../src/domain/subscriptions/subscription.ts';
import type { Decision, Subscription } from '../../../src/domain/subscriptions/subscription.ts';
import { systemRandomness } from '../../../src/runtime/system.ts';
import { writeInline } from '../../support/inlineWrites.ts';
import { openTestStore } from '../../support/testStore.ts';
import { validDraft } from '../../support/validDraft.ts';

const { database, store, first, second, remove } = openTestStore();
const writes = writeInline(database);

/** An update that was stored: its instant, what it changed, and the update that it reverts. */
interface Stored {
  readonly id: string;
  readonly at: string;
  readonly patch: SubscriptionPatch;
  readonly reverts: string | undefined;
}

/** A step: a patch, or the revert of the update at that place, counted round. */
type Step = { readonly patch: SubscriptionPatch } | { readonly revert: number };

let minutes = 0;
/** A new instant, some of them twice. */
function nextInstant(): string {
  minutes += 1;
  return new Date(Date.UTC(2026, 0, 1) + Math.floor(minutes / 3) * 120_000).toISOString();
}

const origin = (at: string) => ({ actor: { ...first.principal, requestId: systemRandomness.uuid() }, at });
const viewOf = (id: string) =>
  JSON.parse(store.subscriptions.findView(first.ownerId, id) ?? 'null') as SubscriptionView;

/** Creates a subscription and changes it step by step; returns what was stored. */
async function live(name: string, steps: readonly Step[]) {
  const [subscriptionId, bornAt] = [systemRandomness.uuid(), nextInstant()];
  const draft = { ...validDraft, name };
  const ids = { subscriptionId, auditEntryId: systemRandomness.uuid() };
  await writes.submit({ ...origin(bornAt), ...ids, kind: 'subscription.create', draft });
  const updates: Stored[] = [];
  for (const step of steps) {
    const [at, auditEntryId, before] = [nextInstant(), systemRandomness.uuid(), viewOf(subscriptionId)];
    const reverts = 'revert' in step ? updates[step.revert % Math.max(updates.length, 1)]?.id : undefined;
    if ('revert' in step && reverts === undefined) continue;
    const common = { ...origin(at), auditEntryId };
    const { outcome } =
      'patch' in step
        ? await writes.submit({ ...common, subscriptionId, kind: 'subscription.update', patch: step.patch })
        : await writes.submit({ ...common, revertedEntryId: reverts ?? '', kind: 'subscription.revert' });
    if (outcome === 'stored') {
      updates.push({ id: auditEntryId, at, reverts, patch: patchOf({ before, after: viewOf(subscriptionId) }) });
    }
  }
  return { subscriptionId, name, bornAt, draft, updates };
}

type Life = Awaited<ReturnType<typeof live>>;

/** What an update changed, as a patch. */
function patchOf(update: RecordedUpdate): SubscriptionPatch {
  const after: Readonly<Partial<Record<string, unknown>>> = update.after;
  return Object.fromEntries(changedFields(update).map((field) => [field, after[field] ?? null]));
}

function decided(decision: Decision<Subscription>): Subscription {
  if ('fault' in decision) throw new Error(`refused: ${decision.fault.reason}`);
  return decision.value;
}

/** The prices of a record to which only the updates that still hold were ever made, newest first. */
function expectedPrices({ subscriptionId, bornAt, draft, updates }: Life) {
  const undone = new Set<string>();
  for (const { id, reverts } of updates.toReversed()) if (reverts !== undefined && !undone.has(id)) undone.add(reverts);
  const held = updates.filter(({ id, reverts }) => reverts === undefined && !undone.has(id));
  let record = decided(createSubscription(draft, { id: subscriptionId, at: bornAt }));
  const prices = [{ since: bornAt, ...priceOf(record) }];
  for (const { at, patch } of held) {
    record = decided(updateSubscription(record, patch, at));
    const { since: _since, ...last } = prices[0] ?? {};
    if (JSON.stringify(last) !== JSON.stringify(priceOf(record))) prices.unshift({ since: at, ...priceOf(record) });
  }
  return { prices, now: priceOf(record) };
}

function priceOf(record: Subscription) {
  const { amount, currency, period, customDate } = viewSubscription(record);
  return { amount, currency, period, ...(customDate !== undefined && { customDate }) };
}

const anyPatch = fc.record(
  {
    amount: fc.constantFrom(0, 5, 10, 12.34),
    currency: fc.constantFrom('USD', 'EUR'),
    billing: fc.constantFrom<SubscriptionPatch>(
      { period: 'monthly' },
      { period: 'yearly' },
      { period: 'custom', customDate: '30' },
      { period: 'custom', customDate: '60' },
    ),
    name: fc.constantFrom('Renamed', 'Netflix'),
  },
  { requiredKeys: [] },
);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: anyPatch.map(({ billing, ...fields }) => ({ patch: { ...fields, ...billing } })) },
  { weight: 2, arbitrary: fc.nat(20).map((revert) => ({ revert })) },
);

describe('the history of prices', () => {
  test('§12.1: is that of a record to which the reverted updates were never made, and ends in its present price', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 12 }), async (steps) => {
        const life = await live('Any', steps);
        const { prices } = expectedPrices(life);
        const history = store.prices.history(first.ownerId, life.subscriptionId);
        expect(history.map(({ since, price }) => ({ since, ...price }))).toEqual(prices);
        const { amount, currency, period, customDate } = viewOf(life.subscriptionId);
        expect<object | undefined>(history[0]?.price).toEqual({
          amount,
          currency,
          period,
          ...(customDate && { customDate }),
        });
        for (const [place, { price, previousAmount }] of history.entries()) {
          const older = history.slice(place + 1).map((entry) => entry.price);
          const same = older.find((one) => Bun.deepEquals({ ...one, amount: 0 }, { ...price, amount: 0 }));
          expect(previousAmount).toBe(same?.amount);
        }
        await remove(life.subscriptionId);
      }),
      { numRuns: 60 },
    );
  });

  test('§12.3: of all subscriptions has the changes of their amounts since an instant, newest first', async () => {
    const lives: Life[] = [];
    for (const steps of fc.sample(fc.array(anyStep, { minLength: 4, maxLength: 8 }), { numRuns: 12, seed: 5 })) {
      lives.push(await live(`Number ${lives.length}`, steps));
    }
    const all = lives.flatMap(({ subscriptionId }) =>
      store.prices.history(first.ownerId, subscriptionId).map((entry) => ({ subscriptionId, ...entry })),
    );
    const changes = all
      .filter(({ previousAmount, price }) => previousAmount !== undefined && previousAmount !== price.amount)
      .sort((one, other) => other.sequence - one.sequence);
    expect(changes.length).toBeGreaterThan(5);
    const instants = [...changes.map(({ since }) => since), '2025-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'];
    for (const since of instants) {
      const found = store.prices.changesSince(first.ownerId, since).map(({ name: _name, ...change }) => change);
      expect<object[]>(found).toEqual(changes.filter((change) => change.since >= since));
    }
    expect(store.prices.changesSince(second.ownerId, '2025-01-01T00:00:00.000Z')).toEqual([]);
    for (const { subscriptionId } of lives) await remove(subscriptionId);
    expect(store.prices.changesSince(first.ownerId, '2025-01-01T00:00:00.000Z')).toEqual([]);
  });
});
