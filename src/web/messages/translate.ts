import { formatNumber, kept } from '../format/intl.ts';
import type * as activity from './en/activity.ts';
import type * as calendar from './en/calendar.ts';
import { en } from './en/en.ts';
import type * as form from './en/form.ts';
import type * as imports from './en/imports.ts';
import type * as insights from './en/insights.ts';
import type * as list from './en/list.ts';
import type * as reminders from './en/reminders.ts';
import type * as settings from './en/settings.ts';
import type * as setAside from './en/setAside.ts';
import type * as signIn from './en/signIn.ts';
import type * as start from './en/start.ts';

/** The languages of the dashboard. */
export type Language = 'en' | 'de';

/** A text for each plural form of the language; `{count}` decides which. */
export interface Plural {
  readonly one: string;
  readonly other: string;
}

/** An area of the catalogue in another language: the same keys, with texts where there are texts, and plurals for plurals. */
export type Translation<Area> = { readonly [Key in keyof Area]: Area[Key] extends string ? string : Plural };

/** The texts that come with their page. Some belong to an area whose other texts are there from the start. */
type LateTexts = typeof activity &
  typeof calendar &
  typeof form &
  typeof imports &
  typeof insights &
  typeof list &
  typeof reminders &
  typeof setAside &
  typeof settings &
  typeof signIn &
  typeof start;

type Catalogue = typeof en & LateTexts;

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

/** A key of a message without placeholders. */
export type PlainMessageKey = { [Key in MessageKey]: MessageValues<Key> extends [] ? Key : never }[MessageKey];

type Texts = Readonly<Record<string, string | Plural>>;

type Areas = Readonly<Record<string, Texts>>;

/** The texts that are loaded, by language and area. English is the source, and there from the start. */
export const catalogues: { readonly en: Areas; de?: Areas } = { en };

/** Loads the texts of a language, if they are not there. */
export async function loadTexts(language: Language): Promise<void> {
  if (language === 'de') catalogues.de ??= (await import('./de/de.ts')).de;
}

// Most visits need none of these texts.
const lateTexts: Readonly<Record<Language, Record<string, Texts>>> = { en: {}, de: {} };

/** Adds the texts that load with the page that uses them, by area, in all languages. */
export function addTexts(texts: Readonly<Record<Language, Areas>>): void {
  for (const language of ['en', 'de'] as const) {
    const added = lateTexts[language];
    for (const [area, more] of Object.entries(texts[language])) added[area] = { ...added[area], ...more };
  }
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
  const [area, name] = splitKey(key);
  const message = (catalogues[language] ?? catalogues.en)[area]?.[name] ?? lateTexts[language][area]?.[name];
  return message === undefined ? undefined : filled({ language, locale }, message, values);
}

/** A message with values in the place of its placeholders; undefined if one has no value. */
export function filled(
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

function splitKey(key: string): [area: string, name: string] {
  const dot = key.indexOf('.');
  return [key.slice(0, dot), key.slice(dot + 1)];
}

function formOf(plural: Plural, language: Language, count: number): string {
  return pluralRules(language).select(count) === 'one' ? plural.one : plural.other;
}
