import type { Audited, Missing, OperatorOrigin, Stale, WriteOptions, WriteOrigin } from './origin.ts';
import type { Scope } from '../domain/keys/apiKey.ts';
import type { UserRecord } from '../domain/users/user.ts';

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

interface NewCode {
  /** The hash of the code; commands and results never contain the code itself. */
  readonly hash: string;
  readonly expiresAt: string;
}

interface Stored {
  readonly outcome: 'stored';
  readonly user: UserRecord;
  /** The user as JSON. */
  readonly viewJson: string;
  /** Whether it was a dry run, so that nothing was stored. */
  readonly dryRun?: true;
}

interface Deleted {
  readonly outcome: 'deleted';
  readonly user: UserRecord;
}

interface DeletedByOwner {
  readonly outcome: 'deleted';
  /** In a dry run: the user as JSON. */
  readonly viewJson?: string;
}

/** Another user has the name, or one that looks like it. */
interface NameTaken {
  readonly outcome: 'conflict';
  readonly reason: 'nameTaken';
}

/**
 * The commands on users, by kind, with their possible results. Those of the operator name any owner or user; those of a
 * client concern the users of its own owner.
 */
export interface UserCommands {
  /** Stores a user of an owner, which must exist. */
  readonly 'user.create': {
    readonly input: OperatorOrigin & Audited & NewUser & { readonly owner: string };
    readonly result: Stored | Missing | NameTaken;
  };
  /** Removes a user: its sessions and codes end at once. */
  readonly 'user.delete': {
    readonly input: OperatorOrigin & Audited & Target;
    readonly result: Deleted | Missing;
  };
  /** Sets the password of a user and ends its sessions. */
  readonly 'user.setPassword': {
    readonly input: OperatorOrigin & Audited & Target & { readonly passwordHash: string };
    readonly result: Stored | Missing;
  };
  /** Stores a one-time code, with which the user signs in. The scope is at most that of the user. */
  readonly 'user.createCode': {
    readonly input: OperatorOrigin & Audited & Target & NewCode & { readonly scope?: Scope };
    readonly result: (Stored & { readonly scope: Scope }) | Missing;
  };
  readonly 'member.create': {
    readonly input: WriteOrigin & WriteOptions & Audited & NewUser;
    readonly result: Stored | NameTaken;
  };
  readonly 'member.delete': {
    readonly input: WriteOrigin & WriteOptions & Audited & Target;
    readonly result: DeletedByOwner | { readonly outcome: 'conflict'; readonly reason: 'ownUser' } | Missing | Stale;
  };
  readonly 'member.createCode': {
    readonly input: WriteOrigin & Audited & Target & NewCode;
    readonly result: (Stored & { readonly scope: Scope }) | Missing;
  };
}
