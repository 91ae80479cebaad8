/** How far the search for due subscriptions has come. */
export type RenewalCursor =
  /** Those of one owner after a due date and, on that date, after a sequence number; and the payments made for the owner. */
  | {
      readonly phase: 'renewals';
      readonly ownerId: number;
      readonly day: string;
      readonly sequence: number;
      readonly made: number;
    }
  /** Those whose last day is after a day and, on that day, those after a sequence number. */
  | { readonly phase: 'ends'; readonly day: string; readonly sequence: number };

/** More audit entries than one command of automatic renewals writes. */
export const entriesOfRenewDueMax = 100;

/** Renews some due subscriptions, from a cursor on. Days are `YYYY-MM-DD`. */
export interface RenewDue {
  readonly input: {
    /** The instant of the write, ISO 8601 UTC. */
    readonly at: string;
    /** The request id of its audit entries. */
    readonly requestId: string;
    /** The current day in the time zone. */
    readonly today: string;
    /** The IANA time zone of days. */
    readonly timeZone: string;
    /** Where the command before it stopped. */
    readonly cursor?: RenewalCursor;
  };
  readonly result: {
    readonly outcome: 'renewed';
    /** The number of payments made, and of subscriptions ended. */
    readonly payments: number;
    readonly ended: number;
    /** The number of audit entries, fewer than {@link entriesOfRenewDueMax}. */
    readonly entries: number;
    /** Whether an owner has so much to renew that the rest is left to a later run. */
    readonly isRestLeft: boolean;
    /** Where the next command continues; absent when nothing is left. */
    readonly cursor?: RenewalCursor;
  };
}

/** The last uses of some keys and sessions. Not audited. */
export interface RecordUses {
  readonly input: {
    readonly uses: readonly { readonly id: string; readonly hour: string }[];
    /** Sessions that were used and expire after `at`, but before `due` or after `to`, expire at `to` from now on, or with their key. */
    readonly extension: { readonly at: string; readonly due: string; readonly to: string };
    /** Sessions that ended before this instant, and that no audit entry names, are deleted. */
    readonly endedBefore: string;
  };
  readonly result: { readonly outcome: 'recorded' };
}

/** The commands of the service itself, by kind, with their results. They have no actor. */
export interface ServiceCommands {
  /** Writes an unchanged value, to test whether the storage accepts writes. */
  readonly probe: { readonly input: unknown; readonly result: { readonly outcome: 'probed' } };
  /**
   * Deletes outcomes stored before `keptSince`, and sets the time of those stored after `stampedUntil` to that instant.
   * Instants are ISO 8601 UTC.
   */
  readonly forget: {
    readonly input: { readonly keptSince: string; readonly stampedUntil?: string };
    readonly result: { readonly outcome: 'forgotten' };
  };
  /** Renews some due subscriptions of owners who want that, and ends some whose last day is over. */
  readonly renewDue: RenewDue;
  /** Stores when keys and sessions were used, and extends and deletes sessions. */
  readonly recordUses: RecordUses;
}
