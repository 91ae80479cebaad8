import { daysBetween } from './billing.ts';
import { addExact, amountOf, compareExact, divideExact, roundHalfUp, sumExact, type ExactHundredths } from './money.ts';
import { currencies, type Currency, type Period, type Status } from './subscription.ts';

/** The active subscriptions that share category, currency and billing period, already counted and summed. */
export interface SpendGroup {
  readonly category: string;
  readonly currency: Currency;
  readonly period: Period;
  /** The interval in days while the period is `custom`, else null. */
  readonly customDays: number | null;
  readonly subscriptions: number;
  readonly amountHundredths: number;
}

/** A subscription as the renewal list needs it. */
export interface Renewal {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly amountHundredths: number;
  readonly currency: Currency;
  readonly period: Period;
  readonly nextPaymentDate: string;
}

/** The number of subscriptions in each state. */
export type StatusCounts = Record<Status, number>;

/** What a summary is made of: figures the store has counted, and the moment it speaks of. */
export interface SummaryFigures {
  /** ISO 8601 UTC. */
  readonly asOf: string;
  /** The current day in the configured time zone, `YYYY-MM-DD`. */
  readonly today: string;
  readonly horizonDays: number;
  readonly counts: StatusCounts;
  readonly spend: readonly SpendGroup[];
  readonly renewals: readonly Renewal[];
}

/** An amount with its billing period. */
interface PricedPeriod {
  readonly amountHundredths: number;
  readonly period: Period;
  readonly customDays: number | null;
}

/** What an amount comes to in a year, exactly: monthly × 12, yearly × 1, every N days × 365 / N. */
export function yearlyEquivalent({ amountHundredths, period, customDays }: PricedPeriod): ExactHundredths {
  const amount = BigInt(amountHundredths);
  switch (period) {
    case 'monthly':
      return { numerator: amount * 12n, denominator: 1n };
    case 'yearly':
      return { numerator: amount, denominator: 1n };
    case 'custom':
      return { numerator: amount * 365n, denominator: BigInt(customDays ?? 1) };
  }
}

/** The spend summary: counts, totals per currency, spend by category, and the renewals ahead. Each figure is rounded once. */
export function summarise(figures: SummaryFigures) {
  return {
    asOf: figures.asOf,
    horizonDays: figures.horizonDays,
    counts: { total: totalOf(figures.counts), ...figures.counts },
    byCurrency: spendByCurrency(figures.spend),
    byCategory: spendByCategory(figures.spend),
    upcomingRenewals: figures.renewals.map((renewal) => ({
      id: renewal.id,
      name: renewal.name,
      category: renewal.category,
      currency: renewal.currency,
      period: renewal.period,
      amount: amountOf(renewal.amountHundredths),
      nextPaymentDate: renewal.nextPaymentDate,
      daysUntilRenewal: daysBetween(figures.today, renewal.nextPaymentDate),
    })),
  };
}

interface Spend {
  readonly activeSubscriptions: number;
  readonly yearly: ExactHundredths;
}

/** The exact yearly spend and the number of active subscriptions of each currency. */
export function spendOfCurrencies(groups: readonly SpendGroup[]): Map<Currency, Spend> {
  const tallies = new Map<Currency, Tally>();
  for (const group of groups) {
    let tally = tallies.get(group.currency);
    if (tally === undefined) tallies.set(group.currency, (tally = emptyTally()));
    count(group, tally);
  }
  const spends = new Map<Currency, Spend>();
  for (const [currency, tally] of tallies) {
    spends.set(currency, { activeSubscriptions: tally.activeSubscriptions, yearly: yearlyOf(tally) });
  }
  return spends;
}

/** Sums of whole numbers, as far as they go: each different custom interval then costs one fraction, all else none. */
interface Tally {
  activeSubscriptions: number;
  /** What the monthly and the yearly ones come to in a year, in hundredths. */
  wholeYearly: bigint;
  /** The sum of the amounts, in hundredths, of each custom interval, in days. */
  readonly ofIntervals: Map<number, number>;
}

function emptyTally(): Tally {
  return { activeSubscriptions: 0, wholeYearly: 0n, ofIntervals: new Map() };
}

function count(group: SpendGroup, tally: Tally): void {
  const { amountHundredths, customDays } = group;
  tally.activeSubscriptions += group.subscriptions;
  if (customDays === null) tally.wholeYearly += yearlyEquivalent(group).numerator;
  else tally.ofIntervals.set(customDays, (tally.ofIntervals.get(customDays) ?? 0) + amountHundredths);
}

