import type { EntityTags } from './entityTags.ts';
import type { Principal } from '../domain/keys/principal.ts';
import type { Idempotency } from './idempotency.ts';

/** On whose behalf a write is made, and in which request. */
export type Actor = Principal & { readonly requestId: string };

/** Where a write comes from. */
export interface WriteOrigin {
  readonly actor: Actor;
  /** The instant of the write, ISO 8601 UTC. */
  readonly at: string;
}

/** Where a write of the operator comes from: the command line, or the start of a server. It concerns any owner. */
export interface OperatorOrigin {
  readonly actor: { readonly kind: 'service'; readonly requestId: string };
  /** The instant of the write, ISO 8601 UTC. */
  readonly at: string;
}

/** A write that adds an audit entry. */
export interface Audited {
  readonly auditEntryId: string;
}

/** Options of a write: dry run, If-Match, idempotency key. */
export interface WriteOptions {
  /** The write is decided as ever, reported, and rolled back. */
  readonly dryRun?: true;
  /** The write is made only if the stored record has one of these tags, which must be strong. */
  readonly ifMatch?: EntityTags;
  /** The write is made once; a retry gets the outcome of the first time. A dry run ignores it. */
  readonly idempotency?: Idempotency;
}

/** There is no such record, or not of this owner. */
export interface Missing {
  readonly outcome: 'missing';
}

/** The record does not match `If-Match`: what it is, as JSON. */
export interface Stale {
  readonly outcome: 'stale';
  readonly currentJson: string;
}
