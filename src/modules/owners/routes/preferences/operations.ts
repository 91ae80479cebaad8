import { answerOf } from '../../../../core/http/openapi/components.ts';
import { confirmed, type EntityWords, reading, type Tag, taggedAnswer } from '../../../../core/http/openapi/words.ts';
import { patchErrors, updating } from '../../../../core/http/openapi/writeWords.ts';
import { writableOf } from '../../../../core/fields/fieldTable.ts';
import { preferenceFields } from '../../model.ts';
import { preferences } from './schema.ts';

const example = { data: { autoRenew: true, householdName: 'Elm Street 12' } };

const tag: Tag = { name: 'Preferences', description: 'What an owner has chosen for all subscriptions.' };

const operations: EntityWords['operations'] = {
  getPreferences: {
    summary: 'Get the preferences',
    description: 'Reads what the owner of the key has chosen for all subscriptions, and what its household is called.',
    agent: reading('You need to know whether payments are recorded automatically.', 'You want to record a payment.'),
    success: taggedAnswer(answerOf('PreferencesAnswer', preferences), 'The preferences.', example),
    errors: [],
  },
  updatePreferences: {
    summary: 'Update the preferences',
    description:
      'Changes what the owner has chosen for all subscriptions, or what the dashboard calls the household.\n\nWith autoRenew, the payments of active subscriptions that were due before today are recorded at the beginning of each day, also those of days before. A subscription whose details have an autoRenew of their own follows that.',
    agent: confirmed(
      'medium',
      'The user has confirmed that payments are recorded automatically, or not any more.',
      'Only one payment was made: renew the subscription.',
    ),
    ...updating(
      'PreferencesChange',
      preferences,
      { done: 'The updated preferences.', dryRun: 'A dry run: the preferences after the update.' },
      example.data,
    ),
    errors: patchErrors(),
  },
};

/** What preferences say in the OpenAPI document. */
export const preferenceWords: EntityWords = {
  tag,
  toolset: 'settings',
  operations,
  revertibleFields: writableOf(preferenceFields),
  errorExamples: {
    invalid_field: {
      message: 'autoRenew must be true or false.',
      field: 'autoRenew',
      suggestedFix: 'Send true or false, without quotes.',
    },
    unknown_field: {
      message: 'There is no field "autorenewal".',
      field: 'autorenewal',
      suggestedFix: 'Rename "autorenewal" to "autoRenew".',
      writableFields: ['autoRenew', 'householdName'],
    },
  },
};
