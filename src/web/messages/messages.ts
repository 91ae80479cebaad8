import { language, locale } from './language.ts';
import { translate, type MessageKey, type MessageValues } from './translate.ts';

/** A text in the language of the user. A component that calls it while it renders follows a change of the language. */
export function t<Key extends MessageKey>(key: Key, ...values: MessageValues<Key>): string {
  return translate({ language: language.value, locale: locale.value }, key, ...values);
}
