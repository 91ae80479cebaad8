import type {
  Audited,
  Deleted,
  Missing,
  OperatorOrigin,
  Stale,
  WriteOptions,
  WriteOrigin,
} from '../../core/writer/origin.ts';
import type { Scope } from '../../core/access/scope.ts';
import type { ApiKeyRecord, KeyEnd, Rotation, RotationRefusal } from './rules.ts';

/** A new key, as it is stored. Commands and results never contain the key itself. */
export interface Credential {
  readonly id: string;
  readonly start: string;
  readonly hash: string;
}

interface Target {
  readonly keyId: string;
}

interface StoredKey {
  readonly outcome: 'stored';
  readonly key: ApiKeyRecord;
}

/** Whose key it is: a client makes keys of its own owner, the operator those of any. */
type KeyOrigin =
  | (WriteOrigin & WriteOptions)
  | (OperatorOrigin & {
      /** It is created if no owner has the name. */
      readonly owner: string;
      /** Whether the name of a new owner may resemble that of another owner. */
      readonly anyNewOwner: boolean;
      /** Stores the key only if there is no other key, not even a revoked one. */
      readonly onlyAsFirst?: true;
    });

/** The commands on keys, by kind, with their possible results. */
export interface KeyCommands {
  /** Stores a key. */
  readonly 'key.create': {
    readonly input: KeyOrigin &
      Audited &
      Credential & { readonly scope: Scope; readonly name: string | null; readonly expiresAt: string | null };
    readonly result:
      | (StoredKey & {
          /** The key as JSON, without its secret. */
          readonly viewJson: string;
          /** The names of the other owners, if the owner is new. */
          readonly otherOwners: readonly string[];
          /** Whether it was a dry run, so that nothing was stored. */
          readonly dryRun?: true;
        })
      | { readonly outcome: 'conflict'; readonly reason: 'notFirst' }
      /** `owner` is the owner that is probably meant. */
      | { readonly outcome: 'conflict'; readonly reason: 'sameButForCase' | 'mistyped'; readonly owner: string };
  };
  /** Stores a key that replaces another key of the same owner, scope and name, and sets when the old key ends. */
  readonly 'key.rotate': {
    readonly input: OperatorOrigin & Audited & Target & Rotation & { readonly successor: Credential };
    readonly result:
      /** `before` is when the old key would have ended without the rotation. */
      (StoredKey & { readonly before: KeyEnd }) | Missing | ({ readonly outcome: 'conflict' } & RotationRefusal);
  };
  /** Undoes a rotation whose new key was never shown: deletes that key, and sets when the old key ends. */
  readonly 'key.undoRotation': {
    readonly input: OperatorOrigin & Audited & Target & { readonly successorId: string; readonly end: KeyEnd };
    readonly result: StoredKey | Missing;
  };
  /**
   * Revokes a key: of any owner for the operator; for a client a key or a session of its own owner. A revoked one stays as
   * it is.
   */
  readonly 'key.revoke': {
    readonly input: ((WriteOrigin & WriteOptions) | OperatorOrigin) & Audited & Target;
    readonly result:
      /** In a dry run, it shows the key or session as it would be afterwards. */
      Deleted | Missing | Stale;
  };
}
