import type { Database } from 'bun:sqlite';
import type { CommandOf, OutcomeOf } from '../../commands/commands.ts';
import type { ImportCommands, StagedRecord } from '../../commands/import.ts';
import { isByClient, isDryRun, type Actor } from '../../commands/origin.ts';
import { addEntries, findServiceKeys } from '../entities/audit.ts';
import { ownDetailColumns } from '../entities/details.ts';
import { readRevisionsOfData } from '../entities/revisions.ts';
import { recordColumns, type RecordRow } from '../entities/subscriptions.ts';
import type { Tools, Verbs } from '../entities/verbs.ts';
import { insertInto } from '../schema/columns.ts';
import { change, prepareChange, prepareQuery } from '../sqlite/statement.ts';
import { revertImport } from './importRevert.ts';
import { dropStaged, stage, stagedRecords } from './staging.ts';
import { findTwins, type TwinKey } from './twins.ts';

type Run = CommandOf<'import.run'>;

const ofService = { current: undefined, storesOutcome: false, mayEndActors: false } as const;
const ofClients = { current: undefined, storesOutcome: true, mayEndActors: false } as const;

/** The verbs of imports. */
export const importVerbs: Verbs<keyof ImportCommands> = {
  'import.stage': {
    ...ofService,
    perform({ database }, { importId, recordsJson }) {
      stage(database, importId, JSON.parse(recordsJson) as readonly StagedRecord[]);
      return { outcome: 'staged' };
    },
  },
  'import.drop': {
    ...ofService,
    perform({ database }, { importId }) {
      dropStaged(database, importId);
      return { outcome: 'dropped' };
    },
  },
  'import.run': { ...ofClients, perform: run },
  'import.revert': { ...ofClients, perform: revertImport },
};

const writesOf = new WeakMap<Database, ReturnType<typeof prepareWrites>>();

/** The statements of a connection, compiled once. */
function prepareWrites(database: Database) {
  const lastEntry = prepareQuery<{ last: number | null }>(database, 'SELECT max(sequence) AS last FROM audit_entries');
  return {
    insert: prepareChange(database, insertInto('subscriptions', ['ownerId', ...recordColumns, ...ownDetailColumns])),
    addEntry: addEntries(database),
    findTwin: findTwins(database),
    revisionOf: readRevisionsOfData(database),
    findRevision: prepareQuery<{ revision: number }>(
      database,
      'SELECT revision FROM subscriptions WHERE id = $id AND owner_id = $ownerId',
    ),
    lastEntry: (): number => lastEntry.first({})?.last ?? 0,
  };
}

type Writes = ReturnType<typeof prepareWrites>;

function writesOn(database: Database): Writes {
  const writes = writesOf.get(database) ?? prepareWrites(database);
  writesOf.set(database, writes);
  return writes;
}

function run(tools: Tools, command: Run): OutcomeOf<'import.run'> {
  const { database, record } = tools;
  const { importId, at, format, rows, created, updated, reportJson } = command;
  if (created + updated === 0 || isDryRun(command)) return { outcome: 'nothingImported' };
  const writes = writesOn(database);
  const actor = actorOf(tools, command);
  const { ownerId } = actor;
  const staged = stagedRecords(database, importId);
  const isComplete = staged.length === created + updated;
  if (!isComplete || isOvertaken(writes, ownerId, command.revision, staged)) return { outcome: 'overtaken' };
  const entriesAfter = writes.lastEntry();
  for (const one of staged) store(tools, writes, { actor, at }, one);
  record(
    command,
    'import.run',
    { entityType: 'import', entityId: importId, ownerId },
    { format, rows, created, updated },
  );
  const updatedIds = JSON.stringify(staged.flatMap(({ id, before }) => (before === undefined ? [] : [id])));
  const entries = { entriesAfter, entriesUntil: writes.lastEntry(), updatedIds };
  const row = { id: importId, ownerId, at, format, rows, created, updated, ...entries };
  change(
    database,
    insertInto('imports', ['id', 'ownerId', 'at', 'format', 'rows', 'created', 'updated', ...entryColumns]),
    row,
  );
  return reportJson === undefined ? { outcome: 'imported' } : { outcome: 'imported', reportJson };
}

const entryColumns = ['entriesAfter', 'entriesUntil', 'updatedIds'] as const;

/** Who makes the import: a client, or the service for the operator. */
function actorOf({ database, newId }: Tools, command: Run): Actor {
  if (isByClient(command)) return command.actor;
  const { ownerId, at, actor } = command;
  const id = findServiceKeys(database, newId)(ownerId, at);
  return { kind: 'service', id, ownerId, scope: 'admin', requestId: actor.requestId };
}

/** Whether a write since the preparation has changed what an import updates, or made another one of what it creates. */
function isOvertaken(writes: Writes, ownerId: number, revision: number, staged: readonly StagedRecord[]): boolean {
  if (writes.revisionOf(ownerId) === revision) return false;
  return staged.some(({ id, row, before, isUnique }) => {
    if (before !== undefined) return writes.findRevision.first({ id, ownerId })?.revision !== before.revision;
    return isUnique === true && writes.findTwin(ownerId, row as unknown as TwinKey) !== undefined;
  });
}

/** Stores one record with its audit entry. */
function store(
  { records }: Tools,
  writes: Writes,
  { actor, at }: { readonly actor: Actor; readonly at: string },
  record: StagedRecord,
): void {
  const { id, row, before, auditEntryId, metadata, payments } = record;
  const { ownerId } = actor;
  if (before === undefined) writes.insert({ ...row, ownerId });
  else {
    records.update(ownerId, before.row as unknown as RecordRow, row as unknown as RecordRow);
    records.updateDetails({ ...row, ownerId });
  }
  const action = before === undefined ? 'subscription.create' : 'subscription.update';
  writes.addEntry({ actor, at, auditEntryId, entityType: 'subscription', entityId: id, action, metadata });
  for (const payment of payments) records.payments.insert({ ...payment, ownerId });
}
