import { api, bodyOf } from '../api/client.ts';
import { leaveOut, leavingCount, takeIn } from '../api/leaving.ts';
import { noteLeftWriting, reloadAll } from '../api/resource.ts';
import { endToasts, showToast, tell } from '../components/feedback.tsx';
import { t } from '../messages/messages.ts';
import { changeAll, type Named } from './changeAll.ts';

/** From more than this many on, the page asks for their number before it deletes them. */
export const deletedUnaskedMost = 10;

/** From more than this many on, a deletion cannot be undone: a batch takes no more, and a read leaves out no more. */
export const deletedLaterMost = 100;

/**
 * Deletes subscriptions for good when their toast ends: after its ten seconds, when it is closed, or when the page is left. Until
 * then, its button keeps them. Very many are deleted at once.
 *
 * @throws as `changeAll` does, when very many cannot be deleted
 */
export async function deleteSoon(records: readonly Named[]): Promise<void> {
  const [first, { length: count }] = [records[0], records];
  if (count > deletedLaterMost) return changeAll(records, { operationFor, told: manyDeleted, isFinal: true });
  if (leavingCount() + count > deletedLaterMost) await endToasts();
  const ids = records.map(({ id }) => id);
  leaveOut(ids);
  reloadAll();
  showToast(
    count === 1 && first ? t('subscriptions.done.deleted', { name: first.name }) : manyDeleted(records),
    async () => keep(ids),
    (isLeaving) => tell(remove(ids, isLeaving)),
  );
}

const operationFor = ({ id }: Pick<Named, 'id'>) => ({ action: 'delete', id }) as const;

function manyDeleted({ length: count }: readonly Named[]): string {
  return t('subscriptions.done.deleted.many', { count });
}

function keep(ids: readonly string[]): void {
  takeIn(ids);
  reloadAll();
}

async function remove(ids: readonly string[], keepalive: boolean): Promise<void> {
  if (keepalive) noteLeftWriting();
  const operations = ids.map((id) => operationFor({ id }));
  try {
    await bodyOf(api.POST('/api/v1/subscriptions/batch', { body: { operations }, keepalive }));
    takeIn(ids);
  } catch (error) {
    keep(ids);
    throw error;
  }
}
