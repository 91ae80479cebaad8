import { Kind, type TSchema } from '@sinclair/typebox';
import * as fc from 'fast-check';
import { DetailFields } from '../../src/modules/subscriptions/detailModel.ts';
import { limits, noticeUnits } from '../../src/modules/subscriptions/rules/limits.ts';
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

function anyDetail(field: TSchema): fc.Arbitrary<unknown> {
  switch (field[Kind]) {
    case 'MultilineText':
      return fc.array(anyText, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n'));
    case 'WebAddress':
      return fc.constantFrom(
        'https://example.com/a?b=c,d&e="f"',
        'http://nas.local:8080/',
        'https://xn--4ca.example/#=1',
      );
    case 'Label':
      return anyText;
    case 'LabelList':
      return fc.uniqueArray(anyText, { maxLength: 4, selector: (text) => text.toLowerCase() });
    case 'CalendarDay':
      return anyDay('2026-01-01', '2030-12-31');
    case 'WholeNumber':
      return fc.integer({ min: field['minimum'] as number, max: field['maximum'] as number });
    case 'Flag':
      return fc.boolean();
    case 'Duration':
      return fc.record({
        count: fc.integer({ min: 1, max: limits.noticePeriod.maximum }),
        unit: fc.constantFrom(...noticeUnits),
      });
    case 'PriceStepList':
      return fc
        .uniqueArray(fc.record({ from: anyDay('2026-06-01', '2030-12-31'), amount: anyAmount }), {
          maxLength: 12,
          selector: ({ from }) => from,
        })
        .map((steps) => steps.sort((one, other) => (one.from < other.from ? -1 : 1)));
    default:
      throw new Error(`test/support/exports.ts knows no detail of the kind ${field[Kind]}`);
  }
}

const anyDetails = fc.record(
  Object.fromEntries(
    Object.entries(DetailFields.properties).map(([name, field]) => [name, fc.option(anyDetail(field))]),
  ),
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
