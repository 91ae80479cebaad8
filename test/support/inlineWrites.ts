import type { Database } from 'bun:sqlite';
import type { WriteDoor } from '../../src/store/store.ts';
import { commitBatches, resultOf } from '../../src/store/writeBatch.ts';

/** A door that writes over a connection of this process at once, so that a test can spoil that very connection. */
export function writeInline(database: Database): WriteDoor {
  const commitBatch = commitBatches(database);
  return {
    submit: (command) =>
      // In a task of its own, like the thread: what the request reads as one has ended by then.
      Promise.resolve().then(() => {
        const [outcome] = commitBatch([command]);
        if (outcome === undefined) throw new Error('a batch of one gave no outcome');
        return resultOf(outcome);
      }),
  };
}
