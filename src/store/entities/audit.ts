import type { Database } from 'bun:sqlite';
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import type { Actor } from '../../commands/origin.ts';
import type { AuditAction, EntityType } from '../../domain/audit/auditEntry.ts';
import { pageOf, type Page, type Paged } from '../sqlite/page.ts';
import { auditEntries } from '../schema/tables/auditEntries.ts';
import { removedRecordsOwnerId } from '../schema/tables/owners.ts';
import { subscriptions } from '../schema/tables/subscriptions.ts';
import { columnsOf, placeholdersFor, prepareChange, prepareQuery } from '../sqlite/statement.ts';

// An audit entry of a subscription in the form that clients see. The metadata is JSON already; ids, instants and
// actions need no escaping.
const entryJson = sql<string>`'{"id":"' || ${auditEntries.id}
  || '","subscriptionId":"' || ${auditEntries.entityId} || '","apiKeyId":"' || ${auditEntries.actorId}
  || '","requestId":"' || ${auditEntries.requestId} || '","action":"' || ${auditEntries.action}
  || '","metadata":' || ${auditEntries.metadata} || ',"createdAt":"' || ${auditEntries.createdAt} || '"}'`.as(
  'entryJson',
);

/** The condition that an entry is one of a subscription. */
export const isOfSubscription = eq(auditEntries.entityType, 'subscription');

// The number of entries after which other requests are served.
const entriesAtOnce = 1000;

/** A write to be recorded in the audit trail. */
interface RecordedWrite {
  readonly actor: Actor;
  /** The instant of the write, ISO 8601 UTC. */
  readonly at: string;
  readonly auditEntryId: string;
  readonly entityType: EntityType;
  readonly entityId: string;
  readonly action: AuditAction;
  /** JSON text. */
  readonly metadata: string;
}

/** Creates a function that adds an audit entry within the transaction of the write. */
export function recordWrites(database: Database) {
  const insert = drizzle(database).insert(auditEntries).values(placeholdersFor(auditEntries));
  const insertEntry = prepareChange(database, insert);
  return function recordWrite({ actor, at, auditEntryId, ...recorded }: RecordedWrite): void {
    const { ownerId, kind, id, requestId } = actor;
    insertEntry({ ...recorded, id: auditEntryId, ownerId, actorKind: kind, actorId: id, requestId, createdAt: at });
  };
}

/** Reads the audit trail of the subscriptions of one owner. */
export function readAuditTrail(database: Database) {
  const isOwners = and(eq(auditEntries.ownerId, sql.placeholder('ownerId')), isOfSubscription);
  const isAbout = eq(auditEntries.entityId, sql.placeholder('subscriptionId'));
  const select = () => drizzle(database).select({ entryJson }).from(auditEntries).$dynamic();
  const newestFirst = (query: ReturnType<typeof select>) =>
    query.orderBy(desc(auditEntries.sequence)).limit(sql.placeholder('limit')).offset(sql.placeholder('offset'));
  const whole = prepareQuery(database, newestFirst(select().where(isOwners)));
  const ofSubscription = prepareQuery(database, newestFirst(select().where(and(isOwners, isAbout))));
  const removedRecord = prepareQuery(database, selectRemovedRecords(database).limit(1));
  let pastRemoved: ReturnType<typeof readPastRemoved> | undefined;

  return {
    /**
     * One page of the owner's entries, each as JSON, newest first; of one subscription if an id (lower case) is given.
     * It skips entries of deleted records that are not purged yet, and takes longer while there are any.
     */
    list(ownerId: number, subscriptionId: string | undefined, page: Page): Paged<string> | Promise<Paged<string>> {
      if (removedRecord.first({}) !== undefined) {
        pastRemoved ??= readPastRemoved(database);
        if (subscriptionId === undefined) return pastRemoved.list(ownerId, page);
        if (pastRemoved.isRemoved(subscriptionId)) return { items: [], hasMore: false };
      }
      return pageOf(page, (limit) => {
        const bindings = { ownerId, limit, offset: page.offset };
        const rows =
          subscriptionId === undefined ? whole.all(bindings) : ofSubscription.all({ ...bindings, subscriptionId });
        return rows.map((row) => row.entryJson);
      });
    },
  };
}

/** Reads the trail of an owner while it contains entries of deleted records. */
function readPastRemoved(database: Database) {
  const { sequence, ownerId, entityId } = auditEntries;
  const isOwners = and(eq(ownerId, sql.placeholder('ownerId')), isOfSubscription);
  const isOlder = and(isOwners, lt(sequence, sql.placeholder('before')));
  const select = drizzle(database).select({
    sequence: columnsOf(auditEntries).sequence,
    isRemoved: sql<number>`${inArray(entityId, selectRemovedRecords(database))}`.as('isRemoved'),
  });
  const older = prepareQuery(
    database,
    select.from(auditEntries).where(isOlder).orderBy(desc(sequence)).limit(entriesAtOnce),
  );
  const isEntry = and(isOwners, eq(sequence, sql.placeholder('sequence')));
  const entry = prepareQuery(database, drizzle(database).select({ entryJson }).from(auditEntries).where(isEntry));
  const isRecord = and(isRemovedRecord, eq(subscriptions.id, sql.placeholder('id')));
  const record = prepareQuery(
    database,
    drizzle(database)
      .select({ id: columnsOf(subscriptions).id })
      .from(subscriptions)
      .where(isRecord),
  );
  const nextTurn = takeTurns();

  /** The sequence numbers of the owner's entries on a page, without those of deleted records. */
  async function numbersOn({ limit, offset }: Page, owner: number): Promise<number[]> {
    const numbers: number[] = [];
    let [before, skipped] = [Number.MAX_SAFE_INTEGER, 0];
    while (numbers.length < limit) {
      const rows = older.all({ ownerId: owner, before });
      const kept = rows.filter((row) => row.isRemoved === 0);
      const onPage = kept.slice(Math.max(offset - skipped, 0)).slice(0, limit - numbers.length);
      numbers.push(...onPage.map((row) => row.sequence));
      skipped += kept.length;
      if (rows.length < entriesAtOnce) break;
      before = rows.at(-1)?.sequence ?? 0;
      await nextTurn();
    }
    return numbers;
  }

  return {
    isRemoved: (id: string): boolean => record.first({ id }) !== undefined,

    async list(owner: number, { limit, offset }: Page): Promise<Paged<string>> {
      const numbers = await numbersOn({ limit: limit + 1, offset }, owner);
      // An entry may have been deleted since its sequence number was read.
      const items = numbers
        .slice(0, limit)
        .flatMap((number) => entry.first({ ownerId: owner, sequence: number })?.entryJson ?? []);
      return { items, hasMore: numbers.length > limit };
    },
  };
}

/** Creates a function whose promises resolve one after the other; other requests are served in between. */
function takeTurns(): () => Promise<void> {
  let last = Promise.resolve();
  return function nextTurn() {
    last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
    return last;
  };
}

const isRemovedRecord = eq(subscriptions.ownerId, removedRecordsOwnerId);

function selectRemovedRecords(database: Database) {
  return drizzle(database)
    .select({ id: columnsOf(subscriptions).id })
    .from(subscriptions)
    .where(isRemovedRecord);
}
