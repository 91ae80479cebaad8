import { Type } from '@sinclair/typebox';
import { exactly, requestId } from '../../../../core/http/openapi/components.ts';
import { type EntityWords, reading, type Tag, taggedAnswer } from '../../../../core/http/openapi/words.ts';
import { named } from '../../../../core/fields/schemaMarks.ts';

const tag: Tag = { name: 'Usage', description: 'What an owner has stored, and may store.' };

const used = named(
  'Used',
  exactly({
    count: Type.Integer({ minimum: 0 }),
    limit: Type.Optional(Type.Integer({ minimum: 1, description: 'Absent without a limit.' })),
  }),
);

const operations: EntityWords['operations'] = {
  getUsage: {
    summary: 'See what is stored, and the limits',
    description:
      'Counts subscriptions, payments and audit entries, and shows the limits of the server. Removed payments count, because they can be brought back.',
    agent: reading('A write was refused because a limit is reached.', 'You want the spending: getSpendSummary.'),
    success: taggedAnswer(
      named(
        'UsageAnswer',
        exactly({ usage: exactly({ subscriptions: used, payments: used, auditEntries: used }), requestId }),
      ),
      'The counts and the limits.',
      {
        usage: {
          subscriptions: { count: 42, limit: 500 },
          payments: { count: 1310, limit: 20_000 },
          auditEntries: { count: 1627 },
        },
      },
    ),
    errors: [],
  },
};

/** What usage says in the OpenAPI document. */
export const usageWords: EntityWords = { tag, toolset: 'settings', operations };
