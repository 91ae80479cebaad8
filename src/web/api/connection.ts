import { signal } from '@preact/signals';
import { baseUrl } from './base.ts';

/** Whether the service answers. `retryAt` is when the page asks again, in milliseconds of `Date.now()`. */
export const connection = signal<{ readonly isLost: boolean; readonly retryAt: number }>({ isLost: false, retryAt: 0 });

/** Raised each time that the service answers again. */
export const reconnections = signal(0);

const pausesMs = [2_000, 5_000, 10_000, 30_000];
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Notes that the service did not answer; asks again until it does. */
export function noteUnreachable(): void {
  if (timer !== undefined) return;
  const pause = pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 0;
  failures += 1;
  connection.value = { isLost: true, retryAt: Date.now() + pause };
  timer = setTimeout(retryNow, pause);
}

/** Notes that the service answered. */
export function noteReachable(): void {
  if (!connection.peek().isLost) return;
  clearTimeout(timer);
  timer = undefined;
  failures = 0;
  connection.value = { isLost: false, retryAt: 0 };
  reconnections.value += 1;
}

/** Asks at once whether the service answers again. */
export function retryNow(): void {
  void isAnswering();
}

/** Asks whether the service answers, and notes it. */
export async function isAnswering(): Promise<boolean> {
  clearTimeout(timer);
  timer = undefined;
  const isAlive = await fetch(new URL('livez', baseUrl), { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isAlive) noteReachable();
  else noteUnreachable();
  return isAlive;
}
