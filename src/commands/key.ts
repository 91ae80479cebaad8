import type { Audited, Missing, OperatorOrigin, Stale, WriteOptions, WriteOrigin } from './origin.ts';
import type { Scope } from '../domain/keys/apiKey.ts';
import type { ApiKeyRecord, KeyEnd, Rotation, RotationRefusal } from '../domain/keys/keyRecord.ts';

/** A new key, as it is stored. Commands and results never contain the key itself. */
export interface Credential {
  readonly id: string;
  readonly start: string;
  readonly hash: string;
}

interface Target {
  readonly keyId: string;
}

interface Stored {
  readonly outcome: 'stored';
  readonly key: ApiKeyRecord;
}

interface StoredByOwner {
  readonly outcome: 'stored';
  /** The key as JSON, without its secret. */
  readonly viewJson: string;
  /** Whether it was a dry run, so that nothing was stored. */
  readonly dryRun?: true;
}

interface RevokedByOwner {
  readonly outcome: 'deleted';
  /** In a dry run: the key or session, as it would be afterwards. */
  readonly viewJson?: string;
}

/** The commands on keys, by kind, with their possible results. */
export interface KeyCommands {
  /** Stores a key. Also creates its owner if no owner has the name. */
  readonly 'key.create': {
    readonly input: OperatorOrigin &
      Audited &
      Credential & {
        readonly owner: string;
        readonly scope: Scope;
        readonly name: string | null;
        readonly expiresAt: string | null;
        /** Whether the name of a new owner may resemble that of another owner. */
        readonly anyNewOwner: boolean;
        /** Stores the key only if there is no other key, not even a revoked one. */
        readonly onlyAsFirst?: true;
      };
    readonly result:
      /** `otherOwners` are the names of the other owners, if the owner is new. */
      | (Stored & { readonly otherOwners: readonly string[] })
      | { readonly outcome: 'conflict'; readonly reason: 'notFirst' }
      /** `owner` is the owner that is probably meant. */
      | { readonly outcome: 'conflict'; readonly reason: 'sameButForCase' | 'mistyped'; readonly owner: string };
  };
  /** Stores a key that replaces another key of the same owner, scope and name, and sets when the old key ends. */
  readonly 'key.rotate': {
    readonly input: OperatorOrigin & Audited & Target & Rotation & { readonly successor: Credential };
    readonly result:
      /** `before` is when the old key would have ended without the rotation. */
      (Stored & { readonly before: KeyEnd }) | Missing | ({ readonly outcome: 'conflict' } & RotationRefusal);
  };
  /** Undoes a rotation whose new key was never shown: deletes that key, and sets when the old key ends. */
  readonly 'key.undoRotation': {
    readonly input: OperatorOrigin & Audited & Target & { readonly successorId: string; readonly end: KeyEnd };
    readonly result: Stored | Missing;
  };
  /** Revokes a key. A revoked key stays as it is. */
  readonly 'key.revoke': {
    readonly input: OperatorOrigin & Audited & Target;
    readonly result: Stored | Missing;
  };
  /** Stores a key of the owner of the write. */
  readonly 'ownKey.create': {
    readonly input: WriteOrigin &
      WriteOptions &
      Audited &
      Credential & { readonly scope: Scope; readonly name: string; readonly expiresAt: string | null };
    readonly result: StoredByOwner;
  };
  /** Revokes a key or a session of the owner of the write. A revoked one stays as it is. */
  readonly 'ownKey.revoke': {
    readonly input: WriteOrigin & WriteOptions & Audited & Target;
    readonly result: RevokedByOwner | Missing | Stale;
  };
}
