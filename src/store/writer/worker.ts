import type { Database } from 'bun:sqlite';
import type { WriteCommand } from '../../commands/commands.ts';
import { purgeInBackground } from './purge.ts';
import { connectAgain } from '../sqlite/database.ts';
import { systemClock } from '../../runtime/system.ts';
import { takeMessages } from '../workers/descriptors.ts';
import { commitInPlace, type CommitCommands, commitGroups } from './groupCommit.ts';
import type { Instruction, Report } from '../workers/workerSupervisor.ts';

// The entry point of the thread that makes every write of a server and waits for its disk.
declare const self: Worker;

/** A group of commands to be written together. JSON crosses to the thread in half the time that cloning objects takes. */
export interface GroupTask {
  readonly kind: 'group';
  readonly commandsJson: string;
}

/** The outcomes of a group. */
export interface GroupAnswer {
  readonly kind: 'group';
  readonly outcomesJson: string;
}

/** A message to the thread. */
export type MessageToWorker = Instruction | GroupTask;

let commitGroup: CommitCommands | undefined;
let purging: ReturnType<typeof purgeInBackground> | undefined;
let close: (() => void) | undefined;

self.addEventListener('message', takeMessages(receive));

function receive(message: MessageToWorker): void {
  switch (message.kind) {
    case 'open': {
      const { dataDirectory, files } = message;
      const open = () => openIn(dataDirectory);
      commitGroup = files === undefined ? commitGroups(open()) : commitInPlace(files, open);
      tell({ kind: 'ready' });
      break;
    }
    case 'group':
      if (commitGroup === undefined) throw new Error('a group came before the database was opened');
      takeGroup(commitGroup, commandsIn(message.commandsJson));
      break;
    case 'close':
      close?.();
      tell({ kind: 'closed' });
      break;
  }
}

function takeGroup(commit: CommitCommands, commands: readonly WriteCommand[]): void {
  tell({ kind: 'group', outcomesJson: JSON.stringify(commit(commands)) });
  // Only these leave rows to be purged.
  if (commands.some(({ kind }) => kind === 'subscription.delete' || kind === 'batch')) purging?.begin('records');
  if (commands.some(({ kind }) => kind === 'owner.delete')) purging?.begin('all');
}

function openIn(dataDirectory: string): Database {
  const database = connectAgain(dataDirectory);
  purging = purgeInBackground({
    database,
    after: (milliseconds, action) => systemClock.after(milliseconds, action),
    log: (line) => tell({ kind: 'log', line }),
  });
  purging.begin('all');
  close = () => {
    purging?.end();
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
