import { exactly, requestId } from '../../openapi/components.ts';
import { named } from '../../validation/schemaMarks.ts';
import { type EntityWords, pageOf, reading, type Tag, taggedAnswer } from '../../openapi/words.ts';
import { exampleSubscription } from '../subscriptions/schema.ts';
import { payment, spent } from './schema.ts';

const { id: subscriptionId, category, amount, currency } = exampleSubscription;
const totalsByCurrency = { [currency]: amount };

const tag: Tag = { name: 'Payments', description: 'Payments made, and what was spent.' };

const operations: EntityWords['operations'] = {
  listPayments: {
    summary: 'List the payments made',
    description: 'Lists the payments made, newest first.\n\nPayments of deleted subscriptions are not in it.',
    agent: reading('The user asks what was paid, and when.', 'You want totals, or what is due.'),
    success: pageOf('PaymentPage', payment, 'One page of payments.', [
      {
        id: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a7b',
        subscriptionId,
        dueOn: '2026-07-15',
        paidOn: '2026-07-15',
        amount,
        currency,
        source: 'manual',
      },
    ]),
    errors: ['invalid_pagination'],
  },
  getSpent: {
    summary: 'Sum the payments made',
    description:
      'Sums the payments made from one day to another, by default this year so far.\n\nBy the present category of the subscription, by name, and by month. Months and currencies without a payment are left out.',
    agent: reading('The user asks what was really spent.', 'The user asks what subscriptions cost: getSpendSummary.'),
    success: taggedAnswer(named('SpentAnswer', exactly({ spent, requestId })), 'The sums.', {
      spent: {
        from: '2026-01-01',
        to: '2026-07-20',
        totalsByCurrency,
        byCategory: [{ category, totalsByCurrency }],
        byMonth: [{ month: '2026-07', totalsByCurrency }],
      },
    }),
    errors: [],
  },
};

/** What payments say in the OpenAPI document. */
export const paymentWords: EntityWords = { tag, toolset: 'payments', operations };
