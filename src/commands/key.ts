import type { Audited, Missing, OperatorOrigin } from './origin.ts';
import type { Scope } from '../domain/keys/apiKey.ts';
import type { ApiKeyRecord, KeyEnd, Rotation, RotationRefusal } from '../domain/keys/keyRecord.ts';

/** A new key, as it is stored. The key itself is in no command and in no result. */
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

/** The commands on keys, by kind: what each says, and what may become of it. */
export interface KeyCommands {
  /** Stores a key, and its owner too when there is no owner of the name. */
  readonly 'key.create': {
    readonly says: OperatorOrigin &
      Audited &
      Credential & {
        readonly owner: string;
        readonly scope: Scope;
        readonly name: string | null;
        readonly expiresAt: string | null;
        /** Whether a new owner may have a name that differs from that of another owner in case alone. */
        readonly anyNewOwner: boolean;
        /** The key is stored only if there is no other key, not even a revoked one. */
        readonly onlyAsFirst?: true;
      };
    readonly result:
      /** `otherOwners` are the names of the other owners, if the owner is new. */
      | (Stored & { readonly otherOwners: readonly string[] })
      | { readonly outcome: 'conflict'; readonly reason: 'notFirst' }
      | { readonly outcome: 'conflict'; readonly reason: 'sameButForCase'; readonly owner: string };
  };
  /** Stores a key that replaces another one, of the same owner, scope and name, and sets when the other one ends. */
  readonly 'key.rotate': {
    readonly says: OperatorOrigin & Audited & Target & Rotation & { readonly successor: Credential };
    readonly result:
      /** `before` is when the old key ended before it was rotated. */
      (Stored & { readonly before: KeyEnd }) | Missing | ({ readonly outcome: 'conflict' } & RotationRefusal);
  };
  /** Undoes a rotation whose new key nobody has seen: deletes that key, and sets when the old one ends. */
  readonly 'key.undoRotation': {
    readonly says: OperatorOrigin & Audited & Target & { readonly successorId: string; readonly end: KeyEnd };
    readonly result: Stored | Missing;
  };
  /** Revokes a key; one that is revoked already stays as it is. */
  readonly 'key.revoke': {
    readonly says: OperatorOrigin & Audited & Target;
    readonly result: Stored | Missing;
  };
}
