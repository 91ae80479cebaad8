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
}

export const batchSize = 100;

/**
 * Changes subscriptions in batches, each of which is all or nothing. The first one that is refused ends it. A toast tells of
 * all that was changed, and undoes it.
 *
 * @throws as {@link stoppedBy} says it
 */
export async function changeAll<Item extends Named>(
  records: readonly Item[],
  { operationFor, told }: BulkChange<Item>,
): Promise<void> {
  const wanted = records.flatMap((record) => {
    const operation = operationFor(record);
    return operation ? [{ record, operation }] : [];
  });
  if (wanted.length === 0) return void showToast(t('subscriptions.done.nothing'));
  const requestIds: string[] = [];
  const send = async (operations: readonly Operation[]) => requestIds.push((await change(operations)).requestId);
  const { changed, refusal } = await asOneWrite(() =>
    inSteps(wanted.length, (note) => changeInBatches(wanted, send, note)),
  );
  if (changed.length > 0) showToast(told(changed), () => undoRequests(requestIds, changed.length));
  if (refusal === undefined) return;
  // What the page shows may be out of date.
  reloadAll();
  throw stoppedBy(refusal.error, { names: refusal.names, changed: changed.length, count: wanted.length });
}

interface Wanted<Item extends Named> {
  readonly record: Item;
  readonly operation: Operation;
}

/** Sends the operations in batches, until one is refused. */
export async function changeInBatches<Item extends Named>(
  wanted: readonly Wanted<Item>[],
  send: (operations: readonly Operation[]) => Promise<unknown>,
  note: (done: number) => void,
) {
  const changed: Item[] = [];
  for (let start = 0; start < wanted.length; start += batchSize) {
    const batch = wanted.slice(start, start + batchSize);
    const members = batch.map(({ record }) => record);
    try {
      await send(batch.map(({ operation }) => operation));
      changed.push(...members);
      note(changed.length);
    } catch (error) {
      const faults = error instanceof RequestRefused ? (error.problem.faults ?? []) : [];
      const names = faults.flatMap(({ index = 0 }) => members[index]?.name ?? []);
      return { changed, refusal: { error, names } };
    }
  }
  return { changed, refusal: undefined };
}
