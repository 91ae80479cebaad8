import type { Database } from 'bun:sqlite';
import type { StagedRecord } from '../../commands/import.ts';

// In memory, so that nothing is left of an import when the process ends before it is stored.
const stagedOn = new WeakMap<Database, Map<string, StagedRecord[]>>();

function stagingOf(database: Database): Map<string, StagedRecord[]> {
  const known = stagedOn.get(database) ?? new Map<string, StagedRecord[]>();
  stagedOn.set(database, known);
  return known;
}

/** Keeps records of an import until it is stored on this connection. */
export function stage(database: Database, importId: string, records: readonly StagedRecord[]): void {
  const staging = stagingOf(database);
  const known = staging.get(importId);
  if (known === undefined) staging.set(importId, [...records]);
  else known.push(...records);
}

/** Gives the staged records of an import. */
export function stagedRecords(database: Database, importId: string): readonly StagedRecord[] {
  return stagingOf(database).get(importId) ?? [];
}

/** Forgets the staged records of an import. */
export function dropStaged(database: Database, importId: string): void {
  stagingOf(database).delete(importId);
}
