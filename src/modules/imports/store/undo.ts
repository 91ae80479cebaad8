import { and, eq, gt, lt, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { PreparedRecord } from '../commands.ts';
import { updateMetadata } from '../../../core/audit/auditEntry.ts';
import { changedFields } from '../../../core/audit/revert.ts';
import { auditEntries } from '../../../core/audit/table.ts';
import type { Db } from '../../../core/database/db.ts';
import { plainRows } from '../../../core/database/plainRows.ts';
import { detailNames } from '../../subscriptions/detailModel.ts';
import { decideUpdate, sentOf } from '../../subscriptions/rules/decisions.ts';
import { patchOf, revertibleFields, valueChangeOf, type RecordedUpdate } from '../../subscriptions/rules/revert.ts';
import { detailColumns, detailsOf, ownDetailsRow, type DetailsRow } from '../../subscriptions/store/details.ts';
import { recordColumns, rowOf, subscriptionOf } from '../../subscriptions/store/subscriptions.ts';
import { subscriptions } from '../../subscriptions/table.ts';
import { findImport, type StoredImport } from './imports.ts';

/** An import to undo. */
export interface UndoTask {
  readonly ownerId: number;
  readonly importId: string;
  /** The instant of the undo, ISO 8601 UTC. */
  readonly at: string;
}

/** The entries of imports, in queries. */
export const entry = alias(auditEntries, 'entry');

/** That an entry is one of an import. It writes them in one transaction, so no other write has one between them. */
export function isOfImport(ownerId: number, { entriesAfter, entriesUntil }: StoredImport): SQL | undefined {
  const isBetween = and(gt(entry.sequence, entriesAfter), lt(entry.sequence, entriesUntil));
  return and(eq(entry.ownerId, ownerId), isBetween, eq(entry.entityType, 'subscription'));
}

/** That a subscription is the one of an entry. */
export const isOfEntry = and(eq(subscriptions.id, entry.entityId), eq(subscriptions.ownerId, entry.ownerId));

const columns = { entryId: entry.id, metadata: entry.metadata, ...recordColumns, ...detailColumns };

/** Creates a function that gives what an import updated as it was before, ready to be stored while nothing of it was changed since. */
export function planUndoes(db: Db) {
  return function planUndo({ ownerId, importId, at }: UndoTask, newId: () => string): readonly PreparedRecord[] {
    const found = findImport(db, ownerId, importId);
    if (found === undefined) return [];
    const isUpdate = and(isOfImport(ownerId, found), eq(entry.action, 'subscription.update'));
    const updates = db.select(columns).from(entry).innerJoin(subscriptions, isOfEntry).where(isUpdate);
    return plainRows(updates.orderBy(entry.sequence), columns).flatMap((row) => restored(row, at, newId()) ?? []);
  };
}

type Row = Parameters<typeof subscriptionOf>[0] &
  DetailsRow &
  Readonly<Record<'entryId' | 'metadata' | 'viewJson', string>>;

/**
 * A subscription with the values before its update, as the revert of the entry stores it. Undefined when they do not fit what somebody
 * has changed since, which refuses the undo.
 */
function restored({ entryId, metadata, ...row }: Row, at: string, auditEntryId: string): PreparedRecord | undefined {
  const change = valueChangeOf(JSON.parse(metadata) as RecordedUpdate);
  const names = changedFields(revertibleFields, change);
  const patch = patchOf(row, Object.fromEntries(names.map((name) => [name, change.before[name] ?? null])));
  const details = Object.fromEntries(detailNames.map((name) => [name, row[name]])) as DetailsRow;
  const decided = decideUpdate({ ...sentOf(patch), at }, subscriptionOf(row), () => detailsOf(details));
  if ('outcome' in decided) return undefined;
  const after = rowOf(decided.changed);
  const views = { before: row.viewJson, after: after.viewJson };
  return {
    id: row.id,
    row: { ...after, ...(decided.details && ownDetailsRow(decided.details)) },
    isUpdate: true,
    auditEntryId,
    metadata: updateMetadata({ ...views, ...decided.recorded, reverts: entryId }),
  };
}
