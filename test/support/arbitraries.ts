import * as fc from 'fast-check';
import { isCustom, periods } from '../../src/domain/billing/periodTable.ts';
import { currencies, statuses, type SubscriptionDraft } from '../../src/domain/subscriptions/subscription.ts';
import { dayOfNumber, dayNumberOf, formatDay } from './calendar.ts';

/** Any day between two, as `YYYY-MM-DD`. */
export function anyDay(from: string, to: string): fc.Arbitrary<string> {
  const numberOf = (text: string) => {
    const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
    return dayNumberOf({ year, month, day });
  };
  return fc.integer({ min: numberOf(from), max: numberOf(to) }).map((number) => formatDay(dayOfNumber(number)));
}

/** Any label of at most `codePointsMax` characters that is accepted, often with white space around it. */
export function anyLabel(codePointsMax: number): fc.Arbitrary<string> {
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

/** A billing period of any kind, as a body has it. */
const anyBilling = fc.oneof(
  fc.record({ period: fc.constantFrom(...fixedPeriods) }),
  fc.record({ period: fc.constantFrom(...fixedPeriods), customDate: fc.constantFrom(null, '') }),
  fc.record({
    period: fc.constantFrom(...periods.filter(isCustom)),
    customDate: fc.integer({ min: 1, max: 5000 }).map(String),
  }),
);

/** Any draft that is accepted. */
export const anyDraft: fc.Arbitrary<SubscriptionDraft> = fc
  .tuple(
    anyBilling,
    fc.record(
      {
        name: anyLabel(120),
        category: anyLabel(80),
        amount: anyAmount,
        currency: fc.constantFrom(...currencies),
        lastPaymentDate: anyDay('1900-01-01', '9980-12-31'),
        notificationEnabled: fc.boolean(),
        status: fc.constantFrom(...statuses),
      },
      { requiredKeys: ['name', 'category', 'amount', 'currency', 'lastPaymentDate'] },
    ),
  )
  .map(([billing, rest]) => ({ ...rest, ...billing }));
