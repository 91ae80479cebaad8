import type { Clock } from '../runtime/system.ts';

// A check takes some microseconds.
const everyMilliseconds = 2000;

/**
 * Notices within some seconds what another process, such as the command line, has written to the database. A write of this
 * process may be noticed, too.
 *
 * @param countCommits a number that differs after a commit of another connection
 * @param onCommit called after such commits
 */
export function watchCommits(clock: Clock, countCommits: () => number, onCommit: () => void) {
  let known: number | undefined;
  let cancel = (): void => undefined;

  function check(): void {
    cancel = clock.after(everyMilliseconds, check);
    const count = tryTo(countCommits);
    if (count !== undefined && known !== undefined && count !== known) onCommit();
    known = count ?? known;
  }

  return {
    begin: check,
    end: (): void => cancel(),
  };
}

/** Undefined while the storage cannot serve: other work says so, and not every two seconds. */
function tryTo(count: () => number): number | undefined {
  try {
    return count();
  } catch {
    return undefined;
  }
}
