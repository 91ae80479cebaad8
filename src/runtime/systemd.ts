import type { Supervision } from '../config/settings.ts';
import { reasonOf } from './systemErrors.ts';
import type { Clock } from './system.ts';

/** Options of the notification of a service manager. */
export interface ServiceManagerOptions {
  /** The address of the service manager; undefined when there is none. */
  readonly supervision: Supervision | undefined;
  readonly clock: Pick<Clock, 'after'>;
  /** Takes a log line at level error. */
  readonly log: (line: string) => void;
  /** Resolves when the storage answers, rejects when it cannot be read, and stays pending while it hangs. */
  readonly storageAnswers: () => Promise<void>;
}

/**
 * Notifies the service manager, if there is one, that the service is ready. Then feeds its watchdog twice in each
 * watchdog interval, while event loop and storage work. A service manager that does not listen causes a log line only.
 */
export async function reportReady({ supervision, clock, log, storageAnswers }: ServiceManagerOptions) {
  if (supervision === undefined) return { stopping: (): void => undefined };
  const send = await openNotifySocket(supervision.notifySocket, log);
  send('READY=1');
  const { watchdogMilliseconds } = supervision;
  let isAsking = false;
  let isStopping = false;
  let cancel = (): void => undefined;

  async function feed(): Promise<void> {
    isAsking = true;
    try {
      await storageAnswers();
      if (!isStopping) send('WATCHDOG=1');
    } catch (error) {
      log(`the watchdog is not notified, because the storage cannot be read: ${String(error)}`);
    }
    isAsking = false;
  }

  function feedEvery(milliseconds: number): void {
    cancel = clock.after(milliseconds, () => feedEvery(milliseconds));
    if (!isAsking) void feed();
  }

  if (watchdogMilliseconds !== undefined) feedEvery(watchdogMilliseconds / 2);
  return {
    /** Notifies that the service is about to end, and feeds the watchdog no more. */
    stopping(): void {
      isStopping = true;
      cancel();
      send('STOPPING=1');
    },
  };
}

/** Creates a function that sends one message, or logs why it cannot. */
async function openNotifySocket(address: string, log: (line: string) => void): Promise<(message: string) => void> {
  const fail = (error: unknown): void =>
    log(`the service manager at ${address} cannot be notified: ${reasonOf(error)}`);
  try {
    // Loading foreign functions takes time, so only a start under a service manager loads them.
    const { connectDatagrams } = await import('./libc.ts');
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
