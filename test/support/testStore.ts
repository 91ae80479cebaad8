import { afterAll } from 'bun:test';
import { composeApiKey } from '../../src/core/access/apiKey.ts';
import type { SubscriptionDraft, SubscriptionPatch, SubscriptionView } from '../../src/modules/subscriptions/model.ts';
import type { ResultOf } from '../../src/modules/commands.ts';
import type { WriteOrigin } from '../../src/core/writer/origin.ts';
import { openDatabase } from '../../src/core/database/database.ts';
import type { Page } from '../../src/core/database/page.ts';
import { createStore } from '../../src/modules/store.ts';
import { systemRandomness } from '../../src/core/runtime/system.ts';
import { writeInline } from './inlineWrites.ts';
import { directoryInMemory } from './temporaryDirectory.ts';
import { validDraft } from './validDraft.ts';
import { addKey } from './operator.ts';

const at = '2026-06-16T12:00:00.000Z';

/** An audit entry as clients see it. */
interface AuditEntryView {
  readonly subscriptionId: string;
  readonly apiKeyId: string;
  readonly requestId: string;
  readonly action: string;
  readonly metadata: { readonly before?: SubscriptionView; readonly after: SubscriptionView; readonly patch?: unknown };
}

/** A store over a new database file with two owners, `first` and `second`; closed when the test file ends. */
export function openTestStore(directory = directoryInMemory()) {
  const database = openDatabase(directory);
  const store = createStore(database);
  const writes = writeInline(database);
  afterAll(() => store.close());

  function addOwner(owner: string) {
    const key = composeApiKey('write', systemRandomness.bytes);
    const id = systemRandomness.uuid();
    addKey(store, { key, id, owner, scope: 'write', name: null, createdAt: at, expiresAt: null });
    const holder = store.apiKeys.findHolder(key, () => at);
    if (holder === undefined) throw new Error('a new key is unknown');
    return { key, ownerId: holder.ownerId, apiKeyId: id, principal: holder };
  }

  const first = addOwner('first');
  const second = addOwner('second');
  // Tests count the entries of their own writes only.
  database.run(`DELETE FROM audit_entries; DELETE FROM sqlite_sequence WHERE name = 'audit_entries'`);

  function originOf(subscriptionId: string, { principal } = first): WriteOrigin & { readonly subscriptionId: string } {
    return { actor: { ...principal, requestId: systemRandomness.uuid() }, at, subscriptionId };
  }

  /** Submits the creation of a subscription; its id is drawn unless given. */
  function create(fields: Partial<SubscriptionDraft> = {}, actor = first, subscriptionId = systemRandomness.uuid()) {
    const auditEntryId = systemRandomness.uuid();
    const draft = { ...validDraft, ...fields };
    return writes.submit({ ...originOf(subscriptionId, actor), kind: 'subscription.create', auditEntryId, draft });
  }

  /** Submits the deletion of a subscription with an idempotency key. */
  function removeOnce(subscriptionId: string, key: string, actor = first) {
    const idempotency = { key, fingerprint: key, keptSince: at };
    return writes.submit({
      ...originOf(subscriptionId, actor),
      auditEntryId: systemRandomness.uuid(),
      kind: 'subscription.delete',
      idempotency,
    });
  }

  function update(subscriptionId: string, patch: SubscriptionPatch, actor = first) {
    const auditEntryId = systemRandomness.uuid();
    return writes.submit({ ...originOf(subscriptionId, actor), kind: 'subscription.update', auditEntryId, patch });
  }

  function remove(subscriptionId: string, actor = first) {
    return writes.submit({
      ...originOf(subscriptionId, actor),
      auditEntryId: systemRandomness.uuid(),
      kind: 'subscription.delete',
    });
  }

  /** The number of rows of a table. */
  function countOf(table: 'subscriptions' | 'audit_entries' | 'idempotency_keys' | 'payments'): number {
    return database.query<{ count: number }, []>(`SELECT count(*) AS count FROM ${table}`).get()?.count ?? -1;
  }

  /** One page of an owner's audit entries, newest first; of one subscription when it is named. */
  function entriesOf(ownerId: number, subscriptionId: string | undefined, page: Page = { limit: 100, offset: 0 }) {
    const listed = store.auditTrail.list(ownerId, { ...(subscriptionId !== undefined && { subscriptionId }) }, page);
    return listed.items.map((json) => JSON.parse(json) as AuditEntryView);
  }

  return { directory, database, store, writes, entriesOf, first, second, create, update, remove, removeOnce, countOf };
}

/** The id of the subscription that a write stored. */
export async function storedId(write: Promise<ResultOf<'subscription.create'>>): Promise<string> {
  const result = await write;
  if (result.outcome !== 'stored') throw new Error(`nothing was stored: ${JSON.stringify(result)}`);
  return (JSON.parse(result.viewJson) as SubscriptionView).id;
}

/** The error with which some work fails; undefined when it succeeds. */
export function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}
