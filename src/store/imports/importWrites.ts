import type { Database } from 'bun:sqlite';
import type { CommandOf, OutcomeOf } from '../../commands/commands.ts';
import type { ImportCommands, StagedPiece } from '../../commands/import.ts';
import { isByClient, isDryRun, type Actor } from '../../commands/origin.ts';
import { addEntries, findServiceKeys } from '../entities/audit.ts';
import { readRevisionsOfData } from '../entities/revisions.ts';
import type { RecordRow } from '../entities/subscriptions.ts';
import type { WholeRow } from '../entities/details.ts';
import type { Tools, Verbs } from '../entities/verbs.ts';
import { insertInto } from '../schema/columns.ts';
import { prepareChange, prepareQuery } from '../sqlite/statement.ts';
import { revertImport } from './importRevert.ts';
import { forgetRestores, stageRestores } from './restores.ts';
import { stagingOn, type Staged } from './staging.ts';

type Run = CommandOf<'import.run'>;

const ofService = { current: undefined, storesOutcome: false, mayEndActors: false } as const;
const ofClients = { current: undefined, storesOutcome: true, mayEndActors: false } as const;

/** The verbs of imports. */
export const importVerbs: Verbs<keyof ImportCommands> = {
  'import.stage': {
    ...ofService,
    perform({ database }, { importId, pieceJson }) {
      const { records = [], payments = [] } = JSON.parse(pieceJson) as StagedPiece;
      stagingOn(database).add(importId, records, payments);
      return { outcome: 'staged' };
    },
  },
  'import.drop': {
    ...ofService,
    perform({ database }, { importId }) {
      stagingOn(database).drop(importId);
      forgetRestores(database, importId);
      return { outcome: 'dropped' };
    },
  },
  'import.stageRevert': {
    ...ofService,
    perform: (tools, command) => ({ outcome: 'staged', isMore: stageRestores(tools, command) }),
  },
  'import.run': { ...ofClients, perform: run },
  'import.revert': { ...ofClients, perform: revertImport },
};

const importColumns = [
  ...(['id', 'ownerId', 'at', 'format', 'rows', 'created', 'updated'] as const),
  ...(['entriesAfter', 'entriesUntil', 'updatedIds'] as const),
] as const;

const writesOf = new WeakMap<Database, ReturnType<typeof prepareWrites>>();

function prepareWrites(database: Database) {
  const lastEntry = prepareQuery<{ last: number | null }>(database, 'SELECT max(sequence) AS last FROM audit_entries');
  return {
    addEntry: addEntries(database),
    insertImport: prepareChange(database, insertInto('imports', importColumns)),
    revisionOf: readRevisionsOfData(database),
    findRevision: prepareQuery<{ revision: number }>(
      database,
      'SELECT revision FROM subscriptions WHERE id = $id AND owner_id = $ownerId',
    ),
    lastEntry: (): number => lastEntry.first({})?.last ?? 0,
  };
}

type Writes = ReturnType<typeof prepareWrites>;

/** The statements of a connection, compiled once. */
function writesOn({ database }: Tools): Writes {
  const writes = writesOf.get(database) ?? prepareWrites(database);
  writesOf.set(database, writes);
  return writes;
}

function run(tools: Tools, command: Run): OutcomeOf<'import.run'> {
  const { database, record } = tools;
  const { importId, at, format, rows, created, updated, reportJson } = command;
  const report = reportJson === undefined ? {} : { reportJson };
  if (created + updated === 0) return { outcome: 'nothingImported', ...report };
  if (isDryRun(command)) {
    takeRoom(tools, command);
    return { outcome: 'nothingImported', ...report };
  }
  const writes = writesOn(tools);
  const staging = stagingOn(database);
  const actor = actorOf(tools, command);
  const { ownerId } = actor;
  const staged = staging.find(importId, command);
  if (staged === undefined || isOvertaken(tools, { command, ownerId, staged })) return { outcome: 'overtaken' };
  takeRoom(tools, command);
  const entriesAfter = writes.lastEntry();
  staging.copyRows(importId, ownerId);
  for (const one of staged) store(tools, { actor, at }, one);
  const counts = { format, rows, created, updated };
  record(command, 'import.run', { entityType: 'import', entityId: importId, ownerId }, counts);
  const updatedIds = JSON.stringify(staged.flatMap(({ id, update }) => (update === undefined ? [] : [id])));
  const entries = { entriesAfter, entriesUntil: writes.lastEntry(), updatedIds };
  writes.insertImport({ id: importId, ownerId, at, ...counts, ...entries });
  return { outcome: 'imported', ...report };
}

/** Refuses what its owner has no room for. Its audit entries count as they are added. */
function takeRoom({ records: { room } }: Tools, command: Run): void {
  const { created, updated, payments } = command;
  const ownerId = isByClient(command) ? command.actor.ownerId : command.ownerId;
  room.requireEarly(ownerId, { subscriptions: created, payments, auditEntries: created + updated + 1 });
  room.note('subscriptions', ownerId, created);
  room.note('payments', ownerId, payments);
}

/** Who makes the import: a client, or the service for the operator. */
function actorOf({ database, newId }: Tools, command: Run): Actor {
  if (isByClient(command)) return command.actor;
  const { ownerId, at, actor } = command;
  const id = findServiceKeys(database, newId)(ownerId, at);
  return { kind: 'service', id, ownerId, scope: 'admin', requestId: actor.requestId };
}

interface StagedImport {
  readonly command: Run;
  readonly ownerId: number;
  readonly staged: readonly Staged[];
}

/** Whether a write since the preparation has changed what an import updates, or made another one of what it creates. */
function isOvertaken(tools: Tools, { command, ownerId, staged }: StagedImport): boolean {
  const { revisionOf, findRevision } = writesOn(tools);
  if (revisionOf(ownerId) === command.revision) return false;
  const isChanged = ({ id, update }: Staged) =>
    update !== undefined && findRevision.first({ id, ownerId })?.revision !== update.revision;
  const areUnique = staged.some(({ isUnique }) => isUnique === true);
  return staged.some(isChanged) || (areUnique && stagingOn(tools.database).hasTwin(command.importId, ownerId));
}

/** Stores one record with its audit entry; the row of a new one is stored already. */
function store(tools: Tools, write: { readonly actor: Actor; readonly at: string }, record: Staged): void {
  const { id, update, auditEntryId, metadata } = record;
  const { ownerId } = write.actor;
  const { records } = tools;
  if (update !== undefined) {
    // Both are rows of the table: the preparation has made them.
    const { before, revision, row } = update;
    const of = { ownerId, revision };
    const updated = records.updateWhole(of, before as unknown as RecordRow, row as unknown as WholeRow);
    if (updated !== 1) throw new Error('an updated subscription is gone');
  }
  const action = update === undefined ? 'subscription.create' : 'subscription.update';
  const entity = { entityType: 'subscription', entityId: id } as const;
  writesOn(tools).addEntry({ ...write, ...entity, auditEntryId, action, metadata });
}
