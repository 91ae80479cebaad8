import { database, type Row } from './database.ts';

const counts = database.prepare<Row, [number]>(
  'SELECT status, count(*) AS subscriptions FROM subscriptions WHERE owner_id = ? GROUP BY status',
);
const spend = database.prepare<Row, [number]>(
  `SELECT category, currency, period, custom_days AS customDays, count(*) AS active, sum(amount_hundredths) AS amount
   FROM subscriptions WHERE owner_id = ? AND status = 'active' GROUP BY category, currency, period, custom_days`,
);
const renewals = database.prepare<Row, [number, string, string]>(
  `SELECT id, name, category, currency, period, amount_hundredths AS amount, next_payment_date AS nextPaymentDate
   FROM subscriptions WHERE owner_id = ? AND status = 'active' AND next_payment_date BETWEEN ? AND ?
   ORDER BY next_payment_date, name_folded, sequence`,
);

const horizonDays = 30;
const dayMilliseconds = 86_400_000;

interface Spend {
  active: number;
  /** In hundredths. */
  yearly: number;
}

/** What an owner spends, and what falls due in the next 30 days. */
export function summarise(ownerId: number) {
  const now = new Date();
  const today = now.toISOString().slice(0, 10);
  const lastDay = new Date(now.getTime() + horizonDays * dayMilliseconds).toISOString().slice(0, 10);
  const byStatus = { total: 0, active: 0, paused: 0, cancelled: 0 };
  for (const row of counts.all(ownerId)) {
    const subscriptions = Number(row['subscriptions']);
    byStatus[row['status'] as keyof typeof byStatus] = subscriptions;
    byStatus.total += subscriptions;
  }
  return {
    asOf: now.toISOString(),
    horizonDays,
    counts: byStatus,
    ...totals(spend.all(ownerId)),
    upcomingRenewals: renewals.all(ownerId, today, lastDay).map((row) => ({
      id: row['id'],
      name: row['name'],
      category: row['category'],
      currency: row['currency'],
      period: row['period'],
      amount: Number(row['amount']) / 100,
      nextPaymentDate: row['nextPaymentDate'],
      daysUntilRenewal: (Date.parse(String(row['nextPaymentDate'])) - Date.parse(today)) / dayMilliseconds,
    })),
  };
}

function totals(rows: readonly Row[]) {
  const currencies = new Map<string, Spend>();
  const categories = new Map<string, { active: number; readonly spend: Map<string, Spend> }>();
  for (const row of rows) {
    const currency = String(row['currency']);
    const name = String(row['category']);
    const category = categories.get(name) ?? { active: 0, spend: new Map<string, Spend>() };
    categories.set(name, category);
    category.active += Number(row['active']);
    const yearly = yearlyOf(String(row['period']), Number(row['amount']), Number(row['customDays']));
    add(currencies, currency, Number(row['active']), yearly);
    add(category.spend, currency, Number(row['active']), yearly);
  }
  return {
    byCurrency: Array.from(currencies, ([currency, { active, yearly }]) => ({
      currency,
      activeSubscriptions: active,
      monthlyTotal: amountOf(yearly / 12),
      yearlyTotal: amountOf(yearly),
    })).sort((a, b) => b.monthlyTotal - a.monthlyTotal || (a.currency < b.currency ? -1 : 1)),
    byCategory: Array.from(categories, ([category, { active, spend: ofCategory }]) => ({
      category,
      activeSubscriptions: active,
      monthlyTotalsByCurrency: Object.fromEntries(
        Array.from(ofCategory, ([currency, { yearly }]) => [currency, amountOf(yearly / 12)] as const).sort(
          ([a], [b]) => (a < b ? -1 : 1),
        ),
      ),
    })).sort((a, b) => b.activeSubscriptions - a.activeSubscriptions || (a.category < b.category ? -1 : 1)),
  };
}

function add(spends: Map<string, Spend>, key: string, active: number, yearly: number): void {
  const sum = spends.get(key) ?? { active: 0, yearly: 0 };
  sum.active += active;
  sum.yearly += yearly;
  spends.set(key, sum);
}

function yearlyOf(period: string, amount: number, days: number): number {
  return period === 'monthly' ? amount * 12 : period === 'yearly' ? amount : (amount * 365) / days;
}

function amountOf(hundredths: number): number {
  return Math.round(hundredths) / 100;
}
