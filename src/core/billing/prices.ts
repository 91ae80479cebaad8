import { numberOfDay } from './days.ts';
import { amountOf, checkedHundredths } from './money.ts';
import { countedDay, dueDay, occurrencesThrough, type Schedule } from './occurrences.ts';

/** A planned price: what a payment costs that is due on a day, `YYYY-MM-DD`, or later. */
export interface PriceStep {
  readonly from: string;
  readonly amount: number;
}

/** What payments cost that were due before the day `until`, `YYYY-MM-DD`, on which a planned price came. */
export interface EarlierPrice {
  readonly until: string;
  readonly amount: number;
}

/** What the payments of a subscription cost: an amount, and others from given days on. */
export interface Prices {
  readonly amountHundredths: number;
  /** In the order of their days, which are day numbers. Absent where every payment costs the same. */
  readonly later?: readonly { readonly from: number; readonly amountHundredths: number }[];
}

/** What a subscription costs, as its row has it: the planned prices and the earlier ones are JSON; null without any. */
export interface PriceColumns {
  readonly amountHundredths: number;
  readonly priceSteps: string | null;
  readonly earlierPrices: string | null;
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
  const { amountHundredths, later } = prices;
  // Of thousands in a report, most cost always the same.
  if (later === undefined) return Math.max(through - passed, 0) * amountHundredths;
  // In most months there is one, whose price needs no counting.
  if (through - passed === 1) return amountOn(prices, dueDay(schedule, through));
  const ends = later.map(({ from }) => occurrencesThrough(schedule, countedDay(from - 1)));
  let [sum, counted] = [0, passed];
  for (const end of [...ends, through]) {
    const next = Math.min(Math.max(end, counted), through);
    // All payments since the last price cost the same.
    if (next > counted) sum += (next - counted) * amountOn(prices, dueDay(schedule, next));
    counted = next;
  }
  return sum;
}

/** The prices that planned and earlier ones make, each in the order of their days. */
export function pricesOf(
  ownHundredths: number,
  steps: readonly PriceStep[],
  earlier: readonly EarlierPrice[] = [],
): Prices {
  const amounts = [...earlier.map(({ amount }) => checkedHundredths(amount)), ownHundredths];
  const later = [
    ...earlier.map(({ until }, index) => ({ from: numberOfDay(until), amountHundredths: amounts[index + 1] ?? 0 })),
    ...steps.map(({ from, amount }) => ({ from: numberOfDay(from), amountHundredths: checkedHundredths(amount) })),
  ];
  const [amountHundredths = ownHundredths] = amounts;
  return later.length === 0 ? { amountHundredths } : { amountHundredths, later };
}

/** The earlier prices after planned ones came on their days, the newest ones. Of several with a day, the last one counts. */
export function earlierAfter(
  { amountHundredths, earlierPrices }: PriceColumns,
  come: readonly PriceStep[],
): readonly EarlierPrice[] {
  const amounts = [amountOf(amountHundredths), ...come.map(({ amount }) => amount)];
  const ended = come.map(({ from: until }, index) => ({ until, amount: amounts[index] ?? 0 }));
  return [...earlierIn(earlierPrices), ...ended].slice(-earlierMax);
}

// As many as there are planned ones at most.
const earlierMax = 12;

/** The earlier prices that a column holds. */
export function earlierIn(column: string | null): readonly EarlierPrice[] {
  return column === null ? [] : (JSON.parse(column) as readonly EarlierPrice[]);
}

/** A row with its prices. Most have only one, and stay as they are. */
export function withPrices<Row extends PriceColumns>(row: Row): Row & Prices {
  const { amountHundredths, priceSteps, earlierPrices } = row;
  if (priceSteps === null && earlierPrices === null) return row;
  const steps = priceSteps === null ? [] : (JSON.parse(priceSteps) as readonly PriceStep[]);
  return { ...row, ...pricesOf(amountHundredths, steps, earlierIn(earlierPrices)) };
}
