import { amountMax } from '../../billing/money.ts';
import { isBlank, plainText, problem, quoted, wordsOf, type Read } from './reading.ts';

/** An amount with what stands before and after it: symbols and codes of currencies. */
export interface Price {
  readonly amount: number;
  readonly currencyWords: readonly string[];
}

const priceForm = /^(\D*?)([.,]?\d(?:[\d.,'’ ]*\d)?)(\D*)$/u;
const priceLengthMax = 60;
const wordsForFree: ReadonlySet<string> = new Set(['free', 'gratis', 'kostenlos', 'kostenfrei', 'umsonst']);
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
  if (typeof value === 'number') return withWords(readNumber(value, value), []);
  const text = plainText(value).normalize('NFKC').replaceAll('−', '-');
  if (wordsForFree.has(wordsOf(text))) return { value: { amount: 0, currencyWords: [] } };
  const parts = text.length > priceLengthMax ? null : priceForm.exec(text);
  if (parts === null) return notAnAmount(value);
  const [, before = '', digits = '', after = ''] = parts;
  // The point of `Fr.5` belongs to the abbreviation.
  const isAbbreviation = /\p{L}$/u.test(before) && digits.startsWith('.');
  const number = readDigits(isAbbreviation ? digits.slice(1) : digits, isPlain, value);
  if ('problem' in number) return number;
  // `5,-` and `5,– €` have no sign.
  const rest = after.replace(/^[.,]\s*[-–—]*/, '');
  const isNegative = before.includes('-') || rest.includes('-') || (before.includes('(') && rest.includes(')'));
  if (isNegative && number.value !== 0) {
    return problem(`The amount ${quoted(value)} is negative.`, 'Write an amount of zero or more, or remove the row.');
  }
  const currencyWords = [before, rest].map((one) => one.replaceAll(/[-+()]/g, '').trim()).filter((one) => one !== '');
  return withWords(readNumber(number.value, value), currencyWords);
}

/** The digits as a number. A comma or a point before three digits may separate decimals or thousands. */
function readDigits(digits: string, isPlain: boolean, shown: unknown): Read<number> {
  const text = digits.replaceAll(/[’ ]/g, "'");
  if (isPlain) return /^\d*\.?\d+$/.test(text) ? { value: Number(text) } : notAnAmount(shown);
  const grouped =
    /^\d{1,3}(?:'\d{3})+(?:[.,]\d+)?$/.test(text) ||
    /^\d{1,3}(?:\.\d{3})+,\d+$/.test(text) ||
    /^\d{1,3}(?:,\d{3})+\.\d+$/.test(text) ||
    /^\d{1,3}(?:(?:\.\d{3}){2,}|(?:,\d{3}){2,})$/.test(text);
  if (grouped) {
    const decimals = /[.,](\d+)$/.exec(text.replaceAll("'", ''))?.[1] ?? '';
    const isWhole = /^\d{1,3}(?:(?:\.\d{3}){2,}|(?:,\d{3}){2,})$/.test(text) || decimals === '';
    const whole = isWhole ? text : text.slice(0, -decimals.length);
    return { value: Number(`${whole.replaceAll(/\D/g, '')}.${isWhole ? '0' : decimals}`) };
  }
  const parts = /^(\d*)(?:[.,](\d+))?$/.exec(text);
  if (parts === null) return notAnAmount(shown);
  const [, whole = '', decimals = ''] = parts;
  if (decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) {
    return problem(
      `The amount ${quoted(shown)} is ${whole}${decimals} or ${Number(`${whole}.${decimals}`)}.`,
      `Write ${whole}${decimals}.00, or the amount with two decimals.`,
    );
  }
  return { value: Number(`${whole === '' ? '0' : whole}.${decimals === '' ? '0' : decimals}`) };
}

function readNumber(amount: number, shown: unknown): Read<number> {
  if (Number.isNaN(amount)) return notAnAmount(shown);
  if (amount < 0) {
    return problem(`The amount ${quoted(shown)} is negative.`, 'Write an amount of zero or more, or remove the row.');
  }
  if (amount > amountMax) {
    return problem(
      `The amount ${quoted(shown)} is larger than ${amountMax}.`,
      `Write an amount of at most ${amountMax}.`,
    );
  }
  const rounded = Math.round(amount * 100) / 100;
  if (Math.abs(amount - rounded) <= roundingError) return { value: rounded };
  return problem(`The amount ${quoted(shown)} has more than two decimals.`, 'Write it with at most two decimals.');
}

function withWords(number: Read<number>, currencyWords: readonly string[]): Read<Price> {
  return 'problem' in number ? number : { value: { amount: number.value, currencyWords } };
}

function notAnAmount(value: unknown) {
  return problem(`${quoted(value)} is not an amount.`, 'Write a number with at most two decimals, such as 9.99.');
}
