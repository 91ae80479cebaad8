import { remark, type Remark } from './remarks.ts';
import {
  everyMonthsRange,
  fixedPeriodOf,
  unitsAYear,
  type Period,
  type Step,
} from '../../../../core/billing/periodTable.ts';
import { problem, type Read } from './problems.ts';
import { entryOf, hasOddNumbers, isBlank, plainText, wordsOf } from './reading.ts';

/** How often something is paid: a length of time, or once. */
export type Interval = Step | 'once';

/** The members of a record that state a billing period. */
export interface StatedPeriod {
  readonly period: Period;
  /** The days of a custom period; with `everyMonths`, what older programs see. */
  readonly customDate?: string;
  readonly everyMonths?: number;
  /** What the record cannot state. */
  readonly note?: Remark;
}

const daysMax = 36_500;
const daysAWeek = 7;

const units: ReadonlyMap<string, Step> = new Map(
  (
    [
      ['days', 1, 'd day days tag tage tagen tägig tägige'],
      ['days', daysAWeek, 'w wk week weeks woche wochen wöchig wöchentlich'],
      ['months', 1, 'm mo mon mth mths month months monat monate monaten monatig monatlich'],
      ['months', 3, 'q quarter quarters quartal quartale vierteljahr'],
      ['months', 6, 'halfyear halfyears halbjahr halbjahre'],
      ['months', 12, 'y yr yrs year years j jahr jahre jahren jährlich'],
    ] as const
  ).flatMap(([unit, count, words]) => words.split(' ').map((word) => [word, { unit, count }] as const)),
);

const adverbs: ReadonlyMap<string, Interval> = new Map<string, Interval>([
  ...entries('days', 1, 'daily', 'täglich'),
  ...entries('days', 7, 'weekly', 'wöchentlich', 'wöchentl'),
  ...entries('days', 14, 'biweekly', 'bi weekly', 'fortnightly', 'zweiwöchentlich', 'zweiwöchig', 'vierzehntägig'),
  ...entries('months', 1, 'monthly', 'monatlich', 'mtl', 'monatl', 'monatsabo'),
  ...entries('months', 2, 'zweimonatlich'),
  ...entries('months', 3, 'quarterly', 'vierteljährlich', 'vierteljährl', 'quartalsweise', 'dreimonatlich'),
  ...entries('months', 6, 'half yearly', 'halfyearly', 'semi annually', 'semiannually', 'semi annual', 'semiannual'),
  ...entries('months', 6, 'biannual', 'biannually', 'bi annually', 'halbjährlich', 'halbjährl', 'sechsmonatlich'),
  ...entries('months', 12, 'yearly', 'annual', 'annually', 'jährlich', 'jährl', 'jhrl', 'pa', 'jahresabo'),
  ...entries('months', 24, 'biennial', 'biennially', 'zweijährlich'),
  ...entries('months', 36, 'triennial', 'triennially', 'dreijährlich'),
  ...[
    'once',
    'one time',
    'onetime',
    'one off',
    'single',
    'lifetime',
    'life time',
    'einmalig',
    'einmal',
    'lebenslang',
  ].map((word) => [word, 'once'] as const),
]);

const numbers: ReadonlyMap<string, number> = new Map(
  [
    'one eine einen einem ein 1st',
    'two zwei zweiten zweite zweites other second 2nd',
    'three drei dritten dritte third 3rd',
    'four vier vierten fourth 4th',
    'five fünf',
    'six sechs sechsten sixth',
    'seven sieben',
    'eight acht',
    'nine neun',
    'ten zehn',
    'eleven elf',
    'twelve zwölf',
  ].flatMap((words, index) => words.split(' ').map((word) => [word, index + 1] as const)),
);

const everyForm =
  /^(?:(?:once )?(?:per|pro|every|each|an?|im|je|jede[nrsm]?|alle|in)\s+)?(?:(\d{1,5}|\p{L}+|\d(?:st|nd|rd|th))\s+)?(\p{L}+)$/u;

