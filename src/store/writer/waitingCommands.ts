import type { CommandOf, WriteCommand } from '../../commands/commands.ts';
import type { CommandOutcome } from './groupCommit.ts';

/** A command that waits for its outcome. */
export interface Waiting {
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
export function queueCommands(monotonicMilliseconds: () => number) {
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
