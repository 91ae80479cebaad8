import { systemRandomness } from '../../src/core/runtime/system.ts';
import type { Answer, Service } from './service.ts';

/** What a report says of a record. */
export interface ImportedRow {
  readonly row: number;
  readonly outcome: string;
  readonly id?: string;
  readonly name: string;
  readonly draft?: object;
  readonly details?: object;
  readonly duplicateOf?: object;
  readonly sameNameAs?: object;
  readonly error?: {
    readonly code: string;
    readonly field: string;
    readonly message: string;
    readonly reason?: { readonly code: string };
  };
  readonly notes?: readonly string[];
  readonly remarks?: readonly object[];
}

/** The report on an imported file. */
export interface ImportReport {
  readonly id?: string;
  readonly format: string;
  readonly encoding: string;
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly skipped: number;
  readonly failed: number;
  readonly silent: number;
  readonly symbols?: readonly object[];
  readonly notes?: readonly string[];
  readonly results: readonly ImportedRow[];
}

/** A file in the format of Duebook. */
export function fileOf(...subscriptions: readonly object[]) {
  return { format: 'duebook', version: 1, exportedAt: '2026-06-16T12:00:00.000Z', subscriptions };
}

/** Imports a file for the owner of a key: a text, bytes, or the JSON of a value. */
export async function importFile(
  service: Pick<Service, 'call'>,
  key: string,
  file: unknown,
  query = '',
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly answer: Answer; readonly report: ImportReport }> {
  const answer = await service.call('POST', `/api/v1/import${query}`, {
    key,
    ...(typeof file === 'string' || file instanceof Uint8Array ? { raw: file } : { json: file }),
    headers,
  });
  return { answer, report: answer.json['import'] as ImportReport };
}

/** Stores an import that wrote nothing which is still there. */
export function addImport({ database }: Pick<Service, 'database'>, owner: string): void {
  database
    .query(
      `INSERT INTO imports (id, owner_id, at, format, rows, created, updated, entries_after, entries_until, updated_ids)
       SELECT ?, id, '2026-06-16T12:00:00.000Z', 'csv', 1, 1, 0, 0, 0, '[]' FROM owners WHERE name = ?`,
    )
    .run(systemRandomness.uuid(), owner);
}
