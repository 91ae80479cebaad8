import type { Schemas } from '../../../api/answers.ts';

export interface Step {
  readonly name: 'add' | 'password' | 'people';
  readonly isDone: boolean;
}

export interface Household {
  readonly subscriptions: number;
  readonly mayWrite: boolean;
  /** The people of the household; undefined for those who may not see them. */
  readonly users: readonly Pick<Schemas['User'], 'name'>[] | undefined;
  /** Who is signed in; null for a key. */
  readonly user: string | null;
  /** Whether the user has no use for a password, as the reverse proxy signs the user in. */
  readonly isProxied: boolean;
  /** Whether the user can sign in again. */
  readonly hasWayBack: boolean;
}

/** The first steps that this person can take, and which of them are done. */
export function stepsOf({ subscriptions, mayWrite, users, user, isProxied, hasWayBack }: Household): readonly Step[] {
  const steps: Step[] = [];
  if (mayWrite) steps.push({ name: 'add', isDone: subscriptions > 0 });
  if (user !== null && !isProxied) steps.push({ name: 'password', isDone: hasWayBack });
  if (users !== undefined) steps.push({ name: 'people', isDone: users.length > 1 });
  return steps;
}
