import { database, type Row } from './database.ts';

const active = database.prepare<Row, [number]>(
  `SELECT id, name, category, currency, period, custom_days AS customDays, amount_hundredths AS amount,
   last_payment_date AS lastPaymentDate, next_payment_date AS nextPaymentDate
   FROM subscriptions WHERE owner_id = ? AND status = 'active' ORDER BY name_folded, sequence`,
);

const monthsOfForecast = 12;
const daysOfPayments = 30;
const pageSize = 100;
const overdueMax = 1000;
const dayMilliseconds = 86_400_000;

const textOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);
const before = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** The due dates of a subscription up to a day, step by step. */
function dueDates(row: Row, until: string): string[] {
  const [year = 0, month = 0, day = 0] = String(row['lastPaymentDate']).split('-').map(Number);
  const months = row['period'] === 'monthly' ? 1 : row['period'] === 'yearly' ? 12 : 0;
  const dates: string[] = [];
  for (let k = 1; ; k += 1) {
    const lastOfMonth = new Date(Date.UTC(year, month + months * k, 0)).getUTCDate();
    const due =
      months === 0
        ? Date.UTC(year, month - 1, day + Number(row['customDays']) * k)
        : Date.UTC(year, month - 1 + months * k, Math.min(day, lastOfMonth));
    const date = textOf(due);
    if (date > until) return dates;
    dates.push(date);
  }
}

type Sums = Map<string, number>;

function add(sums: Sums, row: Row): void {
  const currency = String(row['currency']);
  sums.set(currency, (sums.get(currency) ?? 0) + Number(row['amount']));
}

function amounts(sums: Sums): Record<string, number> {
  const inOrder = Array.from(sums).sort(([one], [other]) => before(one, other));
  return Object.fromEntries(inOrder.map(([currency, sum]) => [currency, sum / 100]));
}

function tally(month: string) {
  return { month, payments: 0, sums: new Map<string, number>(), categories: new Map<string, Sums>() };
}

/** The payments of the next twelve months. */
export function forecast(ownerId: number) {
  const now = new Date();
  const today = now.toISOString().slice(0, 10);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const until = textOf(Date.UTC(year, month + monthsOfForecast, 0));
  const overdue = tally('overdue');
  const months = Array.from({ length: monthsOfForecast }, (_, index) =>
    tally(textOf(Date.UTC(year, month + index, 1)).slice(0, 7)),
  );
  const byName = new Map(months.map((one) => [one.month, one]));
  for (const row of active.all(ownerId)) {
    for (const date of dueDates(row, until)) {
      const into = date < today ? overdue : byName.get(date.slice(0, 7));
      if (into === undefined) continue;
      into.payments += 1;
      add(into.sums, row);
      const category = into.categories.get(String(row['category'])) ?? new Map<string, number>();
      into.categories.set(String(row['category']), category);
      add(category, row);
    }
  }
  return {
    asOf: now.toISOString(),
    overdue: { payments: overdue.payments, totalsByCurrency: amounts(overdue.sums) },
    months: months.map(({ month: name, payments, sums, categories }) => ({
      month: name,
      payments,
      totalsByCurrency: amounts(sums),
      byCategory: Array.from(categories)
        .sort(([one], [other]) => before(one, other))
        .map(([category, ofIt]) => ({ category, totalsByCurrency: amounts(ofIt) })),
    })),
  };
}

function paymentOf(date: string, row: Row) {
  return {
    date,
    subscriptionId: row['id'],
    name: row['name'],
    category: row['category'],
    amount: Number(row['amount']) / 100,
    currency: row['currency'],
    period: row['period'],
  };
}

/** The first page of the payments of the next 30 days, and what is overdue. */
export function paymentsToCome(ownerId: number) {
  const today = textOf(Date.now());
  const to = textOf(Date.now() + daysOfPayments * dayMilliseconds);
  const payments: ReturnType<typeof paymentOf>[] = [];
  const overdue: (ReturnType<typeof paymentOf> & { daysOverdue: number; missedPayments: number })[] = [];
  const sums: Sums = new Map();
  for (const row of active.all(ownerId)) {
    const dates = dueDates(row, to);
    const [first = ''] = dates;
    const missedPayments = dates.filter((date) => date < today).length;
    const daysOverdue = (Date.parse(today) - Date.parse(first)) / dayMilliseconds;
    if (missedPayments > 0) overdue.push({ ...paymentOf(first, row), daysOverdue, missedPayments });
    for (const date of dates.slice(missedPayments)) {
      payments.push(paymentOf(date, row));
      add(sums, row);
    }
  }
  payments.sort((one, other) => before(one.date, other.date));
  overdue.sort((one, other) => before(one.date, other.date));
  return {
    payments: payments.slice(0, pageSize),
    overdue: overdue.slice(0, overdueMax),
    overdueTotal: overdue.length,
    totalsByCurrency: amounts(sums),
    from: today,
    to,
    pagination: { limit: pageSize, offset: 0, hasMore: payments.length > pageSize },
  };
}
