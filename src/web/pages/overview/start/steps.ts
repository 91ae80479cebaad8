import type { Schemas } from '../../../api/answers.ts';

/** One of the first steps of a household. */
export interface Step {
  readonly name: 'add' | 'password' | 'people';
  readonly isDone: boolean;
}

/** What the first steps depend on. */
export interface Household {
  readonly subscriptions: number;
  readonly mayWrite: boolean;
  /** The people of the household; undefined for those who may not see them. */
  readonly users: readonly Pick<Schemas['User'], 'name' | 'hasPassword'>[] | undefined;
  /** Who is signed in; null for a key. */
  readonly user: string | null;
  /** Whether the user has no use for a password, as the reverse proxy signs the user in. */
  readonly isProxied: boolean;
  /** Whether the user signed in with a code just now, and so can set a password without the present one. */
  readonly isFresh: boolean;
}

/** The first steps that this person can take, and which of them are done. */
export function stepsOf({ subscriptions, mayWrite, users, user, isProxied, isFresh }: Household): readonly Step[] {
  const steps: Step[] = [];
  if (mayWrite) steps.push({ name: 'add', isDone: subscriptions > 0 });
  const hasPassword = users?.find(({ name }) => name === user)?.hasPassword;
  // Who may not see the people is not told whether there is a password.
  if (user !== null && !isProxied && (hasPassword !== undefined || isFresh))
    steps.push({ name: 'password', isDone: hasPassword === true });
  if (users !== undefined) steps.push({ name: 'people', isDone: users.length > 1 });
  return steps;
}
