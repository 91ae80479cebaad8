import { dayAfter } from '../../../../domain/billing/days.ts';
import { api, bodyOf, type Schemas } from '../../../api/client.ts';
import { RequestRefused } from '../../../api/errors.ts';
import { isOverdue, type Subscription } from '../model/record.ts';
import { loadVersion } from '../requests.ts';

const paymentsShown = 24;
const upcomingShown = 6;
const upcomingDays = 366;

/** All that is known of one subscription. */
export interface History {
  readonly record: Subscription;
  /** Newest first. */
  readonly prices: readonly Schemas['PriceEntry'][];
  /** The last payments made, newest first. */
  readonly payments: readonly Schemas['Payment'][];
  /** The next due days, the first one first, `YYYY-MM-DD`. */
  readonly upcoming: readonly string[];
}

/** Reads all that is known of one subscription; null when it does not exist. `today` is a day `YYYY-MM-DD`. */
export async function loadHistory(id: string, today: string, signal: AbortSignal): Promise<History | null> {
  const params = { path: { id } };
  const query = { subscriptionId: id, limit: paymentsShown };
  try {
    const { record } = await loadVersion(id, signal);
    const [{ prices }, { data: payments }, upcoming] = await Promise.all([
      bodyOf(api.GET('/api/v1/subscriptions/{id}/prices', { params, signal })),
      bodyOf(api.GET('/api/v1/payments', { params: { query }, signal })),
      upcomingOf(record, today, signal),
    ]);
    return { record, prices, payments, upcoming };
  } catch (error) {
    const isGone =
      error instanceof RequestRefused && (error.status === 404 || error.problem.code === 'invalid_subscription_id');
    if (isGone) return null;
    throw error;
  }
}

/** The next due days, out of the payments to come of all subscriptions: that report knows every rule of dates. */
async function upcomingOf(record: Subscription, today: string, signal: AbortSignal): Promise<readonly string[]> {
  if (record.status !== 'active') return [];
  const to = dayAfter(today, upcomingDays);
  const query = { from: today, to, limit: 1000 };
  const { payments } = await bodyOf(api.GET('/api/v1/analytics/payments', { params: { query }, signal }));
  const days = payments.filter((one) => one.subscriptionId === record.id).map(({ date }) => date);
  const overdue = isOverdue(record, today) ? [record.nextPaymentDate] : [];
  return [...overdue, ...days].slice(0, upcomingShown);
}
