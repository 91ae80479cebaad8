import { amountOf, checkedHundredths } from '../../core/billing/money.ts';
import type { DraftOf, FieldTable, ValueOf, ViewOf } from '../../core/fields/fieldTable.ts';
import { contractCurrencies } from '../../core/billing/currencies.ts';
import type { Currency } from '../subscriptions/model.ts';
import { isPaidTooLate } from '../subscriptions/rules/renewal.ts';

const currency = {
  kind: 'choice',
  words: contractCurrencies,
  typeName: 'Currency',
  description: 'ISO 4217 code. Amounts are never converted.',
  example: 'USD',
} as const;

/** The fields of a payment made. A client corrects what it says of the day and the amount; the rest follows from the renewal. */
export const paymentFields = {
  id: { kind: 'uuid', isServerManaged: true, example: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a7b' },
  subscriptionId: { kind: 'uuid', isServerManaged: true, example: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77' },
  dueOn: { kind: 'day', isServerManaged: true, example: '2026-07-15' },
  paidOn: {
    kind: 'day',
    description: 'When it was paid, at most tomorrow.',
    example: '2026-07-16',
    alsoCalled: ['paid', 'paiddate', 'date', 'paidat', 'paymentdate'],
  },
  amount: {
    kind: 'amount',
    description: 'What was paid.',
    example: 15.99,
    alsoCalled: ['price', 'cost', 'fee', 'sum', 'value'],
  },
  currency: { ...currency, isServerManaged: true },
  source: {
    kind: 'choice',
    words: ['manual', 'automatic'],
    typeName: 'PaymentSource',
    isServerManaged: true,
    example: 'manual',
  },
} as const satisfies FieldTable;

type Fields = typeof paymentFields;

/** Who recorded a payment: a client, or the service by automatic renewal. */
export type PaymentSource = ValueOf<Fields['source']>;
/** What a client sends to correct a payment; each field has passed its own check. */
export type PaymentPatch = Partial<DraftOf<Fields>>;
/** A payment as clients and the audit trail see it. */
export type PaymentView = ViewOf<Fields>;

/** A payment made. Days are `YYYY-MM-DD`. */
export interface Payment {
  readonly id: string;
  readonly subscriptionId: string;
  readonly dueOn: string;
  readonly paidOn: string;
  readonly amountHundredths: number;
  readonly currency: Currency;
  readonly source: PaymentSource;
}

/** Why a payment cannot get another day: it is before the payment could be made, or after tomorrow. */
export type CorrectionRefusal = 'paidTooEarly' | 'paidTooLate';

/** What a correction is checked against; days are `YYYY-MM-DD`. */
interface CorrectionFacts {
  /** The current day in the server's time zone. */
  readonly today: string;
  /** The last payment date before the renewal; of several that were recorded at once, before the first one. */
  readonly paidAfter: string;
  /** The day of the payment as it was recorded. */
  readonly recordedOn: string;
}

/**
 * The payment with another day, another amount, or both. The day has the range that it has in a renewal, whatever was
 * corrected before.
 */
export function correctPayment(
  stored: Payment,
  { paidOn = stored.paidOn, amount }: PaymentPatch,
  { today, paidAfter, recordedOn }: CorrectionFacts,
): { readonly corrected: Payment } | { readonly refusal: CorrectionRefusal } {
  const amountHundredths = amount === undefined ? stored.amountHundredths : checkedHundredths(amount);
  const corrected = { ...stored, paidOn, amountHundredths };
  if (paidOn === stored.paidOn) return { corrected };
  // One that was recorded in advance, after others, was itself not made after the due date before it.
  if (paidOn <= paidAfter && recordedOn > paidAfter) return { refusal: 'paidTooEarly' };
  return isPaidTooLate(paidOn, today) ? { refusal: 'paidTooLate' } : { corrected };
}

/** A payment as clients see it. */
export function viewPayment(payment: Payment): PaymentView {
  const { id, subscriptionId, dueOn, paidOn, amountHundredths, currency: paidIn, source } = payment;
  return { id, subscriptionId, dueOn, paidOn, amount: amountOf(amountHundredths), currency: paidIn, source };
}