const decimalForm = /^(?<before>[^\d.,]*)(?<whole>\d{0,3})[.,](?<decimals>\d{1,2})(?<unit>[^\d.,]+)$/u;
// Comparing words drops these characters, and another number would be left: `2.5 months`, `-3 months`, `3/month`.
const oddNumberForms = [/[.,]\d/, /(?<![\p{L}\d])[-–—]\s*\d/u, /\d\s*\/|\/\s*\d/];

function entries(unit: Step['unit'], count: number, ...words: readonly string[]) {
  return words.map((word) => [word, { unit, count }] as const);
}

/**
 * Reads how often something is paid, in English or German: `monthly`, `every 3 months`, `vierteljährlich`, `once`.
 *
 * @returns undefined when there is nothing
 */
export function readInterval(value: unknown): Read<Interval | undefined> {
  if (isBlank(value)) return { value: undefined };
  const text = plainText(value);
  const decimals = decimalForm.exec(text.slice(0, 100))?.groups;
  if (decimals !== undefined) return readDecimal(decimals, value);
  if (hasOddNumbers(text) || oddNumberForms.some((form) => form.test(text.normalize('NFKC')))) {
    return notAnInterval(value);
  }
  return readWords(wordsOf(text), value);
}

/** Whether a value is one word for an interval, such as `monthly`, and no unit of time. */
export function isAdverb(value: unknown): boolean {
  return entryOf(adverbs, wordsOf(value)) !== undefined;
}

/** Reads an interval such as `1.5 years`, if it has whole months or days. */
function readDecimal(
  { before = '', whole = '', decimals = '', unit = '' }: Readonly<Record<string, string | undefined>>,
  value: unknown,
): Read<Interval | undefined> {
  const one = /[-–—/]/.test(before + unit.trim()) ? undefined : readWords(wordsOf(`${before}1 ${unit}`), value);
  if (one === undefined || 'problem' in one || typeof one.value !== 'object') return notAnInterval(value);
  // Without binary fractions: hundredths.
  const hundredths = Number(`${whole}${decimals.padEnd(2, '0')}`) * one.value.count;
  return hundredths % 100 === 0 ? times({ ...one.value, count: 1 }, hundredths / 100, value) : notAnInterval(value);
}

function readWords(words: string, value: unknown): Read<Interval | undefined> {
  const known = entryOf(adverbs, words);
  if (known !== undefined) return { value: known };
  // `14tägig` and `3m` are two words, too.
  const [, number, unitWord = ''] =
    everyForm.exec(words.replace('half year', 'halfyear').replace(/(\d)(\p{L}{3,}|[dwmqyj])$/u, '$1 $2')) ?? [];
  const unit = entryOf(units, unitWord);
  const count = number === undefined ? 1 : (entryOf(numbers, number) ?? Number(number));
  if (unit === undefined || !Number.isInteger(count)) return notAnInterval(value);
  return times(unit, count, value);
}

/** A length of time taken several times. */
export function times({ unit, count }: Step, factor: number, shown: unknown): Read<Step> {
  const product = count * factor;
  if (!Number.isSafeInteger(product) || product < 1 || product > daysMax) {
    return problem('intervalImpossible', { value: shown, max: daysMax });
  }
  return { value: { unit, count: product } };
}

/** A length of time in words that {@link readInterval} reads. */
export function intervalWords({ unit, count }: Step): string {
  return `every ${count} ${unit}`;
}

/** The members of a record with this period. Only periods of 2 to 60 months keep their months; longer ones are days. */
export function statedPeriodOf(step: Step): StatedPeriod {
  const period = fixedPeriodOf(step);
  if (period !== undefined) return { period };
  if (step.unit === 'days') return { period: 'custom', customDate: String(step.count) };
  const days = Math.round((step.count * unitsAYear.days) / unitsAYear.months);
  const stated = { period: 'custom', customDate: String(days) } as const;
  if (step.count <= everyMonthsRange.max) return { ...stated, everyMonths: step.count };
  return { ...stated, note: remark('monthsAsDays', { months: step.count, days }) };
}

function notAnInterval(value: unknown) {
  return problem('notAnInterval', { value });
}
