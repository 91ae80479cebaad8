import type { Clock } from './system.ts';

/** Whether some work ends within a time, in milliseconds; rejects when the work does. */
export async function settlesWithin(
  clock: Pick<Clock, 'after'>,
  milliseconds: number,
  work: Promise<unknown> | undefined,
): Promise<boolean> {
  if (work === undefined) return true;
  const { promise: deadline, resolve } = Promise.withResolvers<boolean>();
  const cancel = clock.after(Math.max(0, milliseconds), () => resolve(false));
  try {
    return await Promise.race([work.then(() => true), deadline]);
  } finally {
    cancel();
  }
}
