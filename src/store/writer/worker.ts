import type { Database } from 'bun:sqlite';
import type { WriteCommand } from '../../commands/commands.ts';
import { purgeInBackground } from './backgroundPurge.ts';
import { connectAgain } from '../sqlite/database.ts';
import { systemClock } from '../../runtime/system.ts';
import { takeMessages } from '../workers/descriptors.ts';
import { commitInPlace, type CommitCommands } from './commitInPlace.ts';
import type { Instruction, Report } from '../workers/workerSupervisor.ts';
import { commitGroups } from './groupCommit.ts';

// The entry point of the thread that owns every write of subscriptions, and the disk's waits with it.
declare const self: Worker;

/** A batch of commands to be written together. It is JSON, as are the outcomes: that crosses over in half the time that objects take to be cloned. */
export interface GroupTask {
  readonly kind: 'batch';
  readonly commandsJson: string;
}

/** What became of a batch. */
export interface GroupAnswer {
  readonly kind: 'batch';
  readonly outcomesJson: string;
}

/** What the thread is told. */
export type MessageToWorker = Instruction | GroupTask;

let commitBatch: CommitCommands | undefined;
let clearing: ReturnType<typeof purgeInBackground> | undefined;
let close: (() => void) | undefined;

self.addEventListener('message', takeMessages(receive));

function receive(message: MessageToWorker): void {
  switch (message.kind) {
    case 'open': {
      const { dataDirectory, files } = message;
      const open = () => openIn(dataDirectory);
      commitBatch = files === undefined ? commitGroups(open()) : commitInPlace(files, open);
      tell({ kind: 'ready' });
      break;
    }
    case 'batch':
      if (commitBatch === undefined) throw new Error('a batch came before the database was opened');
      takeBatch(commitBatch, commandsIn(message.commandsJson));
      break;
    case 'close':
      close?.();
      tell({ kind: 'closed' });
      break;
  }
}

function takeBatch(commit: CommitCommands, commands: readonly WriteCommand[]): void {
  tell({ kind: 'batch', outcomesJson: JSON.stringify(commit(commands)) });
  // Nothing else leaves anything to clear away.
  if (commands.some(({ kind }) => kind === 'delete' || kind === 'bulk')) clearing?.begin('records');
}

function openIn(dataDirectory: string): Database {
  const database = connectAgain(dataDirectory);
  clearing = purgeInBackground({
    database,
    after: (milliseconds, action) => systemClock.after(milliseconds, action),
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

function tell(message: GroupAnswer | Report): void {
  self.postMessage(message);
}
