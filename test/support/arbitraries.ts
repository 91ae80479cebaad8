import { Kind, type TSchema } from '@sinclair/typebox';
import * as fc from 'fast-check';
import { isCustom, periods } from '../../src/core/billing/periodTable.ts';
import { SubscriptionDraft, type SubscriptionPatch } from '../../src/modules/subscriptions/model.ts';
import { dayOfNumber, dayNumberOf, formatDay } from './calendar.ts';

/** Any date between two, as `YYYY-MM-DD`. */
export function anyDay(from: string, to: string): fc.Arbitrary<string> {
  const numberOf = (text: string) => {
    const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
    return dayNumberOf({ year, month, day });
  };
  return fc.integer({ min: numberOf(from), max: numberOf(to) }).map((number) => formatDay(dayOfNumber(number)));
}

/** Any valid label of at most `codePointsMax` characters, often with white space around it. */
function anyLabel(codePointsMax: number): fc.Arbitrary<string> {
  return fc
    .oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(' Net flix ', 'İß\u00a0ς', '🎉'),
    )
    .map((text) => Array.from(text).filter(isPlain).slice(0, codePointsMax).join(''))
    .filter((text) => text.trim() !== '');
}

function isPlain(character: string): boolean {
  return character.isWellFormed() && character >= ' ' && character !== '\u007f';
}

/** Any amount: 0 to 999999.99 with at most two decimals. */
export const anyAmount: fc.Arbitrary<number> = fc
  .oneof(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 99_999_999 }))
  .map((hundredths) => hundredths / 100);

/** The billing periods whose length is the same for every subscription. */
export const fixedPeriods = periods.filter((period) => !isCustom(period));

/** Any billing period, as in a body. */
const anyBilling = fc.oneof(
  fc.record({ period: fc.constantFrom(...fixedPeriods) }),
  fc.record({ period: fc.constantFrom(...fixedPeriods), customDate: fc.constantFrom(null, '') }),
  fc.record({
    period: fc.constantFrom(...periods.filter(isCustom)),
    customDate: fc.integer({ min: 1, max: 5000 }).map(String),
  }),
);

/** Any valid value of a field, by its kind. */
function anyValue(field: TSchema): fc.Arbitrary<unknown> {
  switch (field[Kind]) {
    case 'Label':
      return anyLabel(field['maxLength'] as number);
    case 'Choice':
      return fc.constantFrom(...(field['enum'] as readonly string[]));
    case 'Amount':
      return anyAmount;
    case 'CalendarDay':
      return anyDay('1900-01-01', '9980-12-31');
    case 'Flag':
      return fc.boolean();
    default:
      throw new Error(`test/support/arbitraries.ts knows no value that a client sends of the kind ${field[Kind]}`);
  }
}

const isOfBilling = (name: string) => name === 'period' || name === 'customDate';
const plainFields = Object.entries(SubscriptionDraft.properties).filter(([name]) => !isOfBilling(name));
const arbitraries = plainFields.map(([name, field]) => [name, anyValue(field)] as const);

/** Any fields of a patch that do not touch the billing period or the dates. */
export const anyPlainPatch = fc.record(
  Object.fromEntries(arbitraries.filter(([name]) => name !== 'lastPaymentDate')) as Record<
    string,
    fc.Arbitrary<unknown>
  >,
  { requiredKeys: [] },
) as fc.Arbitrary<SubscriptionPatch>;

/** Any valid draft. */
export const anyDraft = fc
  .tuple(
    anyBilling,
    fc.record(Object.fromEntries(arbitraries) as Record<string, fc.Arbitrary<unknown>>, {
      requiredKeys: SubscriptionDraft.required?.filter((name) => !isOfBilling(name)),
    }),
  )
  .map(([billing, rest]) => ({ ...rest, ...billing })) as fc.Arbitrary<SubscriptionDraft>;

/** Planned prices of 2026 to 2028 as a row has them. */
export const anyPriceSteps = fc
  .uniqueArray(
    fc.record({ from: anyDay('2026-01-01', '2028-12-31'), amount: fc.nat(999_999).map((cents) => cents / 100) }),
    { minLength: 1, maxLength: 12, selector: ({ from }) => from },
  )
  .map((steps) => JSON.stringify(steps.sort((a, b) => (a.from < b.from ? -1 : 1))));
