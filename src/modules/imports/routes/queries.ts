import { Type } from '@sinclair/typebox';
import { Choice, SearchText } from '../../../core/fields/fieldTypes.ts';
import { asParameter, named } from '../../../core/fields/schemaMarks.ts';
import { addSynonyms } from '../../../core/fields/suggestions.ts';
import { duplicateChoices, faultChoices } from '../rules/importPlan.ts';
import { WriteQuery } from '../../../core/fields/queries.ts';
import { importFormats } from '../rules/importTypes.ts';

addSynonyms({
  onDuplicate: ['duplicates', 'duplicate', 'ifduplicate', 'onduplicates', 'conflict'],
  onSameName: ['samename', 'onname'],
  leaveOut: ['skip', 'exclude', 'leaveout', 'skiprows'],
  onError: ['errors', 'error', 'iferror', 'onerrors', 'onfault'],
  currencyFor: ['currency', 'currencies', 'symbols'],
  mapping: ['columns', 'map', 'mappings', 'fields'],
  format: ['type', 'source', 'from'],
  encoding: ['charset', 'characterset', 'codepage'],
});

const rowNumbers = (what: string, example: string) =>
  Type.Optional(
    SearchText({ description: `Records to ${what}, by their place in the file from 1.`, examples: [example] }),
  );

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
    onSameName: Type.Optional(
      asParameter(
        named('SameNameChoice', Choice(duplicateChoices, { default: 'create' })),
        'What to do with a record that has only the name of a subscription, but another currency or period.',
      ),
    ),
    leaveOut: rowNumbers('leave out', '3,8-12'),
    create: rowNumbers('create, although a subscription has its name', '4'),
    update: rowNumbers('write to the subscription that has its name', '5'),
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
