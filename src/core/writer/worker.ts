import { databaseOn } from '../database/db.ts';
import type { Connection } from '../database/driver.ts';
import type { WriteCommand } from '../../modules/commands.ts';
import type { OwnerLimits } from './ownerLimits.ts';
import { connectAgain } from '../database/database.ts';
import { limitOwners } from './roomForOwners.ts';
import { takeMessages } from '../workers/startWorker.ts';
import { commitInPlace, type CommitCommands, commitGroups } from './groupCommit.ts';
import type { Instruction, Report } from '../workers/workerSupervisor.ts';

// The entry point of the worker that makes all writes of a server and waits for its disk.
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

let commitGroup: CommitCommands | undefined;
let database: Connection | undefined;

self.addEventListener('message', takeMessages(receive));

function receive(message: MessageToWorker): void {
  switch (message.kind) {
    case 'open': {
      const { dataDirectory, files, ownerLimits } = message;
      const open = () => (database = connect(dataDirectory, ownerLimits));
      commitGroup = files === undefined ? commitGroups(open()) : commitInPlace(files, open);
      send({ kind: 'ready' });
      break;
    }
    case 'group':
      if (commitGroup === undefined) throw new Error('a group came before the database was opened');
      send({ kind: 'group', outcomesJson: JSON.stringify(commitGroup(commandsIn(message))) });
      break;
    case 'close':
      database?.close(true);
      send({ kind: 'closed' });
      break;
  }
}

function connect(dataDirectory: string, ownerLimits: OwnerLimits | undefined): Connection {
  const connection = connectAgain(dataDirectory);
  if (ownerLimits !== undefined) limitOwners(databaseOn(connection), ownerLimits);
  return connection;
}

function commandsIn({ commandsJson, shared }: GroupTask): readonly WriteCommand[] {
  const commands = JSON.parse(commandsJson) as WriteCommand[];
  for (const [place, memory] of shared) Object.assign(commands[place] ?? {}, { shared: memory });
  return commands;
}

function send(message: GroupAnswer | Report): void {
  self.postMessage(message);
}
