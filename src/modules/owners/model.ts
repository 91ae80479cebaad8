import { Type, type Static } from '@sinclair/typebox';
import { patchOf } from '../../core/fields/bodies.ts';
import { nullable } from '../../core/fields/define.ts';
import { Flag } from '../../core/fields/fieldTypes.ts';
import { Money } from '../../core/fields/moneyTypes.ts';
import { named } from '../../core/fields/schemaMarks.ts';
import { Name } from '../../core/fields/textTypes.ts';

/** What an owner has chosen: for all subscriptions, and how its household is called. */
export const Preferences = named(
  'Preferences',
  Type.Object(
    {
      autoRenew: Flag({
        description: 'Whether each due payment of an active subscription counts as made on the day after.',
        examples: [true],
        alsoCalled: ['autorenewal', 'automaticrenewal', 'autorenewals', 'renewautomatically'],
      }),
      householdName: nullable(
        Name({
          maxLength: 80,
          description: 'What the dashboard calls the household; null for no name of its own.',
          examples: ['Elm Street 12'],
          alsoCalled: ['household', 'name', 'title', 'home'],
        }),
      ),
      monthlyBudget: nullable(
        Money({
          description: 'What the payments of a month may cost; null for no budget.',
          examples: [{ amount: 400, currency: 'EUR' }],
          alsoCalled: ['budget', 'limit', 'spendinglimit', 'monthlylimit'],
        }),
      ),
    },
    { additionalProperties: false },
  ),
);

/** What a client sends to change some of them. */
export const PreferencesPatch = patchOf('PreferencesPatch', Preferences, { examples: [{ autoRenew: true }] });

export type Preferences = Static<typeof Preferences>;
export type PreferencesPatch = Static<typeof PreferencesPatch>;
/** What the payments of a month may cost. */
export type MonthlyBudget = NonNullable<Preferences['monthlyBudget']>;
