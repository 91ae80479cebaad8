import { ReportRefused } from '../../domain/analytics/reportRefused.ts';
import { togetherOf, type DueFigures } from '../../domain/analytics/dueFigures.ts';
import { settlesWithin } from '../../runtime/system.ts';
import type { DueQuestion } from '../reports/dueFigures.ts';
import { StorageUnavailable } from '../../commands/storageUnavailable.ts';
import {
  dispatchReads,
  unavailable,
  type LongAnswer,
  type ReadDispatchOptions,
  type ReadJob,
  type ReadTask,
  type ReadTaskAnswer,
} from './dispatch.ts';

/** A read that may take too long for the event loop. */
export interface LongRead {
  readonly ownerId: number;
  /** The read, as plain data. */
  readonly read: unknown;
  /** The end of the body, after the data. */
  readonly ending: string;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** Whether the client still waits for the answer, or still receives it. */
  readonly isOpen: () => boolean;
}

const second = 1000;
// Shorter than the idle timeout of a connection, and than the timeout of most clients.
const waitMillisecondsMax = 20 * second;
const closingMillisecondsMax = second;
const probeMillisecondsMax = 6 * second;
const millisecondsBetweenProbes = second;
// The owner of tasks that are not of one owner.
const nobody = 0;

/**
 * Opens the queue of the read worker, which does long reads on a connection of its own. A read sees every write that
 * was acknowledged before. It rejects with {@link StorageUnavailable} when the storage cannot serve, the worker dies,
 * too many reads wait, or the read has waited too long.
 */
export function openReadQueue(options: ReadDispatchOptions) {
  const { after } = options;
  const dispatch = dispatchReads(options);
  let isClosing = false;
  let probe: Promise<boolean> | undefined;

  function submit(job: Omit<ReadJob, 'settle'>, signal?: AbortSignal): Promise<ReadTaskAnswer> {
    const { promise, resolve } = Promise.withResolvers<ReadTaskAnswer>();
    const waiting: ReadJob = { ...job, settle };
    const refuse = (reason: string): void => {
      if (dispatch.remove(waiting)) settle(unavailable(reason));
    };
    const leave = (): void => refuse('the client disconnected before its turn');
    const cancel = after(waitMillisecondsMax, () => refuse('other long reads took too long'));
    signal?.addEventListener('abort', leave);
    function settle(answer: ReadTaskAnswer): void {
      cancel();
      signal?.removeEventListener('abort', leave);
      resolve(answer);
    }
    if (isClosing || !dispatch.add(waiting)) settle(unavailable('too many long reads are waiting'));
    return promise;
  }

  const submitTask = (task: ReadTask) => submit({ ownerId: nobody, isOpen: () => false, task });

  async function canProbe(): Promise<boolean> {
    const probing = submitTask({ kind: 'probe' });
    const hasAnswer = await settlesWithin(options, probeMillisecondsMax, probing);
    after(millisecondsBetweenProbes, () => (probe = undefined));
    return hasAnswer && (await probing).kind === 'probed';
  }

  return {
    /** Executes one read; resolves with its answer. Rejects with {@link ReportRefused} when the report is refused. */
    async read({ ownerId, read, ending, signal, isOpen }: LongRead): Promise<LongAnswer> {
      const answer = await submit({ ownerId, isOpen, task: { kind: 'read', ownerId, read, ending } }, signal);
      if (answer.kind === 'found') return answer;
      if (answer.kind === 'refused') throw new ReportRefused(answer.reason);
      throw failureOf(answer);
    },

    /** What each owner has to pay now, by the order of their creation, or all of them together. Rejects as `read` does. */
    dueFigures: (question: Omit<DueQuestion, 'afterOwner'>): Promise<readonly DueFigures[]> =>
      readDueFigures(question, submitTask),

    /** Whether long reads work, as far as known: probes when the storage failed the last one. */
    canRead: (): Promise<boolean> => (dispatch.isFailing() ? (probe ??= canProbe()) : Promise.resolve(true)),

    /** Refuses the waiting reads, and ends the worker; waits a short time for its present task. */
    async close(): Promise<void> {
      isClosing = true;
      await settlesWithin(options, closingMillisecondsMax, dispatch.close());
    },
  };
}

/** Reads the figures of all owners in parts, so that reads of clients have their turns in between. */
async function readDueFigures(
  question: Omit<DueQuestion, 'afterOwner'>,
  submitTask: (task: ReadTask) => Promise<ReadTaskAnswer>,
): Promise<readonly DueFigures[]> {
  const figures: DueFigures[] = [];
  let afterOwner: number | undefined;
  do {
    const answer = await submitTask({ ...question, kind: 'due', afterOwner });
    if (answer.kind !== 'figures') throw failureOf(answer);
    figures.push(...answer.slice.figures);
    afterOwner = answer.slice.lastOwner;
  } while (afterOwner !== undefined);
  return question.isPerOwner ? figures : [togetherOf(figures)];
}

/** The error of an answer that is not the one to a task. */
function failureOf(answer: ReadTaskAnswer): Error {
  if (answer.kind !== 'failed') return new Error(`a task was answered with ${answer.kind}`);
  return answer.isUnavailable ? new StorageUnavailable(answer.reason) : new Error(answer.reason);
}
