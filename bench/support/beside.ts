import type { Owner } from './seed.ts';
import type { Server } from './servers.ts';
import { median } from './statistics.ts';

/** An owner as far as calls need it. */
export type Caller = Pick<Owner, 'key' | 'ids'>;

/** What an owner met while something was done, in milliseconds. */
export interface Beside {
  /** What was waited for. */
  readonly took: number;
  readonly readP99: number;
  readonly longestRead: number;
  readonly longestWrite: number;
}

/** Lets an owner read and write, without a pause of more than two milliseconds, while something is done. */
export async function beside(server: Server, owner: Caller, work: () => Promise<unknown>): Promise<Beside> {
  const reads: number[] = [];
  const writes: number[] = [];
  const done = new AbortController();
  const path = `/api/v1/subscriptions/${owner.ids[0]}`;
  const repeat = async (times: number[], pauseMilliseconds: number, send: () => Promise<unknown>) => {
    while (!done.signal.aborted) {
      const began = performance.now();
      await send();
      times.push(performance.now() - began);
      await Bun.sleep(pauseMilliseconds);
    }
  };
  let amount = 0;
  const patch = () => call(server, owner, 'PATCH', path, JSON.stringify({ amount: (amount = (amount % 90) + 1) }));
  const get = () => call(server, owner, 'GET', path);
  const others = [repeat(reads, 1, get), repeat(reads, 1, get), repeat(writes, 2, patch)];
  const began = performance.now();
  await work();
  const took = performance.now() - began;
  done.abort();
  await Promise.all(others);
  return { took, readP99: p99(reads), longestRead: Math.max(...reads), longestWrite: Math.max(...writes) };
}

/** The medians of each. */
export function medianOf(all: readonly Beside[]): Beside {
  const of = (pick: (one: Beside) => number) => median(all.map(pick));
  return {
    took: of((one) => one.took),
    readP99: of((one) => one.readP99),
    longestRead: of((one) => one.longestRead),
    longestWrite: of((one) => one.longestWrite),
  };
}

function p99(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
}

/**
 * Sends a request of an owner, and gives the JSON of its answer.
 *
 * @throws when it is no success
 */
export async function call(
  server: Server,
  { key }: Pick<Owner, 'key'>,
  method: string,
  path: string,
  body?: string,
): Promise<unknown> {
  const headers = { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) };
  const answer = await fetch(server.origin + path, { method, headers, ...(body !== undefined && { body }) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
