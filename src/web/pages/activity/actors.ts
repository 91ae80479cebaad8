import { compareText } from '../../../core/text/text.ts';
import type { Entry } from './entries.ts';

/** Who made a change. */
export type Actor = Entry['actor'];

/** An actor as the address has it: `session:mia`. */
export function actorKey({ kind, name }: Actor): string {
  return `${kind}:${name ?? ''}`;
}

const order: readonly Actor['kind'][] = ['session', 'key', 'service'];

/** Each of some actors once: people first, then keys, then the service, by name. Those without a name are left out. */
export function distinctActors(actors: readonly Actor[]): readonly Actor[] {
  const known = new Map(
    actors.filter(({ kind, name }) => name !== null || kind === 'service').map((actor) => [actorKey(actor), actor]),
  );
  return Array.from(known.values()).toSorted(
    (a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || compareText(a.name ?? '', b.name ?? ''),
  );
}
