import { sumAmounts } from '../../core/billing/money.ts';
import { RequestRefused } from '../api/answers.ts';
import { api, bodyOf, type Schemas } from '../api/client.ts';
import { reloadAll } from '../api/resource.ts';
import { showToast } from '../components/feedback.tsx';
import { money } from '../format/format.ts';
import { t } from '../messages/messages.ts';
import type { Payable } from './fields.ts';
import { undoRequests } from './undo.ts';

// Apart from the other changes, which the first view does without.

/** What was paid when it is not the usual: another day, another amount, or several due dates at once. */
export type PaidOtherwise = Pick<Schemas['Renewal'], 'paidOn' | 'amount' | 'payments' | 'fromNowOn'>;

/**
 * Records that the next payment of a subscription was made, or several. A toast tells of it, and undoes it. If somebody else
 * was faster, it tells that, and what the page shows loads again.
 *
 * @returns undoes it; undefined when somebody else was faster
 * @throws {RequestRefused} for any other reason
 */
export async function recordPayment(
  payable: Payable,
  otherwise: PaidOtherwise = {},
): Promise<(() => void) | undefined> {
  const { id, name, currency, nextPaymentDate, amounts = [] } = payable;
  const { payments: count = 1, amount } = otherwise;
  const body = { ...otherwise, dueOn: nextPaymentDate };
  try {
    const made = await bodyOf(api.POST('/api/v1/subscriptions/{id}/renew', { params: { path: { id } }, body }));
    const sum = money(
      sumAmounts(Array.from({ length: count }, (_, at) => amount ?? amounts[at] ?? payable.amount)),
      currency,
    );
    const said = count === 1 ? t('overview.paid', { name, sum }) : t('subscriptions.pay.done', { name, count, sum });
    return showToast(said, async () => {
      await undoRequests([made.requestId]);
      showToast(count === 1 ? t('overview.paid.undone', { name }) : t('subscriptions.pay.undone', { name, count }));
    });
  } catch (error) {
    if (!(error instanceof RequestRefused) || error.problem.code !== 'renewal_conflict') throw error;
    showToast(t('overview.paid.conflict', { name }));
    reloadAll();
    return undefined;
  }
}
