import { StorageUnavailable } from './storageUnavailable.ts';
import type { ResultFor, WriteCommand } from '../../modules/commands.ts';
import { isByClient } from './origin.ts';
import type { Clock } from '../runtime/system.ts';
import { superviseWorker, type WorkerOptions } from '../workers/workerSupervisor.ts';
import { resultOf, type CommandOutcome } from './outcomes.ts';
import { trackWriteHealth, type WriteHealth, type WriteHealthOptions } from './writeHealth.ts';
import type { GroupAnswer, GroupTask } from './worker.ts';

/** The entrance of all writes of a server: it takes a command as plain data, and returns its final result. */
export interface WriteDoor {
  /** Resolves when the write is on the disk; rejects with {@link StorageUnavailable} when the storage cannot serve. */
  submit<Command extends WriteCommand>(command: Command): Promise<ResultFor<Command>>;
}

/** Options of the write queue. */
export type WriteQueueOptions = Pick<
  WorkerOptions<GroupAnswer>,
  'dataDirectory' | 'files' | 'workerUrl' | 'ownerLimits' | 'after' | 'log'
> &
  WriteHealthOptions;

/** The most commands of one owner that wait, the service's own among them: a household never has so many. */
export const waitingOfOwnerMax = 256;
// Of the commands that are not of an owner: the service's, and sign-ins.
const nobody = 0;
// The worker starts after the server, unless a write comes first: the first requests are probably reads.
const startedSoon = { name: 'write worker', startDelaySeconds: 0.1 };

/** A command that waits for its outcome. */
interface Waiting {
  readonly command: WriteCommand;
  readonly resolve: (outcome: CommandOutcome) => void;
}

/**
 * Opens the queue of all writes of a server: first come, first served. A worker executes the commands that wait in one
 * transaction with one commit. A promise resolves only when its write is on the disk. It rejects with {@link StorageUnavailable}
 * when the storage cannot serve, and with {@link OutcomeUnknown} when the worker died during the command; a new worker then takes
 * its place.
 */
export function openWriteQueue(options: WriteQueueOptions) {
  let [inFlight, isClosing]: [Waiting[], boolean] = [[], false];
  let onDrained: (() => void) | undefined;
  const line = openLine();
  const health = trackWriteHealth(options);
  const delay = delayGroupCommit(options, sendAll);
  const listeners = { onIdle: () => delay.sendSoon(), onAnswer: settle, onExit: onWorkerExit };
  const worker = superviseWorker<GroupAnswer>({ ...options, ...startedSoon, ...listeners });

  function compose(): GroupTask {
    inFlight = line.takeAll();
    return groupOf(inFlight.map(({ command }) => command));
  }

  function sendAll(): void {
    if (line.length() > 0 && worker.send(compose)) health.begin();
    if (isIdle()) onDrained?.();
  }

  function settle({ outcomesJson }: GroupAnswer): void {
    const [sent, outcomes] = [inFlight.splice(0), JSON.parse(outcomesJson) as readonly CommandOutcome[]];
    delay.learn(sent.length, health.end(outcomes));
    for (const [place, outcome] of outcomes.entries()) sent[place]?.resolve(outcome);
  }

  function onWorkerExit(): void {
    health.die(inFlight.length);
    for (const { resolve } of inFlight.splice(0))
      resolve({ unavailable: 'the write worker died during a commit', isUnknown: true });
    for (const { resolve } of line.takeAll()) resolve({ unavailable: 'the write worker died before the commit' });
    onDrained?.();
  }

  const isIdle = () => inFlight.length + line.length() === 0;

  return {
    /** Executes one command; the promise settles when its outcome is final. */
    submit<Command extends WriteCommand>(command: Command): Promise<ResultFor<Command>> {
      const { promise, resolve } = Promise.withResolvers<CommandOutcome>();
      if (isClosing || !worker.isAlive() || !line.add({ command, resolve }))
        return Promise.reject(new StorageUnavailable('too many writes are waiting'));
      delay.sendSoon();
      return promise.then((outcome) => resultOf(outcome) as ResultFor<Command>);
    },

    /** Whether writing works now. */
    health: (): WriteHealth => health.read(),

    /** Lets the worker finish the submitted commands, and ends it. */
    async close(): Promise<void> {
      isClosing = true;
      if (!isIdle()) await new Promise<void>((resolve) => (onDrained = resolve));
      await worker.close();
    },
  };
}

/** The commands that wait, in the order in which they came. */
function openLine() {
  let waiting: Waiting[] = [];
  const waitingOf = new Map<number, number>();

  return {
    length: () => waiting.length,

    /** Adds a command; false, and nothing added, when {@link waitingOfOwnerMax} of its owner wait already. */
    add(one: Waiting): boolean {
      const holder = holderOf(one.command);
      const before = waitingOf.get(holder) ?? 0;
      if (before >= waitingOfOwnerMax) return false;
      waiting.push(one);
      waitingOf.set(holder, before + 1);
      return true;
    },

    takeAll(): Waiting[] {
      const taken = waiting;
      waiting = [];
      waitingOf.clear();
      return taken;
    },
  };
}

// Clients that were answered together send their next writes shortly after one another. On a slow disk the next commit
// waits for them a little; otherwise it would take the first write only.
const delayShareOfCommit = 0.1;
const delayMilliseconds = { min: 0.5, max: 2 };

/** Decides when the next group is sent: at once on a fast disk or for one client, a little later on a slow disk. */
function delayGroupCommit({ after }: Pick<Clock, 'after'>, send: () => void) {
  let [isWaiting, milliseconds] = [false, 0];

  function sendNow(): void {
    isWaiting = false;
    send();
  }

  return {
    /** Sends when the delay is over. */
    sendSoon(): void {
      if (isWaiting) return;
      isWaiting = true;
      if (milliseconds < delayMilliseconds.min) queueMicrotask(sendNow);
      else after(milliseconds, sendNow);
    },

    /** Adapts the delay of the next group to the last commit. */
    learn(commands: number, commitMilliseconds: number): void {
      milliseconds = commands > 1 ? Math.min(commitMilliseconds * delayShareOfCommit, delayMilliseconds.max) : 0;
    },
  };
}

function groupOf(commands: readonly WriteCommand[]): GroupTask {
  const shared = new Map<number, SharedArrayBuffer>();
  for (const [place, command] of commands.entries())
    if ('shared' in command && command.shared !== undefined) shared.set(place, command.shared);
  return { kind: 'group', commandsJson: JSON.stringify(commands), shared };
}

/** The owner of whom a command is. */
function holderOf(command: WriteCommand): number {
  return 'actor' in command && isByClient(command) ? command.actor.ownerId : nobody;
}
