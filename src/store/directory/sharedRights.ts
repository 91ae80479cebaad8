import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

// Rights belong to the process, and each thread runs a copy of this code: each worker receives the shared state at its start.
const name = 'duebook rights';

const [lockAt, countAt] = [0, 1];

interface Shared {
  readonly buffer: SharedArrayBuffer;
  /** The groups with which the process began. */
  readonly groups: readonly number[];
  readonly groupId: number;
}

const shared = received() ?? share();
const cells = new Int32Array(shared.buffer);

/** The groups of the process at its start, regardless of the rights that a thread has taken since. */
export const ownRights: Pick<Shared, 'groups' | 'groupId'> = shared;

/**
 * Takes rights, or shares them with a thread that has them already; the last thread restores them.
 *
 * @param take takes the rights; returns false when that fails
 * @param restore restores the rights
 * @returns a function to call when the rights are not needed any more; undefined when they could not be taken
 */
export function shareRights(take: () => boolean, restore: () => void): (() => void) | undefined {
  const isTaken = alone(() => {
    if (Atomics.load(cells, countAt) === 0 && !take()) return false;
    Atomics.add(cells, countAt, 1);
    return true;
  });
  if (!isTaken) return undefined;
  return () =>
    alone(() => {
      if (Atomics.sub(cells, countAt, 1) === 1) restore();
    });
}

/** Runs an action under a lock that all threads of the process share. */
function alone<Result>(action: () => Result): Result {
  while (Atomics.compareExchange(cells, lockAt, 0, 1) !== 0) Atomics.wait(cells, lockAt, 1);
  try {
    return action();
  } finally {
    Atomics.store(cells, lockAt, 0);
    Atomics.notify(cells, lockAt);
  }
}

function share(): Shared {
  const [groups, groupId] = [process.getgroups?.() ?? [], process.getegid?.() ?? 0];
  const made = { buffer: new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT), groups, groupId };
  setEnvironmentData(name, made);
  return made;
}

function received(): Shared | undefined {
  return getEnvironmentData(name) as unknown as Shared | undefined;
}
