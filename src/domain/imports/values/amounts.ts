import { amountMax } from '../../billing/money.ts';
import { problem, type Read } from './problems.ts';
import { hasOddNumbers, isBlank, plainText, wordsOf } from './reading.ts';

/** An amount with what stands before and after it: symbols and codes of currencies. */
export interface Price {
  readonly amount: number;
  readonly currencyWords: readonly string[];
}

const priceForm = /^(\D*?)([.,]?\d(?:[\d.,'’ ]*\d)?)(\D*)$/u;
const priceLengthMax = 60;
const wordsForFree: ReadonlySet<string> = new Set(['free', 'gratis', 'kostenlos', 'kostenfrei', 'umsonst']);
const plainForm = /^(?<whole>\d*)(?:\.(?<decimals>\d+))?$/;
// The separators of thousands are apostrophes, points or commas; spaces are apostrophes here.
const numberForms = [
  /^(?<whole>\d*)(?:[.,](?<decimals>\d+))?$/,
  /^(?<whole>\d{1,3}(?:'\d{3})+)(?:[.,](?<decimals>\d+))?$/,
  /^(?<whole>\d{1,3}(?:\.\d{3})+),(?<decimals>\d+)$/,
  /^(?<whole>\d{1,3}(?:,\d{3})+)\.(?<decimals>\d+)$/,
  /^(?<whole>\d{1,3}(?:(?:\.\d{3}){2,}|(?:,\d{3}){2,}))$/,
];
const ambiguousForm = /^([1-9]\d{0,2})[.,](\d{3})$/;
// What binary fractions add to an amount that somebody calculated.
const roundingError = 1e-9;

/**
 * Reads an amount such as `€9.99`, `1.234,50` or `12 EUR`.
 *
 * @param isPlain whether the file always writes a decimal point and no thousands separators
 * @returns undefined when there is no amount
 */
export function readPrice(value: unknown, isPlain = false): Read<Price | undefined> {
  if (isBlank(value)) return { value: undefined };
  if (typeof value === 'number') return priceOf(value, [], value);
  if (hasOddNumbers(plainText(value))) return notAnAmount(value);
  const text = plainText(value).normalize('NFKC').replaceAll('−', '-');
  if (wordsForFree.has(wordsOf(text))) return priceOf(0, [], value);
  const parts = partsOf(text);
  if (parts === undefined) return notAnAmount(value);
  const number = readDigits(parts.digits, isPlain, value);
  if ('problem' in number) return number;
  return priceOf(parts.isNegative ? -number.value : number.value, parts.words, value);
}

/** What stands around the digits of an amount, whether or not it can be read. */
export function wordsBeside(value: unknown): readonly string[] {
  return partsOf(plainText(value).normalize('NFKC'))?.words ?? [];
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
function readDigits(digits: string, isPlain: boolean, shown: unknown): Read<number> {
  const text = digits.replaceAll(/[’ ]/g, "'");
  const [, thousands, rest] = isPlain ? [] : (ambiguousForm.exec(text) ?? []);
  if (thousands !== undefined && rest !== undefined) {
    const fraction = Number(`${thousands}.${rest}`);
    return problem('amountAmbiguous', { value: shown, whole: `${thousands}${rest}`, fraction });
  }
  for (const form of isPlain ? [plainForm] : numberForms) {
    const found = form.exec(text)?.groups;
    if (found !== undefined) {
      const whole = found['whole']?.replaceAll(/\D/g, '');
      return { value: Number(`0${whole}.${found['decimals'] ?? '0'}`) };
    }
  }
  return notAnAmount(shown);
}

function priceOf(amount: number, currencyWords: readonly string[], shown: unknown): Read<Price> {
  if (Number.isNaN(amount)) return notAnAmount(shown);
  if (amount < 0) return problem('amountNegative', { value: shown });
  if (amount > amountMax) return problem('amountTooLarge', { value: shown, max: amountMax });
  const rounded = Math.round(amount * 100) / 100;
  if (Math.abs(amount - rounded) <= roundingError) return { value: { amount: rounded + 0, currencyWords } };
  return problem('tooManyDecimals', { value: shown });
}

function notAnAmount(value: unknown) {
  return problem('notAnAmount', { value });
}
