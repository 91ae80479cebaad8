import { RequestRefused } from '../api/answers.ts';
import { api, asOneWrite, bodyOf } from '../api/client.ts';
import { leaveOut, leavingCount, takeIn } from '../api/leaving.ts';
import { noteLeftWriting, reloadAll } from '../api/resource.ts';
import { endToasts, inSteps, showToast, tell } from '../components/feedback.tsx';
import { t } from '../messages/messages.ts';
import { change, type Operation } from './actions.ts';
import { batchSize, changeInBatches, type Named } from './changeAll.ts';
import { stoppedBy } from './undo.ts';

/** From more than this many on, the page asks for their number before it deletes them. */
export const deletedUnaskedMost = 10;

/** A read leaves out no more than these. With more, the dialog stays open while they can be kept, so that nobody sees a figure with them. */
export const leftOutMost = 100;

// Browsers send 64 KiB of a page that is left.
const sentOnLeavingMost = 1000;

/**
 * Deletes subscriptions for good when their toast ends: after its ten seconds, when it is closed, or when the page is left. Until
 * then, its button keeps them. Up to {@link leftOutMost} are out of all views at once, and the promise resolves. With more, it resolves
 * when they are deleted or kept.
 *
 * @param closed tells that the dialog is closed, which keeps what it waits with
 * @returns whether they are out of all views
 * @throws as {@link stoppedBy} says it, while the dialog is open
 */
export async function deleteSoon(records: readonly Named[], closed: AbortSignal): Promise<boolean> {
  const [first, { length: count }] = [records[0], records];
  if (leavingCount() + count > leftOutMost) await endToasts();
  if (count > leftOutMost) return deleteAfterWaiting(records, closed);
  const ids = records.map(({ id }) => id);
  leaveOut(ids);
  reloadAll();
  showToast(
    count === 1 && first
      ? t('subscriptions.done.deleted', { name: first.name })
      : t('subscriptions.done.deleted.many', { count }),
    async () => keep(ids),
    (isLeaving) => tell(remove(records, isLeaving)),
  );
  return true;
}

function keep(ids: readonly string[]): void {
  takeIn(ids);
  reloadAll();
}

async function deleteAfterWaiting(records: readonly Named[], closed: AbortSignal): Promise<boolean> {
  const count = records.length;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const undo = showToast(
    t('subscriptions.delete.waits', { count }),
    async () => resolve(false),
    async (isLeaving) => {
      const removal = remove(records, isLeaving).then(() => true);
      resolve(removal);
      // A sign-out waits for it.
      await removal.catch(() => false);
    },
  );
  closed.addEventListener('abort', undo);
  if (count > sentOnLeavingMost) addEventListener('beforeunload', ask);
  try {
    const isDeleted = await promise;
    if (isDeleted) showToast(t('subscriptions.done.deleted.many', { count }));
    return isDeleted;
  } catch (error) {
    if (!closed.aborted) throw error;
    await tell(Promise.reject(error));
    return false;
  } finally {
    removeEventListener('beforeunload', ask);
  }
}

/** Has the browser ask before it leaves the page. */
function ask(event: Event): void {
  event.preventDefault();
}

async function remove(records: readonly Named[], isLeaving: boolean): Promise<void> {
  const ids = records.map(({ id }) => id);
  try {
    await (isLeaving ? removeAtOnce(ids) : removeInBatches(records));
    takeIn(ids);
  } catch (error) {
    keep(ids);
    throw error;
  }
}

const operationFor = (id: string) => ({ action: 'delete', id }) as const;

/**
 * Deletes subscriptions as far as the first batch that is refused.
 *
 * @throws as {@link stoppedBy} says it
 */
async function removeInBatches(records: readonly Named[]): Promise<void> {
  const wanted = records.map((record) => ({ record, operation: operationFor(record.id) }));
  const { changed, refusal } = await asOneWrite(() =>
    inSteps(wanted.length, (note) => changeInBatches(wanted, deletePresent, note)),
  );
  if (refusal === undefined) return;
  const stop = { names: refusal.names, changed: changed.length, count: wanted.length };
  throw stoppedBy(refusal.error, stop, (how) => t('subscriptions.delete.stopped', how));
}

/** Deletes those that are still there: what somebody else has deleted meanwhile counts as deleted. */
async function deletePresent(operations: readonly Operation[]): Promise<void> {
  try {
    await change(operations);
  } catch (error) {
    const faults = error instanceof RequestRefused ? (error.problem.faults ?? []) : [];
    const gone = new Set(faults.filter(({ code }) => code === 'subscription_not_found').map(({ index }) => index));
    if (gone.size === 0) throw error;
    const present = operations.filter((_, index) => !gone.has(index));
    if (present.length > 0) await deletePresent(present);
  }
}

/** Sends all batches before the page is gone, and waits for no answer in between. */
async function removeAtOnce(ids: readonly string[]): Promise<void> {
  noteLeftWriting();
  const starts = Array.from({ length: Math.ceil(ids.length / batchSize) }, (_, batch) => batch * batchSize);
  await Promise.all(
    starts.map((start) => {
      const body = { operations: ids.slice(start, start + batchSize).map(operationFor) };
      return bodyOf(api.POST('/api/v1/subscriptions/batch', { body, keepalive: true }));
    }),
  );
}
