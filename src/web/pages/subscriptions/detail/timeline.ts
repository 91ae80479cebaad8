import { compareText } from '../../../../core/text/text.ts';
import type { Schemas } from '../../../api/client.ts';
import { dayIn } from '../../../format/intl.ts';
import type { Details } from '../../../subscriptions/fields.ts';
import type { Payment } from '../../../subscriptions/payments.ts';
import { type Entry, subscriptionRecord } from '../../activity/entries.ts';

type Price = Schemas['PriceEntry'];

/** What happened with a subscription on a day `YYYY-MM-DD`. Its entry says who did it, as far as the activity has it. */
export type Happening = { readonly key: string; readonly day: string; readonly entry?: Entry | undefined } & (
  | { readonly kind: 'payment'; readonly payment: Payment }
  | { readonly kind: 'price'; readonly price: Price }
  | { readonly kind: 'planned'; readonly amount: number }
  | { readonly kind: 'change'; readonly entry: Entry }
);

interface Told {
  readonly payments: readonly Payment[];
  readonly prices: readonly Price[];
  /** The planned prices of the subscription. */
  readonly priceSteps: Details['priceSteps'];
  /** The entries of the subscription and of its payments, newest first. */
  readonly entries: readonly Entry[];
}

/** Payments, prices, planned ones too, and other changes in one line of time, the newest first. A payment stands at the day on which it was made. */
export function happeningsOf({ payments, prices, priceSteps, entries }: Told, timeZone: string): readonly Happening[] {
  const renewals = entries.filter((entry) => subscriptionRecord(entry)?.renewal !== undefined);
  const risen = prices.filter(({ changePercent }) => changePercent !== undefined);
  const others = entries.filter(
    (entry) => !renewals.includes(entry) && !risen.some(({ since }) => since === entry.createdAt),
  );
  const happenings: readonly Happening[] = [
    ...priceSteps.map(({ from, amount }) => ({ kind: 'planned' as const, key: from, day: from, amount })),
    ...others.map((entry) => ({
      kind: 'change' as const,
      key: entry.id,
      day: dayIn(entry.createdAt, timeZone),
      entry,
    })),
    ...risen.map((price) => ({
      kind: 'price' as const,
      key: price.since,
      day: dayIn(price.since, timeZone),
      entry: entries.find(({ createdAt }) => createdAt === price.since),
      price,
    })),
    ...payments.map((payment) => ({
      kind: 'payment' as const,
      key: payment.id,
      day: payment.paidOn,
      entry: renewals.find((entry) => isOf(entry, payment)),
      payment,
    })),
  ];
  return happenings.toSorted((a, b) => compareText(b.day, a.day) || compareText(instantOf(b), instantOf(a)));
}

function instantOf({ entry, day }: Happening): string {
  return entry?.createdAt ?? day;
}

/** Whether an entry recorded a payment. */
function isOf(entry: Entry, { dueOn }: Payment): boolean {
  const next = subscriptionRecord(entry)?.renewal?.nextPaymentDate;
  return next !== undefined && next.before <= dueOn && dueOn < next.after;
}
