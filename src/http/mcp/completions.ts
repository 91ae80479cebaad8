import type { CompleteRequestParams, CompleteResult } from '@modelcontextprotocol/server';
import { foldCase } from '../../domain/text/text.ts';
import type { Store } from '../../store/store.ts';

/** Finds the values of an argument that fit what was typed so far. */
export type Complete = (kind: 'category' | 'name' | 'id', typed: string) => readonly string[];

const daysProposed = ['7', '14', '30', '90', '365'];
// The limit of the protocol.
const valuesMax = 100;

/** Gives a function that completes values from the subscriptions of an owner. It reads a limited number of them. */
export function completeFrom(values: Store['filterValues'], ownerId: number): Complete {
  return function complete(kind, typed) {
    if (kind === 'id') return values.idsOf(ownerId, typed);
    const known = kind === 'category' ? values.categories(ownerId, typed) : values.names(ownerId, typed);
    const wanted = foldCase(typed);
    return Array.from(new Set(known.values)).filter((value) => foldCase(value).includes(wanted));
  };
}

/** The values for an argument of a prompt or a resource template; none for an unknown argument. */
export function completionFor({ ref, argument }: CompleteRequestParams, complete: Complete): CompleteResult {
  const { name, value } = argument;
  const found = valuesFor(ref.type === 'ref/prompt' ? 'prompt' : 'template', name, value, complete);
  return { completion: { values: found.slice(0, valuesMax), hasMore: found.length > valuesMax } };
}

function valuesFor(place: 'prompt' | 'template', name: string, typed: string, complete: Complete): readonly string[] {
  if (place === 'template') return name === 'id' ? complete('id', typed) : [];
  if (name === 'days') return daysProposed.filter((days) => days.startsWith(typed));
  return name === 'category' || name === 'name' ? complete(name, typed) : [];
}
