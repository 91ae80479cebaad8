import type { EntityTags } from './entityTags.ts';
import type { Principal, PrincipalKind } from '../access/principal.ts';

/** The principal that makes a write, and the request. */
export type Actor = Principal & { readonly requestId: string };

/** The origin of a write by a client. */
export interface WriteOrigin {
  readonly actor: Actor;
  /** The instant of the write, ISO 8601 UTC. */
  readonly at: string;
}

/** The origin of a write by the operator: the command line, or the start of a server. It may concern any owner. */
export interface OperatorOrigin {
  readonly actor: { readonly kind: 'service'; readonly requestId: string };
  /** The instant of the write, ISO 8601 UTC. */
  readonly at: string;
}

/** Whether a client makes a write, and not the operator. */
export function isByClient<Command extends WriteOrigin | OperatorOrigin>(
  command: Command,
): command is Extract<Command, WriteOrigin> {
  return 'ownerId' in command.actor;
}

/** A write that adds an audit entry. */
export interface Audited {
  readonly auditEntryId: string;
}

/** The idempotency key of a write, and how a retry is recognised. */
export interface Idempotency {
  /** The key that the client chose: 1 to 255 visible ASCII characters. */
  readonly key: string;
  /** Identifies the whole request: a different request with the same key is an error. */
  readonly fingerprint: string;
  /** The instant, ISO 8601 UTC, since which outcomes are stored: earlier outcomes have expired. */
  readonly keptSince: string;
}

/** How long the outcome of a write is stored under its key, in seconds. */
export const outcomeSecondsKept = 24 * 3600;

/** Options of a write: dry run, If-Match, idempotency key. */
export interface WriteOptions {
  /** The write is decided, reported and rolled back. */
  readonly dryRun?: true;
  /** The write is made only if the stored record has one of these tags. */
  readonly ifMatch?: EntityTags;
  /** The write is made once; a retry gets the outcome of the first time. A dry run ignores it. */
  readonly idempotency?: Idempotency;
}

/** Whether a command is a dry run. */
export function isDryRun(command: object): boolean {
  return 'dryRun' in command && command.dryRun === true;
}

/** The owner has no such record. */
export interface Missing {
  readonly outcome: 'missing';
}

/** The record belongs to the household, and the actor may only change what is their own. */
export interface NotOwn {
  readonly outcome: 'notOwn';
}

/** The key or session that makes the write has ended since its request was authenticated. */
export interface ActorEnded {
  readonly outcome: 'actorEnded';
  readonly kind: PrincipalKind;
}

/** The record does not match `If-Match`; `currentJson` is the stored record. */
export interface Stale {
  readonly outcome: 'stale';
  readonly currentJson: string;
}

/** The record was stored. */
export interface Stored {
  readonly outcome: 'stored';
  /** What the write shows of the record, as JSON. */
  readonly viewJson: string;
  /** Whether it was a dry run, so that nothing was stored. */
  readonly dryRun?: true;
}

/** The record was deleted, or ended for good. */
export interface Deleted {
  readonly outcome: 'deleted';
  /** In a dry run: what would be deleted, as JSON. */
  readonly viewJson?: string;
  /** In the replay of a batch: the record that the operation wrote, and that was deleted since. */
  readonly id?: string;
}
