import { max } from 'drizzle-orm';
import type { CommandOf, OutcomeOf } from '../../commands.ts';
import type { ImportCommands } from '../commands.ts';
import { isByClient, isDryRun, type Actor } from '../../../core/writer/origin.ts';
import { addEntries, findServiceKeys } from '../../../core/audit/record.ts';
import { readRevisionsOfData } from '../../../core/audit/revisions.ts';
import type { Tools, Verbs } from '../../../core/writer/executor.ts';
import { auditEntries } from '../../../core/audit/table.ts';
import { imports } from '../table.ts';
import { preparedIn, storePrepared } from './prepared.ts';
import { revertImport } from './revert.ts';

type Run = CommandOf<'import.run'>;

/** The verbs of imports. */
export const verbs: Verbs<ImportCommands> = {
  'import.run': { current: undefined, storesOutcome: true, perform: run },
  'import.revert': { current: undefined, storesOutcome: true, perform: revertImport },
};

/** The number of the newest audit entry; 0 without any. */
function lastEntry({ database: db }: Tools): number {
  const newest = db.select({ last: max(auditEntries.sequence) }).from(auditEntries);
  return newest.get()?.last ?? 0;
}

function run(tools: Tools, command: Run): OutcomeOf<'import.run'> {
  const { record } = tools;
  const { importId, at, format, rows, created, updated, reportJson } = command;
  const report = reportJson === undefined ? {} : { reportJson };
  if (created + updated === 0) return { outcome: 'nothingImported', ...report };
  if (isDryRun(command)) {
    takeRoom(tools, command);
    return { outcome: 'nothingImported', ...report };
  }
  const actor = actorOf(tools, command);
  const { ownerId } = actor;
  // Whoever has written since may have changed what it updates, or made another one of what it creates.
  if (readRevisionsOfData(tools.database)(ownerId) !== command.revision) return { outcome: 'overtaken' };
  const prepared = preparedIn(command.shared);
  takeRoom(tools, command);
  const entriesAfter = lastEntry(tools);
  const addEntry = addEntries(tools.database);
  for (const one of prepared) storePrepared(tools, addEntry, { actor, at }, one);
  const counts = { format, rows, created, updated };
  record(command, 'import.run', { entityType: 'import', entityId: importId, ownerId }, counts);
  const updatedIds = prepared.flatMap(({ id, isUpdate }) => (isUpdate ? [id] : []));
  const entries = { entriesAfter, entriesUntil: lastEntry(tools), updatedIds };
  tools.database
    .insert(imports)
    .values({ id: importId, ownerId, at, ...counts, ...entries })
    .run();
  return { outcome: 'imported', ...report };
}

/** Refuses what its owner has no room for. */
function takeRoom({ records: { room } }: Tools, command: Run): void {
  const { created, updated, payments } = command;
  const ownerId = isByClient(command) ? command.actor.ownerId : command.ownerId;
  room.require(ownerId, { subscriptions: created, payments, auditEntries: created + updated + 1 });
}

/** Who makes the import: a client, or the service for the operator. */
function actorOf({ database, newId }: Tools, command: Run): Actor {
  if (isByClient(command)) return command.actor;
  const { ownerId, at, actor } = command;
  const id = findServiceKeys(database, newId)(ownerId, at);
  return { kind: 'service', id, ownerId, scope: 'admin', requestId: actor.requestId };
}
