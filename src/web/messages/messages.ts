import { computed } from '@preact/signals';
import { storedSignal } from '../api/storage.ts';
import { type Language, type MessageKey, type MessageValues, translate } from './translate.ts';

/** What the user can choose: a language, or that of the browser. */
const languageChoices = ['browser', 'en', 'de'] as const;

/** One of `languageChoices`. */
export type LanguageChoice = (typeof languageChoices)[number];

/** The choice of the user; kept in this browser. */
export const languageChoice = storedSignal<LanguageChoice>(
  'language',
  (stored) => languageChoices.find((choice) => choice === stored) ?? 'browser',
);

/** The language of the texts. */
export const language = computed<Language>(() => {
  const choice = languageChoice.value;
  if (choice !== 'browser') return choice;
  return navigator.languages.map(languageOf).find((known) => known !== undefined) ?? 'en';
});

/** The locale of numbers, money and dates: that of the browser which has the language of the texts, such as `en-GB`. */
export const locale = computed(
  () => navigator.languages.find((tag) => languageOf(tag) === language.value) ?? language.value,
);

function languageOf(tag: string): Language | undefined {
  return (['en', 'de'] as const).find((known) => tag === known || tag.startsWith(`${known}-`));
}

/** A text in the language of the user. A component that calls it while it renders follows a change of the language. */
export function t<Key extends MessageKey>(key: Key, ...values: MessageValues<Key>): string {
  return translate({ language: language.value, locale: locale.value }, key, ...values);
}
