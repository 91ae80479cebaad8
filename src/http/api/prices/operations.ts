import { Type } from '@sinclair/typebox';
import { requestId } from '../../openapi/answers.ts';
import { exactly, pagination, priceChange, priceEntry } from '../../openapi/components.ts';
import { named } from '../../openapi/named.ts';
import { reading, type OperationWords } from '../../openapi/operation.ts';
import { exampleSubscription } from '../subscriptions/example.ts';

const { id: subscriptionId, name, amount, currency, period, createdAt } = exampleSubscription;
const raised = { since: '2026-09-01T08:00:00.000Z', amount: 17.99, currency, period, changePercent: 12.51 };

/** The texts of the prices in the OpenAPI document. */
export const priceOperations = {
  listPrices: {
    tag: 'Subscriptions',
    toolset: 'subscriptions',
    summary: 'List the prices of a subscription',
    description:
      'What it has cost since when, newest first. A price that was reverted is not listed.\n\nThere is an entry for the creation and for each change of amount, currency or billing period. changePercent compares with the next older entry of the same currency and period.',
    agent: reading('The user asks how one price has changed.', 'You need the present price: read the subscription.'),
    requestHeaders: ['If-None-Match'],
    success: {
      status: 200,
      isTagged: true,
      description: 'The prices.',
      schema: named('PricesAnswer', exactly({ prices: Type.Array(priceEntry), requestId })),
      example: { prices: [raised, { since: createdAt, amount, currency, period }] },
    },
    errors: ['invalid_subscription_id', 'subscription_not_found'],
  },
  listPriceChanges: {
    tag: 'Analytics',
    toolset: 'reports',
    summary: 'List price changes',
    description:
      'What has become dearer or cheaper since a day or date-time, newest first: changes of the amount in the same currency and period.\n\nA change that was reverted is not listed, and neither are those of deleted subscriptions.',
    agent: reading('The user asks what became more expensive.', 'You want the prices of one: listPrices.'),
    requestHeaders: ['If-None-Match'],
    success: {
      status: 200,
      isTagged: true,
      description: 'One page of changes.',
      schema: named('PriceChangesPage', exactly({ data: Type.Array(priceChange), pagination, requestId })),
      example: {
        data: [{ subscriptionId, name, previousAmount: amount, ...raised }],
        pagination: { limit: 50, offset: 0, hasMore: false },
      },
    },
    errors: ['invalid_pagination'],
  },
} satisfies Readonly<Record<string, OperationWords>>;
