import type { PreferencesPatch } from './model.ts';
import type {
  Audited,
  Missing,
  OperatorOrigin,
  Stale,
  Stored,
  WriteOptions,
  WriteOrigin,
} from '../../core/writer/origin.ts';

/** An owner, and how much is stored for it. */
export interface OwnerRecord {
  readonly name: string;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  /** The number of keys, in any state. */
  readonly keys: number;
  readonly subscriptions: number;
}

/** An owner, and how much is stored for it, what may be limited included. */
export interface OwnerUsage extends OwnerRecord {
  /** The payments made, also those that are removed or reverted, which are kept. */
  readonly payments: number;
  readonly auditEntries: number;
}

/** The commands on owners and their preferences, by kind, with their possible results. */
export interface OwnerCommands {
  readonly 'owner.rename': {
    readonly input: OperatorOrigin & Audited & { readonly owner: string; readonly newName: string };
    readonly result:
      | { readonly outcome: 'stored' }
      | Missing
      /** Another owner has the name, or a name that differs from it in case only. */
      | { readonly outcome: 'conflict'; readonly reason: 'taken'; readonly owner: string };
  };
  /**
   * Deletes an owner with all that it has.
   * Its audit entries are deleted too, so this adds none.
   */
  readonly 'owner.delete': {
    readonly input: OperatorOrigin & { readonly owner: string };
    /** The owner before the deletion. */
    readonly result: { readonly outcome: 'deleted'; readonly owner: OwnerRecord } | Missing;
  };
  /** Changes the preferences of the owner of the write. */
  readonly 'preferences.update': {
    readonly input: WriteOrigin & WriteOptions & Audited & { readonly patch: PreferencesPatch };
    readonly result: Stored | Missing | Stale;
  };
}
