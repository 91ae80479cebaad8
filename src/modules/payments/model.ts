import { Type, type Static } from '@sinclair/typebox';
import { amountOf, checkedHundredths } from '../../core/billing/money.ts';
import { patchOf } from '../../core/fields/bodies.ts';
import { Amount, CalendarDay, Choice, recordedCurrency, Uuid } from '../../core/fields/fieldTypes.ts';
import { recordsOf } from '../../core/fields/records.ts';
import { named } from '../../core/fields/schemaMarks.ts';
import type { Currency } from '../subscriptions/model.ts';
import { isPaidTooLate } from '../subscriptions/rules/renewal.ts';

const exampleId = '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a7b';

// What a client corrects; the rest follows from the renewal.
const correctable = Type.Object({
  paidOn: CalendarDay({
    description: 'When it was paid, at most tomorrow.',
    examples: ['2026-07-16'],
    alsoCalled: ['paid', 'paiddate', 'date', 'paidat', 'paymentdate'],
  }),
  amount: Amount({
    description: 'What was paid.',
    examples: [15.99],
    alsoCalled: ['price', 'cost', 'fee', 'sum', 'value'],
  }),
});

/** What a client sends to correct a payment: another day, another amount, or both. */
export const PaymentPatch = patchOf('PaymentPatch', correctable, {
  examples: [{ amount: 12.5 }],
  serverManaged: ['id', 'subscriptionId', 'dueOn', 'currency', 'source'],
});

/** A payment as clients and the audit trail see it. */
export const PaymentView = named(
  'Payment',
  Type.Object(
    {
      id: Uuid({ examples: [exampleId] }),
      subscriptionId: Uuid(),
      dueOn: CalendarDay(),
      ...correctable.properties,
      // The one that the subscription had then.
      currency: recordedCurrency,
      source: named('PaymentSource', Choice(['manual', 'automatic'], { examples: ['manual'] })),
      subscriptionName: Type.Optional(Type.String({ description: 'Only in lists: its present name.' })),
    },
    { additionalProperties: false },
  ),
);

export type PaymentPatch = Static<typeof PaymentPatch>;
export type PaymentView = Static<typeof PaymentView>;
/** Who recorded a payment: a client, or the service by automatic renewal. */
export type PaymentSource = PaymentView['source'];

/** What the operations on payments share. */
export const paymentRecords = recordsOf({
  one: 'payment',
  many: 'payments',
  path: '/api/v1/payments',
  missing: 'payment_not_found',
  exampleId,
});

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
