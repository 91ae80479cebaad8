import { RequestRefused } from '../api/answers.ts';
import { asOneWrite } from '../api/client.ts';
import { reloadAll } from '../api/resource.ts';
import { inSteps, showToast } from '../components/feedback.tsx';
import { t } from '../messages/messages.ts';
import { change, type Operation } from './actions.ts';
import { stoppedBy, undoRequests } from './undo.ts';

export interface Named {
  readonly id: string;
  readonly name: string;
}

export interface BulkChange<Item extends Named> {
  /** What is to be done with one; undefined when nothing is. */
  readonly operationFor: (record: Item) => Operation | undefined;
  /** What the toast says of those that were changed. */
  readonly told: (changed: readonly Item[]) => string;
  readonly isFinal?: boolean;
}

export const batchSize = 100;

/**
 * Changes subscriptions in batches, each of which is all or nothing. The first one that is refused ends it. A toast tells of
 * all that was changed, and undoes it unless it is final.
 *
 * @throws as {@link stoppedBy} says it
 */
export async function changeAll<Item extends Named>(
  records: readonly Item[],
  { operationFor, told, isFinal = false }: BulkChange<Item>,
): Promise<void> {
  const wanted = records.flatMap((record) => {
    const operation = operationFor(record);
    return operation ? [{ record, operation }] : [];
  });
  if (wanted.length === 0) return void showToast(t('subscriptions.done.nothing'));
  const { changed, requestIds, refusal } = await asOneWrite(() =>
    inSteps(wanted.length, (note) => changeInBatches(wanted, note)),
  );
  const undo = () => undoRequests(requestIds, changed.length);
  if (changed.length > 0) showToast(told(changed), isFinal ? undefined : undo);
  if (refusal === undefined) return;
  // What the page shows may be out of date.
  reloadAll();
  throw stoppedBy(refusal.error, { names: refusal.names, changed: changed.length, count: wanted.length });
}

interface Wanted<Item extends Named> {
  readonly record: Item;
  readonly operation: Operation;
}

async function changeInBatches<Item extends Named>(wanted: readonly Wanted<Item>[], note: (done: number) => void) {
  const changed: Item[] = [];
  const requestIds: string[] = [];
  for (let start = 0; start < wanted.length; start += batchSize) {
    const batch = wanted.slice(start, start + batchSize);
    const members = batch.map(({ record }) => record);
    try {
      const { requestId } = await change(batch.map(({ operation }) => operation));
      requestIds.push(requestId);
      changed.push(...members);
      note(changed.length);
    } catch (error) {
      const faults = error instanceof RequestRefused ? (error.problem.faults ?? []) : [];
      const names = faults.flatMap(({ index = 0 }) => members[index]?.name ?? []);
      return { changed, requestIds, refusal: { error, names } };
    }
  }
  return { changed, requestIds, refusal: undefined };
}
