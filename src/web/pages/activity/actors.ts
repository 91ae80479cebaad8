import { compareText } from '../../../core/text/text.ts';
import type { Entry } from './entries.ts';

/** Who made a change. */
export type Actor = Entry['actor'];

/** An actor as the address has it: `session:mia`. */
export function actorKey({ kind, name }: Actor): string {
  return `${kind}:${name ?? ''}`;
}

/** The kind and the name of an actor of the address; without a kind that is known, the key is a name. */
export function actorOf(key: string): { readonly kind?: Actor['kind']; readonly name: string } {
  const kind = order.find((one) => key.startsWith(`${one}:`));
  return kind === undefined ? { name: key } : { kind, name: key.slice(kind.length + 1) };
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
