import { Explained, RequestRefused } from '../api/answers.ts';
import { api, asOneWrite, bodyOf, type Schemas } from '../api/client.ts';
import { inSteps, messageOf } from '../components/feedback.tsx';
import { t } from '../messages/messages.ts';
import { shortListWords } from './words.ts';

type Entry = Schemas['ActivityEntry'];

/** What a text about several records needs. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** Records that were changed, and the requests that did it. */
export interface Written {
  readonly entityType?: 'subscription' | 'payment';
  readonly records: readonly Named[];
  readonly requestIds: readonly string[];
}

/**
 * Undoes the update that an audit entry records.
 *
 * @throws {RequestRefused} 409 when a later write changed what it would restore
 */
export async function revertEntry(id: string): Promise<void> {
  await bodyOf(api.POST('/api/v1/audit/{id}/revert', { params: { path: { id } } }));
}

/**
 * Undoes what requests did to some records. What somebody has changed since stays as it is.
 *
 * @throws {RequestRefused} 409 when a later write changed what it would restore; for several records, {@link Explained} with
 *   the names of those that stay
 */
export async function undoWrites(written: Written): Promise<void> {
  const { records } = written;
  const kept = await asOneWrite(() => inSteps(records.length, (note) => revertAll(written, note)));
  const [first] = kept;
  if (first === undefined) return;
  if (records.length === 1) throw first.reason;
  const names = shortListWords(kept.map(({ name }) => name));
  throw new Explained(t('subscriptions.bulk.notUndone', { names, reason: messageOf(first.reason) }));
}

/** A record that was not set back, and why. */
interface Kept {
  readonly name: string;
  readonly reason: unknown;
}

// As many as a browser has connections to a server without HTTP/2.
const atOnce = 6;

async function revertAll(written: Written, note: (done: number) => void): Promise<readonly Kept[]> {
  const { records } = written;
  const entries = await entriesOf(written);
  const kept: Kept[] = [];
  for (let start = 0; start < records.length; start += atOnce) {
    const step = records.slice(start, start + atOnce);
    const failures = await Promise.all(step.map(({ id }) => failureOf(revertInTurn(entries.get(id) ?? []))));
    kept.push(...step.flatMap(({ name }, at) => (failures[at] === undefined ? [] : [{ name, reason: failures[at] }])));
    note(start + step.length);
    const end = failures.find((reason) => reason !== undefined && !isOfRecord(reason));
    if (end !== undefined)
      return [...kept, ...records.slice(start + atOnce).map(({ name }) => ({ name, reason: end }))];
  }
  return kept;
}

/** Undoes the entries of one record, the newest first. */
async function revertInTurn(entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) throw new Explained(t('subscriptions.bulk.noEntry'));
  for (const { id } of entries) await revertEntry(id);
}

async function failureOf(work: Promise<void>): Promise<unknown> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Whether an error concerns one record. After any other one, such as 429, the next records would fail as well. */
function isOfRecord(error: unknown): boolean {
  return error instanceof Explained || (error instanceof RequestRefused && [403, 404, 409].includes(error.status));
}

const pageSize = 100;
/** How many pages may be full of what others have written since. */
const pagesOfOthers = 10;

/** The entries that the requests made, by record, the newest first. */
async function entriesOf({ entityType = 'subscription', records, requestIds }: Written) {
  const [first] = records;
  const only = records.length === 1 && first ? { entityId: first.id } : {};
  const ids = new Set(records.map(({ id }) => id));
  const found = new Map<string, Entry[]>();
  const pagesMost = Math.ceil(records.length / pageSize) + pagesOfOthers;
  for (let page = 0; page < pagesMost && found.size < records.length; page += 1) {
    const query = { entityType, ...only, limit: pageSize, offset: page * pageSize };
    const { data, pagination } = await bodyOf(api.GET('/api/v1/activity', { params: { query } }));
    for (const entry of data) {
      const { entityId, requestId } = entry;
      if (entityId === null || !ids.has(entityId) || !requestIds.includes(requestId)) continue;
      found.set(entityId, [...(found.get(entityId) ?? []), entry]);
    }
    if (!pagination.hasMore) break;
  }
  return found;
}
