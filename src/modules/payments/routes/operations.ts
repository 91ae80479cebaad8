import { paymentFields } from '../model.ts';
import { revertiblePaymentFields } from '../rules/revert.ts';
import { answerOf, exactly, requestId } from '../../../core/http/openapi/components.ts';
import { named } from '../../../core/fields/schemaMarks.ts';
import {
  confirmed,
  type EntityWords,
  pageOf,
  reading,
  type Tag,
  taggedAnswer,
} from '../../../core/http/openapi/words.ts';
import { deleting, patchErrors, updating } from '../../../core/http/openapi/writeWords.ts';
import { exampleSubscription } from '../../subscriptions/model.ts';
import { payment, payments, spent } from './schema.ts';

const { id: subscriptionId, name, category, amount, currency } = exampleSubscription;
const examplePayment = {
  id: paymentFields.id.example,
  subscriptionId,
  dueOn: '2026-07-15',
  paidOn: '2026-07-15',
  amount,
  currency,
  source: 'manual',
};
const corrected = { ...examplePayment, amount: 12.5 };
const totalsByCurrency = { [currency]: amount };

const tag: Tag = { name: 'Payments', description: 'Payments made, and what was spent.' };

const operations: EntityWords['operations'] = {
  listPayments: {
    summary: 'List the payments made',
    description: 'Lists the payments made, newest first.\n\nPayments of deleted subscriptions are not in it.',
    agent: reading('The user asks what was paid, and when.', 'You want totals, or what is due.'),
    success: pageOf('PaymentPage', payment, 'One page of payments.', [examplePayment]),
    errors: ['invalid_pagination'],
  },
  getSpent: {
    summary: 'Sum the payments made',
    description:
      'Sums the payments made from one day to another, by default this year so far.\n\nBy the present category of the subscription, by name; by month; and by subscription, the 100 highest first. Months and currencies without a payment are left out.',
    agent: reading('The user asks what was really spent.', 'The user asks what subscriptions cost: getSpendSummary.'),
    success: taggedAnswer(named('SpentAnswer', exactly({ spent, requestId })), 'The sums.', {
      spent: {
        from: '2026-01-01',
        to: '2026-07-20',
        totalsByCurrency,
        byCategory: [{ category, totalsByCurrency }],
        byMonth: [{ month: '2026-07', totalsByCurrency }],
        bySubscription: [{ subscriptionId, name, payments: 1, totalsByCurrency }],
      },
    }),
    errors: [],
  },
  getPayment: {
    // Agents have listPayments, and each tool takes space in every conversation.
    toolset: null,
    summary: 'Get a payment',
    description: 'Reads one payment.\n\nOne that was removed, or whose renewal is reverted, is not found.',
    agent: reading('You know the id and need the present state.', 'You do not know the id: list the payments.'),
    success: taggedAnswer(answerOf('PaymentAnswer', payment), 'The payment.', {
      data: examplePayment,
    }),
    errors: ['invalid_id', 'payment_not_found'],
  },
  updatePayment: {
    // Seldom needed: what every client lists has no room for it.
    toolset: 'corrections',
    summary: 'Correct a payment',
    description:
      'Changes the day or the amount of a payment made. The dates and the price of the subscription stay.\n\nThe day has the range that it has in a renewal. It can be reverted.',
    agent: confirmed(
      'medium',
      'The user has confirmed what was really paid, or when.',
      'The price is wrong: update it.',
    ),
    ...updating(
      'PaymentChange',
      payment,
      { done: 'The corrected payment.', dryRun: 'A dry run: the payment after it.' },
      corrected,
    ),
    errors: patchErrors('invalid_id', 'payment_not_found'),
  },
  deletePayment: {
    toolset: 'corrections',
    summary: 'Remove a payment',
    description:
      'Removes a payment made from lists and sums. The dates of the subscription stay.\n\nIt can be reverted. To make the payment due again, revert its renewal instead.',
    agent: confirmed(
      'medium',
      'The user has confirmed that it was never paid.',
      'It is due again: revert the renewal (revertAuditEntry).',
    ),
    ...deleting(
      'PaymentDeletion',
      payment,
      { done: 'The payment is removed.', dryRun: 'A dry run: the payment that would be removed.' },
      examplePayment,
    ),
    errors: ['invalid_id', 'unexpected_body', 'payment_not_found'],
  },
};

/** What payments say in the OpenAPI document. */
export const paymentWords: EntityWords = {
  tag,
  toolset: 'payments',
  operations,
  revertibleFields: revertiblePaymentFields,
  errorExamples: payments.errorExample,
};
