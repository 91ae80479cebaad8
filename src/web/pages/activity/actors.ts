import type { Entry } from './entries.ts';

export type Actor = Entry['actor'];

/** An actor as the address has it: `session:mia`. */
export function actorKey({ kind, name }: Actor): string {
  return `${kind}:${name ?? ''}`;
}

/** The kind and the name of an actor of the address; without a kind that is known, the key is a name. */
export function actorOf(key: string): { readonly kind?: Actor['kind']; readonly name: string } {
  const kind = kinds.find((one) => key.startsWith(`${one}:`));
  return kind === undefined ? { name: key } : { kind, name: key.slice(kind.length + 1) };
}

const kinds: readonly Actor['kind'][] = ['session', 'key', 'service'];
