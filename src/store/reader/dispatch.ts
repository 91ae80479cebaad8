import { createReadTurns } from './turns.ts';
import { superviseWorker, type WorkerOptions } from '../workers/workerSupervisor.ts';
import { limitWalSize, type WalSizeOptions } from './walSize.ts';

/** What a thread that reads is given: a read of one owner's, as plain data, or a look whether everything can be read. */
export type ReadTask =
  | { readonly kind: 'read'; readonly ownerId: number; readonly read: unknown; readonly ending: string }
  | { readonly kind: 'probe' };

/** What the thread answers: a body and its entity tag, that all is well, or what is not. */
export type ReadTaskAnswer = LongAnswer | { readonly kind: 'probed' } | ReadFailure;

/** The answer to a long read: the body as it is sent, and its entity tag. */
export interface LongAnswer {
  readonly kind: 'found';
  readonly body: Uint8Array<ArrayBuffer>;
  readonly entityTag: string;
}

interface ReadFailure {
  readonly kind: 'failed';
  /** Whether it is due to the state of the storage, not to a mistake of ours. */
  readonly isUnavailable: boolean;
  readonly reason: string;
}

/** A task that waits for its turn. */
export interface ReadJob {
  readonly ownerId: number;
  readonly task: ReadTask;
  /** Whether the client waits for the answer, or has not taken all of it yet. */
  readonly isOpen: () => boolean;
  readonly settle: (answer: ReadTaskAnswer) => void;
}

/** What giving tasks to the thread needs. */
export interface ReadDispatchOptions
  extends
    Pick<WorkerOptions<ReadTaskAnswer>, 'dataDirectory' | 'files' | 'workerUrl' | 'scheduler' | 'log'>,
    WalSizeOptions {
  /** Calls an action some milliseconds later, and gives what calls it off. */
  readonly after: (milliseconds: number, action: () => void) => () => void;
}

const mebibyte = 1024 * 1024;
const limits = {
  ofOwnerMax: 64,
  inAllMax: 1024,
  ofOwnerBytesMax: 32 * mebibyte,
  inAllBytesMax: 128 * mebibyte,
};
// A client that takes its answer slowly is looked after so often.
const deliveryCheckMilliseconds = 50;
// The memory of the thread is given back when nobody has needed it for so long.
const restAfterMilliseconds = 120_000;

/**
 * Gives tasks to the thread that reads: one at a time, the owners in turn, none to an owner whose earlier answers are
 * still on their way, and after a pause when the write-ahead log has grown too long.
 */
export function dispatchReads(options: ReadDispatchOptions) {
  const turns = createReadTurns<ReadJob>(limits);
  const wal = limitWalSize(options);
  let running: ReadJob | undefined;
  let isFailing = false;
  let callOffNext = (): void => undefined;
  const told = { onIdle: sendNext, onAnswer: settle, onExit: giveUp };
  const thread = superviseWorker<ReadTaskAnswer>({ ...options, name: 'read thread', ...told });

  function sendNext(): void {
    callOffNext();
    if (running !== undefined) return;
    if (!turns.isEmpty()) return wal.mustWait(sendNext) ? undefined : begin(turns.next());
    if (!isFailing) callOffNext = options.after(restAfterMilliseconds, () => thread.rest());
  }

  function begin(next: ReadJob | undefined): void {
    if (next === undefined) callOffNext = options.after(deliveryCheckMilliseconds, sendNext);
    else if (thread.send(() => next.task) && turns.remove(next)) running = next;
  }

  function settle(answer: ReadTaskAnswer): void {
    const settled = running;
    running = undefined;
    // What could not be read is read again by the next probe, and by nothing else.
    isFailing = answer.kind === 'failed' ? isFailing || answer.isUnavailable : isFailing && answer.kind === 'found';
    if (answer.kind === 'found' && settled !== undefined) turns.answered(settled, answer.body.byteLength);
    settled?.settle(answer);
  }

  function giveUp(): void {
    isFailing = true;
    settle(unavailable('the read thread died at work'));
    refuseAll('the read thread died before it began');
  }

  function refuseAll(reason: string): void {
    for (const job of turns.all()) if (turns.remove(job)) job.settle(unavailable(reason));
  }

  return {
    /** Lets a job wait for its turn; false when it cannot. */
    add(job: ReadJob): boolean {
      if (!thread.isAlive() || !turns.add(job)) return false;
      sendNext();
      return true;
    },

    /** Takes out a job that still waits; false when it does not. */
    remove: (job: ReadJob): boolean => turns.remove(job),

    /** Whether the storage could not serve the last task, and no probe has succeeded since. */
    isFailing: (): boolean => isFailing,

    /** Refuses what waits, and ends the thread after what it is at. */
    async close(): Promise<void> {
      callOffNext();
      refuseAll('the server stops');
      await thread.close();
    },
  };
}

/** The answer to a task that the storage, or the thread, could not serve. */
export function unavailable(reason: string): ReadFailure {
  return { kind: 'failed', isUnavailable: true, reason };
}
