import { entriesOfRequestMax } from '../commands.ts';
import type { CommandOf, OutcomeOf } from '../../commands.ts';
import { isDryRun } from '../../../core/writer/origin.ts';
import type { Tools } from '../../../core/writer/verbs.ts';

type RevertRequest = CommandOf<'audit.revertRequest'>;
type Result = OutcomeOf<'audit.revertRequest'>;
type EntryResult = OutcomeOf<'audit.revert'>;
type Refusal = Extract<Result, { entryId: string }>;

/**
 * Reverts what a request has changed, the newest entry first: all that can be reverted, or nothing.
 *
 * @param revertEntry reverts one entry
 */
export function revertRequest(
  tools: Tools,
  { revertedRequestId, ...command }: RevertRequest,
  revertEntry: (command: CommandOf<'audit.revert'>) => EntryResult,
): Result {
  const { database, updates, newId } = tools;
  const entries = updates.ofRequest(command.actor.ownerId, revertedRequestId, entriesOfRequestMax + 1);
  if (entries.length === 0) return { outcome: 'requestMissing' };
  if (entries.length > entriesOfRequestMax) return { outcome: 'requestNotRevertible', reason: 'tooMany' };
  database.$client.query('SAVEPOINT request').run();
  let reverted = 0;
  let refusal: Refusal | undefined;
  for (const { id: entryId } of entries) {
    const ids = { revertedEntryId: entryId, auditEntryId: newId() };
    const result = revertEntry({ ...command, ...ids, kind: 'audit.revert' });
    if (result.outcome === 'stored') reverted += 1;
    else refusal = refusalIn(result, entryId);
    if (refusal !== undefined) break;
  }
  if (refusal !== undefined) database.$client.query('ROLLBACK TO request').run();
  database.$client.query('RELEASE request').run();
  if (refusal !== undefined) return refusal;
  if (reverted === 0) return { outcome: 'requestNotRevertible', reason: 'nothingLeft' };
  const viewJson = JSON.stringify({ reverted, skipped: entries.length - reverted });
  return { outcome: 'stored', viewJson, ...(isDryRun(command) && { dryRun: true }) };
}

/** Why an entry refuses the revert of its request; undefined for one that has nothing to revert, or whose record is gone. */
function refusalIn(result: Exclude<EntryResult, { outcome: 'stored' }>, entryId: string): Refusal | undefined {
  if (result.outcome === 'entryMissing') return undefined;
  if (result.outcome === 'notRevertible' && result.reason !== 'tooOld') return undefined;
  if (result.outcome === 'overwritten' && result.revertedBy !== undefined) return undefined;
  return { ...result, entryId };
}
