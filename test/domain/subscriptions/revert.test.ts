import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { createDetailed, updateDetailed, type Detailed } from '../../../src/domain/subscriptions/details.ts';
import type { Details, DetailsPatch } from '../../../src/domain/subscriptions/detailFields.ts';
import type { SubscriptionDraft, SubscriptionPatch } from '../../../src/domain/subscriptions/fields.ts';
import { viewSubscription, type Decision } from '../../../src/domain/subscriptions/subscription.ts';
import { decideRevert, expectedRevert, type TrailUpdate } from '../../support/revertOracle.ts';
import { validDraft } from '../../support/validDraft.ts';

const at = '2026-06-16T12:00:00.000Z';

function decided(decision: Decision<Detailed>): Detailed {
  if ('fault' in decision) throw new Error(`refused: ${decision.fault.reason}`);
  return decision.value;
}

function created(fields: Partial<SubscriptionDraft> = {}, details: DetailsPatch = {}): Detailed {
  return decided(createDetailed({ ...validDraft, ...fields }, details, { id: 'id', at }));
}

function updated(stored: Detailed, patch: SubscriptionPatch, details: DetailsPatch = {}): Detailed {
  return decided(updateDetailed(stored, { patch, details }, at));
}

/** What the entry of an update records. */
function recorded(before: Detailed, after: Detailed) {
  return {
    before: viewSubscription(before.subscription),
    after: viewSubscription(after.subscription),
    details: { before: before.details, after: after.details },
  };
}

/** A record before and after a patch. */
function change(fields: Partial<SubscriptionDraft>, patch: SubscriptionPatch) {
  const before = created(fields);
  const after = updated(before, patch);
  return { before, after, entry: recorded(before, after) };
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
    expect(decision).toEqual({ patch: expected, details: {} });
    expect(updated(after, expected)).toEqual(before);
  });

  test('is nothing when it changed nothing', () => {
    const { after, entry } = change({}, { amount: 15.99 });
    expect(decideRevert(after, entry, [])).toBe('unchanged');
  });

  test('is nothing but a conflict when any of its fields is not as it left it', () => {
    const { after, entry } = change(custom, { customDate: '60', amount: 2 });
    const later = updated(after, { period: 'monthly', name: 'Later' });
    expect(decideRevert(later, entry, [])).toEqual({ overwritten: ['customDate'] });
  });

  describe('when its value has been changed and changed back since', () => {
    const { after, entry } = change({ amount: 9 }, { amount: 20 });
    const thirty = updated(after, { amount: 30, name: 'Later' });
    const [was, went] = [viewSubscription(after.subscription), viewSubscription(thirty.subscription)];
    const there: TrailUpdate = { entryId: 'there', before: was, after: went };
    const back: TrailUpdate = { entryId: 'back', before: went, after: was };

    test.each<[string, readonly TrailUpdate[], unknown]>([
      ['by two updates: a conflict', [there, back], { overwritten: ['amount'] }],
      [
        'by an update and its revert: none',
        [there, { ...back, reverts: 'there' }],
        { patch: { amount: 9 }, details: {} },
      ],
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
        { patch: { amount: 9 }, details: {} },
      ],
    ])('%s', (_, later, expected) => {
      expect(decideRevert(after, entry, later)).toEqual(expected as ReturnType<typeof decideRevert>);
    });
  });

  test('is decided as the definition says, on any trail, with reverts of reverts', () => {
    fc.assert(
      fc.property(anySteps, fc.nat({ max: 3 }), (changes, place) => {
        let stored = created();
        const trail = changes.map(([patch, details, back], index): TrailUpdate => {
          const before = stored;
          const decision = updateDetailed(stored, { patch, details }, at);
          if ('value' in decision) stored = decision.value;
          const reverts = back < index ? { reverts: `entry ${back}` } : {};
          return { entryId: `entry ${index}`, ...recorded(before, stored), ...reverts };
        });
        const [update, ...later] = trail.slice(place);
        if (update === undefined) return;
        expect(decideRevert(stored, update, later) as unknown).toEqual(expectedRevert(stored, update, later));
      }),
      { numRuns: 3000 },
    );
  });

  test('puts fields and details back as they were, whatever the last update changed', () => {
    fc.assert(
      fc.property(anySteps, (changes) => {
        let [before, stored] = [created(), created()];
        for (const [patch, details] of changes) {
          const decision = updateDetailed(stored, { patch, details }, at);
          if ('value' in decision) [before, stored] = [stored, decision.value];
        }
        const decision = decideRevert(stored, recorded(before, stored), []);
        if (decision === 'unchanged') return expect(stored).toEqual(before);
        if ('overwritten' in decision) throw new Error('nothing came after the last update');
        expect(updated(stored, decision.patch, decision.details)).toEqual(before);
      }),
      { numRuns: 1000 },
    );
  });
});

