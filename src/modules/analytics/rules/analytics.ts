import { daysBetween } from '../../../core/billing/days.ts';
import {
  monthlyHundredths,
  roundedShare,
  spendOfCurrencies,
  tallyCurrencies,
  yearlyEquivalent,
  type CurrencySpend,
  type PricedPeriod,
} from './equivalents.ts';
import { addExact, amountOf, compareExact, divideExact } from '../../../core/billing/money.ts';
import { unitsAYear, type Period } from '../../../core/billing/periodTable.ts';
import { byOrderIn } from '../../../core/billing/currencies.ts';
import type { Currency, Status } from '../../subscriptions/model.ts';
import { compareText, joinEqualTexts } from '../../../core/text/text.ts';

/** The active subscriptions that share category, currency and billing period, already counted and summed. */
export interface SpendGroup extends CurrencySpend {
  readonly category: string;
}

/** A subscription as the renewal list needs it. */
interface Renewal {
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
  /** Whether each category has its yearly totals, too. */
  readonly withYearly: boolean;
  readonly counts: StatusCounts;
  readonly spend: readonly SpendGroup[];
  readonly renewals: readonly Renewal[];
}

/** The spend summary: counts, totals per currency, spend by category, and the renewals ahead. Each figure is rounded once. */
export function summarise(figures: SummaryFigures) {
  return {
    asOf: figures.asOf,
    horizonDays: figures.horizonDays,
    counts: { total: totalOf(figures.counts), ...figures.counts },
    byCurrency: spendByCurrency(figures.spend),
    byCategory: spendByCategory(figures.spend, figures.withYearly),
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

function spendByCurrency(groups: readonly SpendGroup[]) {
  return Array.from(tallyCurrencies(groups), ([currency, tally]) => ({
    currency,
    activeSubscriptions: tally.activeSubscriptions,
    monthlyTotal: amountOf(roundedShare(tally, unitsAYear.months)),
    yearlyTotal: amountOf(roundedShare(tally, 1)),
  })).sort((a, b) => b.monthlyTotal - a.monthlyTotal || compareText(a.currency, b.currency));
}

function spendByCategory(groups: readonly SpendGroup[], withYearly: boolean) {
  const categories = joinEqualTexts();
  return Array.from(
    Map.groupBy(groups, (group) => categories.keyOf(group.category)),
    ([key, members]) => {
      const tallies = Array.from(tallyCurrencies(members)).sort(([a], [b]) => compareText(a, b));
      const totals = (parts: number) =>
        Object.fromEntries(tallies.map(([currency, tally]) => [currency, amountOf(roundedShare(tally, parts))]));
      return {
        category: categories.shownOf(key),
        activeSubscriptions: members.reduce((sum, group) => sum + group.subscriptions, 0),
        monthlyTotalsByCurrency: totals(unitsAYear.months),
        ...(withYearly && { yearlyTotalsByCurrency: totals(1) }),
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

/** The candidates whose monthly cost is strictly more than twice the mean of their currency's active subscriptions, most expensive first. */
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
 * The yearly cost of monthly subscriptions at their current price. Amounts of different currencies are not compared:
 * the result is grouped by currency, and the order of the rows is preserved within one.
 *
 * @param allowed the currencies of the server, whose order is that of the groups
 */
export function monthlyToAnnual(rows: readonly MonthlyCost[], allowed: readonly string[]) {
  const compare = byOrderIn(allowed);
  return rows
    .toSorted((a, b) => compare(a.currency, b.currency))
    .map(({ id, name, currency, amountHundredths }) => ({
      id,
      name,
      currency,
      monthlyAmount: amountOf(amountHundredths),
      yearlyAtCurrentRate: amountOf(amountHundredths * unitsAYear.months),
    }));
}

function totalOf(counts: StatusCounts): number {
  return counts.active + counts.paused + counts.cancelled;
}
