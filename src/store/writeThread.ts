import type { WriteCommand } from '../domain/writes.ts';
import { connectAgain } from './database.ts';
import { commitBatches, type BatchOutcome } from './writeBatch.ts';

// The entry point of the thread that owns every write of subscriptions, and the disk's waits with it.
declare const self: Worker;

/** What the thread is told: first where the database is, then one batch after the other; last, to close. */
export type MessageToThread =
  | { readonly kind: 'open'; readonly dataDirectory: string }
  | { readonly kind: 'batch'; readonly commands: readonly WriteCommand[] }
  | { readonly kind: 'close' };

/** What the thread tells: that it is ready, what became of a batch, that it has closed. */
export type MessageFromThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'batch'; readonly outcomes: readonly BatchOutcome[] }
  | { readonly kind: 'closed' };

let commitBatch: ReturnType<typeof commitBatches> | undefined;
let close: (() => void) | undefined;

self.addEventListener('message', ({ data: message }: MessageEvent<MessageToThread>) => {
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
      tell({ kind: 'batch', outcomes: commitBatch(message.commands) });
      break;
    case 'close':
      close?.();
      tell({ kind: 'closed' });
      break;
  }
});

function tell(message: MessageFromThread): void {
  self.postMessage(message);
}
