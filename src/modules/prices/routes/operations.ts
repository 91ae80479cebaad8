import { Type } from '@sinclair/typebox';
import { exactly, instant, money, recordedCurrency, requestId, uuid } from '../../../core/http/openapi/components.ts';
import { named } from '../../../core/fields/schemaMarks.ts';
import { type EntityWords, pageOf, reading, taggedAnswer } from '../../../core/http/openapi/words.ts';
import { exampleSubscription, Subscription } from '../../subscriptions/model.ts';
import { subscriptionsTag } from '../../subscriptions/routes/words.ts';
import { analyticsTag } from '../../analytics/routes/operations.ts';

const { id: subscriptionId, name, amount, currency, period, createdAt } = exampleSubscription;
const raised = { since: '2026-09-01T08:00:00.000Z', amount: 17.99, currency, period, changePercent: 12.51 };

const shown = Subscription.properties;
const price = {
  since: instant,
  amount: money,
  currency: recordedCurrency,
  period: shown.period,
  customDate: Type.Optional(shown.customDate),
  everyMonths: Type.Optional(
    Type.Integer({ minimum: 2, maximum: 60, description: 'The interval in months; customDate does not count then.' }),
  ),
  changePercent: Type.Optional(
    Type.Number({ format: 'double', description: 'Two decimals; absent without an earlier amount above 0.' }),
  ),
};

const priceEntry = named('PriceEntry', exactly(price));

const priceChange = named(
  'PriceChange',
  exactly({ subscriptionId: uuid, name: Type.String(), previousAmount: money, ...price }),
);

const operations: EntityWords['operations'] = {
  listPrices: {
    summary: 'List the prices of a subscription',
    description:
      'What it has cost since when, newest first. A price that was reverted is not listed.\n\nThere is an entry for the creation and for each change of amount, currency or billing period. changePercent compares with the next older entry of the same currency and period.',
    agent: reading('The user asks how one price has changed.', 'You need the present price: read the subscription.'),
    success: taggedAnswer(
      named('PricesAnswer', exactly({ prices: Type.Array(priceEntry), requestId })),
      'The prices.',
      { prices: [raised, { since: createdAt, amount, currency, period }] },
    ),
    errors: ['invalid_subscription_id', 'subscription_not_found'],
  },
  listPriceChanges: {
    tag: analyticsTag,
    toolset: 'reports',
    summary: 'List price changes',
    description:
      'What has become dearer or cheaper since a day or date-time, newest first: changes of the amount in the same currency and period.\n\nA change that was reverted is not listed, and neither are those of deleted subscriptions.',
    agent: reading('The user asks what became more expensive.', 'You want the prices of one: listPrices.'),
    success: pageOf('PriceChangesPage', priceChange, 'One page of changes.', [
      { subscriptionId, name, previousAmount: amount, ...raised },
    ]),
    errors: ['invalid_pagination'],
  },
};

/** What the prices say in the OpenAPI document. */
export const priceWords: EntityWords = { tag: subscriptionsTag, toolset: 'subscriptions', operations };
