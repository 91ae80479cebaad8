import type { ClientResult } from '../../commands.ts';
import type { Principal } from '../../../core/access/principal.ts';
import type { Scope } from '../../../core/access/scope.ts';
import { codeSeconds, composeCode, hashCode, signInLink } from '../../../core/access/signInCode.ts';
import { instantOf } from '../../../core/runtime/system.ts';
import type { ApiError } from '../../../core/http/errors/apiError.ts';
import { dataMembers, JsonAnswer, type WriteAnswerContext } from '../../../core/http/responses/answers.ts';
import { originsAt } from '../../../core/http/pipeline/writeOptions.ts';
import type { RouteOptions } from '../../../core/http/routeOptions.ts';

/** What making one-time codes needs. */
export interface CodeOptions extends Pick<RouteOptions, 'writes' | 'clock' | 'randomness'> {
  readonly settings: {
    /** The address of the server as its users see it, if it is configured. */
    readonly publicUrl: string | null;
  };
}

/** The user who signs in with a code, and the scope of the session: that of the user by default, and at most that. */
interface CodeTarget {
  readonly userId: string;
  readonly scope?: Scope;
}

/**
 * Gives a function that stores a new one-time code of a user, and answers with it.
 *
 * @param errorOf the error for a code that was not stored
 */
export function codeAnswers(
  { writes, clock, randomness, settings }: CodeOptions,
  errorOf: (result: ClientResult) => ApiError,
) {
  const originOf = originsAt(clock);
  return async function answerWithCode(
    { caller, requestId, set }: WriteAnswerContext & { readonly caller: Principal },
    target: CodeTarget,
  ): Promise<JsonAnswer> {
    const code = composeCode(randomness.bytes);
    const hash = hashCode(code);
    if (hash === undefined) throw new Error('a new code is not a code');
    const expiresAt = instantOf(clock, codeSeconds);
    const about = { ...originOf(caller, requestId), auditEntryId: randomness.uuid() };
    const result = await writes.submit({ ...about, ...target, hash, expiresAt, kind: 'user.createCode' });
    if (result.outcome !== 'stored') throw errorOf(result);
    set.status = 201;
    // Null while the server does not know its own address.
    const link = settings.publicUrl === null ? null : signInLink(settings.publicUrl, code);
    const data = { code, link, expiresAt, scope: result.scope };
    return new JsonAnswer(set, dataMembers(JSON.stringify(data)), requestId);
  };
}
