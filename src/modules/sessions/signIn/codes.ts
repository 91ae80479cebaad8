import { codeSeconds, composeCode, hashCode, invitationSeconds, signInLink } from '../../../core/access/signInCode.ts';
import type { Scope } from '../../../core/access/scope.ts';
import type { AccessServices, Write } from '../../../core/http/access.ts';
import type { ApiError } from '../../../core/http/errors/apiError.ts';
import { answerOf } from '../../../core/http/openapi/components.ts';
import type { Success } from '../../../core/http/openapi/words.ts';
import { dataMembers, JsonAnswer, type Call } from '../../../core/http/responses/answers.ts';
import { instantOf } from '../../../core/runtime/system.ts';
import type { ClientResult } from '../../commands.ts';
import { SignInCode } from '../model.ts';

/** What making one-time codes needs. */
export interface CodeOptions extends Pick<AccessServices, 'clock' | 'randomness'> {
  readonly settings: {
    /** The address of the server as its users see it, if it is configured. */
    readonly publicUrl: string | null;
  };
}

/** The user who signs in with a code, and the scope of the session: that of the user by default, and at most that. */
interface CodeTarget {
  readonly userId: string;
  readonly scope?: Scope;
  readonly isInvitation?: true;
}

/**
 * Gives a function that stores a new one-time code or invitation of a user, and answers with it.
 *
 * @param errorOf the error for a code that was not stored
 */
export function codeAnswers({ clock, randomness, settings }: CodeOptions, errorOf: (result: ClientResult) => ApiError) {
  return async function answerWithCode(call: Call, write: Write, target: CodeTarget): Promise<JsonAnswer> {
    const code = composeCode(randomness.bytes);
    const hash = hashCode(code);
    if (hash === undefined) throw new Error('a new code is not a code');
    const isInvitation = target.isInvitation === true;
    const expiresAt = instantOf(clock, isInvitation ? invitationSeconds : codeSeconds);
    const result = await write({ kind: 'user.createCode', ...target, hash, expiresAt });
    if (result.outcome !== 'stored') throw errorOf(result);
    call.set.status = 201;
    // Null while the server does not know its own address.
    const { publicUrl } = settings;
    const link = publicUrl === null ? null : signInLink(publicUrl, code, isInvitation ? 'invitation' : 'code');
    const data = { code, link, expiresAt, scope: result.scope };
    return new JsonAnswer(call, dataMembers(JSON.stringify(data)));
  };
}

/** The answer with a new one-time code, for the document. */
export const codeAnswer: Success = {
  status: 201,
  hasNoLocation: true,
  description: 'The code.',
  schema: answerOf('SignInCodeAnswer', SignInCode),
  example: {
    data: {
      code: '7K2M-9XQD-04ZT-HBWC',
      link: 'https://duebook.example/sign-in#code=7K2M-9XQD-04ZT-HBWC',
      expiresAt: '2026-06-16T08:15:00.000Z',
      scope: 'write',
    },
  },
};
