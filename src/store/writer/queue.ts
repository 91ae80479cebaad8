import { StorageUnavailable } from '../../commands/storageUnavailable.ts';
import type { ResultOf, WriteCommand, CommandOf } from '../../commands/commands.ts';
import type { Clock } from '../../runtime/system.ts';
import { superviseWorker, type WorkerOptions } from '../workers/workerSupervisor.ts';
import { resultOf, type CommandOutcome } from './groupCommit.ts';
import { trackWriteHealth, type WriteHealth, type WriteHealthOptions } from '../health/writeHealth.ts';
import type { GroupAnswer, GroupTask } from './worker.ts';

/** What a write queue needs. */
export type WriteQueueOptions = Pick<
  WorkerOptions<GroupAnswer>,
  'dataDirectory' | 'files' | 'workerUrl' | 'startWorker' | 'scheduler' | 'log'
> &
  Pick<Clock, 'after'> &
  WriteHealthOptions;

// A disk that hangs must not fill the memory with waiting writes.
const waitingCommandsMax = 10_000;
// The thread loads after the start, unless a write comes first: the first requests most likely read.
const startedSoon = { name: 'write worker', startDelaySeconds: 0.1 };

// Clients that were answered together send their next writes one after the other. On a slow disk the next commit waits
// for them a little; otherwise it would take the first alone and leave the others to the one after.
const delayShareOfCommit = 0.1;
const delayMilliseconds = { min: 0.5, max: 2 };

/**
 * Opens the one door for writes of a server. A thread of its own carries out the commands, first in, first out; all that
 * came while it was busy is one transaction with one commit. A promise resolves only when its write is on the disk. It
 * rejects with {@link StorageUnavailable} when the storage cannot serve, and with {@link OutcomeUnknown} when the thread
 * died at the command; a new thread then takes its place.
 */
