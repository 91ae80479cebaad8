import { contractCurrencies } from '../subscriptions/currencies.ts';
import type { RecordInProgress } from './recordInProgress.ts';
import { readPrice, wordsBeside } from './values/amounts.ts';
import { currencyWord, readCurrency, wordForNone, type CurrencyWords } from './values/currencies.ts';
import { isBlank, plainText, problem, type Read } from './values/reading.ts';

/** Reads the amount and its currency, which its own column states, or a symbol or code beside the amount. */
export function readMoney(record: RecordInProgress): void {
  const { cells, draft, context } = record;
  const price = record.take('amount', readPrice(cells.amount, context.hasPlainAmounts));
  if (price !== undefined) draft['amount'] = price.amount;
  record.require('amount', 'Write what one period costs, such as 9.99.');
  const stated = isBlank(cells.currency) ? [] : [plainText(cells.currency)];
  const beside = price?.currencyWords ?? wordsBeside(cells.amount);
  const code = record.take('currency', currencyFrom(stated, beside, record));
  if (code === undefined) {
    record.refuse('currency', {
      message: 'currency is missing.',
      suggestedFix: `Name the currency of amounts without one, such as currencyFor=${wordForNone}:EUR.`,
      value: wordForNone,
    });
    return;
  }
  const allowed = allowedCurrency(code, context.currencies);
  if ('problem' in allowed) record.refuse('currency', allowed.problem);
  else draft['currency'] = code;
}

/** The code that a column or the words beside the amount state. A symbol of several currencies is one of them. */
function currencyFrom(
  stated: readonly string[],
  beside: readonly string[],
  { context }: RecordInProgress,
): Read<string | undefined> {
  const { currencies, currencyOfColumn } = context;
  const reads = [...stated, ...beside].map((word) => readCurrency(word, currencies));
  const codes = new Set(reads.flatMap((read) => ('value' in read ? [read.value] : [])));
  const [code, other] = codes;
  if (other !== undefined) {
    return problem(
      `The currency is stated twice, as ${code} and as ${other}.`,
      'Write one currency in the column, and the same or none beside the amount.',
    );
  }
  if (code !== undefined) return { value: code };
  const [first] = reads;
  if (first !== undefined) return first;
  const forNone = currencyOfColumn ?? currencies.meant.get(wordForNone);
  return forNone === undefined ? { value: undefined } : readCurrency(forNone, currencies);
}

/** Whether a currency may be written, or the setting that allows it. */
export function allowedCurrency(code: string, { allowed }: CurrencyWords): Read<string> {
  if (allowed.includes(code)) return { value: code };
  if (!knownCodes().has(code)) {
    return problem(`${code} is not the code of a currency.`, `Write one of ${allowed.join(', ')}.`);
  }
  const added = allowed.filter((one) => !contractCurrencies.includes(one));
  return problem(
    `The currency ${code} is not in use on this server.`,
    `Start the server with --currencies ${[...added, code].join(',')}, or write another currency.`,
  );
}

let known: ReadonlySet<string> | undefined;

/** The codes of ISO 4217, once they are needed. */
function knownCodes(): ReadonlySet<string> {
  known ??= new Set(Intl.supportedValuesOf('currency'));
  return known;
}

/** What a request says that the words of a file mean. */
export function currencyWordsOf(meant: Readonly<Record<string, string>>, allowed: readonly string[]): CurrencyWords {
  const pairs = Object.entries(meant).map(([word, code]) => [currencyWord(word), code.trim().toUpperCase()] as const);
  return { meant: new Map(pairs), allowed };
}
