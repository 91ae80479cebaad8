import { Type } from '@sinclair/typebox';
import { changeOf, exactly, isDryRun, requestId } from '../../../core/http/openapi/components.ts';
import { confirmed, type EntityWords, pageOf, reading } from '../../../core/http/openapi/words.ts';
import { named } from '../../../core/fields/schemaMarks.ts';
import { exampleDraft, exampleSubscription } from '../../subscriptions/model.ts';
import { Import } from '../model.ts';
import { importReport } from './schema.ts';

const exampleImport = {
  id: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2e00',
  at: '2026-06-16T12:00:00.000Z',
  format: 'duebook',
  rows: 2,
  created: 1,
  updated: 0,
  revertedAt: null,
};
const counts = { format: 'duebook', encoding: 'utf-8', rows: 2, created: 1, updated: 0, skipped: 1, failed: 0 };
const { id, name, amount, currency, period, status } = { ...exampleSubscription, ...exampleDraft };
const created = { row: 1, outcome: 'created', id, name };
const skipped = {
  row: 2,
  outcome: 'skipped',
  id,
  name,
  notes: ['Record 1 of the file has the same name, amount, currency, period, day and payer.'],
  remarks: [{ code: 'earlierRecord', values: { row: '1' } }],
};

const operations: EntityWords['operations'] = {
  importSubscriptions: {
    summary: 'Import subscriptions from a file',
    description:
      'Imports a file of Duebook, Wallos, SubTrackr or Subscription Manager, or a CSV file: all in one write, or nothing. Make a dry run first, and show the user what it reports.\n\nThe body is the file as it is, whatever its Content-Type. A record with the name, currency and period of a subscription is skipped, unless onDuplicate says otherwise. A file with a faulty record is refused, unless onError is skip. Each record has its own audit entry. An import counts as one request for every 100 records; a dry run counts, too. revertImport undoes it.',
    agent: confirmed(
      'high',
      'The user has a file of subscriptions, and has confirmed the report of a dry run.',
      'You add a few: batchSubscriptions.',
    ),
    requestHeaders: ['Idempotency-Key'],
    success: {
      status: 200,
      description: 'The report: what became of each record.',
      schema: named('ImportAnswer', exactly({ import: importReport, dryRun: Type.Optional(isDryRun), requestId })),
      example: { import: { id: exampleImport.id, dryRun: false, ...counts, results: [created, skipped] } },
    },
    dryRun: {
      description: 'A dry run: what would become of each record, and its values.',
      example: {
        dryRun: true,
        import: {
          ...counts,
          dryRun: true,
          results: [
            { row: 1, outcome: 'created', name, draft: exampleDraft },
            { ...skipped, draft: exampleDraft, duplicateOf: { id, name, amount, currency, period, status } },
          ],
        },
      },
    },
    errors: [
      'unreadable_import',
      'unexpected_if_match',
      'too_many_subscriptions',
      'too_many_payments',
      'payload_too_large',
      'import_refused',
      'server_busy',
    ],
  },
  listImports: {
    summary: 'List the imports',
    description: 'Lists the imports that wrote something, newest first.',
    agent: reading(
      'The user asks what was imported, or to undo an import.',
      'You look for single changes: listAuditLog.',
    ),
    success: pageOf('ImportPage', Import, 'One page of imports.', [exampleImport]),
    errors: ['invalid_pagination'],
  },
  revertImport: {
    summary: 'Undo an import',
    description:
      'Removes the subscriptions that an import created, and restores those that it updated: all in one write, or nothing.\n\nIf one of them was changed since, or has a reminder of its own, nothing is done, and error.changed lists them. What the service did to new ones by itself, such as automatic renewals, does not count.',
    agent: confirmed(
      'high',
      'The user has confirmed that what the import created is deleted.',
      'Single changes are to be undone: revertAuditEntry.',
    ),
    requestHeaders: ['Idempotency-Key'],
    success: {
      status: 200,
      description: 'The import is reverted.',
      schema: changeOf('ImportReverted', Import),
      example: { data: { ...exampleImport, revertedAt: '2026-06-16T13:00:00.000Z' } },
    },
    dryRun: {
      description: 'A dry run: nothing is reverted.',
      example: { data: { ...exampleImport, revertedAt: '2026-06-16T13:00:00.000Z' }, dryRun: true },
    },
    errors: [
      'invalid_id',
      'unexpected_body',
      'unexpected_if_match',
      'import_not_found',
      'import_changed',
      'already_reverted',
    ],
  },
};

/** What imports say in the OpenAPI document. */
export const importWords: EntityWords = {
  tag: { name: 'Import', description: 'Subscriptions from files of other programs, and how to undo that.' },
  toolset: 'import',
  operations,
  errorMembers: { import: Type.Optional(importReport) },
  errorExamples: {
    unreadable_import: {
      field: 'file',
      suggestedFix: 'Send a file that Duebook, Wallos, SubTrackr or Subscription Manager has exported, or a CSV file.',
    },
    import_refused: {
      suggestedFix:
        'Correct the records whose outcome is failed in import.results, or leave them out with onError=skip.',
    },
    import_changed: {
      suggestedFix:
        'Delete the reminders of these subscriptions, or the subscriptions themselves, if the user wants that.',
      changed: [{ id, name }],
    },
    already_reverted: { suggestedFix: 'It was reverted at 2026-06-16T13:00:00.000Z: nothing is left to do.' },
    import_not_found: { suggestedFix: 'List the imports (GET /api/v1/imports) and take an id from there.' },
  },
};
