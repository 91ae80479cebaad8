// Rights belong to the process, and each thread runs a copy of this code: each worker receives the state at its start.
const [lockAt, countAt] = [0, 1];

/** What the threads of the process share about its rights. */
export interface SharedRights {
  readonly buffer: SharedArrayBuffer;
  /** The groups with which the process began. */
  readonly groups: readonly number[];
  readonly groupId: number;
}

let shared: SharedRights | undefined;

/** The shared state, to be sent to a worker. The first call is by the thread that starts all others. */
export function sharedRights(): SharedRights {
  shared ??= {
    buffer: new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT),
    groups: process.getgroups?.() ?? [],
    groupId: process.getegid?.() ?? 0,
  };
  return shared;
}

/** Takes over the shared state, in a worker that has not used any rights yet. */
export function adoptRights(received: SharedRights): void {
  shared = received;
}

/**
 * Takes rights, or shares them with a thread that has them already; the last thread restores them.
 *
 * @param take takes the rights; returns false when that fails
 * @param restore restores the rights
 * @returns a function to call when the rights are not needed any more; undefined when they could not be taken
 */
export function shareRights(take: () => boolean, restore: () => void): (() => void) | undefined {
  const cells = new Int32Array(sharedRights().buffer);
  const isTaken = alone(cells, () => {
    if (Atomics.load(cells, countAt) === 0 && !take()) return false;
    Atomics.add(cells, countAt, 1);
    return true;
  });
  if (!isTaken) return undefined;
  return () =>
    alone(cells, () => {
      if (Atomics.sub(cells, countAt, 1) === 1) restore();
    });
}

/** Runs an action under a lock that all threads of the process share. */
function alone<Result>(cells: Int32Array, action: () => Result): Result {
  while (Atomics.compareExchange(cells, lockAt, 0, 1) !== 0) Atomics.wait(cells, lockAt, 1);
  try {
    return action();
  } finally {
    Atomics.store(cells, lockAt, 0);
    Atomics.notify(cells, lockAt);
  }
}
