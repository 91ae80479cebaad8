import { Type } from '@sinclair/typebox';
import { named } from '../../../core/fields/schemaMarks.ts';
import { exactly, money, oneOf, reason, uuid } from '../../../core/http/openapi/components.ts';
import { Currency, Period, Status } from '../../subscriptions/model.ts';
import { Import } from '../model.ts';
import { importOutcomes } from '../rules/importPlan.ts';
import { remarkCodes } from '../rules/values/remarks.ts';

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
      customDate: Type.Optional(Type.String()),
      everyMonths: Type.Optional(Type.Integer()),
      status: Status,
      candidates: Type.Optional(
        Type.Integer({ minimum: 2, description: 'How many subscriptions may be meant as well; an update is refused.' }),
      ),
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
    duplicateOf: Type.Optional(duplicate),
    sameNameAs: Type.Optional(duplicate),
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

const symbol = named(
  'ImportSymbol',
  exactly({
    symbol: Type.String({ description: 'As the file has it; * for amounts without one.' }),
    allowedValues: Type.Optional(Type.Array(Type.String(), { description: 'The currencies that it may mean.' })),
    proposed: Type.Optional(Type.String({ description: 'The only one of them that the subscriptions have.' })),
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
    silent: Type.Integer({ minimum: 0, description: 'The created subscriptions whose notifications are off.' }),
    symbols: Type.Optional(
      Type.Array(symbol, { description: 'The symbols for which currencyFor has to say the currency.' }),
    ),
    columns: Type.Optional(Type.Array(column, { description: 'The columns of a CSV file.' })),
    notes: Type.Optional(
      Type.Array(Type.String(), { description: 'What there is to say of the whole file, such as a guessed encoding.' }),
    ),
    remarks: Type.Optional(Type.Array(rowRemark, { description: 'The same as notes, for programs.' })),
    results: Type.Array(result, { description: 'What becomes of each record, in the order of the file.' }),
  }),
);
