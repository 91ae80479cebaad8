import type { Period } from '../../src/core/billing/periodTable.ts';
import { oracleOf } from './billingOracle.ts';
import { dayNumberOf, daysInMonth, formatDay, parseDay } from './calendar.ts';
import type { RecordFields } from './records.ts';

/** What decides when a subscription is due. */
export interface DueFacts {
  readonly lastPaymentDate: string;
  readonly period: Period;
  readonly customDays: number | null;
  readonly everyMonths?: number | null;
  readonly anchorDay?: number | null;
  readonly endsOn?: string | null;
}

/** A day of a walk. */
interface WalkedDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly isDue: boolean;
}

/**
 * Walks from the day after the last payment to a day, one day at a time, and looks at each whether a payment is due: the
 * product computes the same by arithmetic.
 */
export function* walkDueDays(facts: DueFacts, until: string): Generator<WalkedDay> {
  const { lastPaymentDate, period, customDays, everyMonths = null, anchorDay = null, endsOn = null } = facts;
  const oracle = oracleOf(period);
  const [months, days] = [everyMonths ?? oracle.months, oracle.daysOf(customDays)];
  let { year, month, day } = parseDay(lastPaymentDate);
  const dayWanted = anchorDay ?? day;
  const daysMax = dayNumberOf(parseDay(until)) - dayNumberOf(parseDay(lastPaymentDate));
  let monthsPassed = 0;
  for (let daysPassed = 1; daysPassed <= daysMax; daysPassed += 1) {
    day += 1;
    if (day > daysInMonth(year, month)) {
      [year, month, day] = month === 12 ? [year + 1, 1, 1] : [year, month + 1, 1];
      monthsPassed += 1;
    }
    const text = formatDay({ year, month, day });
    const hasEnded = endsOn !== null && text > endsOn;
    const isDayOfMonth = day === Math.min(dayWanted, daysInMonth(year, month));
    const isDue =
      months === undefined
        ? daysPassed % (days ?? 0) === 0
        : monthsPassed > 0 && monthsPassed % months === 0 && isDayOfMonth;
    yield { day: text, isDue: isDue && !hasEnded };
  }
}

/** The due days of a subscription up to a day, found by walking. */
export function dueDaysUntil(facts: DueFacts, until: string): string[] {
  return Array.from(walkDueDays(facts, until))
    .filter(({ isDue }) => isDue)
    .map(({ day }) => day);
}

/** What a record costs on a day, in hundredths: of the planned prices from it or an earlier day, the last one counts. */
export function costOn(
  { amountHundredths, priceSteps }: Pick<RecordFields, 'amountHundredths' | 'priceSteps'>,
  day: string,
) {
  const steps = JSON.parse(priceSteps ?? '[]') as readonly { readonly from: string; readonly amount: number }[];
  return steps.reduce((cost, { from, amount }) => (from <= day ? Math.round(amount * 100) : cost), amountHundredths);
}

/** A record with the next payment that its last one leads to. */
export function scheduled<Fields extends Partial<RecordFields> & { readonly lastPaymentDate: string }>(fields: Fields) {
  const facts = { period: 'monthly', customDays: null, ...fields, endsOn: null } as const;
  for (const { day, isDue } of walkDueDays(facts, '9999-12-31')) if (isDue) return { ...fields, nextPaymentDate: day };
  throw new Error('the record is never due');
}
