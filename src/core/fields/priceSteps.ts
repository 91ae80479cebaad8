import { Type } from '@sinclair/typebox';
import { isCalendarDay } from '../billing/days.ts';
import { hundredthsOf } from '../billing/money.ts';
import type { PriceStep } from '../billing/prices.ts';
import { define } from './define.ts';
import { Amount, CalendarDay, isMembers } from './fieldTypes.ts';

/** A list of at most `maxItems` planned prices, in the order of their days. The schema needs `items`: {@link priceStepItems}. */
export const PriceStepList = define<readonly PriceStep[]>(
  'PriceStepList',
  { type: 'array' },
  {
    check: (value, { maxItems }) =>
      Array.isArray(value) && value.length <= maxItems && value.every(isStep) && areInOrder(value),
    rule: ({ maxItems }) =>
      `a list of at most ${maxItems} objects with from, a calendar day as YYYY-MM-DD, and amount, in the order of their days`,
    stored: (steps: readonly PriceStep[]) => steps.map(({ from, amount }) => ({ from, amount })),
  },
);

/** The schema of one planned price. */
export const priceStepItems = Type.Object({ from: CalendarDay(), amount: Amount() }, { additionalProperties: false });

function isStep(value: unknown): value is PriceStep {
  if (!isMembers(value) || Object.keys(value).length !== 2) return false;
  const { from, amount } = value;
  const isDay = typeof from === 'string' && isCalendarDay(from);
  return isDay && typeof amount === 'number' && hundredthsOf(amount) !== undefined;
}

/** Whether each day is later than the one before it. */
function areInOrder(steps: readonly PriceStep[]): boolean {
  return steps.every(({ from }, index) => index === 0 || from > (steps[index - 1]?.from ?? from));
}
