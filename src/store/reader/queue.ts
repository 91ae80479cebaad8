import { settlesWithin } from '../../runtime/deadline.ts';
import { StorageUnavailable } from '../../commands/storageUnavailable.ts';
import {
  dispatchReads,
  unavailable,
  type LongAnswer,
  type ReadDispatchOptions,
  type ReadJob,
  type ReadTaskAnswer,
} from './dispatch.ts';

/** A read that may take too long for the event loop. */
export interface LongRead {
  readonly ownerId: number;
  /** What is wanted, as plain data. */
  readonly read: unknown;
  /** What the body ends with, after what is found. */
  readonly ending: string;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
  /** Whether the client waits for the answer, or has not taken all of it yet. */
  readonly isOpen: () => boolean;
}

const second = 1000;
// Sooner than the server hangs up on a connection on which nothing happens, and than most clients give up.
const waitMillisecondsMax = 20 * second;
const closingMillisecondsMax = second;
const probeMillisecondsMax = 6 * second;
const millisecondsBetweenProbes = second;
// Of no owner: what finds out whether everything can be read.
const nobody = 0;

/**
 * Opens the way to the thread that does long reads on a connection of its own. A read sees all that was acknowledged
 * before it was asked for. It rejects with {@link StorageUnavailable} when the storage cannot serve, when the thread
 * dies, when too many wait or when it has waited too long.
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
    const leave = (): void => refuse('the client went away before its turn');
    const callOff = after(waitMillisecondsMax, () => refuse('other long reads took too long'));
    signal?.addEventListener('abort', leave);
    function settle(answer: ReadTaskAnswer): void {
      callOff();
      signal?.removeEventListener('abort', leave);
      resolve(answer);
    }
    if (isClosing || !dispatch.add(waiting)) settle(unavailable('no more long reads can be taken in now'));
    return promise;
  }

  async function canProbe(): Promise<boolean> {
    const timeout = Promise.withResolvers<undefined>();
    const callOff = after(probeMillisecondsMax, () => timeout.resolve(undefined));
    const probed = submit({ ownerId: nobody, task: { kind: 'probe' }, isOpen: () => false });
    const answer = await Promise.race([probed, timeout.promise]);
    callOff();
    after(millisecondsBetweenProbes, () => (probe = undefined));
    return answer?.kind === 'probed';
  }

  return {
    /** Carries out one read; resolves with its answer. */
    async read({ ownerId, read, ending, signal, isOpen }: LongRead): Promise<LongAnswer> {
      const answer = await submit({ ownerId, isOpen, task: { kind: 'read', ownerId, read, ending } }, signal);
      if (answer.kind === 'found') return answer;
      if (answer.kind === 'probed') throw new Error('a read was taken for a probe');
      throw answer.isUnavailable ? new StorageUnavailable(answer.reason) : new Error(answer.reason);
    },

    /** Whether long reads can be done, as far as is known: tried again when the last one failed because of the storage. */
    canRead: (): Promise<boolean> => (dispatch.isFailing() ? (probe ??= canProbe()) : Promise.resolve(true)),

    /** Refuses what waits, and ends the thread; what it is at is waited for a little. */
    async close(): Promise<void> {
      isClosing = true;
      await settlesWithin(options, closingMillisecondsMax, dispatch.close());
    },
  };
}
