import type { RefusalReason } from '../../domain/analytics/reportRefused.ts';
import type { DueQuestion, DueSlice } from '../reports/dueFigures.ts';
import { createFairQueue } from '../../runtime/limiter.ts';
import { superviseWorker, type WorkerOptions } from '../workers/workerSupervisor.ts';

/** A task of the read worker: a read of one owner, as plain data, what owners have to pay, or a probe of the database. */
export type ReadTask =
  | { readonly kind: 'read'; readonly ownerId: number; readonly read: unknown; readonly ending: string }
  | (DueQuestion & { readonly kind: 'due' })
  | { readonly kind: 'probe' };

/** An answer of the read worker: a body and its entity tag, a refusal, figures, the success of a probe, or a failure. */
export type ReadTaskAnswer =
  | LongAnswer
  | { readonly kind: 'refused'; readonly reason: RefusalReason }
  | { readonly kind: 'figures'; readonly slice: DueSlice }
  | { readonly kind: 'probed' }
  | ReadFailure;

/** The answer to a long read: the body to send, and its entity tag. */
export interface LongAnswer {
  readonly kind: 'found';
  readonly body: Uint8Array<ArrayBuffer>;
  readonly entityTag: string;
  /** Of a part: where the next one begins; undefined for the last part. */
  readonly next?: string | undefined;
}

interface ReadFailure {
  readonly kind: 'failed';
  /** Whether the storage is the cause; otherwise it is a bug. */
  readonly isUnavailable: boolean;
  readonly reason: string;
}

/** A task that waits for its turn. */
export interface ReadJob {
  readonly ownerId: number;
  readonly task: ReadTask;
  /** Whether the client still waits for the answer, or still receives it. */
  readonly isOpen: () => boolean;
  readonly settle: (answer: ReadTaskAnswer) => void;
}

/** Options of the dispatch of reads. */
export type ReadDispatchOptions = Pick<
  WorkerOptions<ReadTaskAnswer>,
  'dataDirectory' | 'files' | 'workerUrl' | 'after' | 'log'
>;

const mebibyte = 1024 * 1024;
const waitingLimits = { ofHolderMax: 64, inAllMax: 1024 };
// Each answer stays in memory until its client has received it. In effect one large answer of an owner at a time; smaller
// ones than the minimum are not larger than those of the event loop.
const undeliveredBytes = { countedMin: mebibyte / 4, ofOwnerMax: mebibyte, inAllMax: 128 * mebibyte };
// The interval of checks while a client receives its answer slowly.
const deliveryCheckMilliseconds = 50;
// An idle worker ends after this time, to free its memory.
const restAfterMilliseconds = 120_000;

/**
 * Sends tasks to the read worker: one at a time, the owners in turn. An owner whose earlier answers are still being
 * sent waits, and so do all when too much is being sent.
 */
export function dispatchReads(options: ReadDispatchOptions) {
  const waiting = createFairQueue<number, ReadJob>(waitingLimits);
  const undelivered = trackUndelivered();
  let running: ReadJob | undefined;
  let [isFailing, isClosing] = [false, false];
  let cancelNext = (): void => undefined;
  const listeners = { onIdle: sendNext, onAnswer: settle, onExit: onWorkerExit };
  const worker = superviseWorker<ReadTaskAnswer>({ ...options, name: 'read worker', ...listeners });

  function sendNext(): void {
    cancelNext();
    // The answer to a task that was under way may come after the end.
    if (running !== undefined || isClosing) return;
    if (waiting.size() > 0) return begin(waiting.peek(undelivered.update()));
    if (!isFailing) cancelNext = options.after(restAfterMilliseconds, () => worker.rest());
  }

  function begin(next: ReadJob | undefined): void {
    if (next === undefined) cancelNext = options.after(deliveryCheckMilliseconds, sendNext);
    else if (worker.send(() => next.task) && waiting.remove(next.ownerId, next)) running = next;
  }

  function settle(answer: ReadTaskAnswer): void {
    const settled = running;
    running = undefined;
    // Only the next probe reads again what could not be read.
    isFailing = answer.kind === 'failed' ? isFailing || answer.isUnavailable : isFailing && answer.kind !== 'probed';
    if (answer.kind === 'found' && settled !== undefined) undelivered.add(settled, answer.body.byteLength);
    settled?.settle(answer);
  }

  function onWorkerExit(): void {
    isFailing = true;
    settle(unavailable('the read worker died during a read'));
    refuseAll('the read worker died before the read');
  }

  function refuseAll(reason: string): void {
    for (const job of waiting.all()) if (waiting.remove(job.ownerId, job)) job.settle(unavailable(reason));
  }

  return {
    /** Queues a job; returns false when it cannot. */
    add(job: ReadJob): boolean {
      if (!worker.isAlive() || !waiting.add(job.ownerId, job)) return false;
      sendNext();
      return true;
    },

    /** Removes a waiting job; returns false when it does not wait. */
    remove: (job: ReadJob): boolean => waiting.remove(job.ownerId, job),

    /** Whether the storage could not serve the last task, and no probe has succeeded since. */
    isFailing: (): boolean => isFailing,

    /** Refuses the waiting jobs, and ends the worker after its present task. */
    async close(): Promise<void> {
      isClosing = true;
      cancelNext();
      refuseAll('the server stops');
      await worker.close();
    },
  };
}

/** The answer to a task that the storage or the worker could not serve. */
export function unavailable(reason: string): ReadFailure {
  return { kind: 'failed', isUnavailable: true, reason };
}

/** An answer that a client is receiving, perhaps slowly. */
interface Delivery extends Pick<ReadJob, 'ownerId' | 'isOpen'> {
  readonly bytes: number;
}

/** Counts the large answers that clients have not received yet. */
export function trackUndelivered() {
  let deliveries: Delivery[] = [];

  return {
    /** Keeps nothing else of the job: the function that settles it would keep the answer in memory. */
    add({ ownerId, isOpen }: Omit<Delivery, 'bytes'>, bytes: number): void {
      if (bytes >= undeliveredBytes.countedMin) deliveries.push({ ownerId, isOpen, bytes });
    },

    /** Updates the count; returns a function that decides whether an owner may get another answer. */
    update(): (ownerId: number) => boolean {
      const stillOpen = deliveries.filter(({ isOpen }) => isOpen());
      // What was sent is garbage, but so little of it in number that the collector would let several pile up.
      if (stillOpen.length < deliveries.length) Bun.gc(false);
      deliveries = stillOpen;
      const bytesOf = (those: readonly Delivery[]) => those.reduce((sum, { bytes }) => sum + bytes, 0);
      const isFull = bytesOf(deliveries) >= undeliveredBytes.inAllMax;
      return (ownerId) =>
        !isFull && bytesOf(deliveries.filter((one) => one.ownerId === ownerId)) < undeliveredBytes.ofOwnerMax;
    },
  };
}
