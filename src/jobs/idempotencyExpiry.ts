import type { Store, WriteDoor } from '../store/store.ts';

/** What forgetting needs. */
export interface IdempotencyExpiryOptions {
  readonly store: Pick<Store, 'areOutcomesOutside'>;
  readonly writes: WriteDoor;
  /** The instant, ISO 8601 UTC, since which outcomes are kept now. */
  readonly keptSince: () => string;
  /** The latest instant with which this process can have stamped one. */
  readonly stampedUntil: () => string;
  /** Calls an action some milliseconds later, and gives what calls it off. */
  readonly after: (milliseconds: number, action: () => void) => () => void;
  /** Takes one line for the person who runs the server. */
  readonly log: (line: string) => void;
}

const pauseMilliseconds = 3_600_000;

/**
 * Has the outcomes of writes that came with a key forgotten when they are too old, at once and every hour: what was
 * deleted must not live on in them for as long as no other key comes. From the second time on, those that a wrong clock
 * has stamped with a time to come begin to become old.
 */
export function scheduleIdempotencyExpiry({
  store,
  writes,
  keptSince,
  stampedUntil,
  after,
  log,
}: IdempotencyExpiryOptions) {
  let [isFirst, isClosed] = [true, false];
  let callOff = (): void => undefined;

  async function forgetAll(): Promise<void> {
    try {
      // A few at a time, so that the writes of clients come between.
      for (let span = spanNow(); areSomeOutside(span); span = spanNow()) {
        await writes.submit({ kind: 'forget', ...span });
      }
    } catch (error) {
      if (!isClosed) log(`idempotency keys that are too old could not be removed: ${String(error)}`);
    }
    isFirst = false;
    if (!isClosed) callOff = after(pauseMilliseconds, () => void forgetAll());
  }

  function spanNow() {
    // At the start the clock may not have been set yet: what is later than it shows may be right.
    return isFirst ? { keptSince: keptSince() } : { keptSince: keptSince(), stampedUntil: stampedUntil() };
  }

  function areSomeOutside({ keptSince: since, stampedUntil: until }: ReturnType<typeof spanNow>): boolean {
    return !isClosed && store.areOutcomesOutside(since, until);
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
