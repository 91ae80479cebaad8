import type { Credential } from '../commands/key.ts';
import type { Audited, OperatorOrigin } from '../commands/origin.ts';
import { composeApiKey, hashApiKey, startOfApiKey } from '../domain/keys/apiKey.ts';
import type { Scope } from '../domain/keys/scope.ts';
import { instantOf, type Clock, type Randomness } from '../runtime/system.ts';

/** Where the instant and the ids of a command come from. */
interface Sources {
  readonly clock: Clock;
  readonly randomness: Randomness;
}

/** The origin of a command that the operator gives: the service writes it. */
export function operatorOrigin({ clock, randomness }: Sources): OperatorOrigin {
  return { actor: { kind: 'service', requestId: randomness.uuid() }, at: instantOf(clock) };
}

/** The origin of a command of the operator that adds an audit entry. */
export function auditedOrigin(sources: Sources): OperatorOrigin & Audited {
  return { ...operatorOrigin(sources), auditEntryId: sources.randomness.uuid() };
}

/** Draws a key: the key itself, to be shown once, and what is stored of it. */
export function drawKey(
  scope: Scope,
  randomness: Randomness,
): { readonly key: string; readonly credential: Credential } {
  const key = composeApiKey(scope, randomness.bytes);
  return { key, credential: { id: randomness.uuid(), start: startOfApiKey(key), hash: hashApiKey(key) } };
}
