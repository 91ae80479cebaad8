import { signal } from '@preact/signals';
import { api, asOneWrite, bodyOf } from '../api/client.ts';
import { inSteps, showToast, tell } from '../components/feedback.tsx';
import { t } from '../messages/messages.ts';
import { batchSize, type Named } from './changeAll.ts';

/** From more than this many on, the page asks for their number before it deletes them. */
export const deletedUnaskedMost = 10;

/** The subscriptions that are deleted when their toast ends, or were, by id. */
const leaving = signal<ReadonlySet<string>>(new Set());

/** The subscriptions without those that were deleted here. */
export function withoutDeleted<Item extends Named>(records: readonly Item[]): readonly Item[] {
  const gone = leaving.value;
  return gone.size === 0 ? records : records.filter(({ id }) => !gone.has(id));
}

/**
 * Deletes subscriptions for good when their toast ends: after its ten seconds, when it is closed, or when the page is left. Until
 * then, its button keeps them.
 */
export function deleteSoon(records: readonly Named[]): void {
  const ids = records.map(({ id }) => id);
  const [first] = records;
  const text =
    records.length === 1 && first
      ? t('subscriptions.done.deleted', { name: first.name })
      : t('subscriptions.done.deleted.many', { count: records.length });
  leaving.value = new Set([...leaving.peek(), ...ids]);
  showToast(
    text,
    async () => keep(ids),
    (isLeaving) => tell(remove(ids, isLeaving)),
  );
}

function keep(ids: readonly string[]): void {
  leaving.value = new Set([...leaving.peek()].filter((id) => !ids.includes(id)));
}

function remove(ids: readonly string[], isLeaving: boolean): Promise<void> {
  return asOneWrite(() =>
    inSteps(ids.length, async (note) => {
      for (let start = 0; start < ids.length; start += batchSize) {
        const part = ids.slice(start, start + batchSize);
        try {
          await removeAtOnce(part, isLeaving);
        } catch (error) {
          keep(ids.slice(start));
          throw error;
        }
        note(start + part.length);
      }
    }),
  );
}

function removeAtOnce(ids: readonly string[], keepalive: boolean) {
  const operations = ids.map((id) => ({ action: 'delete', id }) as const);
  return bodyOf(api.POST('/api/v1/subscriptions/batch', { body: { operations }, keepalive }));
}
