import type { Service } from './service.ts';

/** The spend summary of an answer. */
export interface Summary {
  readonly asOf: string;
  readonly horizonDays: number;
  readonly counts: Readonly<Record<'total' | 'active' | 'paused' | 'cancelled', number>>;
  readonly byCurrency: readonly {
    readonly currency: string;
    readonly activeSubscriptions: number;
    readonly monthlyTotal: number;
    readonly yearlyTotal: number;
  }[];
  readonly byCategory: readonly {
    readonly category: string;
    readonly activeSubscriptions: number;
    readonly monthlyTotalsByCurrency: Readonly<Record<string, number>>;
    /** Only with `include=yearly`. */
    readonly yearlyTotalsByCurrency?: Readonly<Record<string, number>>;
  }[];
  readonly upcomingRenewals: readonly {
    readonly id: string;
    readonly name: string;
    readonly category: string;
    readonly amount: number;
    readonly currency: string;
    readonly period: string;
    readonly nextPaymentDate: string;
    readonly daysUntilRenewal: number;
  }[];
}

/** A group of subscriptions with one name. */
export interface DuplicateGroup {
  readonly normalizedName: string;
  readonly subscriptions: readonly Readonly<Record<string, unknown>>[];
}

/** The optimization candidates. */
export interface Optimizations {
  readonly monthlyToAnnual: readonly {
    readonly id: string;
    readonly name: string;
    readonly currency: string;
    readonly monthlyAmount: number;
    readonly yearlyAtCurrentRate: number;
  }[];
  readonly aboveAverageInCurrency: readonly {
    readonly id: string;
    readonly name: string;
    readonly currency: string;
    readonly monthlyEquivalent: number;
    readonly currencyMonthlyAverage: number;
  }[];
}

async function report(service: Service, path: string, key: string): Promise<Readonly<Record<string, unknown>>> {
  const answer = await service.call('GET', `/api/v1/analytics/${path}`, { key });
  if (answer.status !== 200) throw new Error(`there is no report: ${answer.text}`);
  return answer.json;
}

/** The spend summary of the key's owner, for a query such as `?horizonDays=7`. */
export async function summaryOf(service: Service, key = service.keys.write, query = ''): Promise<Summary> {
  return (await report(service, `summary${query}`, key))['summary'] as Summary;
}

/** The groups of duplicates of the key's owner. */
export async function duplicatesOf(service: Service, key = service.keys.write): Promise<readonly DuplicateGroup[]> {
  return (await report(service, 'duplicates', key))['duplicates'] as readonly DuplicateGroup[];
}

/** The optimization candidates of the key's owner. */
export async function optimizationsOf(service: Service, key = service.keys.write): Promise<Optimizations> {
  return (await report(service, 'optimizations', key))['optimizations'] as Optimizations;
}

type Totals = Readonly<Record<string, number>>;

interface UpcomingPayment {
  readonly date: string;
  readonly subscriptionId: string;
  readonly name: string;
  readonly category: string;
  readonly amount: number;
  readonly currency: string;
  readonly period: string;
  readonly customDate?: string;
  readonly everyMonths?: number;
  readonly previousAmount?: number;
  readonly nextPrice?: { readonly from: string; readonly amount: number };
  readonly isEstimate?: true;
  readonly range?: { readonly low: number; readonly high: number };
}

/** The payments to come. */
export interface UpcomingPayments {
  readonly payments: readonly UpcomingPayment[];
  readonly overdue: readonly (UpcomingPayment & {
    readonly daysOverdue: number;
    readonly missedPayments: number;
    readonly missedOn: readonly string[];
    readonly missedAmounts?: readonly number[];
    readonly missedTotal?: number;
  })[];
  readonly overdueTotal: number;
  readonly totalsByCurrency: Totals;
  readonly from: string;
  readonly to: string;
  readonly pagination: { readonly limit: number; readonly offset: number; readonly hasMore: boolean };
}

/** The forecast of an answer. */
export interface Forecast {
  readonly asOf: string;
  readonly overdue: { readonly payments: number; readonly totalsByCurrency: Totals };
  readonly months: readonly {
    readonly month: string;
    readonly payments: number;
    readonly totalsByCurrency: Totals;
    readonly byCategory: readonly { readonly category: string; readonly totalsByCurrency: Totals }[];
    readonly isEstimate?: true;
    readonly range?: Readonly<Record<string, { readonly low: number; readonly high: number }>>;
  }[];
}

/** The payments to come of the key's owner, for a query such as `?to=2026-12-31`. */
export async function paymentsOf(service: Service, query = '', key = service.keys.write): Promise<UpcomingPayments> {
  return (await report(service, `payments${query}`, key)) as unknown as UpcomingPayments;
}

/** The forecast of the key's owner, for a query such as `?months=3`. */
export async function forecastOf(service: Service, query = '', key = service.keys.write): Promise<Forecast> {
  return (await report(service, `forecast${query}`, key))['forecast'] as Forecast;
}

/** A deadline of an answer. */
export interface Deadline {
  readonly kind: 'notice' | 'trial_end' | 'end' | 'price';
  readonly date: string;
  readonly daysLeft: number;
  readonly subscriptionId: string;
  readonly name: string;
  readonly amount: number;
  readonly currency: string;
  readonly period: string;
  readonly yearlyCost: number;
  readonly termEndsOn?: string;
  readonly difference?: number;
}

/** The deadlines of the key's owner, for a query such as `?days=7`. */
export async function deadlinesOf(
  service: Service,
  query = '',
  key = service.keys.write,
): Promise<readonly Deadline[]> {
  return (await report(service, `deadlines${query}`, key))['deadlines'] as readonly Deadline[];
}

/** What to set aside, of an answer. */
export interface SetAside {
  readonly asOf: string;
  readonly byCurrency: readonly {
    readonly currency: string;
    readonly monthly: number;
    readonly start: number;
    readonly isEstimate?: true;
    readonly currencies?: readonly string[];
    readonly soon: { readonly payments: number; readonly total: number; readonly isEstimate?: true };
    readonly months: readonly {
      readonly month: string;
      readonly due: number;
      readonly pot: number;
      readonly isEstimate?: true;
    }[];
    /** Only with `include=largest`. */
    readonly largest?: {
      readonly date: string;
      readonly subscriptionId: string;
      readonly name: string;
      readonly amount: number;
      readonly isEstimate?: true;
    };
  }[];
}

/** What the key's owner may set aside, for a query such as `?months=3`. */
export async function setAsideOf(service: Service, query = '', key = service.keys.write): Promise<SetAside> {
  return (await report(service, `set-aside${query}`, key))['setAside'] as SetAside;
}

/** A budget beside the coming months, of an answer. */
export interface BudgetReport {
  readonly amount: number;
  readonly currency: string;
  readonly months: readonly { readonly month: string; readonly total: number; readonly over: boolean }[];
  readonly missing: readonly string[];
}

/** The budget of the key's owner beside the coming months; null without one. */
export async function budgetOf(service: Service, key = service.keys.write): Promise<BudgetReport | null> {
  return (await report(service, 'budget', key))['budget'] as BudgetReport | null;
}
