import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import {
  createSubscription,
  updateSubscription,
  viewSubscription,
} from '../../../src/domain/subscriptions/subscription.ts';
import type { SubscriptionDraft, SubscriptionPatch } from '../../../src/domain/subscriptions/fields.ts';
import type { Decision, Subscription } from '../../../src/domain/subscriptions/subscription.ts';
import { decideRevert, expectedRevert, type TrailUpdate } from '../../support/revertOracle.ts';
import { validDraft } from '../../support/validDraft.ts';

const at = '2026-06-16T12:00:00.000Z';

function decided(decision: Decision<Subscription>): Subscription {
  if ('fault' in decision) throw new Error(`refused: ${decision.fault.reason}`);
  return decision.value;
}

/** A record before and after a patch. */
function change(fields: Partial<SubscriptionDraft>, patch: SubscriptionPatch) {
  const before = decided(createSubscription({ ...validDraft, ...fields }, { id: 'id', at }));
  const after = decided(updateSubscription(before, patch, at));
  return { before, after, entry: { before: viewSubscription(before), after: viewSubscription(after) } };
}

const custom = { period: 'custom', customDate: '30' } as const;

describe('what takes an update back', () => {
  test.each([
    [{}, { amount: 1, name: ' Other ' }, { amount: 15.99, name: 'Netflix' }],
    [{}, { amount: 15.99, status: 'paused' }, { status: 'active' }],
    [custom, { period: 'monthly' }, custom],
    [{}, custom, { period: 'monthly', customDate: null }],
    [custom, { customDate: '60' }, { customDate: '30' }],
  ] as const)('of %j by %j is %j', (fields, patch, expected) => {
    const { before, after, entry } = change(fields, patch);
    const decision = decideRevert(after, entry, []);
    expect(decision).toEqual({ patch: expected });
    expect(decided(updateSubscription(after, expected, at))).toEqual(before);
  });

  test('is nothing when it changed nothing', () => {
    const { after, entry } = change({}, { amount: 15.99 });
    expect(decideRevert(after, entry, [])).toBe('unchanged');
  });

  test('is nothing but a conflict when any of its fields is not as it left it', () => {
    const { after, entry } = change(custom, { customDate: '60', amount: 2 });
    const later = decided(updateSubscription(after, { period: 'monthly', name: 'Later' }, at));
    expect(decideRevert(later, entry, [])).toEqual({ overwritten: ['customDate'] });
  });

  describe('when its value has been changed and changed back since', () => {
    const { after, entry } = change({ amount: 9 }, { amount: 20 });
    const thirty = decided(updateSubscription(after, { amount: 30, name: 'Later' }, at));
    const [was, went] = [viewSubscription(after), viewSubscription(thirty)];
    const there: TrailUpdate = { entryId: 'there', before: was, after: went };
    const back: TrailUpdate = { entryId: 'back', before: went, after: was };

    test.each<[string, readonly TrailUpdate[], unknown]>([
      ['by two updates: a conflict', [there, back], { overwritten: ['amount'] }],
      ['by an update and its revert: none', [there, { ...back, reverts: 'there' }], { patch: { amount: 9 } }],
      [
        'by a revert that was reverted: a conflict',
        [
          there,
          { ...back, reverts: 'there' },
          { ...there, entryId: 'again', reverts: 'back' },
          { ...back, entryId: 'x' },
        ],
        { overwritten: ['amount'] },
      ],
      [
        'by the revert of something older: a conflict',
        [{ ...there, reverts: 'older' }, back],
        { overwritten: ['amount'] },
      ],
      [
        'in another field alone: none',
        [{ ...there, before: { ...was, amount: went.amount } }],
        { patch: { amount: 9 } },
      ],
    ])('%s', (_, later, expected) => {
      expect(decideRevert(after, entry, later)).toEqual(expected as ReturnType<typeof decideRevert>);
    });
  });

  test('is decided as the definition says, on any trail, with reverts of reverts', () => {
    const amount = fc.constantFrom(1, 2);
    const [name, status] = [fc.constantFrom('A', 'B'), fc.constantFrom('active' as const, 'paused' as const)];
    const fields = fc.record({ amount, name, status }, { requiredKeys: [] });
    // Each step changes fields, and may be the revert of any step before it, however little sense that makes.
    const steps = fc.array(fc.tuple(fields, fc.nat({ max: 40 })), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(steps, fc.nat({ max: 3 }), (changes, place) => {
        let stored = decided(createSubscription(validDraft, { id: 'id', at }));
        const trail = changes.map(([patch, back], index): TrailUpdate => {
          const before = viewSubscription(stored);
          stored = decided(updateSubscription(stored, patch, at));
          const reverts = back < index ? { reverts: `entry ${back}` } : {};
          return { entryId: `entry ${index}`, before, after: viewSubscription(stored), ...reverts };
        });
        const [update, ...later] = trail.slice(place);
        if (update === undefined) return;
        expect(decideRevert(stored, update, later) as unknown).toEqual(expectedRevert(stored, update, later));
      }),
      { numRuns: 3000 },
    );
  });
});
