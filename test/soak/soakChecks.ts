import { ConnectionLost } from '../generator/connection.ts';
import type { Json } from '../generator/fields.ts';

/** An answer. */
export interface SoakReply {
  readonly status: number;
  readonly requestId: string;
  readonly json: Json;
}

/** Waits for all, also after a failure. A wrong answer takes precedence over a lost connection. */
export async function settled(reads: readonly Promise<void>[]): Promise<void> {
  const outcomes = await Promise.allSettled(reads);
  const reasons = outcomes.flatMap((outcome): unknown[] => (outcome.status === 'rejected' ? [outcome.reason] : []));
  if (reasons.length > 0) throw reasons.find((reason) => !(reason instanceof ConnectionLost)) ?? reasons[0];
}

/** Throws unless an answer equals the expected one. */
export function expectSame(what: string, answered: unknown, expected: unknown): void {
  if (Bun.deepEquals(answered, expected, true)) return;
  throw new Error(`${what} was answered\n${JSON.stringify(answered)}\nand not\n${JSON.stringify(expected)}`);
}

/** The wall-clock time, and the time of a monotonic clock. */
export function readClocks() {
  return { wall: Date.now(), monotonic: performance.now() };
}

/** Throws unless an instant is that of a request that began then. */
export function expectNow(instant: string, began: ReturnType<typeof readClocks>): void {
  const milliseconds = Date.parse(instant);
  const ended = readClocks();
  // How far the wall clock was set back meanwhile.
  const setBack = Math.max(0, ended.monotonic - began.monotonic - (ended.wall - began.wall));
  if (milliseconds < began.wall - setBack || milliseconds > ended.wall + setBack)
    throw new Error(`${instant} is not the time of the request`);
}
