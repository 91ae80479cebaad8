import type { Store, WriteDoor } from './store.ts';

/** What forgetting needs. */
export interface OutcomeExpiryOptions {
  readonly store: Pick<Store, 'areOutcomesOlder'>;
  readonly writes: WriteDoor;
  /** The instant, ISO 8601 UTC, since which outcomes are kept now. */
  readonly keptSince: () => string;
  /** Calls an action some milliseconds later, and gives what calls it off. */
  readonly after: (milliseconds: number, action: () => void) => () => void;
  /** Takes one line for the person who runs the server. */
  readonly log: (line: string) => void;
}

const pauseMilliseconds = 3_600_000;

/**
 * Has the outcomes of writes that came with a key forgotten when they are too old, at once and every hour: what was
 * deleted must not live on in them for as long as no other key comes.
 */
export function expireOutcomes({ store, writes, keptSince, after, log }: OutcomeExpiryOptions) {
  let isClosed = false;
  let callOff = (): void => undefined;

  async function forgetAll(): Promise<void> {
    try {
      // A few at a time, so that the writes of clients come between.
      while (areSomeTooOld()) await writes.submit({ kind: 'forget', keptSince: keptSince() });
    } catch (error) {
      if (!isClosed) log(`idempotency keys that are too old could not be removed: ${String(error)}`);
    }
    if (!isClosed) callOff = after(pauseMilliseconds, () => void forgetAll());
  }

  function areSomeTooOld(): boolean {
    return !isClosed && store.areOutcomesOlder(keptSince());
  }

  return {
    /** Forgets now, and from then on. */
    begin(): void {
      void forgetAll();
    },

    /** Forgets no more. */
    close(): void {
      isClosed = true;
      callOff();
    },
  };
}
