import { Type } from '@sinclair/typebox';
import { requestId } from '../../openapi/answers.ts';
import { exactly, pagination } from '../../openapi/components.ts';
import { named } from '../../openapi/named.ts';
import { reading, type OperationWords } from '../../openapi/operation.ts';
import { exampleSubscription } from '../subscriptions/example.ts';
import { payment, spent } from './schema.ts';

const { id: subscriptionId, category, amount, currency } = exampleSubscription;
const totalsByCurrency = { [currency]: amount };

/** The texts of the operations on payments in the OpenAPI document. */
export const paymentOperations = {
  listPayments: {
    tag: 'Payments',
    toolset: 'payments',
    summary: 'List the payments made',
    description: 'Lists the payments made, newest first.\n\nPayments of deleted subscriptions are not in it.',
    agent: reading('The user asks what was paid, and when.', 'You want totals, or what is due.'),
    requestHeaders: ['If-None-Match'],
    success: {
      status: 200,
      isTagged: true,
      description: 'One page of payments.',
      schema: named('PaymentPage', exactly({ data: Type.Array(payment), pagination, requestId })),
      example: {
        data: [
          {
            id: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a7b',
            subscriptionId,
            dueOn: '2026-07-15',
            paidOn: '2026-07-15',
            amount,
            currency,
            source: 'manual',
          },
        ],
        pagination: { limit: 50, offset: 0, hasMore: false },
      },
    },
    errors: ['invalid_pagination'],
  },
  getSpent: {
    tag: 'Payments',
    toolset: 'payments',
    summary: 'Sum the payments made',
    description:
      'Sums the payments made from one day to another, by default this year so far.\n\nBy the present category of the subscription, by name, and by month. Months and currencies without a payment are left out.',
    agent: reading('The user asks what was really spent.', 'The user asks what subscriptions cost: getSpendSummary.'),
    requestHeaders: ['If-None-Match'],
    success: {
      status: 200,
      isTagged: true,
      description: 'The sums.',
      schema: named('SpentAnswer', exactly({ spent, requestId })),
      example: {
        spent: {
          from: '2026-01-01',
          to: '2026-07-20',
          totalsByCurrency,
          byCategory: [{ category, totalsByCurrency }],
          byMonth: [{ month: '2026-07', totalsByCurrency }],
        },
      },
    },
    errors: [],
  },
} satisfies Readonly<Record<string, OperationWords>>;
