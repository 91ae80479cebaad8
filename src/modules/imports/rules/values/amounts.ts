import { amountMax } from '../../../../core/billing/money.ts';
import { problem, type Read } from './problems.ts';
import { hasOddNumbers, isBlank, plainText, wordsOf } from './reading.ts';

/** What separates the decimals of an amount. */
export type DecimalMark = '.' | ',';

/** How the amounts of a file are written. */
export interface AmountContext {
  /** What separates the decimals of all of them, as far as some of them show it. */
  readonly decimalMark?: DecimalMark | undefined;
  /** Whether a program wrote them, which writes a point before decimals: `1.234` has three. */
  readonly hasPlainAmounts?: boolean;
}

const priceForm = /^(\D*?)([.,]?\d(?:[\d.,'’ ]*\d)?)(\D*)$/u;
const priceLengthMax = 60;
const wordsForFree: ReadonlySet<string> = new Set(['free', 'gratis', 'kostenlos', 'kostenfrei', 'umsonst']);
// The separators of thousands are apostrophes, points or commas; spaces are apostrophes here.
const numberForms = [
  /^(?<whole>\d*)(?:[.,](?<decimals>\d+))?$/,
  /^(?<whole>\d{1,3}(?:'\d{3})+)(?:[.,](?<decimals>\d+))?$/,
  /^(?<whole>\d{1,3}(?:\.\d{3})+),(?<decimals>\d+)$/,
  /^(?<whole>\d{1,3}(?:,\d{3})+)\.(?<decimals>\d+)$/,
  /^(?<whole>\d{1,3}(?:(?:\.\d{3}){2,}|(?:,\d{3}){2,}))$/,
  // In India, the last three digits are a group, and the others are groups of two.
  /^(?<whole>\d{1,2}(?:,\d{2})+,\d{3})(?:\.(?<decimals>\d+))?$/,
];
const ambiguousForm = /^([1-9]\d{0,2})([.,])(\d{3})$/;
// What binary fractions add to an amount that somebody calculated.
const roundingError = 1e-9;

/** What separates the decimals of all amounts of a file; undefined when none of them shows it, or they differ. */
export function decimalMarkOf(values: Iterable<unknown>): DecimalMark | undefined {
  const marks = new Set<DecimalMark>();
  for (const value of values) {
    const digits = typeof value === 'string' ? partsOf(textOf(value))?.digits : undefined;
    // Digits that can be read in several ways show nothing.
    const isClear = digits !== undefined && 'value' in readDigits(digits, {}, value);
    const mark = isClear ? markIn(digits) : undefined;
    if (mark !== undefined) marks.add(mark);
  }
  const [mark, other] = marks;
  return other === undefined ? mark : undefined;
}

/** The decimal mark of digits. What stands in them twice separates thousands. */
function markIn(digits: string): DecimalMark | undefined {
  const [, last] = /([.,])\d+$/.exec(digits) ?? [];
  if (last === undefined) return undefined;
  const isComma = (last === ',') === (digits.indexOf(last) === digits.lastIndexOf(last));
  return isComma ? ',' : '.';
}

/**
 * Reads an amount such as `€9.99`, `1.234,50` or `12 EUR`.
 *
 * @param hasDecimals whether amounts in its currency may have decimals
 * @returns undefined when there is no amount
 */
export function readPrice(value: unknown, context: AmountContext = {}, hasDecimals = true): Read<number | undefined> {
  if (isBlank(value)) return { value: undefined };
  if (typeof value === 'number') return amountOf(value, value);
  if (hasOddNumbers(plainText(value))) return notAnAmount(value);
  const text = textOf(value);
  if (wordsForFree.has(wordsOf(text))) return { value: 0 };
  const parts = partsOf(text);
  if (parts === undefined) return notAnAmount(value);
  const number = readDigits(parts.digits, hasDecimals ? context : 'whole', value);
  if ('problem' in number) return number;
  return amountOf(parts.isNegative ? -number.value : number.value, value);
}

/** What stands around the digits of an amount, whether or not it can be read. */
export function wordsBeside(value: unknown): readonly string[] {
  return partsOf(textOf(value))?.words ?? [];
}

function textOf(value: unknown): string {
  return plainText(value).normalize('NFKC').replaceAll('−', '-');
}

/** The digits of a text, and what stands around them. */
function partsOf(given: string) {
  // The dash of `US-$` is no sign.
  const text = given.replaceAll(/(\p{L})-(?=\$)/gu, '$1');
  const parts = text.length > priceLengthMax ? null : priceForm.exec(text);
  if (parts === null) return undefined;
  const [, before = '', digits = '', behind = ''] = parts;
  // `5,-` and `5,– €` have no sign.
  const after = behind.replace(/^[.,]\s*[-–—]*/, '');
  return {
    // The point of `Fr.5` belongs to the abbreviation.
    digits: /\p{L}$/u.test(before) ? digits.replace(/^\./, '') : digits,
    words: [before, after].map((one) => one.replaceAll(/[-+()]/g, '').trim()).filter((one) => one !== ''),
    isNegative: `${before}${after}`.includes('-') || (before.includes('(') && after.includes(')')),
  };
}

/** The digits as a number. A comma or a point before three digits may separate decimals or thousands. */
function readDigits(digits: string, context: AmountContext | 'whole', shown: unknown): Read<number> {
  const text = digits.replaceAll(/[’ ]/g, "'");
  const [, thousands, separator, rest] = ambiguousForm.exec(text) ?? [];
  if (thousands !== undefined) {
    const isDecimal = context === 'whole' ? false : separatesDecimals(separator, context);
    if (isDecimal === undefined) {
      const fraction = Number(`${thousands}.${rest}`);
      return problem('amountAmbiguous', { value: shown, whole: `${thousands}${rest}`, fraction });
    }
    if (!isDecimal) return { value: Number(`${thousands}${rest}`) };
  }
  for (const form of numberForms) {
    const found = form.exec(text)?.groups;
    if (found !== undefined) {
      const whole = found['whole']?.replaceAll(/\D/g, '');
      return { value: Number(`0${whole}.${found['decimals'] ?? '0'}`) };
    }
  }
  return notAnAmount(shown);
}

/** Whether a separator stands before decimals in a file; undefined when the file does not show it. */
function separatesDecimals(separator: string | undefined, { decimalMark, hasPlainAmounts }: AmountContext) {
  if (decimalMark !== undefined) return separator === decimalMark;
  return hasPlainAmounts === true && separator === '.' ? true : undefined;
}

function amountOf(amount: number, shown: unknown): Read<number> {
  if (Number.isNaN(amount)) return notAnAmount(shown);
  if (amount < 0) return problem('amountNegative', { value: shown });
  if (amount > amountMax) return problem('amountTooLarge', { value: shown, max: amountMax });
  const rounded = Math.round(amount * 100) / 100;
  if (Math.abs(amount - rounded) <= roundingError) return { value: rounded + 0 };
  return problem('tooManyDecimals', { value: shown });
}

function notAnAmount(value: unknown) {
  return problem('notAnAmount', { value });
}
