import type { Currency } from '../../subscriptions/model.ts';
import {
  divideExact,
  roundedQuotient,
  roundHalfUp,
  sumExact,
  type ExactHundredths,
} from '../../../core/billing/money.ts';
import { paymentFrequency, unitsAYear, type UncheckedBillingPeriod } from '../../../core/billing/periodTable.ts';

/** An amount with its billing period. */
export interface PricedPeriod extends UncheckedBillingPeriod {
  readonly amountHundredths: number;
}

/** The active subscriptions that share currency and billing period, already counted and summed. */
export interface CurrencySpend extends PricedPeriod {
  readonly currency: Currency;
  readonly subscriptions: number;
}

/** What an amount costs in a year, exactly: monthly × 12, yearly × 1, every N days × 365 / N. */
export function yearlyEquivalent(priced: PricedPeriod): ExactHundredths {
  const { payments, years } = paymentFrequency(priced);
  return exactYearly(priced.amountHundredths, payments, years);
}

/** What an amount costs in a month, in hundredths, rounded once. */
export function monthlyEquivalent(priced: PricedPeriod): number {
  return monthlyHundredths(yearlyEquivalent(priced));
}

/** A twelfth of a yearly cost, rounded to whole hundredths. */
export function monthlyHundredths(yearly: ExactHundredths): number {
  return roundHalfUp(divideExact(yearly, unitsAYear.months));
}

interface Spend {
  readonly activeSubscriptions: number;
  readonly yearly: ExactHundredths;
}

/** The exact yearly spend and the number of active subscriptions of each currency. */
export function spendOfCurrencies(groups: readonly CurrencySpend[]): Map<Currency, Spend> {
  const spends = new Map<Currency, Spend>();
  for (const [currency, tally] of tallyCurrencies(groups)) {
    spends.set(currency, { activeSubscriptions: tally.activeSubscriptions, yearly: yearlyOf(tally) });
  }
  return spends;
}

/** The subscriptions of one currency, summed. Sums are exact up to 2⁵³, which takes seven million subscriptions of the highest amount. */
interface Tally {
  activeSubscriptions: number;
  /** The sums of the amounts that are paid equally often, in hundredths. */
  readonly sums: Map<number, { readonly payments: number; readonly years: number; amountHundredths: number }>;
}

/** Sums subscriptions by currency. */
export function tallyCurrencies(groups: readonly CurrencySpend[]): Map<Currency, Tally> {
  const tallies = new Map<Currency, Tally>();
  for (const group of groups) {
    let tally = tallies.get(group.currency);
    if (tally === undefined) {
      tally = { activeSubscriptions: 0, sums: new Map() };
      tallies.set(group.currency, tally);
    }
    count(group, tally);
  }
  return tallies;
}

/** A tally's yearly spend divided by a whole number, rounded once to hundredths. */
export function roundedShare(tally: Tally, parts: number): number {
  let [numerator, denominator] = [0, 1];
  // Doubles are exact and many times faster while the numbers are small.
  for (const { amountHundredths, payments, years } of tally.sums.values()) {
    numerator = numerator * years + amountHundredths * payments * denominator;
    denominator *= years;
  }
  return roundedQuotient(numerator, denominator * parts) ?? roundHalfUp(divideExact(yearlyOf(tally), parts));
}

function count(group: CurrencySpend, tally: Tally): void {
  const { payments, years } = paymentFrequency(group);
  // One number for each frequency: there are never more payments than days in a year.
  const frequency = years * (unitsAYear.days + 1) + payments;
  const sum = tally.sums.get(frequency);
  tally.activeSubscriptions += group.subscriptions;
  if (sum === undefined) tally.sums.set(frequency, { payments, years, amountHundredths: group.amountHundredths });
  else sum.amountHundredths += group.amountHundredths;
}

function yearlyOf({ sums }: Tally): ExactHundredths {
  return sumExact(
    Array.from(sums.values(), ({ amountHundredths, payments, years }) =>
      exactYearly(amountHundredths, payments, years),
    ),
  );
}

function exactYearly(amountHundredths: number, payments: number, years: number): ExactHundredths {
  return { numerator: BigInt(amountHundredths) * BigInt(payments), denominator: BigInt(years) };
}
