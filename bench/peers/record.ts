// The parts that all peers share: the wire form of a subscription and the rules of a new one.

/** A row of the table, its columns named as in code. */
export interface Row {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly amountHundredths: number;
  readonly currency: string;
  readonly period: string;
  readonly customDays: number | null;
  readonly lastPaymentDate: string;
  readonly nextPaymentDate: string;
  readonly notificationEnabled: number;
  readonly status: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The body of a create request, after validation. */
export interface Draft {
  readonly name: string;
  readonly category: string;
  readonly amount: number;
  readonly currency: string;
  readonly period: 'monthly' | 'yearly' | 'custom';
  readonly lastPaymentDate: string;
  readonly customDate?: string | undefined;
  readonly notificationEnabled?: boolean | undefined;
  readonly status?: string | undefined;
}

/** The currencies of the API. */
export const currencies = ['CNY', 'USD', 'EUR', 'JPY', 'GBP', 'AUD', 'CAD', 'CHF', 'HKD', 'SGD'] as const;
/** The billing periods of the API. */
export const periods = ['monthly', 'yearly', 'custom'] as const;
/** The states of a subscription. */
export const statuses = ['active', 'paused', 'cancelled'] as const;

/** A subscription as clients see it. */
export function view(row: Row) {
  return {
    id: row.id,
    name: row.name,
    category: row.category,
    amount: row.amountHundredths / 100,
    currency: row.currency,
    period: row.period,
    ...(row.customDays !== null && { customDate: String(row.customDays) }),
    lastPaymentDate: row.lastPaymentDate,
    nextPaymentDate: row.nextPaymentDate,
    notificationEnabled: row.notificationEnabled === 1,
    status: row.status,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** The row that a valid draft becomes. */
export function rowOf(draft: Draft, id: string): Row {
  const now = new Date().toISOString();
  const customDays = draft.period === 'custom' ? Number(draft.customDate) : null;
  return {
    id,
    name: draft.name,
    category: draft.category,
    amountHundredths: Math.round(draft.amount * 100),
    currency: draft.currency,
    period: draft.period,
    customDays,
    lastPaymentDate: draft.lastPaymentDate,
    nextPaymentDate: nextPaymentDate(draft.lastPaymentDate, draft.period, customDays),
    notificationEnabled: draft.notificationEnabled === false ? 0 : 1,
    status: draft.status ?? 'active',
    createdAt: now,
    updatedAt: now,
  };
}

/** One billing period later, at the latest the month's last day. */
function nextPaymentDate(lastPaymentDate: string, period: Draft['period'], customDays: number | null): string {
  const [year = 0, month = 1, day = 1] = lastPaymentDate.split('-').map(Number);
  if (period === 'custom') return isoDay(year, month - 1, day + (customDays ?? 1));
  const months = month - 1 + (period === 'monthly' ? 1 : 12);
  const lastDayOfMonth = new Date(Date.UTC(year, months + 1, 0)).getUTCDate();
  return isoDay(year, months, Math.min(day, lastDayOfMonth));
}

function isoDay(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}
