import { codePointLength, isCleanText } from '../text/text.ts';
import type { Scope } from '../keys/scope.ts';

/** A user, as the admins of an owner see it. Instants are ISO 8601 UTC. */
export interface UserRecord {
  readonly id: string;
  readonly name: string;
  /** The owner whose records the user may read or change. */
  readonly owner: string;
  readonly scope: Scope;
  readonly hasPassword: boolean;
  readonly createdAt: string;
}

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
