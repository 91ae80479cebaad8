import { contractCurrencies } from '../../../core/billing/currencies.ts';
import type { ImportOptions } from './importTypes.ts';
import type { RecordInProgress } from './recordInProgress.ts';
import { readPrice, wordsBeside } from './values/amounts.ts';
import {
  canMean,
  currencyWord,
  hasDecimals,
  readCurrency,
  wordForNone,
  type CurrencyWords,
} from './values/currencies.ts';
import { problem, type Read } from './values/problems.ts';
import { isBlank, plainText } from './values/reading.ts';

/** Reads the amount and its currency, which its own column states, or a symbol or code beside the amount. */
export function readMoney(record: RecordInProgress): void {
  const { cells, draft, context } = record;
  const stated = isBlank(cells.currency) ? [] : [plainText(cells.currency)];
  const beside = wordsBeside(cells.amount);
  const code = record.take('currency', currencyFrom(stated, beside, record));
  const amount = record.take('amount', readPrice(cells.amount, context, code === undefined || hasDecimals(code)));
  if (code !== undefined) refuseWordsBeside(record, beside, code);
  if (amount !== undefined && !record.hasFault('amount')) draft['amount'] = amount;
  record.require('amount', 'Write what one period costs, such as 9.99.');
  if (code === undefined) {
    record.refuse('currency', { ...problem('currencyMissing', { symbol: wordForNone }).problem, value: wordForNone });
    return;
  }
  const allowed = allowedCurrency(code, context.currencies);
  if ('problem' in allowed) record.refuse('currency', allowed.problem);
  else draft['currency'] = code;
}

/** Refuses an amount with a word that is not its currency: `99 ct`, `1.5k` and `12 per year` are other amounts. */
export function refuseWordsBeside(record: RecordInProgress, beside: readonly string[], code: string): void {
  const other = beside.find((word) => !canMean(word, code, record.context.currencies));
  if (other === undefined) return;
  const found = problem('wordBesideAmount', { value: record.cells.amount, word: other, currency: code });
  record.refuse('amount', found.problem);
}

/** The code that a column or the words beside the amount state. A symbol of several currencies is one of them. */
function currencyFrom(
  stated: readonly string[],
  beside: readonly string[],
  { context }: RecordInProgress,
): Read<string | undefined> {
  const { currencies, currencyOfColumn } = context;
  const reads = [...stated, ...beside.filter((word) => stated.length === 0 || isCode(word, currencies))].map((word) =>
    readCurrency(word, currencies),
  );
  const codes = new Set(reads.flatMap((read) => ('value' in read ? [read.value] : [])));
  const [code, other] = codes;
  if (other !== undefined) return problem('currencyTwice', { currency: code, other });
  if (code !== undefined) return { value: code };
  const [first] = reads;
  const ofColumn = currencyOfColumn === undefined ? undefined : readCurrency(currencyOfColumn, currencies);
  if (first !== undefined) {
    // `$9.99` below the header `Price (CAD)`.
    const isMeant =
      ofColumn !== undefined &&
      'value' in ofColumn &&
      beside.every((word) => canMean(word, ofColumn.value, currencies));
    return stated.length === 0 && isMeant ? ofColumn : first;
  }
  const forNone = currencyOfColumn ?? currencies.meant.get(wordForNone);
  return forNone === undefined ? { value: undefined } : readCurrency(forNone, currencies);
}

/** Whether a word is a currency for sure: three letters need not be one. */
function isCode(word: string, currencies: CurrencyWords): boolean {
  const read = readCurrency(word, currencies);
  return 'value' in read && (knownCodes().has(read.value) || currencies.allowed.includes(read.value));
}

/** Whether a currency may be written, or the setting that allows it. */
export function allowedCurrency(code: string, { allowed, kept = [] }: CurrencyWords): Read<string> {
  if (allowed.includes(code) || kept.includes(code)) return { value: code };
  const known = knownCurrency(code, { allowed });
  if ('problem' in known) return known;
  const added = allowed.filter((one) => !contractCurrencies.includes(one));
  return problem('currencyUnused', { currency: code, codes: [...added, code].join(',') });
}

/** Whether a code is that of a currency, which need not be in use: a payment of the past may have it. */
export function knownCurrency(code: string, { allowed }: Pick<CurrencyWords, 'allowed'>): Read<string> {
  if (knownCodes().has(code)) return { value: code };
  return problem('notACurrencyCode', { currency: code, allowed: allowed.join(', ') });
}

let codes: ReadonlySet<string> | undefined;

/** The codes of ISO 4217, once they are needed. */
function knownCodes(): ReadonlySet<string> {
  codes ??= new Set(Intl.supportedValuesOf('currency'));
  return codes;
}

/** What a request says that the words of a file mean, and the codes that a record may have. */
export function currencyWordsOf({
  currencyFor = {},
  currencies: allowed,
  keptCurrencies: kept = [],
}: Pick<ImportOptions, 'currencyFor' | 'currencies' | 'keptCurrencies'>): CurrencyWords {
  const pairs = Object.entries(currencyFor).map(
    ([word, code]) => [currencyWord(word), code.trim().toUpperCase()] as const,
  );
  return { meant: new Map(pairs), allowed, kept };
}
