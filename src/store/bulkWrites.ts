import type { Database } from 'bun:sqlite';
import type { BulkCommand, RecordCommand, WriteResult } from '../domain/writes.ts';

/** Gives a function that carries out the operations of a bulk in their order: all of them, or, when one cannot be, none. */
export function performBulks(database: Database, perform: (command: RecordCommand) => WriteResult) {
  const savepoint = database.prepare('SAVEPOINT operations');
  const release = database.prepare('RELEASE operations');
  const rollbackToSavepoint = database.prepare('ROLLBACK TO operations');

  return function performBulk({ operations, dryRun }: BulkCommand): WriteResult {
    savepoint.run();
    const results = operations.map((operation) => perform(dryRun === true ? { ...operation, dryRun } : operation));
    const faults = results.flatMap((result, index) => (isDone(result) ? [] : [{ index, result }]));
    if (faults.length > 0) rollbackToSavepoint.run();
    release.run();
    return faults.length > 0 ? { outcome: 'bulkRefused', faults } : { outcome: 'bulk', results };
  };
}

function isDone({ outcome }: WriteResult): boolean {
  return outcome === 'stored' || outcome === 'deleted';
}
