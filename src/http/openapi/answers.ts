import { Type } from '@sinclair/typebox';
import { byAction } from '../api/batch/schema.ts';
import { exactly, oneOf, subscription, warning } from './components.ts';
import { named } from './named.ts';

/** The id of the request, in every answer. */
export const requestId = Type.String();

const isDryRun = Type.Literal(true, { description: 'Only in the answer to a dry run: nothing was written.' });
const warnings = Type.Optional(
  Type.Array(warning, { description: 'Only in the answer to a dry run: what may not be meant.' }),
);

/** An answer that is one subscription. */
export const subscriptionAnswer = named('SubscriptionAnswer', exactly({ data: subscription, requestId }));

/** What a dry run answers that would record a subscription. */
export const subscriptionPreview = named(
  'SubscriptionPreview',
  exactly({ data: subscription, dryRun: isDryRun, warnings, requestId }),
);

/**
 * What a change of a subscription answers. A dry run and a real one have the same status, so one schema has the members
 * of both: of several, some clients take the first that fits.
 */
export const subscriptionChange = named(
  'SubscriptionChange',
  exactly(
    { data: subscription, dryRun: Type.Optional(isDryRun), warnings, requestId },
    { dependentRequired: { warnings: ['dryRun'] } },
  ),
);

const isDeleted = Type.Optional(Type.Literal(true, { description: 'Not in the answer to a dry run.' }));
const whatWouldGo = Type.Optional(subscription);

/** What a deletion answers: `deleted`, or what a dry run says, `dryRun` with `data`. */
export const deletion = named(
  'Deletion',
  exactly(
    { deleted: isDeleted, data: whatWouldGo, dryRun: Type.Optional(isDryRun), requestId },
    {
      minProperties: 2,
      dependentRequired: { dryRun: ['data'], data: ['dryRun'] },
      dependentSchemas: { deleted: { maxProperties: 2 } },
    },
  ),
);

const batchStored = named(
  'BatchStored',
  exactly({ action: named('BatchStoringAction', oneOf(['create', 'update'])), data: subscription, warnings }),
);
// It has `deleted` or, in a dry run, `data`; never both.
const batchDeleted = named(
  'BatchDeleted',
  exactly(
    { action: Type.Literal('delete'), id: Type.String({ format: 'uuid' }), deleted: isDeleted, data: whatWouldGo },
    { minProperties: 3, maxProperties: 3 },
  ),
);

const never = { not: {} };

/** What a batch answers: the outcome of each operation, in their order. */
export const batchAnswer = named(
  'BatchAnswer',
  exactly(
    {
      results: Type.Array(
        Type.Union(
          [batchStored, batchDeleted],
          byAction({ create: 'BatchStored', update: 'BatchStored', delete: 'BatchDeleted' }),
        ),
      ),
      dryRun: Type.Optional(isDryRun),
      requestId,
    },
    {
      dependentSchemas: { dryRun: eachResult({ properties: { deleted: never } }) },
      // Without the third property, it is no dry run.
      if: { minProperties: 3 },
      else: eachResult({ properties: { warnings: never }, dependentSchemas: { id: { properties: { data: never } } } }),
    },
  ),
);

/** What every result of a batch must be beyond its own schema. */
function eachResult(items: object) {
  return { properties: { results: { items } } };
}
