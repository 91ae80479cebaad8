import { StorageUnavailable } from '../../commands/storageUnavailable.ts';
import type { ContinuedCommand, ResultFor, WriteCommand } from '../../commands/commands.ts';
import type { Clock } from '../../runtime/system.ts';
import { superviseWorker, type WorkerOptions } from '../workers/workerSupervisor.ts';
import { resultOf, type CommandOutcome } from './groupCommit.ts';
import { trackWriteHealth, type WriteHealth, type WriteHealthOptions } from './writeHealth.ts';
import { mayBeRequeued } from './verbs.ts';
import type { GroupAnswer, GroupTask } from './worker.ts';

/** Options of the write queue. */
export type WriteQueueOptions = Pick<
  WorkerOptions<GroupAnswer>,
  'dataDirectory' | 'files' | 'workerUrl' | 'scheduler' | 'log'
> &
  Pick<Clock, 'after'> &
  WriteHealthOptions & {
    /**
     * Called before a group is sent, since the worker would wait for the lock of the reads, and before its outcomes are
     * reported, so that a client that learns of its write reads it.
     */
    readonly endSharedReads?: () => void;
  };

// Bounds the memory that waiting writes take while the disk hangs.
const waitingCommandsMax = 10_000;
// The worker starts after the server, unless a write comes first: the first requests are probably reads.
const startedSoon = { name: 'write worker', startDelaySeconds: 0.1 };

// Clients that were answered together send their next writes shortly after one another. On a slow disk the next commit
// waits for them a little; otherwise it would take the first write only.
const delayShareOfCommit = 0.1;
const delayMilliseconds = { min: 0.5, max: 2 };

/**
 * Opens the queue of all writes of a server. A worker executes the commands, first in, first out; the commands that
 * wait while it is busy become one transaction with one commit. A promise resolves only when its write is on the disk.
 * It rejects with {@link StorageUnavailable} when the storage cannot serve, and with {@link OutcomeUnknown} when the
 * worker died during the command; a new worker then takes its place.
 */
export function openWriteQueue(options: WriteQueueOptions) {
  const waiting = queueCommands(options.monotonicMilliseconds);
  let [inFlight, isClosing]: [Waiting[], boolean] = [[], false];
  const health = trackWriteHealth(options);
  let onDrained: (() => void) | undefined;
  const { sendSoon, learn } = delayGroupCommit(options, sendNext);
  const listeners = { onIdle: sendSoon, onAnswer: settle, onExit: onWorkerExit };
  const worker = superviseWorker<GroupAnswer>({ ...options, ...startedSoon, ...listeners });

  function sendNext(): void {
    const next = waiting.next();
    if (next.length > 0 && worker.send(() => groupOf(next, options))) {
      inFlight = next;
      health.begin();
      waiting.take(next);
    }
    if (inFlight.length + waiting.size() === 0) onDrained?.();
  }

  function settle({ outcomesJson }: GroupAnswer): void {
    const [settled, outcomes] = [inFlight.splice(0), JSON.parse(outcomesJson) as readonly CommandOutcome[]];
    options.endSharedReads?.();
    learn(settled.length, health.end(outcomes));
    waiting.settle(settled, outcomes);
  }

  function onWorkerExit(): void {
    options.endSharedReads?.();
    health.die(inFlight.length);
    for (const { resolve } of inFlight.splice(0))
      resolve({ unavailable: 'the write worker died during a commit', isUnknown: true });
    for (const { resolve } of waiting.takeAll()) resolve({ unavailable: 'the write worker died before the commit' });
    onDrained?.();
  }

  return {
    /** Executes one command; the promise settles when its outcome is final. */
    submit<Command extends WriteCommand>(command: Command): Promise<ResultFor<Command>> {
      if (isClosing || !worker.isAlive() || waiting.size() >= waitingCommandsMax)
        return Promise.reject(new StorageUnavailable('too many writes are waiting'));
      const { promise, resolve } = Promise.withResolvers<CommandOutcome>();
      waiting.add({ command, resolve });
      sendSoon();
      return promise.then((outcome) => resultOf(outcome) as ResultFor<Command>);
    },

    /** Whether writing works now. */
    health: (): WriteHealth => health.read(),

    /** Whether every submitted command has its outcome. */
    isIdle: (): boolean => inFlight.length + waiting.size() === 0,

    /**
     * Lets the worker finish the submitted commands, and ends it. A command that takes more than one group commit is
     * refused.
     */
    async close(): Promise<void> {
      isClosing = true;
      waiting.endUnfinished();
      if (inFlight.length + waiting.size() > 0) await new Promise<void>((resolve) => (onDrained = resolve));
      await worker.close();
    },
  };
}

/** Decides when the next group is sent: at once on a fast disk or for one client, a little later on a slow disk. */
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
    if (milliseconds < delayMilliseconds.min) sendNow();
    else {
      isWaiting = true;
      after(milliseconds, sendNow);
    }
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

