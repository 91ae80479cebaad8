import { TransactionRollbackError } from 'drizzle-orm';
import type { Db } from './db.ts';

/** Runs steps as one transaction, or as a part of the one that has begun; undoes them when their result is not to be kept. */
export function keepIf<Result>(db: Db, isKept: (result: Result) => boolean, steps: () => Result): Result {
  const undone: Result[] = [];
  try {
    const keep = (tx: { rollback(): never }): Result => {
      const result = steps();
      if (isKept(result)) return result;
      undone.push(result);
      return tx.rollback();
    };
    return db.transaction(keep, { behavior: 'immediate' });
  } catch (error) {
    const [result] = undone;
    if (result !== undefined && error instanceof TransactionRollbackError) return result;
    throw error;
  }
}
