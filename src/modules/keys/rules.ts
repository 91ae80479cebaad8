import { stateOfApiKey } from '../../core/access/apiKey.ts';
import type { Scope } from '../../core/access/scope.ts';

/** A stored key, as its owner sees it. Instants are ISO 8601 UTC. */
export interface ApiKeyRecord {
  readonly id: string;
  readonly owner: string;
  readonly scope: Scope;
  readonly name: string | null;
  readonly start: string;
  readonly createdAt: string;
  /** The hour of the last use; null before the first one. */
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

/** When a key ends: at its expiry, or because it was revoked. */
export type KeyEnd = Pick<ApiKeyRecord, 'expiresAt' | 'revokedAt'>;

/** How a key is rotated. */
export interface Rotation {
  /** How long the old key stays valid; 0 revokes it at once. */
  readonly graceSeconds: number;
  /** How long the new key is valid; undefined for as long as the old one was when it was made. */
  readonly lifetimeSeconds?: number | undefined;
}

/** Why a key cannot be rotated. */
export type RotationRefusal =
  { readonly reason: 'revoked' | 'expired' } | { readonly reason: 'rotated'; readonly successorId: string };

/** Either when the successor expires and when the old key ends, or why the key cannot be rotated. */
export type RotationDecision =
  { readonly successorExpiresAt: string | null; readonly end: KeyEnd } | { readonly refusal: RotationRefusal };

/**
 * Decides how to rotate a key.
 *
 * @param successorId the key that replaces it already, if one does
 * @param at the instant of the rotation, ISO 8601 UTC
 */
export function decideRotation(
  old: ApiKeyRecord,
  successorId: string | undefined,
  rotation: Rotation,
  at: string,
): RotationDecision {
  const state = stateOfApiKey(old, () => at);
  // One from the future is replaced by a valid one.
  if (state === 'revoked' || state === 'expired') return { refusal: { reason: state } };
  // The rest of a rotated key's lifetime is no basis for another key.
  if (successorId !== undefined) return { refusal: { reason: 'rotated', successorId } };
  const lifetimeSeconds = rotation.lifetimeSeconds ?? lifetimeSecondsOf(old);
  return {
    successorExpiresAt: lifetimeSeconds === undefined ? null : secondsAfter(at, lifetimeSeconds),
    end: endAfter(old, rotation.graceSeconds, at),
  };
}

function lifetimeSecondsOf({ createdAt, expiresAt }: ApiKeyRecord): number | undefined {
  return expiresAt === null ? undefined : Temporal.Instant.from(createdAt).until(expiresAt).total('seconds');
}

function endAfter({ expiresAt }: ApiKeyRecord, graceSeconds: number, at: string): KeyEnd {
  if (graceSeconds === 0) return { expiresAt, revokedAt: at };
  const end = secondsAfter(at, graceSeconds);
  // The grace never makes a key valid for longer than it was.
  return { expiresAt: expiresAt !== null && expiresAt < end ? expiresAt : end, revokedAt: null };
}

function secondsAfter(at: string, seconds: number): string {
  const end = Temporal.Instant.from(at).add({ milliseconds: Math.round(seconds * 1000) });
  return end.toString({ fractionalSecondDigits: 3 });
}
