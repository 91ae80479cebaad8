import type { WriteCommand } from '../domain/writes.ts';
import { connectAgain } from './database.ts';
import { takeMessages } from './descriptors.ts';
import { commitBatches } from './writeBatch.ts';

// The entry point of the thread that owns every write of subscriptions, and the disk's waits with it.
declare const self: Worker;

/**
 * What the thread is told: first where the database is, then one batch after the other; last, to close. Batches and
 * their outcomes are JSON, which crosses over in half the time that objects take to be cloned.
 */
export type MessageToThread =
  | { readonly kind: 'open'; readonly dataDirectory: string }
  | { readonly kind: 'batch'; readonly commandsJson: string }
  | { readonly kind: 'close' };

/** What the thread tells: that it is ready, what became of a batch, that it has closed. */
export type MessageFromThread =
  { readonly kind: 'ready' } | { readonly kind: 'batch'; readonly outcomesJson: string } | { readonly kind: 'closed' };

let commitBatch: ReturnType<typeof commitBatches> | undefined;
let close: (() => void) | undefined;

self.addEventListener(
  'message',
  takeMessages((message: MessageToThread) => {
    switch (message.kind) {
      case 'open': {
        const database = connectAgain(message.dataDirectory);
        commitBatch = commitBatches(database);
        close = () => database.close(true);
        tell({ kind: 'ready' });
        break;
      }
      case 'batch':
        if (commitBatch === undefined) throw new Error('a batch came before the database was opened');
        tell({ kind: 'batch', outcomesJson: JSON.stringify(commitBatch(commandsIn(message.commandsJson))) });
        break;
      case 'close':
        close?.();
        tell({ kind: 'closed' });
        break;
    }
  }),
);

function commandsIn(json: string): readonly WriteCommand[] {
  return JSON.parse(json) as readonly WriteCommand[];
}

function tell(message: MessageFromThread): void {
  self.postMessage(message);
}
