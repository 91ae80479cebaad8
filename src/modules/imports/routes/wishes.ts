import type { Static } from '@sinclair/typebox';
import { fixForLackingCurrency } from '../../../core/billing/currencies.ts';
import { dayOfInstant } from '../../../core/billing/days.ts';
import { nearestFieldOf, quotedName } from '../../../core/fields/suggestions.ts';
import { ApiError } from '../../../core/http/errors/apiError.ts';
import { encodingLabelled, encodingNames, type EncodingName } from '../rules/files/encodings.ts';
import { rowChoices, type RowChoice } from '../rules/importPlan.ts';
import { importFields, importRowsMax, type ImportField, type ImportOptions } from '../rules/importTypes.ts';
import type { ImportTask } from './prepareImport.ts';
import type { ImportQuery } from './queries.ts';

/** What a client, or the operator, wants to be done with a file: the parameters of a request. */
export type ImportWishes = Omit<Static<typeof ImportQuery>, 'dryRun'>;

/** What is known of the server when a file is read. */
interface Circumstances extends Pick<ImportOptions, 'currencies' | 'keptCurrencies'> {
  /** The instant of the write, ISO 8601 UTC. */
  readonly at: string;
  readonly timeZone: string;
}

/** How to read a file, and what to do with its records. Throws an ApiError for parameters that cannot be read. */
export function readWishes(
  { format = 'auto', onDuplicate = 'skip', onSameName = 'create', onError = 'refuse', ...texts }: ImportWishes,
  { currencies, keptCurrencies, at, timeZone }: Circumstances,
): Pick<ImportTask, 'options' | 'onDuplicate' | 'onSameName' | 'onError' | 'rowChoices'> {
  const { mapping, currencyFor, encoding } = texts;
  const options = {
    format,
    currencies,
    ...(keptCurrencies !== undefined && { keptCurrencies }),
    today: dayOfInstant(at, timeZone),
    timeZone,
    ...(mapping !== undefined && { mapping: mappingOf(mapping) }),
    ...(currencyFor !== undefined && { currencyFor: currencyForOf(currencyFor, currencies) }),
    ...(encoding !== undefined && { encoding: encodingOf(encoding) }),
  };
  return { options, onDuplicate, onSameName, onError, rowChoices: rowChoicesOf(texts) };
}

/** The pairs of a parameter such as `column:field,column:field`, percent-encoded each; undefined for another text. */
function pairsIn(text: string): readonly (readonly [string, string])[] | undefined {
  const pairs = text === '' ? [] : text.split(',').map((pair) => /^([^:]+):([^:]*)$/.exec(pair));
  try {
    return pairs.map((pair) => {
      if (pair === null) throw new URIError('no pair');
      return [decodeURIComponent(pair[1] ?? ''), decodeURIComponent(pair[2] ?? '')] as const;
    });
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** What the columns of a file are, by their headers. */
function mappingOf(text: string): Readonly<Record<string, ImportField | ''>> {
  const pairs = pairsIn(text);
  if (pairs === undefined) throw invalid('mapping', 'Send column:field,column:field, such as Betrag:amount.');
  const unknown = pairs.find(([, field]) => field !== '' && !isField(field));
  if (unknown === undefined) return Object.fromEntries(withoutDoubles(pairs)) as Record<string, ImportField | ''>;
  const meant = nearestFieldOf(unknown[1], importFields);
  const fix =
    meant === undefined ? 'Send one of the allowed values as the field.' : `Send ${quotedName(meant)} as the field.`;
  throw invalid('mapping', fix, importFields);
}

/** The pairs, if no column and no field is named twice: nobody could know which one is meant. */
function withoutDoubles(pairs: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
  const seen = new Set<string>();
  for (const [header, field] of pairs) {
    const names = [`column ${header.trim().toLowerCase()}`, ...(field === '' ? [] : [`field ${field}`])];
    if (names.some((name) => seen.has(name))) {
      throw invalid('mapping', `Name each column and each field once, and not ${quotedName(field || header)} twice.`);
    }
    for (const name of names) seen.add(name);
  }
  return pairs;
}

function isField(name: string): name is ImportField {
  return (importFields as readonly string[]).includes(name);
}

/** What symbols mean, by the symbol. Refuses a code that may not be written. */
function currencyForOf(text: string, currencies: readonly string[]): Readonly<Record<string, string>> {
  const pairs = pairsIn(text);
  if (pairs === undefined) throw invalid('currencyFor', 'Send symbol:code,symbol:code, such as $:USD.');
  const lacking = pairs.find(([, code]) => !currencies.includes(code));
  if (lacking === undefined) return Object.fromEntries(pairs) as Record<string, string>;
  const fix = fixForLackingCurrency(lacking[1], currencies) ?? 'Send one of the allowed values as the code.';
  throw invalid('currencyFor', fix, currencies);
}

/** The encoding that a label means, such as `latin1`. Refuses one that no file can have. */
function encodingOf(label: string): EncodingName {
  const encoding = encodingLabelled(label);
  if (encoding !== undefined) return encoding;
  const meant = nearestFieldOf(label, encodingNames);
  const fix = meant === undefined ? 'Send one of the allowed values.' : `Send ${quotedName(meant)}.`;
  throw invalid('encoding', fix, encodingNames, `encoding ${quotedName(label)} is not known.`);
}

/** What the parameters decide about single records. */
function rowChoicesOf(texts: Readonly<Partial<Record<RowChoice, string>>>): ReadonlyMap<number, RowChoice> {
  const choices = new Map<number, RowChoice>();
  for (const choice of rowChoices) {
    for (const row of rowsIn(choice, texts[choice] ?? '')) {
      const other = choices.get(row);
      if (other !== undefined && other !== choice) throw invalid(choice, `Name record ${row} here or in ${other}.`);
      choices.set(row, choice);
    }
  }
  return choices;
}

/** The numbers of a list such as `3,8-12`. */
function rowsIn(choice: RowChoice, text: string): readonly number[] {
  return text.split(',').flatMap((part) => {
    if (part.trim() === '') return [];
    const [, first = '', last = first] = /^\s*(\d{1,5})(?:-(\d{1,5}))?\s*$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (from < 1 || to < from || to > importRowsMax)
      throw invalid(choice, 'Send the numbers of records in the file, from 1, such as 3,8-12.');
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}

function invalid(
  field: keyof ImportWishes,
  suggestedFix: string,
  allowedValues?: readonly string[],
  message = `${field} cannot be read.`,
): ApiError {
  const allowed = allowedValues === undefined ? {} : { allowedValues };
  return new ApiError('invalid_query', { field, message, suggestedFix, ...allowed });
}
