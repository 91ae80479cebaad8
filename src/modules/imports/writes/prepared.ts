import type { addEntries } from '../../../core/audit/record.ts';
import type { Actor } from '../../../core/writer/origin.ts';
import type { Tools } from '../../../core/writer/executor.ts';
import type { WholeRow } from '../../subscriptions/store/details.ts';
import type { PreparedRecord, PreparedRow } from '../commands.ts';

/** The records that were prepared for a write. */
export function preparedIn(shared: SharedArrayBuffer | undefined): readonly PreparedRecord[] {
  return shared === undefined ? [] : (JSON.parse(Buffer.from(shared).toString()) as readonly PreparedRecord[]);
}

/** Stores one record with its payments and its audit entry. */
export function storePrepared(
  { records }: Tools,
  addEntry: ReturnType<typeof addEntries>,
  write: { readonly actor: Actor; readonly at: string },
  { id, row, isUpdate, payments = [], ...entry }: PreparedRecord,
): void {
  const { ownerId } = write.actor;
  if (isUpdate) records.update(ownerId, rowOfTable(row));
  else records.insert({ ...rowOfTable(row), ownerId });
  for (const payment of payments) records.payments.insert({ ...payment, ownerId });
  const action = isUpdate ? 'subscription.update' : 'subscription.create';
  const { auditEntryId, metadata } = entry;
  addEntry({ ...write, entityType: 'subscription', entityId: id, auditEntryId, action, metadata });
}

// It is one: the preparation has made it.
const rowOfTable = (row: PreparedRow) => row as unknown as WholeRow;
