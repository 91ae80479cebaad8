import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import type { DetailsPatch } from '../../../src/modules/subscriptions/detailModel.ts';
import type { SubscriptionPatch, SubscriptionView } from '../../../src/modules/subscriptions/model.ts';
import { changedFields } from '../../../src/core/audit/revert.ts';
import { revertibleFields } from '../../../src/modules/subscriptions/rules/revert.ts';
import { systemRandomness } from '../../../src/core/runtime/system.ts';
import { writeInline } from '../../support/inlineWrites.ts';
import { ageKeys } from '../../support/operator.ts';
import { openTestStore } from '../../support/testStore.ts';
import { validDraft } from '../../support/validDraft.ts';

const { database, store, first, second, remove } = openTestStore();
// The key is older than the writes.
ageKeys(database);
const writes = writeInline(database);
ageKeys(database);

/** What an update sends: fields of the subscription, and its interval in months. */
interface Sent {
  readonly patch: SubscriptionPatch;
  readonly details: Pick<DetailsPatch, 'everyMonths'>;
}

/** An update that was stored: its instant, what it changed, and the update that it reverts. */
interface Stored extends Sent {
  readonly id: string;
  readonly at: string;
  readonly reverts: string | undefined;
}

/** A step: a patch, or the revert of the update at that place, counted round. */
type Step = Sent | { readonly revert: number };

let minutes = 0;
/** A new instant, some of them twice. */
function nextInstant(): string {
  minutes += 1;
  return new Date(Date.UTC(2026, 0, 1) + Math.floor(minutes / 3) * 120_000).toISOString();
}

const origin = (at: string) => ({ actor: { ...first.principal, requestId: systemRandomness.uuid() }, at });
const viewOf = (id: string) =>
  JSON.parse(store.subscriptions.findView(first.ownerId, id) ?? 'null') as SubscriptionView;
const monthsOf = (id: string) => store.subscriptions.findDetails(first.ownerId, id)?.everyMonths ?? null;

/** Creates a subscription. */
async function give(name: string, at: string): Promise<string> {
  const ids = { subscriptionId: systemRandomness.uuid(), auditEntryId: systemRandomness.uuid() };
  const draft = { ...validDraft, name };
  await writes.submit({ ...origin(at), ...ids, kind: 'subscription.create', draft });
  return ids.subscriptionId;
}

function changeTo(
  subscriptionId: string,
  { patch, details }: Sent,
  at: string,
  auditEntryId = systemRandomness.uuid(),
) {
  const sent = { patch, ...(details.everyMonths !== undefined && { details }) };
  return writes.submit({ ...origin(at), auditEntryId, subscriptionId, kind: 'subscription.update', ...sent });
}

/** Creates a subscription and changes it step by step; returns what was stored. */
async function live(name: string, steps: readonly Step[]) {
  const bornAt = nextInstant();
  const subscriptionId = await give(name, bornAt);
  const updates: Stored[] = [];
  for (const step of steps) {
    const [at, id, before, months] = [
      nextInstant(),
      systemRandomness.uuid(),
      viewOf(subscriptionId),
      monthsOf(subscriptionId),
    ];
    const reverts = 'revert' in step ? updates[step.revert % Math.max(updates.length, 1)]?.id : undefined;
    if ('revert' in step && reverts === undefined) continue;
    const { outcome } =
      'patch' in step
        ? await changeTo(subscriptionId, step, at, id)
        : await writes.submit({
            ...origin(at),
            auditEntryId: id,
            revertedEntryId: reverts ?? '',
            kind: 'audit.revert',
          });
    if (outcome !== 'stored') continue;
    const [patch, everyMonths] = [patchOf(before, viewOf(subscriptionId)), monthsOf(subscriptionId)];
    updates.push({ id, at, reverts, patch, details: everyMonths === months ? {} : { everyMonths } });
  }
  return { subscriptionId, name, bornAt, updates };
}

type Life = Awaited<ReturnType<typeof live>>;

/** What an update changed, as a patch. */
function patchOf(before: SubscriptionView, view: SubscriptionView): SubscriptionPatch {
  const after: Readonly<Partial<Record<string, unknown>>> = view;
  return Object.fromEntries(
    changedFields(revertibleFields, { before: { ...before }, after }).map((field) => [field, after[field] ?? null]),
  );
}

/**
 * The prices of another subscription, to which only the updates that still hold were ever made, newest first, without
 * intervals in months: those would not always fit what remains.
 */
async function expectedPrices({ bornAt, updates }: Life) {
  const undone = new Set<string>();
  for (const { id, reverts } of updates.toReversed()) if (reverts !== undefined && !undone.has(id)) undone.add(reverts);
  const held = updates.filter(({ id, reverts }) => reverts === undefined && !undone.has(id));
  const other = await give('The other', bornAt);
  const prices = [{ since: bornAt, ...priceOf(other) }];
  for (const { patch, at } of held) {
    await changeTo(other, { patch, details: {} }, at);
    prices.unshift({ since: at, ...priceOf(other) });
  }
  await remove(other);
  return withoutRepeats(prices);
}

/** Only the oldest of prices that follow each other and are the same. */
function withoutRepeats<One extends { since: string }>(prices: readonly One[]): readonly One[] {
  return prices.filter(({ since: _since, ...price }, place) => {
    const { since: _before, ...older } = prices[place + 1] ?? { since: '' };
    return !Bun.deepEquals(price, older);
  });
}

