import type { Database } from 'bun:sqlite';
import type { WriteCommand } from '../domain/writes.ts';
import { clearInBackground } from './backgroundClearing.ts';
import { connectAgain } from './database.ts';
import { takeMessages } from './descriptors.ts';
import type { OpenFiles } from './openFiles.ts';
import { commitInPlace, type CommitBatch } from './placedWrites.ts';
import { commitBatches } from './writeBatch.ts';

// The entry point of the thread that owns every write of subscriptions, and the disk's waits with it.
declare const self: Worker;

/**
 * What the thread is told: first where the database is, then one batch after the other; last, to close. Batches and
 * their outcomes are JSON, which crosses over in half the time that objects take to be cloned.
 */
export type MessageToThread =
  | { readonly kind: 'open'; readonly dataDirectory: string; readonly files: OpenFiles | undefined }
  | { readonly kind: 'batch'; readonly commandsJson: string }
  | { readonly kind: 'close' };

/** What the thread tells: that it is ready, what became of a batch, a line for the log, that it has closed. */
export type MessageFromThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'batch'; readonly outcomesJson: string }
  | { readonly kind: 'log'; readonly line: string }
  | { readonly kind: 'closed' };

let commitBatch: CommitBatch | undefined;
let clearing: ReturnType<typeof clearInBackground> | undefined;
let close: (() => void) | undefined;

self.addEventListener('message', takeMessages(receive));

function receive(message: MessageToThread): void {
  switch (message.kind) {
    case 'open': {
      const { dataDirectory, files } = message;
      const open = () => openIn(dataDirectory);
      commitBatch = files === undefined ? commitBatches(open()) : commitInPlace(files, open);
      tell({ kind: 'ready' });
      break;
    }
    case 'batch':
      if (commitBatch === undefined) throw new Error('a batch came before the database was opened');
      tell({ kind: 'batch', outcomesJson: JSON.stringify(commitBatch(commandsIn(message.commandsJson))) });
      clearing?.begin('records');
      break;
    case 'close':
      close?.();
      tell({ kind: 'closed' });
      break;
  }
}

function openIn(dataDirectory: string): Database {
  const database = connectAgain(dataDirectory);
  clearing = clearInBackground({
    database,
    after: (milliseconds, action) => void setTimeout(action, milliseconds),
    log: (line) => tell({ kind: 'log', line }),
  });
  clearing.begin('all');
  close = () => {
    clearing?.end();
    database.close(true);
  };
  return database;
}

function commandsIn(json: string): readonly WriteCommand[] {
  return JSON.parse(json) as readonly WriteCommand[];
}

function tell(message: MessageFromThread): void {
  self.postMessage(message);
}
