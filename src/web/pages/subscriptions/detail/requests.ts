import { countedDay, dueDays, scheduleOf } from '../../../../domain/billing/occurrences.ts';
import { api, bodyOf, type Schemas } from '../../../api/client.ts';
import { RequestRefused } from '../../../api/errors.ts';
import { dayNumberOf, dayOf } from '../../../format/dates.ts';
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
    const [{ prices }, { data: payments }] = await Promise.all([
      bodyOf(api.GET('/api/v1/subscriptions/{id}/prices', { params, signal })),
      bodyOf(api.GET('/api/v1/payments', { params: { query }, signal })),
    ]);
    return { record, prices, payments, upcoming: upcomingOf(record, today) };
  } catch (error) {
    const isGone =
      error instanceof RequestRefused && (error.status === 404 || error.problem.code === 'invalid_subscription_id');
    if (isGone) return null;
    throw error;
  }
}

/** The next due days, and the one that is overdue. */
function upcomingOf(record: Subscription, today: string): readonly string[] {
  const { status, period, customDate, lastPaymentDate, details } = record;
  if (status !== 'active') return [];
  const { everyMonths = null, anchorDay = null, endsOn = null } = details ?? {};
  const customDays = customDate === undefined ? null : Number(customDate);
  const schedule = scheduleOf({ period, customDays, everyMonths, lastPaymentDate, anchorDay, endsOn });
  const first = dayNumberOf(today);
  const days = dueDays(schedule, countedDay(first), countedDay(first + upcomingDays)).map(dayOf);
  const overdue = isOverdue(record, today) ? [record.nextPaymentDate] : [];
  return [...overdue, ...days].slice(0, upcomingShown);
}
