import { numberOfDay } from './days.ts';
import { checkedHundredths } from './money.ts';
import { countedDay, dueDay, occurrencesThrough, type Schedule } from './occurrences.ts';

/** A planned price: what a payment costs that is due on a day, `YYYY-MM-DD`, or later. */
export interface PriceStep {
  readonly from: string;
  readonly amount: number;
}

/** What the payments of a subscription cost: an amount, and others from given days on. */
export interface Prices {
  readonly amountHundredths: number;
  /** In the order of their days, which are day numbers. Absent where every payment costs the same. */
  readonly later?: readonly { readonly from: number; readonly amountHundredths: number }[];
}

/** What a subscription costs, as its row has it: the planned prices are JSON; null without any. */
export interface PriceColumns {
  readonly amountHundredths: number;
  readonly priceSteps: string | null;
}

/** The amount, in hundredths, of the payment that is due on a day, which is a day number. */
export function amountOn({ amountHundredths, later = [] }: Prices, dayNumber: number): number {
  return later.findLast(({ from }) => from <= dayNumber)?.amountHundredths ?? amountHundredths;
}

/** The planned price of a row that follows a day, `YYYY-MM-DD`; undefined without one. */
export function stepAfter({ priceSteps }: Pick<PriceColumns, 'priceSteps'>, day: string): PriceStep | undefined {
  const steps = priceSteps === null ? [] : (JSON.parse(priceSteps) as readonly PriceStep[]);
  return steps.find(({ from }) => from > day);
}

/** The sum, in hundredths, of the payments after one number of a schedule, up to another. */
export function sumOfPayments(schedule: Schedule, prices: Prices, passed: number, through: number): number {
  // In most months there is one, whose price needs no counting.
  if (through - passed === 1) return amountOn(prices, dueDay(schedule, through));
  const ends = (prices.later ?? []).map(({ from }) => occurrencesThrough(schedule, countedDay(from - 1)));
  let [sum, counted] = [0, passed];
  for (const end of [...ends, through]) {
    const next = Math.min(Math.max(end, counted), through);
    // All payments since the last price cost the same.
    if (next > counted) sum += (next - counted) * amountOn(prices, dueDay(schedule, next));
    counted = next;
  }
  return sum;
}

/** The prices that planned ones make, by their days. */
export function pricesOf(amountHundredths: number, steps: readonly PriceStep[]): Prices {
  const later = steps.map(({ from, amount }) => ({
    from: numberOfDay(from),
    amountHundredths: checkedHundredths(amount),
  }));
  return later.length === 0 ? { amountHundredths } : { amountHundredths, later };
}

/** A row with its prices. Most have no planned ones, and stay as they are. */
export function withPrices<Row extends PriceColumns>(row: Row): Row & Prices {
  if (row.priceSteps === null) return row;
  return { ...row, ...pricesOf(row.amountHundredths, JSON.parse(row.priceSteps) as readonly PriceStep[]) };
}
