import type { DraftOf, FieldTable, ViewOf } from '../../core/fields/fieldTable.ts';

/** What an owner may choose: for all subscriptions, and how its household is called. */
export const preferenceFields = {
  autoRenew: {
    kind: 'flag',
    default: false,
    description: 'Whether each due payment of an active subscription counts as made on the day after.',
    example: true,
    alsoCalled: ['autorenewal', 'automaticrenewal', 'autorenewals', 'renewautomatically'],
  },
  householdName: {
    kind: 'name',
    lengthMax: 80,
    isNullable: true,
    isTrimmed: true,
    description: 'What the dashboard calls the household; null for no name of its own.',
    example: 'Elm Street 12',
    alsoCalled: ['household', 'name', 'title', 'home'],
  },
} as const satisfies FieldTable;

/** The preferences of an owner. */
export type Preferences = ViewOf<typeof preferenceFields>;
/** A change of some preferences. */
export type PreferencesPatch = Partial<DraftOf<typeof preferenceFields>>;