function yearlyOf({ wholeYearly, ofIntervals }: Tally): ExactHundredths {
  const whole = { numerator: wholeYearly, denominator: 1n };
  if (ofIntervals.size === 0) return whole;
  const fractions = Array.from(ofIntervals, ([customDays, amountHundredths]) =>
    yearlyEquivalent({ amountHundredths, period: 'custom', customDays }),
  );
  return sumExact([whole, ...fractions]);
}

function spendByCurrency(groups: readonly SpendGroup[]) {
  return Array.from(spendOfCurrencies(groups), ([currency, { activeSubscriptions, yearly }]) => ({
    currency,
    activeSubscriptions,
    monthlyHundredths: monthlyHundredths(yearly),
    yearlyHundredths: roundHalfUp(yearly),
  }))
    .sort((a, b) => b.monthlyHundredths - a.monthlyHundredths || compareText(a.currency, b.currency))
    .map(({ currency, activeSubscriptions, ...totals }) => ({
      currency,
      activeSubscriptions,
      monthlyTotal: amountOf(totals.monthlyHundredths),
      yearlyTotal: amountOf(totals.yearlyHundredths),
    }));
}

function spendByCategory(groups: readonly SpendGroup[]) {
  return Array.from(
    Map.groupBy(groups, (group) => group.category),
    ([category, members]) => {
      const totals = Array.from(spendOfCurrencies(members)).sort(([a], [b]) => compareText(a, b));
      return {
        category,
        activeSubscriptions: members.reduce((sum, group) => sum + group.subscriptions, 0),
        monthlyTotalsByCurrency: Object.fromEntries(
          totals.map(([currency, { yearly }]) => [currency, amountOf(monthlyHundredths(yearly))]),
        ),
      };
    },
  ).sort((a, b) => b.activeSubscriptions - a.activeSubscriptions || compareText(a.category, b.category));
}

/** An active subscription that may cost more than its currency's others. */
export interface CostCandidate extends PricedPeriod {
  readonly id: string;
  readonly name: string;
  readonly currency: Currency;
}

/** The candidates whose monthly cost is strictly more than twice the mean of their currency's active subscriptions, dearest first. */
export function aboveAverageInCurrency(candidates: readonly CostCandidate[], groups: readonly SpendGroup[]) {
  const averages = new Map(
    Array.from(spendOfCurrencies(groups), ([currency, { yearly, activeSubscriptions }]) => {
      const mean = divideExact(yearly, activeSubscriptions);
      return [currency, { twice: addExact(mean, mean), monthly: monthlyHundredths(mean) }];
    }),
  );
  return candidates
    .flatMap((candidate) => {
      const average = averages.get(candidate.currency);
      const yearly = yearlyEquivalent(candidate);
      if (average === undefined || compareExact(yearly, average.twice) <= 0) return [];
      return [{ candidate, monthly: monthlyHundredths(yearly), average: average.monthly }];
    })
    .sort((a, b) => b.monthly - a.monthly)
    .map(({ candidate, monthly, average }) => ({
      id: candidate.id,
      name: candidate.name,
      currency: candidate.currency,
      monthlyEquivalent: amountOf(monthly),
      currencyMonthlyAverage: amountOf(average),
    }));
}

/** A monthly subscription and its price. */
export interface MonthlyCost {
  readonly id: string;
  readonly name: string;
  readonly currency: Currency;
  readonly amountHundredths: number;
}

/**
 * What monthly subscriptions come to in a year at their current price. Amounts of different currencies do not compare,
 * so the currencies come in their own order; within one, the order of the rows is kept.
 */
export function monthlyToAnnual(rows: readonly MonthlyCost[]) {
  return rows
    .toSorted((a, b) => currencies.indexOf(a.currency) - currencies.indexOf(b.currency))
    .map(({ id, name, currency, amountHundredths }) => ({
      id,
      name,
      currency,
      monthlyAmount: amountOf(amountHundredths),
      yearlyAtCurrentRate: amountOf(amountHundredths * 12),
    }));
}

function monthlyHundredths(yearly: ExactHundredths): number {
  return roundHalfUp(divideExact(yearly, 12));
}

function totalOf(counts: StatusCounts): number {
  return counts.active + counts.paused + counts.cancelled;
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
