import { aboveAverageInCurrency, monthlyToAnnual, summarise } from './rules/analytics.ts';
import { dayAfter } from '../../core/billing/days.ts';
import { amountOf } from '../../core/billing/money.ts';
import type { Store } from '../store.ts';
import { found, foundAt, type Finder } from '../../core/http/reads/found.ts';

/** The spend summary. */
export interface SummaryRead {
  readonly kind: 'summary';
  /** ISO 8601 UTC. */
  readonly asOf: string;
  /** The current day in the configured time zone, `YYYY-MM-DD`. */
  readonly today: string;
  readonly horizonDays: number;
}

/** The duplicates. */
export interface DuplicatesRead {
  readonly kind: 'duplicates';
}

/** The optimization candidates. */
export interface OptimizationsRead {
  readonly kind: 'optimizations';
  /** The currencies of the server, in their order. */
  readonly currencies: readonly string[];
}

/** The report of what subscriptions cost and which renew soon. */
export const summary: Finder<SummaryRead> = ({ analytics }, ownerId, { asOf, today, horizonDays }) => {
  const figures = analytics.summaryFigures(ownerId, today, dayAfter(today, horizonDays));
  return foundAt(asOf, { summary: summarise({ asOf, today, horizonDays, ...figures }) });
};

/** The report of subscriptions that share a name. */
export const duplicates: Finder<DuplicatesRead> = ({ analytics }, ownerId) =>
  found({ duplicates: analytics.duplicates(ownerId).map(viewDuplicateGroup) });

/** The report of what could cost less. */
export const optimizations: Finder<OptimizationsRead> = ({ analytics }, ownerId, { currencies }) => {
  const { monthly, candidates, spend } = analytics.optimizationFigures(ownerId);
  const aboveAverage = aboveAverageInCurrency(candidates, spend);
  return found({
    optimizations: { monthlyToAnnual: monthlyToAnnual(monthly, currencies), aboveAverageInCurrency: aboveAverage },
  });
};

type DuplicateGroup = ReturnType<Store['analytics']['duplicates']>[number];

function viewDuplicateGroup([normalizedName, members]: DuplicateGroup) {
  const subscriptions = members.map(({ id, name, category, amountHundredths, currency, period, status }) => ({
    id,
    name,
    category,
    amount: amountOf(amountHundredths),
    currency,
    period,
    status,
  }));
  return { normalizedName, subscriptions };
}
