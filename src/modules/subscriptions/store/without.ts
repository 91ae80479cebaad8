import { notInArray, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { once } from '../../../core/database/db.ts';

/** The ids in the query parameter `without`, in lower case. */
export function idsIn(without: string | undefined): readonly string[] {
  return without === undefined ? [] : without.toLowerCase().split(',');
}

/** The condition that a row is of none of the subscriptions that a read leaves out; undefined when it leaves none out. */
export function isKept(subscriptionId: SQLiteColumn, without: readonly string[]): SQL | undefined {
  return without.length === 0 ? undefined : notInArray(subscriptionId, [...without]);
}

/** Prepares statements once for all subscriptions, and anew for each of the few reads that leave some out. */
export function leavingOut<Statements>(
  subscriptionId: SQLiteColumn,
  prepare: (kept: SQL | undefined) => Statements,
): (without?: readonly string[]) => Statements {
  const ofAll = once(() => prepare(undefined));
  return (without = []) => (without.length === 0 ? ofAll() : prepare(isKept(subscriptionId, without)));
}
