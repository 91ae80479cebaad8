import { forecast } from '../../domain/analytics/forecast.ts';
import { missedPayments, type PaymentRange } from '../../domain/analytics/paymentsToCome.ts';
import { daysBetween } from '../../domain/billing/days.ts';
import { amountOf } from '../../domain/billing/money.ts';
import type { Store } from '../../store/store.ts';

/** The payments to come in a range of days. */
export interface PaymentsToComeRead extends PaymentRange {
  readonly kind: 'paymentsToCome';
}

/** The payments of this month and of those after it. */
export interface ForecastRead {
  readonly kind: 'forecast';
  /** ISO 8601 UTC. */
  readonly asOf: string;
  /** The current day in the configured time zone, `YYYY-MM-DD`. */
  readonly today: string;
  readonly months: number;
}

type DuePayments = Store['duePayments'];

/** The answer to a {@link PaymentsToComeRead}, without its request id. */
export function viewPayments(duePayments: DuePayments, ownerId: number, range: PaymentsToComeRead) {
  const { today, from, to, page } = range;
  const found = duePayments.inRange(ownerId, range);
  return {
    payments: found.payments.map(viewPayment),
    overdue: found.overdue.map((due) => ({
      ...viewPayment({ date: due.nextPaymentDate, ...due }),
      daysOverdue: daysBetween(due.nextPaymentDate, today),
      missedPayments: missedPayments(due, today),
    })),
    overdueTotal: found.overdueTotal,
    totalsByCurrency: found.totalsByCurrency,
    from,
    to,
    pagination: { ...page, hasMore: found.hasMore },
  };
}

type Payment = ReturnType<DuePayments['inRange']>['payments'][number];

function viewPayment({ date, id, name, category, amountHundredths, currency, period }: Payment) {
  return { date, subscriptionId: id, name, category, amount: amountOf(amountHundredths), currency, period };
}

/** The answer to a {@link ForecastRead}, without its request id. */
export function viewForecast(duePayments: DuePayments, ownerId: number, { asOf, today, months }: ForecastRead) {
  return { forecast: forecast(duePayments.schedules(ownerId), { asOf, today, months }) };
}