const historyOf = ({ subscriptionId }: Life) => store.prices.history(first.ownerId, subscriptionId);

/** The present price of a subscription. */
function priceOf(id: string) {
  const { amount, currency, period, customDate } = viewOf(id);
  const everyMonths = monthsOf(id);
  return {
    amount,
    currency,
    period,
    ...(customDate !== undefined && { customDate }),
    ...(everyMonths !== null && { everyMonths }),
  };
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
    details: fc.constantFrom(2, 3, null).map((everyMonths) => ({ everyMonths })),
  },
  { requiredKeys: [] },
);
const anyUpdate: fc.Arbitrary<Sent> = fc.oneof(
  {
    weight: 2,
    arbitrary: anyPatch.map(({ billing, details = {}, ...fields }) => ({ patch: { ...fields, ...billing }, details })),
  },
  { weight: 1, arbitrary: fc.constantFrom(2, 3, null).map((everyMonths) => ({ patch: {}, details: { everyMonths } })) },
);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: anyUpdate },
  { weight: 1, arbitrary: fc.nat(20).map((revert) => ({ revert })) },
);

// The months come back by a revert after another interval was set, which had nothing to clear.
const monthsComeBack: readonly Step[] = [
  { patch: { period: 'custom', customDate: '30' }, details: { everyMonths: 2 } },
  { patch: {}, details: { everyMonths: null } },
  { patch: { period: 'custom', customDate: '60' }, details: {} },
  { revert: 1 },
];

// They come back after the period was another one for a while.
const monthsComeBackLater: readonly Step[] = [
  { patch: { period: 'custom', customDate: '30' }, details: { everyMonths: 2 } },
  { patch: {}, details: { everyMonths: null } },
  { patch: { period: 'monthly' }, details: {} },
  { patch: { period: 'custom', customDate: '60' }, details: {} },
  { revert: 1 },
];

// The first revert clears the months, which the update that it reverts did not set. The second one does not bring them back.
const monthsStayCleared: readonly Step[] = [
  { patch: { period: 'custom', customDate: '60' }, details: {} },
  { revert: 0 },
  { patch: { period: 'custom', customDate: '30' }, details: {} },
  { patch: {}, details: { everyMonths: 2 } },
  { revert: 2 },
  { revert: 1 },
];

const numRuns = Number(process.env['PRICE_RUNS'] ?? 60);

describe('the history of prices', () => {
  test('§12.1: is that of a record to which the reverted updates were never made, and ends in its present price', async () => {
    const examples: [Step[]][] = [[[...monthsComeBack]], [[...monthsComeBackLater]], [[...monthsStayCleared]]];
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 12 }), async (steps) => {
        const life = await live('Any', steps);
        const history = historyOf(life);
        const prices = history.map(({ since, price: { everyMonths: _months, ...price } }) => ({ since, ...price }));
        expect<readonly object[]>(withoutRepeats(prices)).toEqual(await expectedPrices(life));
        expect<object | undefined>(history[0]?.price).toEqual(priceOf(life.subscriptionId));
        for (const [place, { price, previousAmount }] of history.entries()) {
          const older = history.slice(place + 1).map((entry) => entry.price);
          const same = older.find((one) => Bun.deepEquals({ ...one, amount: 0 }, { ...price, amount: 0 }));
          expect(previousAmount).toBe(same?.amount);
        }
        await remove(life.subscriptionId);
      }),
      { numRuns, examples },
    );
  });

  test('§12.1: has every price that a record had, if nothing was reverted', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyUpdate, { maxLength: 8 }), async (steps) => {
        const { updates, ...life } = await live('Any', []);
        const prices = [{ since: life.bornAt, ...priceOf(life.subscriptionId) }];
        for (const step of steps) {
          const at = nextInstant();
          await changeTo(life.subscriptionId, step, at);
          prices.unshift({ since: at, ...priceOf(life.subscriptionId) });
        }
        const history = historyOf({ ...life, updates }).map(({ since, price }) => ({ since, ...price }));
        expect<readonly object[]>(history).toEqual(withoutRepeats(prices));
        await remove(life.subscriptionId);
      }),
      { numRuns },
    );
  });

  test('§12.1: is left as it was by an update and its own revert', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 8 }), anyUpdate, async (steps, update) => {
        const life = await live('Any', steps);
        const history = historyOf(life);
        const [auditEntryId, at] = [systemRandomness.uuid(), nextInstant()];
        await changeTo(life.subscriptionId, update, at, auditEntryId);
        const revert = { auditEntryId: systemRandomness.uuid(), revertedEntryId: auditEntryId };
        await writes.submit({ ...origin(nextInstant()), ...revert, kind: 'audit.revert' });
        expect<readonly object[]>(historyOf(life)).toEqual(history);
        await remove(life.subscriptionId);
      }),
      { numRuns },
    );
  });

  test('§12.3: of all subscriptions has the changes of their amounts since an instant, newest first', async () => {
    const lives: Life[] = [];
    for (const steps of fc.sample(fc.array(anyStep, { minLength: 4, maxLength: 8 }), { numRuns: 60, seed: 5 })) {
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
