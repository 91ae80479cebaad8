import { api, bodyOf } from '../../../api/client.ts';
import { RequestRefused } from '../../../api/errors.ts';
import { showToast } from '../../../components/Toast.tsx';
import { money } from '../../../format/format.ts';
import { t } from '../../../messages/messages.ts';
import type { DueRow } from './dueRows.ts';

const entriesToSearch = 20;

/**
 * Records the payment of a row, and tells so with a button that undoes it. If somebody else was faster, it tells that.
 *
 * @returns whether it was recorded: if not, the row is out of date
 * @throws {RequestRefused} for any other reason
 */
export async function pay(row: DueRow): Promise<boolean> {
  const path = { id: row.subscriptionId };
  try {
    const { requestId } = await bodyOf(
      api.POST('/api/v1/subscriptions/{id}/renew', { params: { path }, body: { dueOn: row.date } }),
    );
    const text = t('overview.paid', { name: row.name, sum: money(row.amount, row.currency) });
    showToast(text, () => undo(row, requestId));
    return true;
  } catch (error) {
    if (!(error instanceof RequestRefused) || error.problem.code !== 'renewal_conflict') throw error;
    showToast(t('overview.paid.conflict', { name: row.name }));
    return false;
  }
}

async function undo(row: DueRow, requestId: string): Promise<void> {
  const query = { subscriptionId: row.subscriptionId, limit: entriesToSearch };
  const { data } = await bodyOf(api.GET('/api/v1/audit', { params: { query } }));
  const entry = data.find((one) => one.requestId === requestId);
  if (entry === undefined) throw new Error(`no entry of ${requestId}`);
  await bodyOf(api.POST('/api/v1/audit/{id}/revert', { params: { path: { id: entry.id } } }));
  showToast(t('overview.paid.undone', { name: row.name }));
}
