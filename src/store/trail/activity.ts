import type { Database } from 'bun:sqlite';
import { and, desc, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { unionAll } from 'drizzle-orm/sqlite-core';
import { entityTypes, type EntityType } from '../../domain/audit/auditEntry.ts';
import { auditEntries } from '../schema/tables/auditEntries.ts';
import { pageOf, type Page, type Paged } from '../sqlite/page.ts';
import { guarded, prepareQuery, type PreparedQuery } from '../sqlite/statement.ts';
import { actorJson, isShown } from './entries.ts';

/** Filters of an owner's activity; an absent filter does not restrict. */
export interface ActivityFilters {
  readonly entityType?: EntityType;
  /** In lower case. */
  readonly entityId?: string;
}

type Numbers = PreparedQuery<{ sequence: number }>;

/** Reads what was changed for one owner: its records, keys, users, sessions and preferences, by whom. */
export function readActivity(database: Database) {
  // One statement for each combination of types and filters that is requested.
  const statements = new Map<string, Numbers>();
  let entries: PreparedQuery<{ entryJson: string }> | undefined;

  function numbersOf(types: readonly EntityType[], { entityId }: ActivityFilters): Numbers {
    const key = `${types.join(' ')} ${entityId !== undefined}`;
    const known = statements.get(key) ?? guarded(() => prepareNumbers(database, types, entityId !== undefined));
    statements.set(key, known);
    return known;
  }

  /** The entries with these numbers, each as JSON, newest first. */
  function entriesWith(ownerId: number, numbers: readonly number[]): string[] {
    if (numbers.length === 0) return [];
    entries ??= guarded(() => prepareEntries(database));
    return entries.all({ ownerId, sequences: JSON.stringify(numbers) }).map(({ entryJson }) => entryJson);
  }

  return {
    /** One page of the owner's entries that pass every filter, each as JSON, newest first. */
    list(ownerId: number, filters: ActivityFilters, page: Page): Paged<string> {
      const { entityType, entityId = '' } = filters;
      const numbers = numbersOf(entityType === undefined ? entityTypes : [entityType], filters);
      const bindings = { ownerId, entityId, offset: page.offset };
      const { items, hasMore } = pageOf(page, (limit) => numbers.all({ ...bindings, limit }));
      const sequences = items.map(({ sequence }) => sequence);
      return { items: entriesWith(ownerId, sequences), hasMore };
    },
  };
}

/**
 * Compiles the query for the numbers of the newest entries about some types of entities. Each type is read in the order of
 * the index, so that the entries of all are merged and not sorted.
 */
function prepareNumbers(database: Database, types: readonly EntityType[], isOfOneEntity: boolean): Numbers {
  const builder = drizzle(database);
  const index = isOfOneEntity ? 'audit_entries_by_entity' : 'audit_entries_by_owner';
  const isEntity = isOfOneEntity ? eq(auditEntries.entityId, sql.placeholder('entityId')) : undefined;
  const isOwners = eq(auditEntries.ownerId, sql.placeholder('ownerId'));
  const ofType = (type: EntityType) =>
    builder
      .select({ sequence: sql<number>`${auditEntries.sequence}`.as('sequence') })
      .from(sql`${auditEntries} indexed by ${sql.raw(index)}`)
      .where(
        and(
          isEntity,
          eq(auditEntries.entityType, sql.raw(`'${type}'`)),
          isOwners,
          type === 'subscription' ? isShown : undefined,
        ),
      );
  const [limit, offset] = [sql.placeholder('limit'), sql.placeholder('offset')];
  const [first, second, ...others] = types.map(ofType);
  if (first === undefined) throw new TypeError('a list of entries needs a type');
  const newestFirst = desc(sql`1`);
  const query =
    second === undefined
      ? first.orderBy(newestFirst).limit(limit).offset(offset)
      : unionAll(first, second, ...others)
          .orderBy(newestFirst)
          .limit(limit)
          .offset(offset);
  return prepareQuery(database, query);
}

/** Compiles the query for entries as JSON. Metadata is JSON already; ids, types, instants and actions need no escaping. */
function prepareEntries(database: Database) {
  // The API has no id of an owner.
  const entityId = sql`case ${auditEntries.entityType} when 'owner' then null else ${auditEntries.entityId} end`;
  const entryJson = sql<string>`'{"id":"' || ${auditEntries.id} || '","entityType":"' || ${auditEntries.entityType}
    || '","entityId":' || json_quote(${entityId}) || ',"action":"' || ${auditEntries.action}
    || '","actor":' || ${actorJson} || ',"requestId":"' || ${auditEntries.requestId} || '","metadata":' || ${auditEntries.metadata}
    || ',"createdAt":"' || ${auditEntries.createdAt} || '"}'`.as('entryJson');
  // Without the plus, SQLite uses an index on the owner, and reads the owner's whole trail.
  const isWanted = and(
    sql`${auditEntries.sequence} in (select value from json_each(${sql.placeholder('sequences')}))`,
    sql`+${auditEntries.ownerId} = ${sql.placeholder('ownerId')}`,
  );
  const query = drizzle(database).select({ entryJson }).from(auditEntries);
  return prepareQuery(database, query.where(isWanted).orderBy(desc(auditEntries.sequence)));
}
