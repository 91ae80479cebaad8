import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

// The rights are those of the process, and each thread runs a copy of this code: what they share is handed to each at its start.
const name = 'duebook rights';

const [lockAt, countAt] = [0, 1];

interface Shared {
  readonly buffer: SharedArrayBuffer;
  /** The rights that the process began with. */
  readonly groups: readonly number[];
  readonly groupId: number;
}

const shared = received() ?? share();
const cells = new Int32Array(shared.buffer);

/** The rights of a group with which the process began, whatever rights a thread has taken meanwhile. */
export const ownRights: Pick<Shared, 'groups' | 'groupId'> = shared;

/**
 * Takes rights, unless a thread has them already: then they are shared, and given back by whichever has them last.
 *
 * @param take takes them; false when they cannot be taken
 * @param giveBack gives them back
 * @returns what has to be called when they are not needed any more; undefined when they could not be taken
 */
export function shareRights(take: () => boolean, giveBack: () => void): (() => void) | undefined {
  const isTaken = alone(() => {
    if (Atomics.load(cells, countAt) === 0 && !take()) return false;
    Atomics.add(cells, countAt, 1);
    return true;
  });
  if (!isTaken) return undefined;
  return () =>
    alone(() => {
      if (Atomics.sub(cells, countAt, 1) === 1) giveBack();
    });
}

/** Runs an action while no other thread of the process runs one. */
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
