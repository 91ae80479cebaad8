import type { SubscriptionDraft } from '../../src/modules/subscriptions/model.ts';

/** A valid draft. */
export const validDraft = {
  name: 'Netflix',
  category: 'Streaming',
  amount: 15.99,
  currency: 'USD',
  period: 'monthly',
  lastPaymentDate: '2026-06-15',
} as const satisfies SubscriptionDraft;
