import { and, desc, eq, gte, inArray, isNotNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { PrincipalKind } from '../../../core/access/principal.ts';
import { auditEntries } from '../../../core/audit/table.ts';
import { amountOf } from '../../../core/billing/money.ts';
import type { Db } from '../../../core/database/db.ts';
import { revertibleActions, type EntityType } from '../../../core/audit/auditEntry.ts';
import { pageOf, type Page, type Paged } from '../../../core/database/page.ts';
import { foldCase } from '../../../core/text/text.ts';
import { isMade } from '../../payments/store/payments.ts';
import { payments } from '../../payments/table.ts';
import { subscriptions } from '../../subscriptions/table.ts';
import { typesIn, type Area } from '../rules/activity.ts';
import { actorOf, actorShown, entryJson, joinActors, mayBeBy } from './entries.ts';

/** Filters of an owner's activity; an absent filter does not restrict. Ids are in lower case. */
export interface ActivityFilters {
  readonly entityType?: EntityType;
  readonly entityId?: string;
  readonly area?: Area;
  /** The entries of this subscription and of its payments. */
  readonly subscriptionId?: string;
  /** The entries of subscriptions that have this in their names, and of their payments. */
  readonly q?: string;
  readonly actorKind?: PrincipalKind;
  readonly actor?: string;
  /** The first instant to include, ISO 8601 UTC. */
  readonly since?: string;
  /** The first instant to leave out. */
  readonly until?: string;
}

/** Reads what was changed for one owner: its records, payments, keys, users, sessions and preferences, by whom. */
export function readActivity(db: Db) {
  return {
    /** One page of the owner's entries that pass every filter, each as JSON, newest first. */
    list(ownerId: number, filters: ActivityFilters, page: Page): Paged<string> {
      const numbers = selectNumbers(db, ownerId, filters);
      if (numbers === undefined) return { items: [], hasMore: false };
      const { items, hasMore } = pageOf(page, (limit) =>
        selectEntries(db, numbers.limit(limit).offset(page.offset), orderOf(filters)).all(),
      );
      const undone = undoneAmong(db, ownerId, items);
      return { items: items.map((row) => viewOf(row, undone)), hasMore };
    },

    /** All who have made one of the owner's entries: people, then keys, then the service, each by name. */
    actors(ownerId: number) {
      const { actorKind, actorName } = actorShown;
      const of = db.selectDistinct({ actorKind: actorKind.as('kind'), actorName: actorName.as('actor') });
      const made = joinActors(of.from(auditEntries).$dynamic()).where(eq(owner, ownerId)).as('made');
      const { actorKind: kind, actorName: called } = made;
      const actors = db
        .select()
        .from(made)
        .orderBy(sql`${kind} = 'service'`, sql`${kind} = 'key'`, sql`${called}`);
      return actors.all().map(actorOf);
    },
  };
}

const { sequence, id, ownerId: owner, entityType: type, entityId, action, createdAt, metadata } = auditEntries;

/**
 * The numbers of the newest entries; undefined when the filters exclude each other. Each type of entity is read in the order of the
 * index, so that the entries of all are merged and not sorted.
 */
function selectNumbers(db: Db, ownerId: number, filters: ActivityFilters) {
  const isOf = conditionOf(db, ownerId, filters);
  // The indexes without instants cover the other lists.
  const at = (isOfSpan(filters) ? sql<string | null>`${createdAt}` : sql<string | null>`null`).as('at');
  const ofType = (one: EntityType) => {
    const found = db.select({ sequence, at }).from(auditEntries).$dynamic();
    return (filters.actor === undefined && filters.actorKind === undefined ? found : joinActors(found)).where(
      and(eq(owner, ownerId), eq(type, one), isOf, entityOf(db, ownerId, filters, one)),
    );
  };
  const [first, ...others] = typesIn(filters).map(ofType);
  return (
    first &&
    others
      .reduce((all, one) => all.unionAll(one), first)
      .orderBy(...(isOfSpan(filters) ? [sql`at desc`] : []), desc(sequence))
  );
}

/** The order of entries that pass some filters, newest first, which an index has. */
function orderOf(filters: ActivityFilters): SQL[] {
  return isOfSpan(filters) ? [desc(createdAt), desc(sequence)] : [desc(sequence)];
}

/** Whether entries are found by their instants: one entity has few of them. */
function isOfSpan({ since, until, entityId: of, subscriptionId }: ActivityFilters): boolean {
  return (since !== undefined || until !== undefined) && of === undefined && subscriptionId === undefined;
}

/** What entries of every type fulfil. */
function conditionOf(db: Db, ownerId: number, filters: ActivityFilters): SQL | undefined {
  const { entityId: of, since, until, actorKind, actor } = filters;
  const at = isOfSpan(filters) ? sql`${createdAt}` : sql`+${createdAt}`;
  return and(
    of === undefined ? undefined : eq(entityId, of),
    since === undefined ? undefined : gte(at, since),
    until === undefined ? undefined : lt(at, until),
    actorKind === undefined ? undefined : eq(actorShown.actorKind, actorKind),
    actor === undefined ? undefined : and(mayBeBy(db, ownerId, actor), eq(actorShown.actorName, actor)),
  );
}

/** What the entities of a type fulfil: to be of the subscriptions that are asked for. */
function entityOf(db: Db, ownerId: number, { subscriptionId, q }: ActivityFilters, of: EntityType): SQL | undefined {
  if (subscriptionId === undefined && q === undefined) return undefined;
  const isAsked = and(
    eq(subscriptions.ownerId, ownerId),
    subscriptionId === undefined ? undefined : eq(subscriptions.id, subscriptionId),
    q === undefined ? undefined : sql`instr(${subscriptions.nameFolded}, ${foldCase(q)}) > 0`,
  );
  const asked = db.select({ id: subscriptions.id }).from(subscriptions).where(isAsked);
  if (of === 'subscription') return inArray(entityId, asked);
  return inArray(
    entityId,
    db.select({ id: payments.id }).from(payments).where(inArray(payments.subscriptionId, asked)),
  );
}

/** What is recorded as paid with a renewal. */
const paid = sql<
  number | null
>`case when ${action} = 'subscription.update' and ${metadata} ->> '$.renewal' is not null then (
  select sum(${payments.amountHundredths}) from ${payments} where ${and(
    eq(payments.subscriptionId, entityId),
    eq(payments.ownerId, owner),
    eq(payments.auditEntryId, id),
    isMade(),
  )}) end`;

const name = sql<
  string | null
>`coalesce(${metadata} ->> '$.after.name', ${metadata} ->> '$.before.name', ${metadata} ->> '$.name')`;

/** The entries with some numbers, in an order. */
function selectEntries(db: Db, numbers: NonNullable<ReturnType<typeof selectNumbers>>, order: SQL[]) {
  const { requestId } = auditEntries;
  const shown = { sequence, id, entityType: type, entityId, name, action, ...actorShown };
  const entries = db
    .select({ ...shown, requestId, metadata, paid, createdAt })
    .from(auditEntries)
    .where(inArray(sequence, db.select({ sequence: sql`sequence` }).from(numbers.as('numbers'))))
    .orderBy(...order);
  return joinActors(entries.$dynamic());
}

type EntryRow = ReturnType<ReturnType<typeof selectEntries>['all']>[number];

/** The ids of the entries on a page whose change was reverted, where that revert still holds. */
function undoneAmong(db: Db, ownerId: number, rows: readonly EntryRow[]): ReadonlySet<string> {
  const undone = new Set<string>();
  const reverts = sql<string>`${metadata} ->> '$.reverts'`;
  // The oldest entry of each entity that can be reverted.
  const oldest = new Map(
    rows
      .filter((row) => revertibleActions.includes(row.action))
      .map((row) => [`${row.entityType} ${row.entityId}`, row]),
  );
  if (oldest.size === 0) return undone;
  const isLater = Array.from(oldest.values(), (row) =>
    and(eq(entityId, row.entityId), eq(type, row.entityType), eq(owner, ownerId), gte(sequence, row.sequence)),
  );
  const later = db
    .select({ id, reverts })
    .from(auditEntries)
    .where(and(or(...isLater), isNotNull(reverts)));
  // A revert that was itself reverted changes nothing any more.
  for (const one of later.orderBy(desc(sequence)).all()) if (!undone.has(one.id)) undone.add(one.reverts);
  return undone;
}

// The API has no id of an owner, and the deleted record is no more.
const withoutId: ReadonlySet<EntityType> = new Set(['owner', 'rates', 'deletion']);

/** An entry as clients see it. */
function viewOf(
  { entityId: of, requestId, metadata: recorded, paid: sum, ...row }: EntryRow,
  undone: ReadonlySet<string>,
) {
  const { entityType, createdAt: at, actorKind, actorName } = row;
  const about = { id: row.id, entityType, entityId: withoutId.has(entityType) ? null : of, name: row.name };
  const before = { ...about, action: row.action, actor: actorOf({ actorKind, actorName }), requestId };
  const after = { amount: sum === null ? null : amountOf(sum), undone: undone.has(row.id), createdAt: at };
  return entryJson(before, entityType === 'channel' ? withoutSettings(recorded) : recorded, after);
}

/** Who may read the activity may not always read channels. Their reverts need the settings. */
function withoutSettings(recorded: string): string {
  const { settings: _settings, ...others } = JSON.parse(recorded) as Record<string, unknown>;
  return JSON.stringify(others);
}
