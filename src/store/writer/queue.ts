import { StorageUnavailable } from '../../commands/storageUnavailable.ts';
import type { WriteCommand, WriteResult } from '../../commands/commands.ts';
import type { Clock } from '../../runtime/system.ts';
import { createGroupCommitDelay } from './groupCommitDelay.ts';
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

// A disk that has stopped answering must not fill the memory with writes that wait for it.
const waitingCommandsMax = 10_000;
// A start is over before the thread begins to load, unless a write comes first: who asks first most likely only reads.
const startedSoon = { name: 'write thread', startDelaySeconds: 0.1 };

/**
 * Opens the one door through which subscriptions are written. Commands are carried out in the order of their coming by
 * a thread of its own; all that came while it was busy is one transaction with one commit. A promise resolves only when
 * its write is on the disk. It rejects with {@link StorageUnavailable} when the storage cannot serve, and with
 * {@link OutcomeUnknown} when the thread died at the command; a new thread then takes its place.
 */
export function openWriteQueue(options: WriteQueueOptions) {
  const waiting = queueCommands(options.monotonicMilliseconds);
  let [begun, isClosing]: [Waiting[], boolean] = [[], false];
  const health = trackWriteHealth(options);
  let onDrained: (() => void) | undefined;
  const { sendSoon, learn } = createGroupCommitDelay(options, sendNext);
  const told = { onIdle: sendSoon, onAnswer: settle, onExit: giveUp };
  const thread = superviseWorker<GroupAnswer>({ ...options, ...startedSoon, ...told });

  function sendNext(): void {
    const next = waiting.next();
    if (next.length > 0 && thread.send(() => batchOf(next))) {
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
    submit(command: WriteCommand): Promise<WriteResult> {
      if (isClosing || !thread.isAlive() || waiting.size() >= waitingCommandsMax) {
        return Promise.reject(new StorageUnavailable('no more writes can be taken in now'));
      }
      const { promise, resolve } = Promise.withResolvers<CommandOutcome>();
      waiting.add({ command, resolve });
      sendSoon();
      return promise.then(resultOf);
    },

    /** How writing fares now. */
    health: (): WriteHealth => health.read(),

    /** Whether all that was submitted has been settled. */
    isIdle: (): boolean => begun.length + waiting.size() === 0,

    /** Lets the thread finish what has been submitted, and ends it. What takes more than one batch is refused. */
    async close(): Promise<void> {
      isClosing = true;
      waiting.endUnfinished();
      if (begun.length + waiting.size() > 0) await new Promise<void>((resolve) => (onDrained = resolve));
      await thread.close();
    },
  };
}

function batchOf(waiting: readonly Waiting[]): GroupTask {
  return { kind: 'batch', commandsJson: JSON.stringify(waiting.map(({ command }) => command)) };
}
