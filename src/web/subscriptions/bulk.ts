import { RequestRefused } from '../api/answers.ts';
import { api, bodyOf, type Schemas } from '../api/client.ts';
import { reloadAll } from '../api/resource.ts';
import { messageOf, showToast } from '../components/feedback.tsx';
import { t } from '../messages/messages.ts';
import { change, type Operation, revertEntry } from './actions.ts';
import { hasNextPayment, type Subscription } from './fields.ts';
import { listWords } from './words.ts';

/** A change of several subscriptions. */
interface BulkChange {
  /** What is to be done with one; undefined when nothing is. */
  readonly operationFor: (record: Subscription) => Operation | undefined;
  /** What the toast says. */
  readonly told: (count: number) => string;
  /** @param requestIds the ids of the requests that made the change */
  readonly undo: (changed: readonly Subscription[], requestIds: readonly string[]) => Promise<unknown>;
}

const batchSize = 100;
const namesMost = 5;

/**
 * Gives subscriptions a category. A toast tells of it, and undoes it.
 *
 * @returns whether all of them have it now
 */
export function setCategory(records: readonly Subscription[], category: string): Promise<boolean> {
  const give = ({ id }: Subscription, to: string): Operation => ({ action: 'update', id, patch: { category: to } });
  return changeAll(records, {
    operationFor: (record) => (record.category === category ? undefined : give(record, category)),
    told: (count) => t('subscriptions.done.category', { count, category }),
    undo: (changed) => change(changed.map((record) => give(record, record.category))),
  });
}

/**
 * Sets what subscriptions are paid with; null for nothing. A toast tells of it, and undoes it.
 *
 * @returns whether it is stored for all of them
 */
export function setPaymentMethod(records: readonly Subscription[], method: string | null): Promise<boolean> {
  const methodOf = ({ details }: Subscription) => details?.paymentMethod ?? null;
  const give = ({ id }: Subscription, paymentMethod: string | null): Operation => ({
    action: 'update',
    id,
    details: { paymentMethod },
  });
  return changeAll(records, {
    operationFor: (record) => (methodOf(record) === method ? undefined : give(record, method)),
    told: (count) =>
      method === null
        ? t('subscriptions.done.paymentMethod.none', { count })
        : t('subscriptions.done.paymentMethod', { count, method }),
    undo: (changed) => change(changed.map((record) => give(record, methodOf(record)))),
  });
}

/** Tags to add and to remove. */
export interface TagChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Adds tags to subscriptions and removes others. A toast tells of it, and undoes it.
 *
 * @returns whether it is stored for all of them
 */
export function changeTags(records: readonly Subscription[], tagChange: TagChange): Promise<boolean> {
  const give = ({ id }: Subscription, tags: readonly string[]): Operation => ({
    action: 'update',
    id,
    details: { tags: [...tags] },
  });
  return changeAll(records, {
    operationFor: (record) => {
      const before = tagsOf(record);
      const after = tagsAfter(before, tagChange);
      return before.join('\n') === after.join('\n') ? undefined : give(record, after);
    },
    told: (count) => t('subscriptions.done.tags', { count }),
    undo: (changed) => change(changed.map((record) => give(record, tagsOf(record)))),
  });
}

/** The tags of a subscription. */
export function tagsOf({ details }: Subscription): readonly string[] {
  return details?.tags ?? [];
}

/** What a change makes of the tags of a subscription: those that stay keep their order. */
export function tagsAfter(tags: readonly string[], { added, removed }: TagChange): readonly string[] {
  return Array.from(new Set([...tags.filter((tag) => !removed.includes(tag)), ...added]));
}

/**
 * Records the next payment of those that have one. A toast tells of it, and undoes it.
 *
 * @returns whether all are recorded
 */
export function recordPayments(records: readonly Subscription[]): Promise<boolean> {
  return changeAll(records, {
    operationFor: (record) =>
      hasNextPayment(record) ? { action: 'renew', id: record.id, dueOn: record.nextPaymentDate } : undefined,
    told: (count) => t('subscriptions.done.paid', { count }),
    undo: revertAll,
  });
}

/** Makes a change in steps, each of which is all or nothing. The first one that is refused ends it; a toast says why. */
async function changeAll(records: readonly Subscription[], { operationFor, told, undo }: BulkChange): Promise<boolean> {
  const wanted = records.flatMap((record) => {
    const operation = operationFor(record);
    return operation ? [{ record, operation }] : [];
  });
  const changed: Subscription[] = [];
  const requestIds: string[] = [];
  let failure: string | undefined;
  for (let start = 0; start < wanted.length && failure === undefined; start += batchSize) {
    const step = wanted.slice(start, start + batchSize);
    const members = step.map(({ record }) => record);
    try {
      requestIds.push(...(await change(step.map(({ operation }) => operation))).requestIds);
      changed.push(...members);
    } catch (error) {
      failure = refusalText(error, members);
    }
  }
  if (changed.length > 0) showToast(told(changed.length), () => undo(changed, requestIds));
  if (wanted.length === 0) showToast(t('subscriptions.done.nothing'));
  if (failure === undefined) return true;
  showToast(failure);
  // What the page shows may be out of date.
  reloadAll();
  return false;
}

/** Why a step was refused, and because of which subscriptions. */
function refusalText(error: unknown, members: readonly Subscription[]): string {
  const reason = messageOf(error);
  const faults = error instanceof RequestRefused ? (error.problem.faults ?? []) : [];
  const names = Array.from(new Set(faults.flatMap(({ index }) => members[index]?.name ?? [])));
  if (names.length === 0) return reason;
  return t('subscriptions.bulk.refused', { names: listWords(firstNames(names)), reason });
}

function firstNames(names: readonly string[]): readonly string[] {
  const more = names.length - namesMost;
  return more < 1 ? names : [...names.slice(0, namesMost), t('subscriptions.bulk.more', { count: more })];
}

const entriesAtOnce = 100;
const pagesMost = 20;

/** Undoes what requests did to each of these subscriptions. What cannot be undone stays, and a toast says so. */
async function revertAll(changed: readonly Subscription[], requestIds: readonly string[]): Promise<void> {
  const names: string[] = [];
  let reason = '';
  for (const { id, subscriptionId } of await entriesOf(requestIds, changed.length)) {
    try {
      await revertEntry(id);
    } catch (error) {
      names.push(changed.find((record) => record.id === subscriptionId)?.name ?? '');
      reason = messageOf(error);
    }
  }
  if (names.length > 0) showToast(t('subscriptions.bulk.refused', { names: listWords(firstNames(names)), reason }));
}

/** The audit entries of requests that made so many of them. */
async function entriesOf(requestIds: readonly string[], count: number) {
  const found: Schemas['AuditEntry'][] = [];
  for (let page = 0; page < pagesMost && found.length < count; page += 1) {
    const query = { limit: entriesAtOnce, offset: page * entriesAtOnce };
    const { data, pagination } = await bodyOf(api.GET('/api/v1/audit', { params: { query } }));
    found.push(...data.filter(({ requestId }) => requestIds.includes(requestId)));
    if (!pagination.hasMore) break;
  }
  return found;
}
