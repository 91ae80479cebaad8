import { codePointLength, isCleanText } from '../text/text.ts';

/** The length of a user's name, in characters. */
export const userNameLengthMax = 80;
/** The shortest and the longest password, in characters. */
export const passwordLength = { min: 10, max: 200 } as const;

/** Whether a text can be a password: {@link passwordLength} characters, none of which is a control character. */
export function canBePassword(text: string): boolean {
  const length = codePointLength(text);
  return length >= passwordLength.min && length <= passwordLength.max && isCleanText(text);
}

/** The user that the first start makes. */
export const firstUserName = 'admin';