/** Steps that change fields and details; each may be the revert of any step before it, however little sense that makes. */
const anySteps = fc.array(
  fc.tuple(
    fc.oneof(
      fc.record(
        {
          amount: fc.constantFrom(1, 2),
          name: fc.constantFrom('A', 'B'),
          status: fc.constantFrom('active' as const, 'paused' as const),
          lastPaymentDate: fc.constantFrom('2026-01-31', '2026-02-28'),
        },
        { requiredKeys: [] },
      ),
      fc.constantFrom(
        { period: 'custom', customDate: '30' } as const,
        { period: 'custom', customDate: '91' } as const,
        { period: 'monthly' } as const,
      ),
    ),
    fc.record(
      {
        notes: fc.constantFrom('one', null),
        tags: fc.constantFrom(['a'], ['a', 'b'], null),
        endsOn: fc.constantFrom('2027-01-01', null),
        anchorDay: fc.constantFrom(31, 15, null),
        autoRenew: fc.constantFrom(true, false, null),
        everyMonths: fc.constantFrom(3, 6, null),
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<DetailsPatch>,
    fc.nat({ max: 40 }),
  ),
  { minLength: 1, maxLength: 30 },
);

describe('the revert of details', () => {
  test.each<[Partial<SubscriptionDraft>, DetailsPatch, SubscriptionPatch, DetailsPatch, unknown]>([
    [{}, { notes: 'old' }, {}, { notes: 'new', tags: ['a'] }, { patch: {}, details: { notes: 'old', tags: [] } }],
    [
      { lastPaymentDate: '2026-02-28' },
      { anchorDay: 31 },
      { lastPaymentDate: '2026-03-05' },
      {},
      { patch: { lastPaymentDate: '2026-02-28' }, details: { anchorDay: 31 } },
    ],
    [
      { period: 'custom', customDate: '91' },
      { everyMonths: 3 },
      { period: 'monthly' },
      {},
      { patch: { period: 'custom', customDate: '91' }, details: { everyMonths: 3 } },
    ],
    [
      {},
      {},
      { period: 'custom', customDate: '91' },
      { everyMonths: 3 },
      { patch: { period: 'monthly', customDate: null }, details: { everyMonths: null } },
    ],
  ])('of %j %j changed by %j %j is %j', (fields, details, patch, changed, expected) => {
    const before = created(fields, details);
    const after = updated(before, patch, changed);
    const decision = decideRevert(after, recorded(before, after), []);
    expect(decision as unknown).toEqual(expected);
  });

  test('of a renewal restores the anchor day that it set, and keeps one that it left as it was', () => {
    const renewedAt = (anchorDay: { before: number | null; after: number | null }) => {
      const before = created({ lastPaymentDate: '2026-01-31' }, { anchorDay: anchorDay.before });
      const after = updated(before, { lastPaymentDate: '2026-02-28' }, { anchorDay: anchorDay.after });
      const { details: _details, ...views } = recorded(before, after);
      return decideRevert(after, { ...views, renewal: { anchorDay } }, []);
    };
    const patch = { lastPaymentDate: '2026-01-31' };
    expect(renewedAt({ before: null, after: 31 })).toEqual({ patch, details: { anchorDay: null } });
    expect(renewedAt({ before: 31, after: 31 })).toEqual({ patch, details: { anchorDay: 31 } });
  });

  test('is a conflict when a later update changed the same detail, and only then', () => {
    const before = created();
    const after = updated(before, {}, { notes: 'one' });
    const later = updated(after, {}, { notes: 'two', url: 'https://example.com/' });
    const entry = (entryId: string, ...states: [Detailed, Detailed]) => ({ entryId, ...recorded(...states) });
    const trail = [entry('later', after, later)];
    expect(decideRevert(later, entry('first', before, after), trail)).toEqual({ overwritten: ['notes'] });
    const whole: Details = { ...after.details, tags: ['x'] };
    const tagged: Detailed = { ...after, details: whole };
    expect(decideRevert(tagged, entry('first', before, after), [entry('tags', after, tagged)])).toEqual({
      patch: {},
      details: { notes: null },
    });
  });
});
