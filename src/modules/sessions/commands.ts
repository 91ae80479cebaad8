import type { Audited, Missing, OperatorOrigin, WriteOrigin } from '../../core/writer/origin.ts';
import type { Credential } from '../keys/commands.ts';
import type { Scope } from '../../core/access/scope.ts';

/** What somebody signs in with. It was checked, and is checked again in the transaction that stores the session. */
export type SignInProof =
  | { readonly method: 'key'; readonly keyId: string }
  /** The code is deleted. `host` is remembered as one under which sign-in is served. */
  | { readonly method: 'code'; readonly hash: string; readonly host?: string }
  /** `passwordHash` is the stored hash that the password was verified with. */
  | { readonly method: 'password'; readonly userId: string; readonly passwordHash: string }
  /** The reverse proxy has named the user. */
  | {
      readonly method: 'proxy';
      readonly userName: string;
      /** Finds the users of this owner only, which must exist, and makes a missing one with this id and scope. */
      readonly create?: { readonly userId: string; readonly owner: string; readonly scope: Scope };
    };

/** The commands on sessions, by kind, with their possible results. */
export interface SessionCommands {
  /** Stores a session, and ends the oldest one when the owner has too many. */
  readonly 'session.create': {
    readonly input: OperatorOrigin &
      Audited &
      Credential & {
        /** The browser, as a person recognises it. */
        readonly name: string | null;
        /** When it expires at the latest: a session never outlives its key. */
        readonly expiresAt: string;
        readonly proof: SignInProof;
      };
    readonly result: { readonly outcome: 'stored'; readonly sessionId: string } | { readonly outcome: 'refused' };
  };
  /** Ends a session of the user, or of the key, that the session which makes the write belongs to; perhaps itself. */
  readonly 'session.end': {
    readonly input: WriteOrigin & Audited & { readonly sessionId: string };
    readonly result: { readonly outcome: 'ended' } | Missing;
  };
}
