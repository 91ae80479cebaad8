import { StorageUnavailable } from '../../commands/storageUnavailable.ts';
import type { ResultFor, WriteCommand } from '../../commands/commands.ts';
import { isByClient } from '../../commands/origin.ts';
import { createFairQueue } from '../../runtime/limiter.ts';
import type { Clock } from '../../runtime/system.ts';
import { superviseWorker, type WorkerOptions } from '../workers/workerSupervisor.ts';
import { resultOf, type CommandOutcome } from './groupCommit.ts';
import { trackWriteHealth, type WriteHealth, type WriteHealthOptions } from './writeHealth.ts';
import type { GroupAnswer, GroupTask } from './worker.ts';

/** Options of the write queue. */
export type WriteQueueOptions = Pick<
  WorkerOptions<GroupAnswer>,
  'dataDirectory' | 'files' | 'workerUrl' | 'ownerLimits' | 'after' | 'log'
> &
  WriteHealthOptions & {
    /**
     * Called before a group is sent, since the worker would wait for the lock of the reads, and before its outcomes are
     * reported, so that a client that learns of its write reads it.
     */
    readonly endSharedReads?: () => void;
  };

/** The most commands that wait: it bounds the memory that they take while the disk hangs. */
export const waitingCommandsMax = 10_000;
const tooMany = 'too many writes are waiting';
// Bounds the time of a commit, for which its first command waits.
const groupCommandsMax = 512;
// The holder of the commands that are not of one owner.
const nobody = 0;
// The worker starts after the server, unless a write comes first: the first requests are probably reads.
const startedSoon = { name: 'write worker', startDelaySeconds: 0.1 };

// Clients that were answered together send their next writes shortly after one another. On a slow disk the next commit
// waits for them a little; otherwise it would take the first write only.
const delayShareOfCommit = 0.1;
const delayMilliseconds = { min: 0.5, max: 2 };

/**
 * Opens the queue of all writes of a server. A worker executes the commands: those of one owner first in, first out, and the
 * owners take turns. The commands that wait while it is busy become one transaction with one commit. A promise resolves only when
 * its write is on the disk. It rejects with {@link StorageUnavailable} when the storage cannot serve, and with
 * {@link OutcomeUnknown} when the worker died during the command; a new worker then takes its place.
 */
export function openWriteQueue(options: WriteQueueOptions) {
  const waiting = queueByOwner();
  let [inFlight, isClosing]: [Waiting[], boolean] = [[], false];
  const health = trackWriteHealth(options);
  let onDrained: (() => void) | undefined;
  const { sendSoon, learn } = delayGroupCommit(options, sendNext);
  const listeners = { onIdle: sendSoon, onAnswer: settle, onExit: onWorkerExit };
  const worker = superviseWorker<GroupAnswer>({ ...options, ...startedSoon, ...listeners });

  function sendNext(): void {
    const compose = () => groupOf((inFlight = waiting.take(groupCommandsMax)), options);
    if (waiting.size() > 0 && worker.send(compose)) health.begin();
    if (isIdle()) onDrained?.();
  }

  function settle({ outcomesJson }: GroupAnswer): void {
    const [sent, outcomes] = [inFlight.splice(0), JSON.parse(outcomesJson) as readonly CommandOutcome[]];
    const isLeft = (place: number) => 'isLeft' in (outcomes[place] ?? {});
    options.endSharedReads?.();
    learn(sent.length, health.end(outcomes.filter((_, place) => !isLeft(place))));
    waiting.putBack(sent.filter((_, place) => isLeft(place)));
    for (const [place, outcome] of outcomes.entries()) if (!isLeft(place)) sent[place]?.resolve(outcome);
  }

  const isIdle = () => inFlight.length + waiting.size() === 0;

  function onWorkerExit(): void {
    options.endSharedReads?.();
    health.die(inFlight.length);
    for (const { resolve } of inFlight.splice(0))
      resolve({ unavailable: 'the write worker died during a commit', isUnknown: true });
    for (const { resolve } of waiting.take(waiting.size()))
      resolve({ unavailable: 'the write worker died before the commit' });
    onDrained?.();
  }

  return {
    /** Executes one command; the promise settles when its outcome is final. */
    submit<Command extends WriteCommand>(command: Command): Promise<ResultFor<Command>> {
      const { promise, resolve } = Promise.withResolvers<CommandOutcome>();
      if (isClosing || !worker.isAlive() || !waiting.add({ command, resolve }))
        return Promise.reject(new StorageUnavailable(tooMany));
      sendSoon();
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

/**
 * Decides when the next group is sent: at once on a fast disk or for one client, a little later on a slow disk. What is submitted
 * without a pause is one group.
 */
function delayGroupCommit({ after }: Pick<Clock, 'after'>, send: () => void) {
  let isWaiting = false;
  let milliseconds = 0;

  function sendNow(): void {
    isWaiting = false;
    send();
  }

  /** Sends when the delay is over. */
  function sendSoon(): void {
    if (isWaiting) return;
    isWaiting = true;
    if (milliseconds < delayMilliseconds.min) queueMicrotask(sendNow);
    else after(milliseconds, sendNow);
  }

  /** Adapts the delay of the next group to the last commit. */
  function learn(commands: number, commitMilliseconds: number): void {
    milliseconds = commands > 1 ? Math.min(commitMilliseconds * delayShareOfCommit, delayMilliseconds.max) : 0;
  }

  return { sendSoon, learn };
}

function groupOf(
  waiting: readonly Waiting[],
  { endSharedReads }: Pick<WriteQueueOptions, 'endSharedReads'>,
): GroupTask {
  endSharedReads?.();
  return { kind: 'group', commandsJson: JSON.stringify(waiting.map(({ command }) => command)) };
}

/** The commands that wait: those of one owner in order, the owners in turn. */
function queueByOwner() {
  const waiting = createFairQueue<number, Waiting>({ inAllMax: waitingCommandsMax });
  return {
    size: waiting.size,

    /** Adds one. When too many wait, the newest of the owner with most of them is refused, so that others can write. */
    add(one: Waiting): boolean {
      const holder = holderOf(one.command);
      if (waiting.add(holder, one)) return true;
      waiting.takeFromMostFor(holder)?.resolve({ unavailable: tooMany });
      return waiting.add(holder, one);
    },

    /** Takes those whose turn is next, so many at most. */
    take(most: number): Waiting[] {
      const taken: Waiting[] = [];
      for (let next = waiting.take(); next !== undefined; next = taken.length < most ? waiting.take() : undefined)
        taken.push(next);
      return taken;
    },

    /** Puts some that were taken before the others of their owners. */
    putBack(taken: readonly Waiting[]): void {
      for (const one of taken.toReversed()) waiting.putBack(holderOf(one.command), one);
    },
  };
}

/** The owner of whom a command is; the service's commands and those of sign-ins have turns of their own. */
function holderOf(command: WriteCommand): number {
  return 'actor' in command && isByClient(command) ? command.actor.ownerId : nobody;
}

/** A command that waits for its outcome. */
interface Waiting {
  readonly command: WriteCommand;
  readonly resolve: (outcome: CommandOutcome) => void;
}
