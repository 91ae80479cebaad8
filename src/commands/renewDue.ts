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
    /** Whether an owner has so much to renew that the rest is left to a later run. */
    readonly isRestLeft: boolean;
    /** Where the next command continues; absent when nothing is left. */
    readonly cursor?: RenewalCursor;
  };
}
