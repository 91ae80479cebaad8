import { computed, effect, signal } from '@preact/signals';
import { wordsOfService, type Problem } from '../api/answers.ts';
import { reconnections, reloadIfAnswering } from '../api/connection.ts';
import { storedSignal } from '../api/storage.ts';
import { wordLocaleOf } from '../format/intl.ts';
import type * as Problems from './problems.ts';
import {
  type Language,
  loadTexts,
  type MessageKey,
  type MessageValues,
  type Reader,
  translate,
  translateKnown,
} from './translate.ts';

/** What the user can choose: a language, or that of the browser. */
const languageChoices = ['browser', 'en', 'de'] as const;

/** One of `languageChoices`. */
export type LanguageChoice = (typeof languageChoices)[number];

/** The choice of the user; kept in this browser. */
export const languageChoice = storedSignal<LanguageChoice>(
  'language',
  (stored) => languageChoices.find((choice) => choice === stored) ?? 'browser',
);

const wanted = computed<Language>(() => {
  const choice = languageChoice.value;
  if (choice !== 'browser') return choice;
  return navigator.languages.map(languageOf).find((known) => known !== undefined) ?? 'en';
});

/** The language of the texts: the one that the user wants, once its texts are there. */
export const language = signal<Language>('en');

/**
 * Has the texts follow what the user wants. Resolves when the first ones are there, or cannot be loaded; then they are in
 * English until the server is back.
 */
export function followLanguage(): Promise<void> {
  return new Promise((resolve) => {
    effect(() => {
      void reconnections.value;
      const next = wanted.value;
      const show = () => void (next === wanted.peek() && (language.value = next));
      void loadTexts(next)
        .then(show, reloadIfAnswering)
        .then(() => resolve());
    });
  });
}

/** The locale of numbers, money and weeks: that of the browser, whatever the language of the texts, with the digits of these. */
export const locale = computed(() =>
  new Intl.Locale(navigator.languages[0] ?? 'en', { numberingSystem: 'latn' }).toString(),
);

/** The locale of dates and words: the language of the texts, and what the region of the browser decides. */
export const wordLocale = computed(() => wordLocaleOf(language.value, locale.value));

function languageOf(tag: string): Language | undefined {
  return (['en', 'de'] as const).find((known) => tag === known || tag.startsWith(`${known}-`));
}

/** For whom texts are: the language of the texts, and the locale. */
export const reader = computed<Reader>(() => ({ language: language.value, locale: locale.value }));

/** A text in the language of the user. A component that calls it while it renders follows a change of the language. */
export function t<Key extends MessageKey>(key: Key, ...values: MessageValues<Key>): string {
  return translate(reader.value, key, ...values);
}

/** Like {@link t}, for a key that is put together while the page runs; undefined if it is unknown or a value is missing. */
export function tKnown(key: string, values: Readonly<Record<string, string | undefined>>): string | undefined {
  return translateKnown(reader.value, key, values);
}

let problems: typeof Problems | undefined;

/** Loads the texts for errors of the service. Without them, its own words are shown. */
export async function loadProblemTexts(): Promise<void> {
  problems ??= await import('./problems.ts');
}

/** What is wrong with a request that the service refused, and what to do, in the language of the user. */
export function problemMessage(problem: Problem): string {
  return problems?.problemText(reader.value, problem) ?? wordsOfService(problem);
}
