import { Type } from '@sinclair/typebox';
import { exampleSubscription, Subscription } from '../model.ts';
import { SortOrder, SubscriptionListQuery } from './schema.ts';
import { answerOf, exactly, isDryRun, pagination, requestId, uuid } from '../../../core/http/openapi/components.ts';
import { named } from '../../../core/fields/schemaMarks.ts';
import { confirmed, type EntityWords, reading, type Tag, taggedAnswer } from '../../../core/http/openapi/words.ts';
import { changing, deleting } from '../../../core/http/openapi/writeWords.ts';

/** A warning of a dry run. */
export const exampleWarning = {
  code: 'possible_duplicate',
  message: 'A subscription that is not cancelled has the same name: this one may already be recorded.',
  subscriptionIds: ['01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a79'],
};

const filters = Type.Partial(
  Type.Omit(SubscriptionListQuery, ['limit', 'offset', 'sort'], { additionalProperties: false }),
  { additionalProperties: false, description: 'The applied filters.' },
);

const warning = named(
  'Warning',
  exactly({
    code: Type.Literal('possible_duplicate', {
      description: 'Other subscriptions that are not cancelled have the same name.',
    }),
    message: Type.String(),
    subscriptionIds: Type.Optional(
      Type.Array(uuid, { minItems: 1, maxItems: 10, description: 'The recorded ones; ten at most.' }),
    ),
    operationIndexes: Type.Optional(
      Type.Array(Type.Integer({ minimum: 0 }), {
        minItems: 1,
        maxItems: 10,
        description: 'The indexes, from 0, of operations of the same batch that would create one.',
      }),
    ),
  }),
);

/** The warnings of a dry run. */
export const warnings = Type.Optional(Type.Array(warning, { description: 'Only in the answer to a dry run.' }));

const subscriptionAnswer = answerOf('SubscriptionAnswer', Subscription);

const subscriptionPreview = named(
  'SubscriptionPreview',
  exactly({ data: Subscription, dryRun: isDryRun, warnings, requestId }),
);

/**
 * The answer to an update. A dry run has the same status as a real update, so one schema has the members of both: some
 * clients take the first of several schemas.
 */
const subscriptionChange = named(
  'SubscriptionChange',
  exactly(
    { data: Subscription, dryRun: Type.Optional(isDryRun), warnings, requestId },
    { dependentRequired: { warnings: ['dryRun'] } },
  ),
);

/** The tag of subscriptions. */
export const subscriptionsTag: Tag = {
  name: 'Subscriptions',
  description: 'Record and manage recurring subscriptions.',
};

/** The texts of the operations on subscriptions in the OpenAPI document. */
export const subscriptionOperations: EntityWords['operations'] = {
  listSubscriptions: {
    summary: 'List subscriptions',
    description: 'Lists the subscriptions that match all filters, newest first.\n\nOnly those of the owner of the key.',
    agent: reading(
      'You need to see subscriptions, or the id of one.',
      'You want totals or duplicates: other operations compute them.',
    ),
    success: taggedAnswer(
      named(
        'SubscriptionPage',
        exactly({
          data: Type.Array(Subscription),
          pagination,
          query: exactly({ sort: SortOrder, filters }),
          requestId,
        }),
      ),
      'One page of subscriptions.',
      {
        data: [exampleSubscription],
        pagination: { limit: 50, offset: 0, hasMore: false },
        query: { sort: '-createdAt', filters: { status: 'active' } },
      },
    ),
    errors: ['invalid_pagination'],
  },
  createSubscription: {
    summary: 'Create a subscription',
    description:
      'Records a subscription. Its next payment date is one period after lastPaymentDate, and advances only with a renewal.\n\nThe server sets the id and computes that date; record each payment with renewSubscription, or let the preferences do it.',
    agent: confirmed(
      'medium',
      'The user has confirmed name, price, period and last payment.',
      'It may already be recorded: list with q first.',
    ),
    requestHeaders: ['Idempotency-Key'],
    success: {
      status: 201,
      isTagged: true,
      description: 'The stored subscription.',
      schema: subscriptionAnswer,
      example: { data: exampleSubscription },
    },
    dryRun: {
      description: 'A dry run: the subscription that would be stored. Its id is not kept.',
      schema: subscriptionPreview,
      example: { data: exampleSubscription, dryRun: true, warnings: [exampleWarning] },
    },
    errors: [
      'invalid_json',
      'invalid_subscription',
      'invalid_subscription_field',
      'unexpected_if_match',
      'too_many_subscriptions',
      'payload_too_large',
      'subscription_not_found',
    ],
  },
  getSubscription: {
    summary: 'Get a subscription',
    description: 'Reads one subscription.\n\nOnly one of the owner of the key.',
    agent: reading('You know the id and need the present state.', 'You do not know the id: list the subscriptions.'),
    success: taggedAnswer(subscriptionAnswer, 'The subscription.', { data: exampleSubscription }),
    errors: ['invalid_subscription_id', 'subscription_not_found'],
  },
  updateSubscription: {
    summary: 'Update a subscription',
    description:
      'Changes only the fields that you send. The next payment date changes only with lastPaymentDate, period or customDate.\n\nPausing, resuming and cancelling are changes of status. Moving to a monthly or yearly period clears customDate.',
    agent: confirmed(
      'medium to high',
      'The user has confirmed a change, such as a new price.',
      'You have not seen the present state: read it first.',
    ),
    ...changing(
      subscriptionChange,
      { done: 'The updated subscription.', dryRun: 'A dry run: the subscription after the update.' },
      { ...exampleSubscription, status: 'paused' },
    ),
    errors: [
      'invalid_json',
      'invalid_subscription',
      'invalid_subscription_field',
      'invalid_subscription_id',
      'empty_patch',
      'subscription_not_found',
      'payload_too_large',
    ],
  },
  renewSubscription: {
    summary: 'Mark due payments as made',
    description:
      'Records that the next payment was made: it becomes the last payment, and the following due date the next one.\n\nThe day of the month is kept: 31 January, 28 February, 31 March. All fields are optional. Send dueOn as last read, so that a payment is not recorded twice; it is also how a payment is made early. With payments, so many due dates are paid at once, all of them or none; each gets a payment and an audit entry. With reschedule, the following due dates are counted from paidOn. The amount belongs to the payment; the price of the subscription stays.',
    agent: confirmed(
      'medium',
      'The user has confirmed that a payment was made.',
      'The price or the schedule is wrong: update it.',
    ),
    ...changing(
      subscriptionChange,
      { done: 'The renewed subscription.', dryRun: 'A dry run: the subscription after the renewal.' },
      { ...exampleSubscription, lastPaymentDate: '2026-07-15', nextPaymentDate: '2026-08-15' },
    ),
    errors: [
      'invalid_json',
      'invalid_field',
      'unknown_field',
      'invalid_subscription_id',
      'subscription_not_found',
      'not_active',
      'renewal_conflict',
      'not_due',
      'not_renewable',
      'too_many_payments',
      'payload_too_large',
    ],
  },
  deleteSubscription: {
    summary: 'Delete a subscription permanently',
    description: 'Removes the subscription and its audit history. It cannot be undone.',
    agent: confirmed(
      'high',
      'The user has confirmed the permanent deletion.',
      'The user may come back: cancel or pause it.',
    ),
    ...deleting(
      'Deletion',
      Subscription,
      { done: 'The subscription is deleted.', dryRun: 'A dry run: the subscription that would be deleted.' },
      exampleSubscription,
    ),
    errors: ['invalid_subscription_id', 'unexpected_body', 'subscription_not_found'],
  },
};
