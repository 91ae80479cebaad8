import { importFields, type ImportField } from '../rules/importTypes.ts';
import { fixForLackingCurrency } from '../../../core/billing/currencies.ts';
import { ApiError } from '../../../core/http/errors/apiError.ts';
import { nearestFieldOf, quotedName } from '../../../core/fields/suggestions.ts';

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

/** What the columns of a file are, by their headers. Throws an ApiError for a mapping that cannot be read. */
export function mappingOf(text: string): Readonly<Record<string, ImportField | ''>> {
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

/** What symbols mean, by the symbol. Throws an ApiError for a text that cannot be read, or a code that may not be written. */
export function currencyForOf(text: string, currencies: readonly string[]): Readonly<Record<string, string>> {
  const pairs = pairsIn(text);
  if (pairs === undefined) throw invalid('currencyFor', 'Send symbol:code,symbol:code, such as $:USD.');
  if (pairs.every(([, code]) => currencies.includes(code))) return Object.fromEntries(pairs) as Record<string, string>;
  const [, lacking = ''] = pairs.find(([, code]) => !currencies.includes(code)) ?? [];
  const fix = fixForLackingCurrency(lacking, currencies) ?? 'Send one of the allowed values as the code.';
  throw invalid('currencyFor', fix, currencies);
}

function invalid(field: 'mapping' | 'currencyFor', suggestedFix: string, allowedValues?: readonly string[]): ApiError {
  const allowed = allowedValues === undefined ? {} : { allowedValues };
  return new ApiError('invalid_query', { field, message: `${field} cannot be read.`, suggestedFix, ...allowed });
}
