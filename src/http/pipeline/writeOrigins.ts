import type { WriteOrigin } from '../../commands/origin.ts';
import type { Principal } from '../../domain/keys/principal.ts';
import { instantOf, type Clock } from '../../runtime/system.ts';

/** Gives a function for the origin of each write of a client: its actor and its time. */
export function originsAt(clock: Clock): (caller: Principal, requestId: string) => WriteOrigin {
  return (caller, requestId) => ({ actor: { ...caller, requestId }, at: instantOf(clock) });
}
