import type { ReadSources } from '../../store/reports/sources.ts';
import * as analytics from './analytics.ts';
import * as calendar from './calendar.ts';
import * as duePayments from './duePayments.ts';
import * as exports from './exports.ts';
import type { Found } from './found.ts';
import * as lists from './lists.ts';
import * as paymentsMade from './paymentsMade.ts';
import * as reminders from './reminders.ts';
import * as subscriptions from './subscriptions.ts';
import * as trail from './trail.ts';
import * as usage from './usage.ts';
import { rowsOnLoopMax, type OwnerRows, type ReadKind } from './walks.ts';

// Each file exports its kinds of reads under their names, and nothing else.
const registry = {
  ...analytics,
  ...calendar,
  ...duePayments,
  ...exports,
  ...lists,
  ...paymentsMade,
  ...reminders,
  ...subscriptions,
  ...trail,
  ...usage,
};

type ReadOf<Kind> = Kind extends ReadKind<infer One> ? One : never;

/** A read whose duration grows with the data of the owner, as plain data that can be sent to the read worker. */
export type Read = ReadOf<(typeof registry)[keyof typeof registry]>;

// A kind under another name is a type error.
const kinds: { readonly [Kind in Read['kind']]: ReadKind<Extract<Read, { kind: Kind }>> } = registry;

function kindOf(read: Read): ReadKind<Read> {
  return kinds[read.kind] as ReadKind<Read>;
}

/** Gives a function that carries out reads of one owner; the same on the event loop and in the read worker. */
export function findIn(sources: ReadSources): (ownerId: number, read: Read) => Found {
  return (ownerId, read) => kindOf(read).find(sources, ownerId, read);
}

/** Whether a read may walk more rows than the event loop has time for. */
export function isLong(read: Read, rows: OwnerRows): boolean {
  return kindOf(read).walk(read, rows) > rowsOnLoopMax;
}
