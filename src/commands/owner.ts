import type { Audited, Missing, OperatorOrigin } from './origin.ts';

/** An owner, with how much is stored for it. */
export interface OwnerRecord {
  readonly name: string;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  /** Its keys, whatever their state. */
  readonly keys: number;
  readonly subscriptions: number;
}

/** The commands on owners, by kind: what each says, and what may become of it. */
export interface OwnerCommands {
  readonly 'owner.rename': {
    readonly says: OperatorOrigin & Audited & { readonly owner: string; readonly newName: string };
    readonly result:
      | { readonly outcome: 'stored' }
      | Missing
      /** Another owner has the name, or one that differs from it in case alone. */
      | { readonly outcome: 'conflict'; readonly reason: 'taken'; readonly owner: string };
  };
  /**
   * Deletes an owner: from then on its keys are invalid and nothing of it can be read. What is stored for it is purged
   * with it if that is little, and in pieces later otherwise. Its audit entries go with it, so it adds none.
   */
  readonly 'owner.delete': {
    readonly says: OperatorOrigin & { readonly owner: string };
    /** The owner as it was. */
    readonly result: { readonly outcome: 'deleted'; readonly owner: OwnerRecord } | Missing;
  };
}
