import { databaseOn, type Db } from '../database/db.ts';
import type { WriteCommand } from '../../modules/commands.ts';
import { limitOwners, type OwnerLimits } from './roomForOwners.ts';
import { connectAgain } from '../database/database.ts';
import { takeMessages } from '../workers/startWorker.ts';
import { commitInPlace } from './commitInPlace.ts';
import type { PerformOn } from './executor.ts';
import { commitGroups, type CommitCommands } from './groupCommit.ts';
import type { Instruction, Report } from '../workers/workerSupervisor.ts';

declare const self: Worker;

/** A group of commands to commit together. JSON crosses to the worker in half the time of cloned objects. */
export interface GroupTask {
  readonly kind: 'group';
  readonly commandsJson: string;
  /** The memory that commands share with this thread, by their place: JSON has no bytes. */
  readonly shared: ReadonlyMap<number, SharedArrayBuffer>;
}

/** The outcomes of a group. */
export interface GroupAnswer {
  readonly kind: 'group';
  readonly outcomesJson: string;
}

/** A message to the worker. */
export type MessageToWorker = Instruction | GroupTask;

/** Executes the groups of commands that come to this worker, and waits for the disk. */
export function serveWrites(performOn: PerformOn): void {
  let commitGroup: CommitCommands | undefined;
  let database: Db | undefined;

  function receive(message: MessageToWorker): void {
    switch (message.kind) {
      case 'open': {
        const { dataDirectory, files, ownerLimits } = message;
        const open = () => (database = connect(dataDirectory, ownerLimits));
        commitGroup = files === undefined ? commitNow(open()) : commitInPlace(files, open, performOn);
        send({ kind: 'ready' });
        break;
      }
      case 'group':
        if (commitGroup === undefined) throw new Error('a group came before the database was opened');
        send({ kind: 'group', outcomesJson: JSON.stringify(commitGroup(commandsIn(message))) });
        break;
      case 'close':
        database?.$client.close(true);
        send({ kind: 'closed' });
        break;
    }
  }

  const commitNow = (db: Db) => commitGroups(db, performOn(db));
  self.addEventListener('message', takeMessages(receive));
}

function connect(dataDirectory: string, ownerLimits: OwnerLimits | undefined): Db {
  const db = databaseOn(connectAgain(dataDirectory));
  if (ownerLimits !== undefined) limitOwners(db, ownerLimits);
  return db;
}

function commandsIn({ commandsJson, shared }: GroupTask): readonly WriteCommand[] {
  const commands = JSON.parse(commandsJson) as WriteCommand[];
  for (const [place, memory] of shared) Object.assign(commands[place] ?? {}, { shared: memory });
  return commands;
}

function send(message: GroupAnswer | Report): void {
  self.postMessage(message);
}
