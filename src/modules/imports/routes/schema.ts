import { Type } from '@sinclair/typebox';
import { duplicateChoices, faultChoices, importOutcomes } from '../rules/importPlan.ts';
import { importFormats, importRowsMax } from '../rules/importTypes.ts';
import { remarkCodes } from '../rules/values/remarks.ts';
import { Import } from '../model.ts';
import { Currency, Period, Status } from '../../subscriptions/model.ts';
import { exactly, money, oneOf, reason, uuid } from '../../../core/http/openapi/components.ts';
import { addSynonyms } from '../../../core/fields/suggestions.ts';
import { Choice, SearchText } from '../../../core/fields/fieldTypes.ts';
import { pageParameters, WriteQuery } from '../../../core/fields/queries.ts';
import { asParameter, named } from '../../../core/fields/schemaMarks.ts';

addSynonyms({
  onDuplicate: ['duplicates', 'duplicate', 'ifduplicate', 'onduplicates', 'conflict'],
  onError: ['errors', 'error', 'iferror', 'onerrors', 'onfault'],
  currencyFor: ['currency', 'currencies', 'symbols'],
  mapping: ['columns', 'map', 'mappings', 'fields'],
  format: ['type', 'source', 'from'],
  encoding: ['charset', 'characterset', 'codepage'],
});

/** The largest file, in bytes. */
export const importBytesMax = 10 * 1024 * 1024;

/** The query of an import. */
export const ImportQuery = Type.Object(
  {
    ...WriteQuery.properties,
    format: Type.Optional(
      asParameter(
        named('ImportFormatChoice', Choice(['auto', ...importFormats], { default: 'auto' })),
        'The format of the file. By default, it is detected from the content.',
      ),
    ),
    onDuplicate: Type.Optional(
      asParameter(
        named('DuplicateChoice', Choice(duplicateChoices, { default: 'skip' })),
        'What to do with a record whose name, currency and period a subscription has.',
      ),
    ),
    onError: Type.Optional(
      asParameter(
        named('FaultChoice', Choice(faultChoices, { default: 'refuse' })),
        'Whether a faulty record refuses the file, or is left out.',
      ),
    ),
    mapping: Type.Optional(
      SearchText({
        description:
          'Which field a column of a CSV file is, as column:field,column:field with both percent-encoded. Without a field, the column is ignored.',
        examples: ['Betrag:amount,Farbe:'],
      }),
    ),
    currencyFor: Type.Optional(
      SearchText({
        description: 'Which currency a symbol means, as symbol:code,symbol:code with the symbol percent-encoded.',
        examples: ['$:USD'],
      }),
    ),
    encoding: Type.Optional(
      SearchText({
        description:
          'The encoding of the file, by a name of the WHATWG Encoding Standard. By default, it is detected. A byte order mark wins.',
        examples: ['windows-1250'],
      }),
    ),
  },
  { additionalProperties: false },
);

/** A file, in a request. */
export const importFile = Type.String({
  format: 'binary',
  description: `The file as it is, at most ${importBytesMax / 1024 ** 2} MiB and ${importRowsMax} records.`,
});

/** The query of the list of imports. */
export const ImportsQuery = Type.Object(pageParameters, { additionalProperties: false });

const count = Type.Integer({ minimum: 0 });
const members = (description: string) => Type.Optional(Type.Object({}, { additionalProperties: true, description }));

const duplicate = named(
  'ImportDuplicate',
  exactly(
    {
      id: Type.Optional(Type.String({ format: 'uuid', description: 'The subscription that is there.' })),
      row: Type.Optional(Type.Integer({ minimum: 1, description: 'The earlier record of the file.' })),
      name: Type.String(),
      amount: money,
      currency: Currency,
      period: Period,
      status: Status,
    },
    { minProperties: 6 },
  ),
);

const rowFault = named(
  'ImportFault',
  exactly({
    code: Type.String(),
    field: Type.String({ description: 'The field; empty for a whole record.' }),
    message: Type.String(),
    suggestedFix: Type.String(),
    reason: Type.Optional(reason),
    value: Type.Optional(Type.String({ description: 'What the file has, such as a symbol.' })),
    allowedValues: Type.Optional(Type.Array(Type.String())),
  }),
);

const rowRemark = named(
  'ImportRemark',
  exactly({
    code: named('ImportRemarkCode', oneOf(remarkCodes)),
    values: Type.Record(Type.String(), Type.String(), {
      description: 'The values of the text, by name. Days are YYYY-MM-DD.',
    }),
  }),
);

const result = named(
  'ImportResult',
  exactly({
    row: Type.Integer({ minimum: 1, description: 'The place of the record in the file, from 1.' }),
    outcome: named('ImportOutcome', oneOf(importOutcomes)),
    id: Type.Optional(uuid),
    name: Type.String({ description: 'What the file calls it; empty if it has no name.' }),
    draft: members('In a dry run: the fields, as far as they could be read.'),
    details: members('In a dry run: the details that the file has.'),
    payments: Type.Optional(Type.Array(Type.Object({}, { additionalProperties: true }))),
    payer: Type.Optional(
      Type.String({ description: 'In a dry run: who pays, if the records of the file differ in that.' }),
    ),
    duplicateOf: Type.Optional(duplicate),
    error: Type.Optional(rowFault),
    notes: Type.Optional(Type.Array(Type.String(), { description: 'What the import could not express, or left out.' })),
    remarks: Type.Optional(
      Type.Array(rowRemark, {
        description: 'The same as notes, in the same order, for programs that have texts of their own.',
      }),
    ),
  }),
);

const column = named(
  'ImportColumn',
  exactly({
    header: Type.String(),
    field: Type.String({ description: 'The field that is read from it; empty if it is not read.' }),
    candidateFor: Type.Optional(
      Type.String({ description: 'The field that it may also be, but another column is read, or none.' }),
    ),
    example: Type.Optional(Type.String()),
  }),
);

/** The report on a file. */
export const importReport = named(
  'ImportReport',
  exactly({
    id: Type.Optional(Type.String({ format: 'uuid', description: 'The import, if it wrote something.' })),
    format: Import.properties.format,
    encoding: Type.String({ description: 'The encoding in which the file was read.' }),
    dryRun: Type.Boolean(),
    rows: count,
    created: count,
    updated: count,
    skipped: count,
    failed: count,
    columns: Type.Optional(Type.Array(column, { description: 'The columns of a CSV file.' })),
    notes: Type.Optional(
      Type.Array(Type.String(), { description: 'What there is to say of the whole file, such as a guessed encoding.' }),
    ),
    remarks: Type.Optional(Type.Array(rowRemark, { description: 'The same as notes, for programs.' })),
    results: Type.Array(result, { description: 'What becomes of each record, in the order of the file.' }),
  }),
);
