import type { Supervision } from '../config/settings.ts';
import { reasonOf } from './systemErrors.ts';
import type { Clock } from './system.ts';

/** What telling a service manager needs. */
export interface ServiceManagerOptions {
  /** Where it listens; undefined when there is none. */
  readonly supervision: Supervision | undefined;
  readonly clock: Pick<Clock, 'after'>;
  /** Takes one line for the person who runs the server. */
  readonly log: (line: string) => void;
  /** Resolves when the storage has answered, rejects when it cannot be read, and stays open while it hangs. */
  readonly storageAnswers: () => Promise<void>;
}

/**
 * Tells the service manager, where there is one, that the service is ready, and from then on, in half the time that its
 * watchdog waits, that event loop and storage live. One that does not listen is told of in the log, and stops nothing.
 */
export async function reportReady({ supervision, clock, log, storageAnswers }: ServiceManagerOptions) {
  if (supervision === undefined) return { stopping: (): void => undefined };
  const send = await openNotifySocket(supervision.notifySocket, log);
  send('READY=1');
  const { watchdogMilliseconds } = supervision;
  let isAsking = false;
  let isStopping = false;
  let callOff = (): void => undefined;

  async function feed(): Promise<void> {
    isAsking = true;
    try {
      await storageAnswers();
      if (!isStopping) send('WATCHDOG=1');
    } catch (error) {
      log(`the watchdog is not fed, because the storage cannot be read: ${String(error)}`);
    }
    isAsking = false;
  }

  function feedEvery(milliseconds: number): void {
    callOff = clock.after(milliseconds, () => feedEvery(milliseconds));
    if (!isAsking) void feed();
  }

  if (watchdogMilliseconds !== undefined) feedEvery(watchdogMilliseconds / 2);
  return {
    /** Tells that the service is about to end; the watchdog gets nothing more. */
    stopping(): void {
      isStopping = true;
      callOff();
      send('STOPPING=1');
    },
  };
}

/** Gives what sends one message, or tells the log why it cannot be sent. */
async function openNotifySocket(address: string, log: (line: string) => void): Promise<(message: string) => void> {
  const fail = (error: unknown): void => log(`the service manager at ${address} cannot be told: ${reasonOf(error)}`);
  try {
    // Foreign functions are for those few alone who have asked for them: they cost each start some time.
    const { connectDatagrams } = await import('./datagrams.ts');
    const send = connectDatagrams(address);
    return function trySend(message) {
      try {
        send(message);
      } catch (error) {
        fail(error);
      }
    };
  } catch (error) {
    fail(error);
    return () => undefined;
  }
}
