import { Type, type Static } from '@sinclair/typebox';
import { nullable } from '../../core/fields/define.ts';
import { Choice, Instant, Uuid } from '../../core/fields/fieldTypes.ts';
import { recordsOf } from '../../core/fields/records.ts';
import { named } from '../../core/fields/schemaMarks.ts';
import { importFormats, importRowsMax } from './rules/importTypes.ts';

const exampleId = '01980f3c-0000-7f4c-b0f5-3d1c9f1c2e00';

const subscriptionsThat = (did: string) =>
  Type.Integer({ minimum: 0, maximum: importRowsMax, description: `The subscriptions that it ${did}.` });

/** An import that was made, as clients see it. Instants are ISO 8601 UTC. */
export const Import = named(
  'Import',
  Type.Object(
    {
      id: Uuid({ examples: [exampleId] }),
      at: Instant({ description: 'ISO 8601, UTC.' }),
      format: named(
        'ImportFormat',
        Choice(importFormats, { description: 'The format of the file.', examples: ['wallos'] }),
      ),
      rows: Type.Integer({ minimum: 1, maximum: importRowsMax, description: 'The records of the file.' }),
      created: subscriptionsThat('created'),
      updated: subscriptionsThat('updated'),
      revertedAt: nullable(Instant({ description: 'When it was reverted; null if it was not.' })),
    },
    { additionalProperties: false },
  ),
);

export type ImportView = Static<typeof Import>;

/** What the operations on imports share. */
export const importRecords = recordsOf({
  one: 'import',
  many: 'imports',
  path: '/api/v1/imports',
  missing: 'import_not_found',
  exampleId,
});
