import type { Details, Subscription } from '../../../src/web/subscriptions/fields.ts';

/** Details without a value. */
export const noDetails: Details = {
  notes: null,
  url: null,
  paymentMethod: null,
  tags: [],
  trialEndsOn: null,
  endsOn: null,
  cancelBefore: null,
  termEndsOn: null,
  termMonths: null,
  noticePeriod: null,
  priceSteps: [],
  amountVaries: null,
  keepThrough: null,
  anchorDay: null,
  autoRenew: null,
  everyMonths: null,
  noticeBy: null,
};

/** A subscription as the API answers with it. */
export function recordOf(fields: Partial<Subscription> = {}): Subscription {
  return {
    id: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77',
    name: 'Netflix',
    category: 'Streaming',
    amount: 15.99,
    currency: 'EUR',
    period: 'monthly',
    lastPaymentDate: '2026-06-15',
    nextPaymentDate: '2026-07-15',
    notificationEnabled: true,
    status: 'active',
    createdAt: '2026-06-16T12:00:00.000Z',
    updatedAt: '2026-06-16T12:00:00.000Z',
    details: noDetails,
    ...fields,
  };
}
