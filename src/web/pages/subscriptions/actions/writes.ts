import { api, bodyOf } from '../../../api/client.ts';
import { messageOf } from '../../../components/ErrorNotice.tsx';
import { showToast } from '../../../components/Toast.tsx';
import { t } from '../../../messages/messages.ts';
import type { Status, Subscription } from '../model/record.ts';
import { change, revertRequests } from '../requests.ts';

/** Records that the next payment of a subscription was made. A toast tells of it, and undoes it. */
export async function recordPayment({ id, name, nextPaymentDate }: Subscription): Promise<void> {
  const body = { dueOn: nextPaymentDate };
  const made = await bodyOf(api.POST('/api/v1/subscriptions/{id}/renew', { params: { path: { id } }, body }));
  showToast(t('subscriptions.done.paid', { name }), () => revertRequests([made.requestId]));
}

const done = {
  active: ['subscriptions.done.resumed', 'subscriptions.done.resumed.many'],
  paused: ['subscriptions.done.paused', 'subscriptions.done.paused.many'],
  cancelled: ['subscriptions.done.cancelled', 'subscriptions.done.cancelled.many'],
} as const satisfies Record<Status, unknown>;

/** Gives subscriptions a status, those that do not have it yet. A toast tells of it, and undoes it. */
export async function setStatus(records: readonly Subscription[], status: Status): Promise<void> {
  const changed = records.filter((record) => record.status !== status);
  if (changed.length === 0) {
    showToast(t('subscriptions.done.nothing'));
    return;
  }
  const { requestIds } = await change(changed.map(({ id }) => ({ action: 'update', id, patch: { status } })));
  const [one, many] = done[status];
  const name = changed[0]?.name ?? '';
  const text = changed.length === 1 ? t(one, { name }) : t(many, { count: changed.length });
  showToast(text, () => undoStatus(changed, requestIds));
}

/** Deletes subscriptions. This cannot be undone. */
export async function deleteForGood(records: readonly Subscription[]): Promise<void> {
  await change(records.map(({ id }) => ({ action: 'delete', id })));
  const name = records[0]?.name ?? '';
  const count = records.length;
  showToast(count === 1 ? t('subscriptions.done.deleted', { name }) : t('subscriptions.done.deleted.many', { count }));
}

/** Does something that has no place of its own for an error: a toast shows it. */
export function tell(action: Promise<unknown>): void {
  action.catch((error: unknown) => showToast(messageOf(error)));
}

/** Many are set back by one batch, which is all or nothing; a revert also notices that somebody has changed it since. */
async function undoStatus(before: readonly Subscription[], requestIds: readonly string[]): Promise<void> {
  if (before.length === 1) return revertRequests(requestIds);
  await change(before.map(({ id, status }) => ({ action: 'update', id, patch: { status } })));
}
