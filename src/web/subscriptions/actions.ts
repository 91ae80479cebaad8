import { sumAmounts } from '../../domain/billing/money.ts';
import { RequestRefused } from '../api/answers.ts';
import { api, bodyOf, type Schemas } from '../api/client.ts';
import { reloadAll } from '../api/resource.ts';
import { showToast } from '../components/feedback.tsx';
import { money } from '../format/format.ts';
import { t } from '../messages/messages.ts';
import type { Status, Subscription } from './fields.ts';

/** One operation of a batch. */
export type Operation = Schemas['Batch']['operations'][number];

/** One that updates. */
type UpdateOperation = Extract<Operation, { readonly action: 'update' }>;

const batchSize = 100;

/**
 * Makes changes: up to 100 are all made or none; more are made in several steps.
 *
 * @returns the results in the order of the operations, and the ids of the requests that made them
 */
export async function change(operations: readonly Operation[], key?: string) {
  const results: Schemas['BatchAnswer']['results'] = [];
  const requestIds: string[] = [];
  for (let start = 0; start < operations.length; start += batchSize) {
    const body = { operations: operations.slice(start, start + batchSize) };
    const params = key === undefined ? {} : { header: { 'Idempotency-Key': key } };
    const answer = await bodyOf(api.POST('/api/v1/subscriptions/batch', { params, body }));
    results.push(...answer.results);
    requestIds.push(answer.requestId);
  }
  return { results, requestIds };
}

/**
 * Updates the version of a subscription that has an entity tag: fields, details or both, as one write.
 *
 * @returns the id of the request
 * @throws {RequestRefused} 412 when somebody has changed the subscription since
 */
export async function update(operation: UpdateOperation, etag: string): Promise<string> {
  const { id, patch, details } = operation;
  // In a batch, the tag of an update without details is that of the record alone.
  if (details !== undefined || patch === undefined) {
    const { requestIds } = await change([{ ...operation, ifMatch: etag }]);
    return requestIds[0] ?? '';
  }
  const params = { path: { id }, query: { include: 'details' }, header: { 'If-Match': etag } } as const;
  return (await bodyOf(api.PATCH('/api/v1/subscriptions/{id}', { params, body: patch }))).requestId;
}

/** A subscription whose next payment can be recorded. */
export type Payable = Pick<Subscription, 'id' | 'name' | 'amount' | 'nextPaymentDate'> & { readonly currency: string };

/** What was paid when it is not the usual: another day, another amount, or several due dates at once. */
export type PaidOtherwise = Pick<Schemas['Renewal'], 'paidOn' | 'amount' | 'payments'>;

/**
 * Records that the next payment of a subscription was made, or several. A toast tells of it, and undoes it. If somebody else
 * was faster, it tells that, and what the page shows loads again.
 *
 * @throws {RequestRefused} for any other reason
 */
export async function recordPayment(payable: Payable, otherwise: PaidOtherwise = {}): Promise<void> {
  const { id, name, currency, nextPaymentDate } = payable;
  const { payments: count = 1, amount = payable.amount } = otherwise;
  const body = { ...otherwise, dueOn: nextPaymentDate };
  try {
    const made = await bodyOf(api.POST('/api/v1/subscriptions/{id}/renew', { params: { path: { id } }, body }));
    const sum = money(sumAmounts(Array.from({ length: count }, () => amount)), currency);
    const said = count === 1 ? t('overview.paid', { name, sum }) : t('subscriptions.pay.done', { name, count, sum });
    showToast(said, async () => {
      await revertRequest(id, made.requestId);
      showToast(t('overview.paid.undone', { name }));
    });
  } catch (error) {
    if (!(error instanceof RequestRefused) || error.problem.code !== 'renewal_conflict') throw error;
    showToast(t('overview.paid.conflict', { name }));
    reloadAll();
  }
}

const done = {
  active: ['subscriptions.done.resumed', 'subscriptions.done.resumed.many'],
  paused: ['subscriptions.done.paused', 'subscriptions.done.paused.many'],
  cancelled: ['subscriptions.done.cancelled', 'subscriptions.done.cancelled.many'],
} as const satisfies Record<Status, unknown>;

type Changeable = Pick<Subscription, 'id' | 'name' | 'status'>;

/**
 * Gives subscriptions a status, those that do not have it yet. A toast tells of it, and undoes it.
 *
 * @param text what the toast says; by default the name or the number of those that changed
 */
export async function setStatus(records: readonly Changeable[], status: Status, text?: string): Promise<void> {
  const changed = records.filter((record) => record.status !== status);
  const [first] = changed;
  if (first === undefined) return showToast(t('subscriptions.done.nothing'));
  const { requestIds } = await change(changed.map(({ id }) => ({ action: 'update', id, patch: { status } })));
  const [one, many] = done[status];
  const said = changed.length === 1 ? t(one, { name: first.name }) : t(many, { count: changed.length });
  showToast(text ?? said, () => undoStatus(changed, requestIds));
}

/** Deletes subscriptions. This cannot be undone. */
export async function deleteForGood(records: readonly Changeable[]): Promise<void> {
  await change(records.map(({ id }) => ({ action: 'delete', id })));
  const name = records[0]?.name ?? '';
  const count = records.length;
  showToast(count === 1 ? t('subscriptions.done.deleted', { name }) : t('subscriptions.done.deleted.many', { count }));
}

/** Many are set back by one batch, which is all or nothing; a revert also notices that somebody has changed it since. */
async function undoStatus(before: readonly Changeable[], requestIds: readonly string[]): Promise<void> {
  const [only, ...others] = before;
  const [requestId] = requestIds;
  if (only !== undefined && others.length === 0 && requestId !== undefined) return revertRequest(only.id, requestId);
  await change(before.map(({ id, status }) => ({ action: 'update', id, patch: { status } })));
}

// More than the payments that are recorded at once.
const newestEntries = 50;

/**
 * Undoes the update that an audit entry records.
 *
 * @throws {RequestRefused} 409 when a later write changed what it would restore
 */
export async function revertEntry(id: string): Promise<void> {
  await bodyOf(api.POST('/api/v1/audit/{id}/revert', { params: { path: { id } } }));
}

/**
 * Undoes the update that a request made, or all of them, such as several payments: the newest first.
 *
 * @param requestId the id in the answer to that request
 * @throws {RequestRefused} 409 when a later write changed what it would restore
 */
export async function revertRequest(subscriptionId: string, requestId: string): Promise<void> {
  const query = { subscriptionId, limit: newestEntries };
  const { data } = await bodyOf(api.GET('/api/v1/audit', { params: { query } }));
  const entries = data.filter((one) => one.requestId === requestId);
  if (entries.length === 0) throw new Error(`no entry of the request ${requestId}`);
  for (const { id } of entries) await revertEntry(id);
}
