import { Type } from '@sinclair/typebox';
import { addSynonyms } from './suggestions.ts';
import { Choice, PlainInteger, QueryFlag } from './fieldTypes.ts';
import { named } from './schemaMarks.ts';

addSynonyms({
  q: ['name', 'search', 'query', 'text', 'keyword'],
  limit: ['perpage', 'pagesize', 'size', 'count', 'max'],
  offset: ['skip', 'start'],
  sort: ['sortby', 'order', 'orderby', 'ordering'],
  from: ['since', 'after', 'startdate', 'fromdate'],
  to: ['until', 'before', 'enddate', 'todate', 'through'],
});

/** The parameters that choose a page of a list with pages of up to `limitMax` records. */
export function pageParametersUpTo(limitMax: number, limitDefault: number) {
  return {
    limit: PlainInteger({
      minimum: 1,
      maximum: limitMax,
      default: limitDefault,
      description: 'The most records to return.',
    }),
    offset: PlainInteger({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 0,
      description: 'The number of records to skip.',
    }),
  };
}

/** The parameters that choose a page of most lists. */
export const pageParameters = pageParametersUpTo(100, 50);

/** The query of a list without filters. */
export const PageQuery = Type.Object(pageParameters, { additionalProperties: false });

/** The query of an operation that takes no parameters. */
export const NoQuery = Type.Object({}, { additionalProperties: false });

/** The query of an operation that writes what its body says. */
export const BodyWriteQuery = Type.Object(
  {
    dryRun: Type.Optional(
      QueryFlag({
        description: 'With true, everything is checked and the answer shows the outcome, but nothing is written.',
      }),
    ),
    faults: Type.Optional(
      named(
        'Faults',
        Choice(['all'], { description: 'With all, a 400 lists every fault of the body in error.faults.' }),
      ),
    ),
  },
  { additionalProperties: false },
);

/** The query of an operation that writes. */
export const WriteQuery = Type.Pick(BodyWriteQuery, ['dryRun'], { additionalProperties: false });
