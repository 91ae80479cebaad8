import type { ReadSources } from './sources.ts';
import * as analytics from './analytics/reads.ts';
import * as duePayments from './payments/reads/duePayments.ts';
import type { Finder, Found } from '../core/http/reads/found.ts';
import * as lists from './lists.ts';
import * as paymentsMade from './payments/reads/paymentsMade.ts';
import * as reminders from './reminders/reads.ts';
import * as subscriptions from './subscriptions/reads.ts';
import * as trail from './audit/reads.ts';
import * as usage from './owners/reads.ts';

// Each file exports its reads under the names of their kinds, and nothing else.
const registry = {
  ...analytics,
  ...duePayments,
  ...lists,
  ...paymentsMade,
  ...reminders,
  ...subscriptions,
  ...trail,
  ...usage,
};

type ReadOf<One> = One extends Finder<infer Wanted> ? Wanted : never;

/** A read of an owner, as plain data. */
export type Read = ReadOf<(typeof registry)[keyof typeof registry]>;

// A kind under another name is a type error.
const finders: { readonly [Kind in Read['kind']]: Finder<Extract<Read, { kind: Kind }>> } = registry;

/** Carries out a read of one owner. */
export type Find = (ownerId: number, read: Read) => Found;

/** Gives a function that carries out reads of one owner. */
export function findIn(sources: ReadSources): Find {
  return (ownerId, read) => (finders[read.kind] as Finder<Read>)(sources, ownerId, read);
}