export function openWriteQueue(options: WriteQueueOptions) {
  const waiting = queueCommands(options.monotonicMilliseconds);
  let [begun, isClosing]: [Waiting[], boolean] = [[], false];
  const health = trackWriteHealth(options);
  let onDrained: (() => void) | undefined;
  const { sendSoon, learn } = delayGroupCommit(options, sendNext);
  const told = { onIdle: sendSoon, onAnswer: settle, onExit: giveUp };
  const thread = superviseWorker<GroupAnswer>({ ...options, ...startedSoon, ...told });

  function sendNext(): void {
    const next = waiting.next();
    if (next.length > 0 && thread.send(() => groupOf(next))) {
      begun = next;
      health.begin();
      waiting.take(next);
    }
    if (begun.length + waiting.size() === 0) onDrained?.();
  }

  function settle({ outcomesJson }: GroupAnswer): void {
    const [settled, outcomes] = [begun, JSON.parse(outcomesJson) as readonly CommandOutcome[]];
    begun = [];
    learn(settled.length, health.end(outcomes));
    waiting.settle(settled, outcomes);
  }

  function giveUp(): void {
    health.die(begun.length);
    for (const { resolve } of begun.splice(0))
      resolve({ unavailable: 'the write worker died during a commit', isUnknown: true });
    for (const { resolve } of waiting.takeAll()) resolve({ unavailable: 'the write worker died before the commit' });
    onDrained?.();
  }

  return {
    /** Carries out one command; the promise settles when its outcome is final. */
    submit<Command extends WriteCommand>(command: Command): Promise<ResultOf<Command['kind']>> {
      if (isClosing || !thread.isAlive() || waiting.size() >= waitingCommandsMax) {
        return Promise.reject(new StorageUnavailable('too many writes are waiting'));
      }
      const { promise, resolve } = Promise.withResolvers<CommandOutcome>();
      waiting.add({ command, resolve });
      sendSoon();
      return promise.then((outcome) => resultOf(outcome) as ResultOf<Command['kind']>);
    },

    /** Whether writing works now. */
    health: (): WriteHealth => health.read(),

    /** Whether all that was submitted has been settled. */
    isIdle: (): boolean => begun.length + waiting.size() === 0,

    /** Lets the thread finish what has been submitted, and ends it. A command that takes more than one group is refused. */
    async close(): Promise<void> {
      isClosing = true;
      waiting.endUnfinished();
      if (begun.length + waiting.size() > 0) await new Promise<void>((resolve) => (onDrained = resolve));
      await thread.close();
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

  /** Sends when it is time. */
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

function groupOf(waiting: readonly Waiting[]): GroupTask {
  return { kind: 'group', commandsJson: JSON.stringify(waiting.map(({ command }) => command)) };
}

/** A command that waits for its outcome. */
interface Waiting {
  readonly command: WriteCommand;
  readonly resolve: (outcome: CommandOutcome) => void;
}

/** A command that takes more than one group. */
interface Unfinished extends Waiting {
  readonly command: CommandOf<'subscription.revert'>;
  /** Until when it waits for its first turn, in monotonic milliseconds; infinite once it had one. */
  readonly waitsUntil: number;
}

// Bounds how long a transaction takes, and so how long its first command waits for its last.
const groupCommandsMax = 512;

// Less than the 30 seconds after which the connection of a client without an answer is closed.
const turnMillisecondsMax = 20_000;
const overdue: CommandOutcome = {
  unavailable: 'too many reverts of this owner are waiting',
};

const stopped: CommandOutcome = { unavailable: 'the server stopped before the write' };

/**
 * Queues the commands for the thread, first in, first out. Of those that take more than one group, one joins each group:
 * the oldest of each owner in turns, so that an owner with many of them does not hold up another. One that waits too
 * long for its turn is refused, so that nothing is written for a client that is gone.
 */
function queueCommands(monotonicMilliseconds: () => number) {
  let fresh: Waiting[] = [];
  const unfinished = keepTurns();
  let isEnding = false;

  function keepUnfinished({ command, resolve }: Waiting): void {
    if (isEnding || command.kind !== 'subscription.revert') return resolve(stopped);
    // One that had its turn stays the first of its owner.
    const hadTurn = command.continued === true;
    const waitsUntil = hadTurn ? Number.POSITIVE_INFINITY : monotonicMilliseconds() + turnMillisecondsMax;
    unfinished.add({ command: { ...command, continued: true }, resolve, waitsUntil }, hadTurn);
  }

  return {
    /** How many commands wait. */
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

    /** Removes the commands that {@link next} has given. */
    take({ length }: readonly Waiting[]): void {
      fresh = fresh.slice(length - (unfinished.take() ? 1 : 0));
    },

    /** Hands the commands of a group their outcomes, and keeps those that take another group. */
    settle(group: readonly Waiting[], outcomes: readonly CommandOutcome[]): void {
      for (const [position, outcome] of outcomes.entries()) {
        const one = group[position];
        if (one !== undefined && 'unfinished' in outcome) keepUnfinished(one);
        else one?.resolve(outcome);
      }
    },

    /** Refuses, from now on, commands that take more than one group. */
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

function keepTurns() {
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

    /** Removes the one whose turn it is, if there is any; the next turn is another owner's. */
    take(): boolean {
      const [turn] = byOwner;
      if (turn === undefined) return false;
      const [ownerId, [, ...others]] = turn;
      byOwner.delete(ownerId);
      if (others.length > 0) byOwner.set(ownerId, others);
      size -= 1;
      return true;
    },

    /** Removes those that have waited too long for their turn. */
    takeOverdue(now: number): Unfinished[] {
      const all = [...byOwner];
      const late = all.flatMap(([, those]) => those.filter(({ waitsUntil }) => waitsUntil <= now));
      if (late.length === 0) return late;
      for (const [ownerId, those] of all) {
        const others = those.filter(({ waitsUntil }) => waitsUntil > now);
        // In its place, so that no owner loses its turn.
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
