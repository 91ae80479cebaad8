import type { Database } from 'bun:sqlite';
import type { BatchCommand, SubscriptionCommand, WriteResult } from '../../commands/commands.ts';

/** What becomes of one operation: that it is refused because its record is not as its terms say, and else. */
interface BulkSteps {
  readonly unlessMatching: (command: SubscriptionCommand) => WriteResult | undefined;
  readonly perform: (command: SubscriptionCommand) => WriteResult;
}

/** Gives a function that carries out the operations of a bulk in their order: all of them, or, when one cannot be, none. */
export function performBatches(database: Database, { unlessMatching, perform }: BulkSteps) {
  const savepoint = database.prepare('SAVEPOINT operations');
  const release = database.prepare('RELEASE operations');
  const rollbackToSavepoint = database.prepare('ROLLBACK TO operations');

  return function performBulk({ operations, dryRun }: BatchCommand): WriteResult {
    savepoint.run();
    // Before any is carried out: what an operation changes is not held against the tags of those after it.
    const refusals = operations.map(unlessMatching);
    const results = operations.map(
      ({ ifMatch: _ifMatch, ...operation }, index) =>
        refusals[index] ?? perform(dryRun === true ? { ...operation, dryRun } : operation),
    );
    const faults = results.flatMap((result, index) => (isDone(result) ? [] : [{ index, result }]));
    if (faults.length > 0) rollbackToSavepoint.run();
    release.run();
    return faults.length > 0 ? { outcome: 'bulkRefused', faults } : { outcome: 'bulk', results };
  };
}

function isDone({ outcome }: WriteResult): boolean {
  return outcome === 'stored' || outcome === 'deleted';
}
