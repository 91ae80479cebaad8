import type { Schemas } from '../api/answers.ts';
import type { MessageKey, MessageValues } from '../messages/translate.ts';

export type Subscription = Schemas['Subscription'];

/** What a household keeps beside the fields of a subscription. */
export type Details = Schemas['Details'];

/** The details to change; null clears one. */
export type DetailsPatch = Schemas['DetailsPatch'];

export type Draft = Schemas['SubscriptionDraft'];

export type Patch = Schemas['SubscriptionPatch'];

export type Status = Schemas['Status'];

/** The ISO 4217 code of a currency. */
export type Currency = Schemas['Currency'];

/** The statuses in the order of choices. */
export const statuses = Object.keys({
  active: true,
  paused: true,
  cancelled: true,
} satisfies Record<Status, true>) as readonly Status[];

/** A subscription whose next payment can be recorded, with the amount of that payment. */
export interface Payable extends Pick<Subscription, 'id' | 'name' | 'amount' | 'nextPaymentDate'> {
  readonly currency: string;
  /** What the next payments cost, if they do not all cost the same. */
  readonly amounts?: readonly number[] | undefined;
  /** Whether the amount is only estimated. */
  readonly isEstimate?: boolean | undefined;
}

/** Whether the next payment will be due: the subscription is active and does not end before it. */
export function hasNextPayment({ status, nextPaymentDate, details }: Subscription): boolean {
  const endsOn = details?.endsOn ?? undefined;
  return status === 'active' && (endsOn === undefined || nextPaymentDate <= endsOn);
}

/** Whether a subscription is cancelled and still runs. */
export function isEnding({ status, details }: Pick<Subscription, 'status' | 'details'>): boolean {
  return status === 'active' && typeof details?.endsOn === 'string';
}

/** Whether a payment was due before today and is not recorded. Days are `YYYY-MM-DD`. */
export function isOverdue(record: Subscription, today: string): boolean {
  return record.nextPaymentDate < today && hasNextPayment(record);
}

/** What puts values into words: the texts of a language, and how its locale writes values. */
export interface Words {
  readonly say: <Key extends MessageKey>(key: Key, ...values: MessageValues<Key>) => string;
  /** Like `say`, for a key that is put together while the page runs; undefined if there is no such text, or a value is missing. */
  readonly sayKnown: (key: string, values: Readonly<Record<string, string | undefined>>) => string | undefined;
  readonly money: (amount: number, currency: string) => string;
  /** Writes an amount whose currency is clear. */
  readonly amount: (amount: number) => string;
  /** Writes a day `YYYY-MM-DD`. */
  readonly day: (day: string) => string;
}
