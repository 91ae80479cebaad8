import { formatNumber, kept } from '../format/intl.ts';
import type first from './en.ts';
import type late from './en.late.ts';
import { type Language, languages } from './languages.ts';

/** A text for each plural form of the language; `{count}` decides which. */
export interface Plural {
  readonly one: string;
  readonly other: string;
}

type Catalogue = typeof first & typeof late;

/** A key of the catalogue: the area, a dot, and the key in it, such as `overview.title`. */
export type MessageKey = {
  [Area in keyof Catalogue]-?: `${Area}.${keyof Catalogue[Area] & string}`;
}[keyof Catalogue];

type MessageOf<Key extends MessageKey> = Key extends `${infer Area extends keyof Catalogue}.${infer Name}`
  ? Name extends keyof Catalogue[Area]
    ? Catalogue[Area][Name]
    : never
  : never;

type PlaceholdersIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | PlaceholdersIn<Rest> : never;

type PlaceholdersOf<Message> = Message extends { readonly other: infer Text }
  ? 'count' | PlaceholdersIn<Text>
  : PlaceholdersIn<Message>;

/** The values for the placeholders of a message; none for a message without. */
export type MessageValues<Key extends MessageKey> = [PlaceholdersOf<MessageOf<Key>>] extends [never]
  ? []
  : [values: { readonly [Name in PlaceholdersOf<MessageOf<Key>>]: string | number }];

export type PlainMessageKey = { [Key in MessageKey]: MessageValues<Key> extends [] ? Key : never }[MessageKey];

type Texts = Readonly<Record<string, string | Plural>>;

type Areas = Readonly<Record<string, Texts>>;

/** The two parts of the texts: those of the first view, and those of all that loads later. */
type Part = 'first' | 'late';

const loaded: Record<Part, { [Code in Language]?: Areas }> = { first: {}, late: {} };

/** Loads a part of the texts of a language, if it is not there. */
export async function loadTexts(language: Language, part: Part): Promise<void> {
  loaded[part][language] ??= (await languages[language][part]()).default;
}

/** For whom a text is: its language, and the locale of its numbers. */
export interface Reader {
  readonly language: Language;
  readonly locale: string;
}

/** The text of a key in a language, with values in the place of its placeholders. Numbers are written as the locale does. */
export function translate<Key extends MessageKey>(reader: Reader, key: Key, ...[values]: MessageValues<Key>): string {
  return translateKnown(reader, key, values) ?? key;
}

/**
 * Like {@link translate}, for a key that is put together while the page runs; undefined if the catalogue does not have it, or
 * a placeholder has no value.
 */
export function translateKnown(
  { language, locale }: Reader,
  key: string,
  values: Readonly<Record<string, unknown>> = {},
): string | undefined {
  const message = messageOf(language, key);
  return message === undefined ? undefined : filled({ language, locale }, message, values);
}

/** A message with values in the place of its placeholders; undefined if one has no value. */
function filled(
  { language, locale }: Reader,
  message: string | Plural,
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  let isComplete = true;
  const text = typeof message === 'string' ? message : formOf(message, language, Number(values['count']));
  const whole = text.replaceAll(/\{(\w+)\}/g, (given, placeholder: string) => {
    const value = values[placeholder];
    if (typeof value === 'number') return formatNumber(value, locale);
    if (typeof value === 'string') return value;
    isComplete = false;
    return given;
  });
  return isComplete ? whole : undefined;
}

const pluralRules = kept((language) => new Intl.PluralRules(language));

function messageOf(language: Language, key: string): string | Plural | undefined {
  const dot = key.indexOf('.');
  const [area, name] = [key.slice(0, dot), key.slice(dot + 1)];
  return loaded.first[language]?.[area]?.[name] ?? loaded.late[language]?.[area]?.[name];
}

function formOf(plural: Plural, language: Language, count: number): string {
  return pluralRules(language).select(count) === 'one' ? plural.one : plural.other;
}
