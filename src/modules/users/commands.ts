import type {
  Audited,
  Deleted,
  Missing,
  OperatorOrigin,
  Stale,
  Stored,
  WriteOptions,
  WriteOrigin,
} from '../../core/writer/origin.ts';
import type { Scope } from '../../core/access/scope.ts';
import type { UserPatch, UserRecord } from './model.ts';

interface NewUser {
  readonly userId: string;
  readonly name: string;
  /** An argon2id hash; null for a user without a password. */
  readonly passwordHash: string | null;
  readonly scope: Scope;
}

interface Target {
  readonly userId: string;
}

interface StoredUser extends Stored {
  readonly user: UserRecord;
}

/** Another user has the name, or one that looks like it. */
interface NameTaken {
  readonly outcome: 'conflict';
  readonly reason: 'nameTaken';
}

type ClientOrigin = WriteOrigin & WriteOptions;

/**
 * The commands on users, by kind, with their possible results. The operator names any owner or user; a client writes the
 * users of its own owner.
 */
export interface UserCommands {
  /** Stores a user of an owner, which must exist. */
  readonly 'user.create': {
    readonly input: (ClientOrigin | (OperatorOrigin & { readonly owner: string })) & Audited & NewUser;
    readonly result: StoredUser | Missing | NameTaken;
  };
  /**
   * Changes the name or the scope of a user. With a smaller scope, sessions and codes that have more end.
   */
  readonly 'user.update': {
    readonly input: ClientOrigin & Audited & Target & { readonly patch: UserPatch };
    readonly result:
      | StoredUser
      | NameTaken
      /** The owner would have no admin. */
      | { readonly outcome: 'conflict'; readonly reason: 'lastAdmin' }
      | Missing
      | Stale;
  };
  /**
   * Removes a user: its sessions and codes end at once. A session does not remove its own user, and a client not the only admin
   * of other users.
   */
  readonly 'user.delete': {
    readonly input: (ClientOrigin | OperatorOrigin) & Audited & Target;
    readonly result:
      Deleted | { readonly outcome: 'conflict'; readonly reason: 'ownUser' | 'adminOfOthers' } | Missing | Stale;
  };
  /** Sets the password of a user, for a session of its own user, and ends the user's other sessions. */
  readonly 'user.setPassword': {
    readonly input: (
      | (OperatorOrigin & Target)
      | (WriteOrigin & {
          /** The stored hash that the present password was verified with; null when it was not asked for. */
          readonly verifiedHash: string | null;
        })
    ) &
      Audited & { readonly passwordHash: string };
    readonly result: StoredUser | Missing | { readonly outcome: 'changedMeanwhile' };
  };
  /** Stores a one-time code or an invitation, with which the user signs in. */
  readonly 'user.createCode': {
    readonly input: (WriteOrigin | OperatorOrigin) &
      Audited &
      Target & {
        /** The hash of the code; commands and results never contain the code itself. */
        readonly hash: string;
        readonly expiresAt: string;
        /** Of the session: at most that of the user, and that of the user by default. */
        readonly scope?: Scope;
        readonly isInvitation?: true;
      };
    readonly result: (StoredUser & { readonly scope: Scope }) | Missing;
  };
}
