import { problem, type Problem, type Read } from './problems.ts';

/** The currencies of a file: what the request says its words mean, and the codes that may be written. */
export interface CurrencyWords {
  /** Symbol, number or word → code, by {@link currencyWord}. */
  readonly meant: ReadonlyMap<string, string>;
  /** The codes that may be written. */
  readonly allowed: readonly string[];
  /** The codes that only records keep which have them already. */
  readonly kept?: readonly string[];
}

/** The word under which a request names the currency of amounts that have none. */
export const wordForNone = '*';

const codesOfSymbols: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['euro', 'EUR'],
  ['euros', 'EUR'],
  ['£', 'GBP'],
  ['us$', 'USD'],
  ['usd$', 'USD'],
  ['a$', 'AUD'],
  ['au$', 'AUD'],
  ['c$', 'CAD'],
  ['ca$', 'CAD'],
  ['hk$', 'HKD'],
  ['s$', 'SGD'],
  ['sg$', 'SGD'],
  ['nz$', 'NZD'],
  ['nt$', 'TWD'],
  ['r$', 'BRL'],
  ['mx$', 'MXN'],
  ['mex$', 'MXN'],
  ['cn¥', 'CNY'],
  ['rmb', 'CNY'],
  ['元', 'CNY'],
  ['jp¥', 'JPY'],
  ['円', 'JPY'],
  ['sfr', 'CHF'],
  ['franken', 'CHF'],
  ['₹', 'INR'],
  ['₽', 'RUB'],
  ['₺', 'TRY'],
  ['₩', 'KRW'],
  ['₫', 'VND'],
  ['₪', 'ILS'],
  ['₴', 'UAH'],
  ['₱', 'PHP'],
  ['₦', 'NGN'],
  ['฿', 'THB'],
  ['zł', 'PLN'],
  ['kč', 'CZK'],
  ['ft', 'HUF'],
  ['lei', 'RON'],
  ['лв', 'BGN'],
  ['rp', 'IDR'],
  ['rm', 'MYR'],
  ['r', 'ZAR'],
]);

const ambiguousSymbols: ReadonlyMap<string, readonly string[]> = new Map([
  ['$', ['USD', 'CAD', 'AUD', 'HKD', 'SGD']],
  ['dollar', ['USD', 'CAD', 'AUD']],
  ['dollars', ['USD', 'CAD', 'AUD']],
  ['¥', ['JPY', 'CNY']],
  ['kr', ['SEK', 'NOK', 'DKK', 'ISK']],
  ['fr', ['CHF', 'XOF', 'XAF']],
  ['rs', ['INR', 'PKR', 'LKR']],
  ['₨', ['INR', 'PKR', 'LKR']],
  ['﷼', ['SAR', 'IRR', 'QAR']],
]);

const codeForm = /^[a-z]{3}$/;
const numberForm = /^\d{1,9}$/;
const wordLengthMax = 20;
// What needs no quotes or percent-encoding in a request.
const symbolForm = /^[\p{L}\p{Sc}]{1,10}$/u;

/** A symbol or code in the form in which it is compared. */
export function currencyWord(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase().replace(/\.$/, '');
}

/** The code of a currency for a symbol, a code, or the number that a tracker gives it. It may be a code that is not allowed. */
export function readCurrency(text: string, { meant, allowed }: CurrencyWords): Read<string> {
  const word = currencyWord(text);
  const code = meant.get(word) ?? codesOfSymbols.get(word);
  if (code !== undefined) return { value: code };
  const candidates = ambiguousSymbols.get(word);
  if (candidates === undefined && codeForm.test(word)) return { value: word.toUpperCase() };
  return {
    problem: { ...unknownCurrency(text, word, { candidates, allowed }), ...settledBy(text, candidates, allowed) },
  };
}

/** Whether a word can stand beside an amount in a currency that is stated elsewhere: `$` beside an amount in USD or NZD. */
export function canMean(text: string, code: string, words: CurrencyWords): boolean {
  const read = readCurrency(text, words);
  if ('value' in read) return read.value === code;
  const word = currencyWord(text);
  return ambiguousSymbols.get(word)?.includes(code) === true || customsOf(code).narrowSymbol === word;
}

/** Whether amounts in a currency have decimals: those in JPY have none. True for what is no code. */
export function hasDecimals(code: string): boolean {
  return !codeForm.test(currencyWord(code)) || customsOf(code).decimals > 0;
}

const customs = new Map<string, { readonly narrowSymbol: string; readonly decimals: number }>();

/** The symbol of a currency in its own country, such as `$` for NZD, and its number of decimals, once they are needed. */
function customsOf(code: string) {
  const known = customs.get(code);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' });
  const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code;
  const found = {
    narrowSymbol: currencyWord(symbol),
    decimals: format.resolvedOptions().maximumFractionDigits ?? 0,
  };
  customs.set(code, found);
  return found;
}

function unknownCurrency(
  text: string,
  word: string,
  { candidates, allowed }: Pick<CurrencyWords, 'allowed'> & { readonly candidates: readonly string[] | undefined },
): Problem {
  const symbol = text.trim();
  if (candidates !== undefined) {
    const [first = ''] = candidates;
    const meant = candidates.find((code) => allowed.includes(code));
    const about = { value: text, symbol, candidates: candidates.join(', ') };
    return meant === undefined
      ? problem('symbolUnused', { ...about, first }).problem
      : problem('symbolAmbiguous', { ...about, meant }).problem;
  }
  if (numberForm.test(word)) return problem('currencyNumber', { symbol: word }).problem;
  return problem('notACurrency', { value: text, symbol: symbolForm.test(symbol) ? symbol : '€' }).problem;
}

/** What a request can name, and the codes that it may mean. */
function settledBy(text: string, candidates: readonly string[] | undefined, allowed: readonly string[]) {
  const value = text.trim();
  if (value === '' || value.length > wordLengthMax) return {};
  const allowedValues = candidates?.filter((code) => allowed.includes(code)) ?? [];
  return { value, ...(allowedValues.length > 0 && { allowedValues }) };
}
