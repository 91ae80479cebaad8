import { Type } from '@sinclair/typebox';
import { isDryRun, requestId } from '../../openapi/answers.ts';
import { exactly } from '../../openapi/components.ts';
import { named } from '../../openapi/named.ts';
import { reading, type OperationWords } from '../../openapi/operation.ts';
import { preferences } from './schema.ts';

const example = { data: { autoRenew: true } };

/** The texts of the operations on preferences in the OpenAPI document. */
export const preferenceOperations = {
  getPreferences: {
    tag: 'Preferences',
    toolset: 'settings',
    summary: 'Get the preferences',
    description: 'Reads what the owner of the key has chosen for all subscriptions.',
    agent: reading('You need to know whether payments are recorded automatically.', 'You want to record a payment.'),
    requestHeaders: ['If-None-Match'],
    success: {
      status: 200,
      isTagged: true,
      description: 'The preferences.',
      schema: named('PreferencesAnswer', exactly({ data: preferences, requestId })),
      example,
    },
    errors: [],
  },
  updatePreferences: {
    tag: 'Preferences',
    toolset: 'settings',
    summary: 'Update the preferences',
    description:
      'Changes what the owner has chosen for all subscriptions.\n\nWith autoRenew, the payments of active subscriptions that were due before today are recorded at the beginning of each day, also those of days before. A subscription whose details have an autoRenew of their own follows that.',
    agent: {
      riskLevel: 'medium',
      requiresConfirmation: true,
      useWhen: 'The user has confirmed that payments are recorded automatically, or not any more.',
      doNotUseWhen: 'Only one payment was made: renew the subscription.',
    },
    requestHeaders: ['If-Match', 'Idempotency-Key'],
    success: {
      status: 200,
      isTagged: true,
      description: 'The updated preferences.',
      schema: named('PreferencesChange', exactly({ data: preferences, dryRun: Type.Optional(isDryRun), requestId })),
      example,
    },
    dryRun: { description: 'A dry run: the preferences after the update.', example: { ...example, dryRun: true } },
    errors: ['invalid_json', 'invalid_field', 'unknown_field', 'empty_patch', 'payload_too_large'],
  },
} satisfies Readonly<Record<string, OperationWords>>;
