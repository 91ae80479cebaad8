/** What an owner may have a limited number of. */
export type Limited = 'subscriptions' | 'payments' | 'auditEntries';

/** How many an owner may have; 0 for no limit. */
export type OwnerLimits = Readonly<Record<Limited, number>>;

/** No limits. */
export const noLimits: OwnerLimits = { subscriptions: 0, payments: 0, auditEntries: 0 };

/** The write would give its owner more than the limit allows: nothing was stored. */
export interface LimitReached {
  readonly outcome: 'limitReached';
  readonly limited: Limited;
  readonly limit: number;
  /** How many there are now. */
  readonly count: number;
  /** How many the write would add. */
  readonly added: number;
}
