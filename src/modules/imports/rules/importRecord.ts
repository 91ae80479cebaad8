import type { FieldTable, ViewOf } from '../../../core/fields/fieldTable.ts';
import { importFormats, importRowsMax } from './importTypes.ts';

/** The fields of an import that was made. */
export const importRecordFields = {
  id: { kind: 'uuid', isServerManaged: true, example: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2e00' },
  at: { kind: 'instant', isServerManaged: true, example: '2026-06-16T12:00:00.000Z' },
  format: {
    kind: 'choice',
    words: importFormats,
    typeName: 'ImportFormat',
    isServerManaged: true,
    description: 'The format of the file.',
    example: 'wallos',
  },
  rows: {
    kind: 'count',
    min: 1,
    max: importRowsMax,
    isServerManaged: true,
    description: 'The records of the file.',
    example: 42,
  },
  created: {
    kind: 'count',
    min: 0,
    max: importRowsMax,
    isServerManaged: true,
    description: 'The subscriptions that it created.',
    example: 40,
  },
  updated: {
    kind: 'count',
    min: 0,
    max: importRowsMax,
    isServerManaged: true,
    description: 'The subscriptions that it updated.',
    example: 1,
  },
  revertedAt: {
    kind: 'instant',
    isServerManaged: true,
    isNullable: true,
    description: 'When it was reverted; null if it was not.',
    example: null,
  },
} as const satisfies FieldTable;

/** An import as clients see it. Instants are ISO 8601 UTC. */
export type ImportView = ViewOf<typeof importRecordFields>;