/** A command that waits for its outcome. */
interface Waiting {
  readonly command: WriteCommand;
  readonly resolve: (outcome: CommandOutcome) => void;
}

/** A command that takes more than one group commit. */
interface Unfinished extends Waiting {
  readonly command: ContinuedCommand;
  /** When its wait for its first turn ends, in monotonic milliseconds; infinite once it had a turn. */
  readonly waitsUntil: number;
}

// Bounds the time of a transaction, for which its first command waits.
const groupCommandsMax = 512;

// Less than the 30 seconds after which the connection of a client without an answer is closed.
const turnMillisecondsMax = 20_000;
const overdue: CommandOutcome = {
  unavailable: 'too many reverts of this owner are waiting',
};

const stopped: CommandOutcome = { unavailable: 'the server stopped before the write' };

/**
 * Queues the commands for the worker, first in, first out. Of those that take more than one group commit, one joins
 * each group: the oldest of each owner in turns, so that an owner with many of them does not hold up others. One that
 * waits too long for its turn is refused, because its client is gone.
 */
function queueCommands(monotonicMilliseconds: () => number) {
  let fresh: Waiting[] = [];
  const unfinished = queueInTurns();
  let isEnding = false;

  function requeue({ command, resolve }: Waiting): void {
    if (isEnding || !mayBeRequeued(command)) return resolve(stopped);
    // A command that had its turn stays the first of its owner.
    const hadTurn = command.continued === true;
    const waitsUntil = hadTurn ? Number.POSITIVE_INFINITY : monotonicMilliseconds() + turnMillisecondsMax;
    unfinished.add({ command: { ...command, continued: true }, resolve, waitsUntil }, hadTurn);
  }

  return {
    /** The number of waiting commands. */
    size: (): number => fresh.length + unfinished.size(),

    /** Adds a new command. */
    add: (one: Waiting): void => void fresh.push(one),

    /** The commands of the next group. */
    next(): Waiting[] {
      if (unfinished.size() > 0)
        for (const { resolve } of unfinished.takeOverdue(monotonicMilliseconds())) resolve(overdue);
      const group = fresh.slice(0, groupCommandsMax);
      const turn = unfinished.peek();
      return turn === undefined ? group : [turn, ...group];
    },

    /** Removes the commands that {@link next} returned. */
    take({ length }: readonly Waiting[]): void {
      fresh = fresh.slice(length - (unfinished.take() ? 1 : 0));
    },

    /** Resolves the commands of a group with their outcomes, and requeues those that take another group commit. */
    settle(group: readonly Waiting[], outcomes: readonly CommandOutcome[]): void {
      for (const [position, outcome] of outcomes.entries()) {
        const one = group[position];
        if (one !== undefined && 'unfinished' in outcome) requeue(one);
        else one?.resolve(outcome);
      }
    },

    /** Refuses, from now on, commands that take more than one group commit. */
    endUnfinished(): void {
      isEnding = true;
      for (const { resolve } of unfinished.takeAll()) resolve(stopped);
    },

    /** Removes all. */
    takeAll(): Waiting[] {
      const all = [...unfinished.takeAll(), ...fresh];
      fresh = [];
      return all;
    },
  };
}

function queueInTurns() {
  // In the order of their turns.
  const byOwner = new Map<number, Unfinished[]>();
  let size = 0;

  return {
    size: (): number => size,

    add(one: Unfinished, isFirst: boolean): void {
      const { ownerId } = one.command.actor;
      const others = byOwner.get(ownerId) ?? [];
      byOwner.set(ownerId, isFirst ? [one, ...others] : [...others, one]);
      size += 1;
    },

    peek(): Unfinished | undefined {
      return size === 0 ? undefined : byOwner.values().next().value?.[0];
    },

    /** Removes the command whose turn it is, if there is any; the next turn is another owner's. */
    take(): boolean {
      const [turn] = byOwner;
      if (turn === undefined) return false;
      const [ownerId, [, ...others]] = turn;
      byOwner.delete(ownerId);
      if (others.length > 0) byOwner.set(ownerId, others);
      size -= 1;
      return true;
    },

    /** Removes the commands that have waited too long for their turn. */
    takeOverdue(now: number): Unfinished[] {
      const all = [...byOwner];
      const late = all.flatMap(([, those]) => those.filter(({ waitsUntil }) => waitsUntil <= now));
      if (late.length === 0) return late;
      for (const [ownerId, those] of all) {
        const others = those.filter(({ waitsUntil }) => waitsUntil > now);
        // At the same position, so that no owner loses its turn.
        if (others.length > 0) byOwner.set(ownerId, others);
        else byOwner.delete(ownerId);
      }
      size -= late.length;
      return late;
    },

    takeAll(): Unfinished[] {
      const all = Array.from(byOwner.values()).flat();
      byOwner.clear();
      size = 0;
      return all;
    },
  };
}
