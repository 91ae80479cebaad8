import type { Database } from 'bun:sqlite';

const memories = new WeakMap<Database, Map<string, Map<unknown, unknown>>>();

/** What is remembered during the present transaction of a connection, under the name of a memory. */
export function transactionMemory<Key, Value>(database: Database, name: string): Map<Key, Value> {
  const ofDatabase = memories.get(database) ?? new Map<string, Map<unknown, unknown>>();
  memories.set(database, ofDatabase);
  const memory = ofDatabase.get(name) ?? new Map<unknown, unknown>();
  ofDatabase.set(name, memory);
  return memory as Map<Key, Value>;
}

/** Forgets all that is remembered: a transaction begins, or a part of it was rolled back. */
export function forgetTransaction(database: Database): void {
  for (const memory of memories.get(database)?.values() ?? []) memory.clear();
}
