import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { PageQuery } from '../../../core/fields/queries.ts';
import { named } from '../../../core/fields/schemaMarks.ts';
import { access, reads, writes, type AccessServices } from '../../../core/http/access.ts';
import { changeOf, exactly, isDryRun, requestId as requestIdOf } from '../../../core/http/openapi/components.ts';
import { inToolset, answers, forReading, onceConfirmed, takingFile } from '../../../core/http/openapi/detail.ts';
import { pageOf } from '../../../core/http/openapi/words.ts';
import { refuseUnwantedBody } from '../../../core/http/pipeline/requestBody.ts';
import { JsonAnswer, markReplay, storedAnswer, PageAnswer } from '../../../core/http/responses/answers.ts';
import { refuseIfMatchOf, sharedErrorOf } from '../../../core/http/responses/writeErrors.ts';
import type { RouteOptions } from '../../routeOptions.ts';
import { exampleDraft, exampleSubscription } from '../../subscriptions/model.ts';
import { importErrorOf, importOvertaken, importRefused, unreadableImport } from '../errors.ts';
import { Import, importRecords, type ImportView } from '../model.ts';
import { importRowsMax } from '../rules/importTypes.ts';
import { admitImports, importBytesMax, type HoldOpen } from './admission.ts';
import type { ImportPort } from './port.ts';
import { ImportQuery } from './queries.ts';
import { importReport } from './report.ts';
import { runImport } from './runImport.ts';
import { readWishes } from './wishes.ts';

const exampleImport = {
  id: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2e00',
  at: '2026-06-16T12:00:00.000Z',
  format: 'duebook',
  rows: 2,
  created: 1,
  updated: 0,
  revertedAt: null,
};
const revertedImport = { ...exampleImport, revertedAt: '2026-06-16T13:00:00.000Z' };
const importAnswer = named(
  'ImportAnswer',
  exactly({ import: importReport, dryRun: Type.Optional(isDryRun), requestId: requestIdOf }),
);
const counts = {
  format: 'duebook',
  encoding: 'utf-8',
  rows: 2,
  created: 1,
  updated: 0,
  skipped: 1,
  failed: 0,
  silent: 0,
};
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

/** A file, in a request. */
const importFile = Type.String({
  format: 'binary',
  description: `The file as it is, at most ${importBytesMax / 1024 ** 2} MiB and ${importRowsMax} records.`,
});

const refuseIfMatch = refuseIfMatchOf('Remove If-Match.');

interface ImportServices extends RouteOptions, AccessServices {
  readonly imports: ImportPort;
  readonly holdOpen: HoldOpen;
}

