import { exportMark } from '../rules/exportFile.ts';
import { noDetails } from '../../subscriptions/rules/details.ts';
import { type EntityWords, reading, taggedAnswer } from '../../../core/http/openapi/words.ts';
import { exampleSubscription } from '../../subscriptions/model.ts';
import { exported } from './schema.ts';

const { amount, currency } = exampleSubscription;
const examplePayment = {
  dueOn: '2026-06-15',
  paidOn: '2026-07-16',
  amount,
  currency,
  source: 'manual',
};
const example = {
  ...exportMark,
  exportedAt: '2026-06-16T12:00:00.000Z',
  subscriptions: [{ ...exampleSubscription, details: noDetails, payments: [examplePayment] }],
};

const operations: EntityWords['operations'] = {
  exportSubscriptions: {
    summary: 'Export all subscriptions',
    description:
      'Exports all subscriptions with their details and payments made, which an import reads. A tool gives at most 1 MiB.\n\nThe answer is a file. It is sent in parts, without compression: if the connection ends before the body does, the file is not complete. Each record is as it was at one moment, with its details and payments. A record that is changed during a long export may be as before or after that; if the ETag is still the same afterwards, nothing has changed. A CSV file has a byte order mark.',
    agent: reading(
      'The user wants everything in one file, such as to move to another server.',
      'You only need to read subscriptions: listSubscriptions.',
    ),
    success: {
      ...taggedAnswer(exported, 'All subscriptions.', example),
      otherContent: { 'text/csv': { schema: { type: 'string' } } },
    },
    errors: [],
  },
};

/** What exports say in the OpenAPI document. */
export const exportWords: EntityWords = {
  tag: {
    name: 'Import and export',
    description: 'All subscriptions in one file, for other programs or another server.',
  },
  toolset: 'import',
  operations,
};
