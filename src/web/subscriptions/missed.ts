import { afterPaymentsThrough, type AnchorDates } from '../../core/billing/anchors.ts';
import { dayAfter } from '../../core/billing/days.ts';
import { paymentsAtOnceMax } from '../../modules/subscriptions/rules/autoRenewal.ts';
import { allPages } from '../api/answers.ts';
import { api, asOneWrite, bodyOf } from '../api/client.ts';
import { wholeList } from '../api/firstRequests.ts';
import { today } from '../api/session.ts';
import { showToast } from '../components/feedback.tsx';
import { t } from '../messages/messages.ts';
import { change, type Operation } from './actions.ts';
import { batchSize } from './changeAll.ts';
import type { Subscription } from './fields.ts';
import { anchorOf, duePayments, sumOf } from './schedule.ts';
import { undoRequests } from './undo.ts';

/** A subscription whose payments were due before today and would be recorded automatically. */
export interface Missed extends Pick<Subscription, 'id' | 'name' | 'currency'> {
  readonly payments: number;
  /** What these cost together. */
  readonly amount: number;
  /** Its dates as if these had been paid. */
  readonly paid: AnchorDates;
}

/** The subscriptions of which payments are recorded the next night if that is turned on for all that have no choice of their own. */
export async function loadMissed(): Promise<readonly Missed[]> {
  const yesterday = dayAfter(today.peek(), -1);
  const asked = { ...wholeList, status: 'active', expiringBefore: yesterday } as const;
  const records = await allPages((page) =>
    bodyOf(api.GET('/api/v1/subscriptions', { params: { query: { ...asked, ...page } } })),
  );
  return records.flatMap((record) => {
    const { id, name, currency, details } = record;
    const anchor = anchorOf(record);
    const paid = anchor && afterPaymentsThrough(anchor, yesterday);
    if (paid === undefined || typeof details?.autoRenew === 'boolean') return [];
    const due = duePayments(record, yesterday);
    // The newest ones.
    const payments = Math.min(due, paymentsAtOnceMax);
    return [{ id, name, currency, payments, amount: sumOf(record, { from: due - payments, to: due }), paid }];
  });
}

/**
 * Turns on or off that payments are recorded automatically. A toast tells of it, and undoes all of it.
 *
 * @param skipped their payments that were missed are not to be recorded: the dates move on without them
 */
export function setAutoRenew(autoRenew: boolean, skipped: readonly Missed[] = []): Promise<void> {
  const requestIds: string[] = [];
  const undo = () => undoRequests(requestIds, skipped.length + 1);
  return asOneWrite(async () => {
    try {
      for (let start = 0; start < skipped.length; start += batchSize) {
        const { requestId } = await change(skipped.slice(start, start + batchSize).map(skip));
        requestIds.push(requestId);
      }
      const { requestId } = await bodyOf(api.PATCH('/api/v1/preferences', { body: { autoRenew } }));
      requestIds.push(requestId);
    } catch (error) {
      // All of it, or nothing.
      await undo();
      throw error;
    }
    showToast(t(autoRenew ? 'activity.autoRenew.on' : 'activity.autoRenew.off'), undo);
  });
}

/** The anchor day goes with another last payment, unless it is sent, too. */
function skip({ id, paid: { lastPaymentDate, anchorDay } }: Missed): Operation {
  const details = anchorDay === null ? {} : { details: { anchorDay } };
  return { action: 'update', id, patch: { lastPaymentDate }, ...details };
}
