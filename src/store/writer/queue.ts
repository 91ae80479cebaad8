import { StorageUnavailable } from '../../commands/storageUnavailable.ts';
import type { ResultOf, WriteCommand } from '../../commands/commands.ts';
import type { Clock } from '../../runtime/system.ts';
import { superviseWorker, type WorkerOptions } from '../workers/workerSupervisor.ts';
import { resultOf, type CommandOutcome } from './groupCommit.ts';
import { queueCommands, type Waiting } from './waitingCommands.ts';
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
const startedSoon = { name: 'write thread', startDelaySeconds: 0.1 };

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
      resolve({ unavailable: 'the write thread died at work', isUnknown: true });
    for (const { resolve } of waiting.takeAll()) resolve({ unavailable: 'the write thread died before it began' });
    onDrained?.();
  }

  return {
    /** Carries out one command; the promise settles when its outcome is final. */
    submit<Command extends WriteCommand>(command: Command): Promise<ResultOf<Command['kind']>> {
      if (isClosing || !thread.isAlive() || waiting.size() >= waitingCommandsMax) {
        return Promise.reject(new StorageUnavailable('no more writes can be taken in now'));
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
