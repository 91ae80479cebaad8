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

/** The commands of the service itself on what core stores, by kind, with their results. They have no actor. */
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
  /** Stores when keys and sessions were used, and extends and deletes sessions. */
  readonly recordUses: RecordUses;
}
