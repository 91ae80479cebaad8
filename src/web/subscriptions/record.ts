import type { Schemas } from '../api/schemas.ts';
import { currencySigns } from '../format/money.ts';

/** A subscription as the API answers with it. */
export type Subscription = Schemas['Subscription'];

/** What a household keeps beside the fields of a subscription. */
export type Details = Schemas['Details'];

/** The details to change; null clears one. */
export type DetailsPatch = Schemas['DetailsPatch'];

/** All fields of a subscription to create. */
export type Draft = Schemas['SubscriptionDraft'];

/** The fields to change. */
export type Patch = Schemas['SubscriptionPatch'];

/** One of the statuses of a subscription. */
export type Status = Schemas['Status'];

/** One of the currencies that the service knows. */
export type Currency = Schemas['Currency'];

/** The statuses in the order of choices. */
export const statuses = Object.keys({
  active: true,
  paused: true,
  cancelled: true,
} satisfies Record<Status, true>) as readonly Status[];

/** The currencies in the order of choices. */
export const currencies = Object.keys(currencySigns) as readonly Currency[];

/** Whether a payment was due before today and is not recorded. Days are `YYYY-MM-DD`. */
export function isOverdue({ status, nextPaymentDate, details }: Subscription, today: string): boolean {
  const endsOn = details?.endsOn ?? undefined;
  return status === 'active' && nextPaymentDate < today && (endsOn === undefined || nextPaymentDate <= endsOn);
}
