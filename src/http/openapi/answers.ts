import { Type, type TSchema } from '@sinclair/typebox';
import { byAction } from '../api/batch/schema.ts';
import { alwaysTrue, details, exactly, subscription, warning } from './components.ts';
import { named } from './named.ts';

/** The id of the request, in every answer. */
export const requestId = Type.String();

/** Marks the answer to a dry run. */
export const isDryRun = alwaysTrue('Only in the answer to a dry run: nothing was written.');
const warnings = Type.Optional(Type.Array(warning, { description: 'Only in the answer to a dry run.' }));

/** An answer with one subscription. */
export const subscriptionAnswer = named('SubscriptionAnswer', exactly({ data: subscription, requestId }));

/** The answer to the dry run of a creation. */
export const subscriptionPreview = named(
  'SubscriptionPreview',
  exactly({ data: subscription, dryRun: isDryRun, warnings, requestId }),
);

/**
 * The answer to an update. A dry run has the same status as a real update, so one schema has the members of both: some
 * clients take the first of several schemas.
 */
export const subscriptionChange = named(
  'SubscriptionChange',
  exactly(
    { data: subscription, dryRun: Type.Optional(isDryRun), warnings, requestId },
    { dependentRequired: { warnings: ['dryRun'] } },
  ),
);

const isDeleted = Type.Optional(alwaysTrue('Not in the answer to a dry run.'));
const previewed = Type.Optional(subscription);

/** The answer to a deletion: `deleted`, or `dryRun` with `data`. */
export const deletion = deletionOf('Deletion', subscription);

/** An answer with the details of a subscription. */
export const detailsAnswer = named('DetailsAnswer', exactly({ data: details, requestId }));

/** The answer to an update of details. */
export const detailsChange = named(
  'DetailsChange',
  exactly({ data: details, dryRun: Type.Optional(isDryRun), requestId }),
);

/** The answer to a deletion of details. */
export const detailsDeletion = deletionOf('DetailsDeletion', details);

/** The schema of the answer to a deletion: `deleted`, or for a dry run `dryRun` with `data`. */
export function deletionOf(name: string, data: TSchema): TSchema {
  return named(
    name,
    exactly(
      { deleted: isDeleted, data: Type.Optional(data), dryRun: Type.Optional(isDryRun), requestId },
      {
        minProperties: 2,
        dependentRequired: { dryRun: ['data'], data: ['dryRun'] },
        dependentSchemas: { deleted: { maxProperties: 2 } },
      },
    ),
  );
}

/** The results of a batch by their action; the union requires the action. In Rust, the tag of a union is in no variant. */
const batchResults = {
  create: storedBy('create', 'BatchCreated'),
  update: storedBy('update', 'BatchUpdated'),
  renew: storedBy('renew', 'BatchRenewed'),
  // It has `deleted` or, in a dry run, `data`; never both.
  delete: named(
    'BatchDeleted',
    exactly(
      { ...didOptionally('delete'), id: Type.String({ format: 'uuid' }), deleted: isDeleted, data: previewed },
      { minProperties: 3, maxProperties: 3 },
    ),
  ),
};

function storedBy(action: string, name: string) {
  return named(name, exactly({ ...didOptionally(action), data: subscription, warnings }));
}

function didOptionally(action: string) {
  return { action: Type.Optional(Type.Literal(action)) };
}

const never = { not: {} };

/** The answer to a batch: the outcome of each operation, in order. */
export const batchAnswer = named(
  'BatchAnswer',
  exactly(
    {
      results: Type.Array(
        named(
          'BatchResult',
          Type.Union(Object.values(batchResults), {
            required: ['action'],
            ...byAction({
              create: 'BatchCreated',
              update: 'BatchUpdated',
              renew: 'BatchRenewed',
              delete: 'BatchDeleted',
            }),
          }),
        ),
      ),
      dryRun: Type.Optional(isDryRun),
      requestId,
    },
    {
      dependentSchemas: { dryRun: eachResult({ properties: { deleted: never } }) },
      // Only a dry run has a third property.
      if: { minProperties: 3 },
      else: eachResult({ properties: { warnings: never }, dependentSchemas: { id: { properties: { data: never } } } }),
    },
  ),
);

/** A condition on every result of a batch, beyond its own schema. */
function eachResult(items: object) {
  return { properties: { results: { items } } };
}
