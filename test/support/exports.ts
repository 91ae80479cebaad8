import * as fc from 'fast-check';
import { factsOf, type FieldFacts } from '../../src/core/fields/fieldTable.ts';
import { detailFields, detailNames } from '../../src/modules/subscriptions/detailModel.ts';
import { anyAmount, anyDay, anyDraft } from './arbitraries.ts';

// What CSV, spreadsheets and JSON have to escape.
const awkward = [
  '=1+1',
  "'=1",
  "''@",
  '+49 30',
  '-50 %',
  '@home',
  '＝A1',
  'a,b;c',
  'say "hi"',
  "it's",
  "'",
  '[]',
  'null',
  'true',
  '007',
  '1e3',
  '2026-01-31',
  'Ökostrom',
  '家賃 🏠',
  '"',
  '""',
  'x\u00a0y',
  '\\',
];

/** Any clean text of one line that an import keeps as it is, often one that has to be escaped. */
const anyText = fc.oneof(
  fc.constantFrom(...awkward),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    // oxlint-disable-next-line no-control-regex -- what the API refuses
    .map((text) => text.replaceAll(/[\u0000-\u001f\u007f]/g, '').trim())
    .filter((text) => text !== ''),
);

function anyDetail(facts: FieldFacts): fc.Arbitrary<unknown> {
  switch (facts.kind) {
    case 'text':
      return fc.array(anyText, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n'));
    case 'url':
      return fc.constantFrom(
        'https://example.com/a?b=c,d&e="f"',
        'http://nas.local:8080/',
        'https://xn--4ca.example/#=1',
      );
    case 'label':
      return anyText;
    case 'labels':
      return fc.uniqueArray(anyText, { maxLength: 4, selector: (text) => text.toLowerCase() });
    case 'day':
      return anyDay('2026-01-01', '2030-12-31');
    case 'count':
      return fc.integer({ min: facts.min, max: facts.max });
    case 'flag':
      return fc.boolean();
    case 'duration':
      return fc.record({ count: fc.integer({ min: 1, max: facts.max }), unit: fc.constantFrom(...facts.units) });
    case 'name':
    case 'amount':
    case 'choice':
    case 'counts':
    case 'ids':
    case 'instant':
    case 'interval':
    case 'password':
    case 'time':
    case 'uuid':
      throw new Error(`test/support/exports.ts knows no detail of the kind ${facts.kind}`);
  }
}

const anyDetails = fc.record(
  Object.fromEntries(detailNames.map((name) => [name, fc.option(anyDetail(factsOf(detailFields, name)))])),
) as fc.Arbitrary<Readonly<Record<string, unknown>>>;

/** A subscription to create with its details, as an operation of a batch has both. */
export interface DetailedDraft {
  readonly subscription: Readonly<Record<string, unknown>>;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Any subscription with every detail, of a time in which its payments can be recorded. */
export const anyDetailedDraft: fc.Arbitrary<Required<DetailedDraft>> = fc
  .tuple(anyDraft, anyText, anyText, anyAmount, anyDay('2025-01-01', '2026-05-31'), anyDetails)
  .map(([draft, name, category, amount, lastPaymentDate, details]) => ({
    subscription: { ...draft, name, category, amount, lastPaymentDate },
    details: { ...details, ...(draft.period !== 'custom' && { everyMonths: null }) },
  }));
