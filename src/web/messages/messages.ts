import { computed, effect, signal } from '@preact/signals';
import { wordsOfService, type Problem } from '../api/answers.ts';
import { reconnections, reloadIfAnswering } from '../api/connection.ts';
import { storedSignal } from '../api/storage.ts';
import { wordLocaleOf } from '../format/intl.ts';
import type * as Problems from './problems.ts';
import { type Language, languageCodes } from './languages.ts';
import { languageName, wantedLanguage } from './wanted.ts';
import { loadTexts, type MessageKey, type MessageValues, type Reader, translate, translateKnown } from './translate.ts';

type LanguageChoice = Language | 'browser';

/** The choice of the user; kept in this browser. */
export const languageChoice = storedSignal<LanguageChoice>(
  languageName,
  (stored) => languageCodes.find((code) => code === stored) ?? 'browser',
);

const wanted = computed<Language>(() => {
  return wantedLanguage(languageChoice.value, languageCodes) ?? 'en';
});

/** The language of the texts: the one that the user wants, once its texts are there. */
export const language = signal<Language>('en');

let needsLateTexts = false;

/** Loads the texts of all that the first view does not show, in the language that the user wants. */
export async function loadLateTexts(): Promise<void> {
  needsLateTexts = true;
  await loadTexts(wanted.peek(), 'late');
}

/** Has the texts follow what the user wants. Resolves when the first ones are there. */
export function followLanguage(): Promise<void> {
  return new Promise((resolve) => {
    effect(() => {
      void reconnections.value;
      const next = wanted.value;
      const show = () => {
        if (next === wanted.peek()) language.value = next;
        resolve();
      };
      void Promise.all([loadTexts(next, 'first'), needsLateTexts && loadTexts(next, 'late')]).then(
        show,
        reloadIfAnswering,
      );
    });
  });
}

/** The locale of numbers, money and weeks: that of the browser, whatever the language of the texts, with the digits of these. */
export const locale = computed(() =>
  new Intl.Locale(navigator.languages[0] ?? 'en', { numberingSystem: 'latn' }).toString(),
);

/** The locale of dates and words: the language of the texts, and what the region of the browser decides. */
export const wordLocale = computed(() => wordLocaleOf(language.value, locale.value));

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
  [problems] = await Promise.all([problems ?? import('./problems.ts'), loadLateTexts()]);
}

/** What is wrong with a request that the service refused, and what to do, in the language of the user. */
export function problemMessage(problem: Problem): string {
  return problems?.problemText(reader.value, problem) ?? wordsOfService(problem);
}
