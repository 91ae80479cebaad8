import { exampleDraft } from './schema.ts';

/** The subscription that all examples speak of. */
export const exampleSubscription = {
  id: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77',
  ...exampleDraft,
  nextPaymentDate: '2026-07-15',
  notificationEnabled: true,
  status: 'active',
  createdAt: '2026-06-16T08:00:00.000Z',
  updatedAt: '2026-06-16T08:00:00.000Z',
} as const;
