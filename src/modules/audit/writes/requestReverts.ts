import { entriesOfRequestMax } from '../commands.ts';
import type { CommandOf, OutcomeOf } from '../../commands.ts';
import { isDryRun } from '../../../core/writer/origin.ts';
import { keepIf } from '../../../core/database/db.ts';
import type { Tools } from '../../../core/writer/executor.ts';

type RevertRequest = CommandOf<'audit.revertRequest'>;
type Result = OutcomeOf<'audit.revertRequest'>;
type EntryResult = OutcomeOf<'audit.revert'>;
type Refusal = Extract<Result, { entryId: string }>;

/** How many entries were reverted, until one refused. */
interface Reverted {
  readonly reverted: number;
  readonly refusal?: Refusal;
}

/** What the revert of a request needs to know of its entries. */
interface OfEntries {
  readonly revertEntry: (command: CommandOf<'audit.revert'>) => EntryResult;
  /** The present name of the record that an entry is about; undefined if it has none. */
  readonly nameOf: (entry: NonNullable<ReturnType<Tools['updates']['find']>>) => unknown;
}

/** Reverts what a request has changed, the newest entry first: all that can be reverted, or nothing. */
export function revertRequest(
  tools: Tools,
  { revertedRequestId, ...command }: RevertRequest,
  { revertEntry, nameOf }: OfEntries,
): Result {
  const { database, updates, newId } = tools;
  const entries = updates.ofRequest(command.actor.ownerId, revertedRequestId, entriesOfRequestMax + 1);
  if (entries.length === 0) return { outcome: 'requestMissing' };
  if (entries.length > entriesOfRequestMax) return { outcome: 'requestNotRevertible', reason: 'tooMany' };
  const { reverted, refusal } = keepIf(database, wasNotRefused, revertAll);
  if (refusal !== undefined) return { ...refusal, ...recordOf(refusal) };
  if (reverted === 0) return { outcome: 'requestNotRevertible', reason: 'nothingLeft' };
  const viewJson = JSON.stringify({ reverted, skipped: entries.length - reverted });
  return { outcome: 'stored', viewJson, ...(isDryRun(command) && { dryRun: true }) };

  /** Reverts the entries until one refuses. */
  function revertAll(): Reverted {
    let count = 0;
    for (const { id: entryId } of entries) {
      const ids = { revertedEntryId: entryId, auditEntryId: newId() };
      const result = revertEntry({ ...command, ...ids, kind: 'audit.revert' });
      const fault = result.outcome === 'stored' ? undefined : refusalIn(result, entryId);
      if (fault !== undefined) return { reverted: count, refusal: fault };
      if (result.outcome === 'stored') count += 1;
    }
    return { reverted: count };
  }

  /** The record because of which nothing is reverted. */
  function recordOf({ outcome, entryId }: Refusal): Pick<Refusal, 'record'> {
    // Whoever may not change it may not see it, either.
    const entry = outcome === 'scopeMissing' ? undefined : updates.find(command.actor.ownerId, entryId);
    const name = entry && nameOf(entry);
    return entry && typeof name === 'string' ? { record: { id: entry.entityId, name } } : {};
  }
}

const wasNotRefused = ({ refusal }: Reverted) => refusal === undefined;

/** Why an entry refuses the revert of its request; undefined for one that has nothing to revert, or whose record is gone. */
function refusalIn(result: Exclude<EntryResult, { outcome: 'stored' }>, entryId: string): Refusal | undefined {
  if (result.outcome === 'entryMissing') return undefined;
  if (result.outcome === 'notRevertible' && result.reason !== 'tooOld') return undefined;
  if (result.outcome === 'overwritten' && result.revertedBy !== undefined) return undefined;
  return { ...result, entryId };
}
