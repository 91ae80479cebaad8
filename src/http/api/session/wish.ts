import type { Static } from '@sinclair/typebox';
import { ApiError } from '../../responses/errors.ts';
import type { SignInBody } from './schema.ts';

/** What somebody wants to sign in with. */
export type SignInWish =
  | { readonly method: 'key'; readonly apiKey: string }
  | { readonly method: 'code'; readonly code: string }
  | { readonly method: 'password'; readonly user: string; readonly password: string }
  | { readonly method: 'proxy' };

const oneOfThese = 'Send exactly one of apiKey, code, user with password, and "proxy": true.';

/**
 * What the body of a sign-in asks for.
 *
 * @throws {ApiError} when it asks for nothing, or for two things
 */
export function wishIn({ apiKey, code, user, password, proxy }: Static<typeof SignInBody>): SignInWish {
  const wishes: readonly (SignInWish | undefined)[] = [
    apiKey === undefined ? undefined : { method: 'key', apiKey },
    code === undefined ? undefined : { method: 'code', code },
    user === undefined || password === undefined ? undefined : { method: 'password', user, password },
    proxy === true ? { method: 'proxy' } : undefined,
  ];
  const [first, second] = wishes.filter((wish) => wish !== undefined);
  if ((user === undefined) !== (password === undefined)) {
    throw notOne(user === undefined ? 'user' : 'password', 'user and password belong together.');
  }
  if (first === undefined) throw notOne('code', 'The body has nothing to sign in with.');
  if (second !== undefined) throw notOne(fieldOf[second.method], 'The body has more than one way to sign in.');
  return first;
}

const fieldOf = { key: 'apiKey', code: 'code', password: 'user', proxy: 'proxy' } as const;

function notOne(field: string, message: string): ApiError {
  return new ApiError('invalid_field', { field, message, suggestedFix: oneOfThese });
}
