import type { TSchema } from '@sinclair/typebox';
import { nearest } from '../text/nearest.ts';
import type { ErrorDetails } from '../http/errors/apiError.ts';

// Names that other services use, in lower case, without spaces, dashes and underscores.
const synonyms = new Map<string, readonly string[]>();

/**
 * Adds words that mean a name or value, in lower case, without spaces, dashes and underscores. Suggestions take them for it
 * in every body and query that has it.
 */
export function addSynonyms(words: Readonly<Record<string, readonly string[]>>): void {
  for (const [name, ofName] of Object.entries(words)) synonyms.set(name, [...(synonyms.get(name) ?? []), ...ofName]);
}

/** The synonyms in the rows of a table. */
export function synonymsIn(
  table: Readonly<Record<string, TSchema | { readonly alsoCalled: readonly string[] }>>,
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Object.entries(table).map(([name, { alsoCalled = [] }]) => [name, alsoCalled]));
}

/**
 * The known word that a typed one means: by case, by synonym or by a typing error; undefined without one.
 *
 * @param alsoCalled further synonyms of some words, in lower case, without spaces, dashes and underscores
 * @param others words in that form that are known elsewhere, and so no typing errors
 */
export function nearestFieldOf(
  typed: string,
  words: readonly string[],
  alsoCalled: Readonly<Record<string, readonly string[]>> = {},
  others: readonly string[] = [],
): string | undefined {
  const plain = plainForm(typed);
  const exact = words.find((word) => word.toLowerCase() === plain);
  const isCalled = (word: string) => [...(alsoCalled[word] ?? []), ...(synonyms.get(word) ?? [])].includes(plain);
  const meant = exact ?? words.find(isCalled);
  return meant ?? (others.includes(plain) ? undefined : nearest(typed, words));
}

/** A name in lower case, without spaces, dashes and underscores. */
export function plainForm(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]/g, '');
}

const options = {
  dryRun: 'the query parameter ?dryRun=true',
  ifMatch: 'the header If-Match',
  idempotencyKey: 'the header Idempotency-Key',
} as const;
const optionNames = Object.keys(options) as readonly (keyof typeof options)[];

addSynonyms({
  dryRun: [
    'dry',
    'isdryrun',
    'dryrunmode',
    'simulate',
    'preview',
    'validate',
    'validateonly',
    'test',
    'rehearse',
    'whatif',
  ],
  ifMatch: ['match', 'etag', 'ifetag', 'version'],
  idempotencyKey: ['idempotency', 'idempotent', 'idempotencytoken', 'xidempotencykey', 'requestkey'],
});

/**
 * The fix for an unknown name that means a write option; undefined for any other name. It never says only to remove the
 * option: a client that follows it literally would then make the write that the option was meant to prevent.
 */
export function fixForOption(typed: string): Required<Pick<ErrorDetails, 'suggestedFix'>> | undefined {
  const meant = optionNames.find((name) => nearestFieldOf(typed, [name]) !== undefined);
  if (meant === undefined) return undefined;
  const end = meant === 'ifMatch' ? '; in a batch, as "ifMatch" of an operation.' : '.';
  return { suggestedFix: `Send ${quotedName(typed)} instead as ${options[meant]}${end}` };
}

const shownMax = 80;

/** A name that a client sent, quoted and shortened for a message. */
export function quotedName(name: string): string {
  return JSON.stringify(name.length > shownMax ? `${name.slice(0, shownMax)}…` : name);
}
