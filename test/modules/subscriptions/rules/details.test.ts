import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { occurrence } from '../../../../src/core/billing/occurrences.ts';
import {
  createDetailed,
  noDetails,
  updateDetailed,
  type Detailed,
} from '../../../../src/modules/subscriptions/rules/details.ts';
import { detailNames, type DetailsPatch } from '../../../../src/modules/subscriptions/detailModel.ts';
import {
  faultInDraft,
  faultInPatch,
  viewSubscription,
} from '../../../../src/modules/subscriptions/rules/subscription.ts';
import type { SubscriptionDraft, SubscriptionPatch } from '../../../../src/modules/subscriptions/model.ts';
import { validDraft } from '../../../support/validDraft.ts';

const birth = { id: 'id', at: '2026-06-16T12:00:00.000Z' };
const later = '2026-06-17T12:00:00.000Z';

const anyDetails = fc.record(
  {
    notes: fc.constantFrom('one', null),
    tags: fc.constantFrom(['a'], [], null),
    paymentMethod: fc.constantFrom(' Visa ', null),
    endsOn: fc.constantFrom('2027-01-01', null),
    anchorDay: fc.option(fc.integer({ min: 1, max: 31 })),
    autoRenew: fc.option(fc.boolean()),
    everyMonths: fc.option(fc.integer({ min: 2, max: 60 })),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<DetailsPatch>;
const anyDay = fc.constantFrom('2026-01-31', '2026-02-28', '2024-02-29', '9999-06-30', '9998-01-31');
const anyPatch = fc.tuple(
  fc.constantFrom<SubscriptionPatch>(
    {},
    { amount: 3 },
    { period: 'monthly' },
    { period: 'yearly' },
    { period: 'custom' },
    { period: 'custom', customDate: '91' },
    { customDate: '30' },
  ),
  fc.option(anyDay, { nil: undefined }),
);

function patchOf([patch, lastPaymentDate]: [SubscriptionPatch, string | undefined]): SubscriptionPatch {
  return lastPaymentDate === undefined ? patch : { ...patch, lastPaymentDate };
}

function stored(draft: Partial<SubscriptionDraft>, details: DetailsPatch): Detailed | undefined {
  const decision = createDetailed({ ...validDraft, ...draft }, details, birth);
  return 'value' in decision ? decision.value : undefined;
}

const anyStored = fc
  .tuple(
    fc.constantFrom<Partial<SubscriptionDraft>>(
      { lastPaymentDate: '2026-01-31' },
      { period: 'custom', customDate: '91', lastPaymentDate: '2026-02-28' },
      { period: 'custom', customDate: '2900000', lastPaymentDate: '2026-02-28' },
    ),
    anyDetails,
  )
  .map(([draft, details]) => stored(draft, details))
  .filter((one): one is Detailed => one !== undefined);

describe('a subscription with details', () => {
  test('§11.3: is always due one period after its last payment, and its details are whole', () => {
    fc.assert(
      fc.property(anyStored, anyPatch, anyDetails, (before, drawn, details) => {
        const decision = updateDetailed(before, { patch: patchOf(drawn), details }, later);
        if ('fault' in decision) return;
        const { subscription, details: after } = decision.value;
        expect(occurrence(subscription, 1)).toBe(subscription.nextPaymentDate);
        expect(Object.keys(after)).toEqual([...detailNames]);
        const { everyMonths, anchorDay, endsOn } = subscription;
        expect(after).toMatchObject({ everyMonths, anchorDay, endsOn });
        for (const name of ['notes', 'endsOn', 'anchorDay', 'autoRenew', 'everyMonths'] as const)
          if (details[name] !== undefined) expect({ [name]: after[name] }).toEqual({ [name]: details[name] });
      }),
      { numRuns: 2000 },
    );
  });

  test('§11.3: has a new time of change only when something else of it changes', () => {
    fc.assert(
      fc.property(anyStored, anyDetails, (before, details) => {
        const decision = updateDetailed(before, { patch: {}, details }, later);
        if ('fault' in decision) return;
        const [was, is] = [before, decision.value].map(({ subscription }) => viewSubscription(subscription));
        expect(is).toEqual(
          is?.nextPaymentDate === was?.nextPaymentDate
            ? was
            : ({ ...was, nextPaymentDate: is?.nextPaymentDate, updatedAt: later } as typeof was),
        );
      }),
    );
  });

  test('§11.3: is refused exactly when the check before the write refuses it, with the same fault', () => {
    fc.assert(
      fc.property(anyStored, anyPatch, anyDetails, (before, drawn, details) => {
        const patch = patchOf(drawn);
        const decision = updateDetailed(before, { patch, details }, later);
        const fault = 'fault' in decision ? decision.fault : undefined;
        expect(faultInPatch(before.subscription, patch, details)).toEqual(fault);
      }),
      { numRuns: 2000 },
    );
  });

  test('§11.3: created at once is what creating it and changing its details gives', () => {
    fc.assert(
      fc.property(anyDetails, (details) => {
        const draft = { ...validDraft, period: 'custom', customDate: '91' } as const;
        const [plain, whole] = [stored(draft, {}), stored(draft, details)];
        expect(faultInDraft(draft, details)).toBeUndefined();
        if (plain === undefined || whole === undefined) throw new Error('a valid draft is refused');
        expect(updateDetailed(plain, { patch: {}, details }, birth.at)).toEqual({ value: whole });
      }),
    );
  });

  test('§11.1: has none of them when all are cleared', () => {
    fc.assert(
      fc.property(anyStored, (before) => {
        const decision = updateDetailed(before, { patch: {}, details: noDetails }, later);
        if ('value' in decision) expect(decision.value.details).toEqual(noDetails);
      }),
    );
  });
});