/** The operations on imports: import a file, list what was imported, revert an import. */
export const importRoutes = (services: ImportServices) => {
  const { store, quota, writes: door, randomness, timeZone, imports, holdOpen } = services;
  const circumstances = { currencies: services.currencies.allowed, keptCurrencies: services.currencies.kept, timeZone };
  const admission = admitImports(holdOpen);
  const parts = { ...imports, submit: door.submit.bind(door), randomness };
  return new Elysia({ prefix: '/api/v1', tags: ['Import'], detail: inToolset('import'), normalize: false })
    .use(access(services))
    .post(
      '/import',
      ({ call, caller, about, query, request, requestId, set }) =>
        admission.run(caller.ownerId, request, async (bytes) => {
          const now = about();
          const { at } = now;
          const write_ = {
            ownerId: caller.ownerId,
            importId: randomness.uuid(),
            at,
            isDryRun: query.dryRun === 'true',
          };
          const task = { bytes, ...write_, ...readWishes(query, { ...circumstances, at }) };
          const outcome = await runImport(parts, {
            task,
            origin: now,
            onRead: ({ rows }) => quota.chargeRecords({ caller, set }, rows),
          });
          const report = reportIn(outcome, set);
          const start = task.isDryRun ? '{"dryRun":true,' : '{';
          const end = `,"requestId":${JSON.stringify(requestId)}}`;
          return new JsonAnswer(call, joined(start, memberOf(report), end), true);
        }),
      {
        scope: 'write',
        takes: 'file',
        write: true,
        // Before they cost something. The quota comes before the file: nobody whose quota is used up sends one.
        beforeHandle({ ifMatch, query, about }) {
          refuseIfMatch({ ifMatch });
          readWishes(query, { ...circumstances, at: about().at });
        },
        quota: true,
        query: ImportQuery,
        detail: {
          operationId: 'importSubscriptions',
          summary: 'Import subscriptions from a file',
          description:
            'Imports a file of Duebook, Wallos, SubTrackr or Subscription Manager, or a CSV file: all in one write, or nothing. Make a dry run first, and show the user what it reports.\n\nThe body is the file as it is, whatever its Content-Type. A record with the name, currency and period of a subscription is skipped, unless onDuplicate says otherwise. leaveOut, create and update decide about single records. A file with a faulty record is refused, unless onError is skip. Each record has its own audit entry. An import counts as one request for every 100 records; a dry run counts, too. revertImport undoes it.',
          ...takingFile(importFile),
          ...onceConfirmed('high', {
            useWhen: 'The user has a file of subscriptions, and has confirmed the report of a dry run.',
            doNotUseWhen: 'You add a few: batchSubscriptions.',
          }),
          ...answers(
            {
              requestHeaders: ['Idempotency-Key'],
              success: {
                status: 200,
                description: 'The report: what became of each record.',
                schema: importAnswer,
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
            },
            'unreadable_import',
            'unexpected_if_match',
            'too_many_subscriptions',
            'too_many_payments',
            'import_refused',
            'server_busy',
          ),
        },
      },
    )
    .get(
      '/imports',
      ({ call, caller, query }) => new PageAnswer(call, store.imports.list(caller.ownerId, query), query),
      {
        ...reads('read', PageQuery),
        detail: {
          operationId: 'listImports',
          summary: 'List the imports',
          description: 'Lists the imports that wrote something, newest first.',
          ...forReading({
            useWhen: 'The user asks what was imported, or to undo an import.',
            doNotUseWhen: 'You look for single changes: listAuditLog.',
          }),
          ...answers(pageOf('ImportPage', Import, 'One page of imports.', [exampleImport])),
        },
      },
    )
    .post(
      '/imports/:id/revert',
      async ({ call, caller, write, about, params, query, request, set }) => {
        const now = about();
        const command = { kind: 'import.revert', importId: params.id } as const;
        const letGo = holdOpen(request);
        const result = await admission
          .alone(caller.ownerId, async () => {
            const isPreview = query.dryRun === 'true';
            const preview = await write(command, { ...now, dryRun: true });
            const { created: made, updated } = preview.outcome === 'stored' ? viewOf(preview) : nothing;
            const undo = { ownerId: caller.ownerId, importId: params.id, at: now.at };
            const prepare = () => admission.inTurn(caller.ownerId, () => imports.prepareUndo(undo));
            const shared = !isPreview && updated > 0 && (await prepare());
            // As of an import: what could not be prepared costs one request.
            quota.chargeRecords({ caller, set }, made + updated);
            if (isPreview) return preview;
            // Also after a refusal: its outcome may be stored under the idempotency key.
            const undone = await write({ ...command, ...(shared && { shared }) }, now);
            return undone.outcome === 'overtaken' ? preview : undone;
          })
          .finally(letGo);
        const answer = storedAnswer(call, result, importErrorOf);
        delete set.headers['etag'];
        return answer;
      },
      {
        ...writes('write', 'ignored'),
        beforeHandle({ body, ifMatch }) {
          refuseUnwantedBody({ body });
          refuseIfMatch({ ifMatch });
        },
        params: importRecords.Path,
        detail: {
          operationId: 'revertImport',
          summary: 'Undo an import',
          description:
            'Removes the subscriptions that an import created, and restores those that it updated: all in one write, or nothing.\n\nIf one of them was changed since, or has a reminder of its own, nothing is done, and error.changed lists them. What the service did to new ones by itself, such as automatic renewals, does not count.',
          ...onceConfirmed('high', {
            useWhen: 'The user has confirmed that what the import created is deleted.',
            doNotUseWhen: 'Single changes are to be undone: revertAuditEntry.',
          }),
          ...answers(
            {
              requestHeaders: ['Idempotency-Key'],
              success: {
                status: 200,
                description: 'The import is reverted.',
                schema: changeOf('ImportReverted', Import),
                example: { data: revertedImport },
              },
              dryRun: {
                description: 'A dry run: nothing is reverted.',
                example: { data: revertedImport, dryRun: true },
              },
            },
            'unexpected_if_match',
            'import_not_found',
            'import_changed',
            'already_reverted',
          ),
        },
      },
    );
};

const viewOf = ({ viewJson }: { readonly viewJson: string }) => JSON.parse(viewJson) as ImportView;
const nothing = { created: 0, updated: 0 };

/** The report of an import that was made, or of its first time. Throws an ApiError for one that was not. */
function reportIn(
  outcome: Awaited<ReturnType<typeof runImport>>,
  set: { readonly headers: Record<string, string | number> },
): Uint8Array {
  if ('unreadable' in outcome) throw unreadableImport(outcome.unreadable);
  if (outcome.refused !== undefined) throw importRefused(outcome.refused, memberOf(outcome.refused.report));
  const { result, read } = outcome;
  markReplay(set, result);
  if (result.outcome === 'overtaken') throw importOvertaken();
  if (result.outcome !== 'imported' && result.outcome !== 'nothingImported')
    throw sharedErrorOf(result) ?? new Error(`an import ended with ${result.outcome}`);
  const isFirst = !('replayed' in result) || result.reportJson === undefined;
  return isFirst ? read.report : new TextEncoder().encode(result.reportJson);
}

/** The member of an answer that has the report. */
function memberOf(report: Uint8Array): Uint8Array<ArrayBuffer> {
  return joined('"import":', report, '');
}

function joined(start: string, middle: Uint8Array, end: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat([Buffer.from(start), middle, Buffer.from(end)]));
}
