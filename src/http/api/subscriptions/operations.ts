import { Type } from '@sinclair/typebox';
import { SortOrder, SubscriptionListQuery } from './schema.ts';
import {
  deletion,
  requestId,
  subscriptionAnswer,
  subscriptionChange,
  subscriptionPreview,
} from '../../openapi/answers.ts';
import { exactly, pagination, subscription } from '../../openapi/components.ts';
import { exampleSubscription } from './example.ts';
import { named } from '../../openapi/named.ts';
import type { OperationWords } from '../../openapi/operation.ts';

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

/** The texts of the operations on subscriptions in the OpenAPI document. */
export const subscriptionOperations = {
  listSubscriptions: {
    tag: 'Subscriptions',
    toolset: 'subscriptions',
    summary: 'List subscriptions',
    description: 'Lists the subscriptions that match all filters, newest first.\n\nOnly those of the owner of the key.',
    agent: {
      riskLevel: 'low',
      requiresConfirmation: false,
      useWhen: 'You need to see subscriptions, or the id of one.',
      doNotUseWhen: 'You want totals or duplicates: other operations compute them.',
    },
    requestHeaders: ['If-None-Match'],
    success: {
      status: 200,
      isTagged: true,
      description: 'One page of subscriptions.',
      schema: named(
        'SubscriptionPage',
        exactly({
          data: Type.Array(subscription),
          pagination,
          query: exactly({ sort: SortOrder, filters }),
          requestId,
        }),
      ),
      example: {
        data: [exampleSubscription],
        pagination: { limit: 50, offset: 0, hasMore: false },
        query: { sort: '-createdAt', filters: { status: 'active' } },
      },
    },
    errors: ['invalid_pagination'],
  },
  createSubscription: {
    tag: 'Subscriptions',
    toolset: 'subscriptions',
    summary: 'Create a subscription',
    description:
      'Records a subscription. Its next payment date is one period after lastPaymentDate, and advances only with a renewal.\n\nThe server sets the id and computes that date; record each payment with renewSubscription, or let the preferences do it.',
    agent: {
      riskLevel: 'medium',
      requiresConfirmation: true,
      useWhen: 'The user has confirmed name, price, period and last payment.',
      doNotUseWhen: 'It may already be recorded: list with q first.',
    },
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
      'payload_too_large',
    ],
  },
  getSubscription: {
    tag: 'Subscriptions',
    toolset: 'subscriptions',
    summary: 'Get a subscription',
    description: 'Reads one subscription.\n\nOnly one of the owner of the key.',
    agent: {
      riskLevel: 'low',
      requiresConfirmation: false,
      useWhen: 'You know the id and need the present state.',
      doNotUseWhen: 'You do not know the id: list the subscriptions.',
    },
    requestHeaders: ['If-None-Match'],
    success: {
      status: 200,
      isTagged: true,
      description: 'The subscription.',
      schema: subscriptionAnswer,
      example: { data: exampleSubscription },
    },
    errors: ['invalid_subscription_id', 'subscription_not_found'],
  },
  updateSubscription: {
    tag: 'Subscriptions',
    toolset: 'subscriptions',
    summary: 'Update a subscription',
    description:
      'Changes only the fields that you send. The next payment date changes only with lastPaymentDate, period or customDate.\n\nPausing, resuming and cancelling are changes of status. Moving to a monthly or yearly period clears customDate.',
    agent: {
      riskLevel: 'medium to high',
      requiresConfirmation: true,
      useWhen: 'The user has confirmed a change, such as a new price.',
      doNotUseWhen: 'You have not seen the present state: read it first.',
    },
    requestHeaders: ['If-Match', 'Idempotency-Key'],
    success: {
      status: 200,
      isTagged: true,
      description: 'The updated subscription.',
      schema: subscriptionChange,
      example: { data: { ...exampleSubscription, status: 'paused' } },
    },
    dryRun: {
      description: 'A dry run: the subscription after the update.',
      example: { data: { ...exampleSubscription, status: 'paused' }, dryRun: true },
    },
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
    tag: 'Subscriptions',
    toolset: 'subscriptions',
    summary: 'Mark a due payment as made',
    description:
      'Records that the next payment was made: it becomes the last payment, and the following due date the next one.\n\nThe day of the month is kept: 31 January, 28 February, 31 March. All fields are optional. Send dueOn as last read, so that a payment is not recorded twice; it is also how a payment is made early. With reschedule, the following due dates are counted from paidOn. The amount belongs to the payment; the price of the subscription stays.',
    agent: {
      riskLevel: 'medium',
      requiresConfirmation: true,
      useWhen: 'The user has confirmed that a payment was made.',
      doNotUseWhen: 'The price or the schedule is wrong: update it.',
    },
    requestHeaders: ['If-Match', 'Idempotency-Key'],
    success: {
      status: 200,
      isTagged: true,
      description: 'The renewed subscription.',
      schema: subscriptionChange,
      example: { data: { ...exampleSubscription, lastPaymentDate: '2026-07-15', nextPaymentDate: '2026-08-15' } },
    },
    dryRun: {
      description: 'A dry run: the subscription after the renewal.',
      example: {
        data: { ...exampleSubscription, lastPaymentDate: '2026-07-15', nextPaymentDate: '2026-08-15' },
        dryRun: true,
      },
    },
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
      'payload_too_large',
    ],
  },
  deleteSubscription: {
    tag: 'Subscriptions',
    toolset: 'subscriptions',
    summary: 'Delete a subscription permanently',
    description: 'Removes the subscription and its audit history. It cannot be undone.',
    agent: {
      riskLevel: 'high',
      requiresConfirmation: true,
      useWhen: 'The user has confirmed the permanent deletion.',
      doNotUseWhen: 'The user may come back: cancel or pause it.',
    },
    requestHeaders: ['If-Match', 'Idempotency-Key'],
    success: {
      status: 200,
      description: 'The subscription is deleted.',
      schema: deletion,
      example: { deleted: true },
    },
    dryRun: {
      description: 'A dry run: the subscription that would be deleted.',
      example: { data: exampleSubscription, dryRun: true },
    },
    errors: ['invalid_subscription_id', 'unexpected_body', 'subscription_not_found'],
  },
} satisfies Readonly<Record<string, OperationWords>>;
