import * as fc from 'fast-check';
import { occurrence } from '../../src/core/billing/occurrences.ts';
import { billingOf, type BillingPeriod } from '../../src/core/billing/periodTable.ts';
import { defaultValues, type Subscription } from '../../src/modules/subscriptions/rules/subscription.ts';
import { anyDay, fixedPeriods } from './arbitraries.ts';

const at = '2026-06-16T12:00:00.000Z';

/** A stored subscription, as the domain sees it; its next payment date follows from the other fields. */
export function subscriptionWith(fields: Partial<Subscription> = {}): Subscription {
  const { period = 'monthly', customDays = null, everyMonths = null } = fields;
  const subscription = {
    ...defaultValues,
    id: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77',
    name: 'Netflix',
    category: 'Streaming',
    amountHundredths: 1599,
    currency: 'USD',
    lastPaymentDate: '2026-06-01',
    nextPaymentDate: '',
    anchorDay: null,
    endsOn: null,
    createdAt: at,
    updatedAt: at,
    ...fields,
    ...billingOf({ period, customDays, everyMonths }),
  } as const;
  return { ...subscription, nextPaymentDate: occurrence(subscription, 1) ?? '' };
}

const anyBillingPeriod: fc.Arbitrary<BillingPeriod> = fc.oneof(
  fc.constantFrom(...fixedPeriods).map((period) => billingOf({ period, customDays: null, everyMonths: null })),
  fc
    .record({ customDays: fc.integer({ min: 1, max: 400 }), everyMonths: fc.option(fc.integer({ min: 2, max: 60 })) })
    .map((custom) => billingOf({ period: 'custom', ...custom })),
);

/** Any active subscription without an end. */
export const anySubscription: fc.Arbitrary<Subscription> = fc
  .tuple(anyBillingPeriod, anyDay('1990-01-01', '2030-12-31'), fc.option(fc.integer({ min: 1, max: 31 })))
  .map(([billing, lastPaymentDate, anchorDay]) => subscriptionWith({ ...billing, lastPaymentDate, anchorDay }));
