import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { createDetailed, updateDetailed, type Detailed } from '../../../../src/modules/subscriptions/rules/details.ts';
import type { DetailsPatch } from '../../../../src/modules/subscriptions/detailModel.ts';
import type { SubscriptionDraft, SubscriptionPatch } from '../../../../src/modules/subscriptions/model.ts';
import { viewSubscription, type Decision } from '../../../../src/modules/subscriptions/rules/subscription.ts';
import { decideRevert, expectedRevert, type TrailUpdate } from '../../../support/revertOracle.ts';
import { validDraft } from '../../../support/validDraft.ts';

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

describe('what takes an update back', () => {
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
});
