/** What an owner has chosen for all subscriptions. */
export interface Preferences {
  /** Whether due subscriptions are renewed automatically, unless their own details say otherwise. */
  readonly autoRenew: boolean;
}

/** A change of some preferences. */
export type PreferencesPatch = Partial<Preferences>;
