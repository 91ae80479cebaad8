import type { Database } from 'bun:sqlite';
import type { WriteCommand } from '../../commands/commands.ts';
import { purgeInBackground } from './purge.ts';
import { connectAgain } from '../sqlite/database.ts';
import { systemClock } from '../../runtime/system.ts';
import { takeMessages } from '../workers/startWorker.ts';
import { commitInPlace, type CommitCommands, commitGroups } from './groupCommit.ts';
import { verbs } from './verbs.ts';
import type { Instruction, Report } from '../workers/workerSupervisor.ts';

// The entry point of the worker that makes all writes of a server and waits for its disk.
declare const self: Worker;

/** A group of commands to commit together. JSON crosses to the worker in half the time of cloned objects. */
export interface GroupTask {
  readonly kind: 'group';
  readonly commandsJson: string;
}

/** The outcomes of a group. */
export interface GroupAnswer {
  readonly kind: 'group';
  readonly outcomesJson: string;
}

/** A message to the worker. */
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
      send({ kind: 'ready' });
      break;
    }
    case 'group':
      if (commitGroup === undefined) throw new Error('a group came before the database was opened');
      takeGroup(commitGroup, commandsIn(message.commandsJson));
      break;
    case 'close':
      close?.();
      send({ kind: 'closed' });
      break;
  }
}

function takeGroup(commit: CommitCommands, commands: readonly WriteCommand[]): void {
  send({ kind: 'group', outcomesJson: JSON.stringify(commit(commands)) });
  const left = new Set(commands.map(({ kind }) => verbs[kind].leaves));
  for (const scope of ['records', 'all'] as const) if (left.has(scope)) purging?.begin(scope);
}

function openIn(dataDirectory: string): Database {
  const database = connectAgain(dataDirectory);
  purging = purgeInBackground({
    database,
    after: (milliseconds, action) => systemClock.after(milliseconds, action),
    log: (line) => send({ kind: 'log', line }),
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

function send(message: GroupAnswer | Report): void {
  self.postMessage(message);
}
