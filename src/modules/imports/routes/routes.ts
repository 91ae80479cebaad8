import type { Static } from '@sinclair/typebox';
import { dayOfInstant } from '../../../core/billing/days.ts';
import type { ImportView } from '../model.ts';
import type { ImportOptions } from '../rules/importTypes.ts';
import { fileBody, ignoredBody, refuseUnwantedBody } from '../../../core/http/pipeline/requestBody.ts';
import { route, type Route } from '../../../core/http/pipeline/route.ts';
import { originsAt, withDryRun } from '../../../core/http/pipeline/writeOptions.ts';
import { ReadAnswer } from '../../../core/http/reads/answers.ts';
import { JsonAnswer, markReplay, storedAnswer } from '../../../core/http/responses/answers.ts';
import { refuseIfMatch, sharedErrorOf } from '../../../core/http/responses/writeErrors.ts';
import { WriteQuery } from '../../../core/fields/queries.ts';
import type { RouteOptions } from '../../../core/http/routeOptions.ts';
import { admitImports, type HoldOpen } from './admission.ts';
import { encodingOf } from './encoding.ts';
import { currencyForOf, mappingOf } from './pairs.ts';
import type { ImportPort } from './port.ts';
import type { ImportTask } from './prepareImport.ts';
import { runImport } from './runImport.ts';
import { importRecords } from '../model.ts';
import { importFile, ImportQuery, ImportsQuery } from './schema.ts';
import { importErrorOf, importOvertaken, importRefused, unreadableImport } from './writeErrors.ts';

const path = '/api/v1/imports';

interface ImportRouteOptions extends RouteOptions {
  readonly imports: ImportPort;
  readonly holdOpen: HoldOpen;
}

/** The operations on imports: import a file, list what was imported, revert an import. */
export function importRoutes(options: ImportRouteOptions): readonly Route[] {
  const admission = admitImports(options.holdOpen);
  return [creation(options, admission), list(options), reversion(options, admission)];
}

type Admission = ReturnType<typeof admitImports>;

function creation(options: ImportRouteOptions, admission: Admission): Route {
  const { quota, writes, clock, randomness, timeZone, imports } = options;
  const { allowed: currencies, kept: keptCurrencies } = options.currencies;
  const originOf = originsAt(clock);
  const parts = { ...imports, submit: writes.submit.bind(writes), randomness };
  return route({
    operationId: 'importSubscriptions',
    method: 'POST',
    path: '/api/v1/import',
    scope: 'write',
    query: ImportQuery,
    body: fileBody(importFile),
    // The quota first: nobody whose quota is used up sends a file.
    stages: [refuseIfMatch, refuseUnreadable(currencies), quota.charge],
    handle: ({ caller, query, request, requestId, set, writeOptions }) =>
      admission.run(caller.ownerId, request, async (bytes) => {
        const origin = originOf(caller, requestId);
        const about = { bytes, ownerId: caller.ownerId, importId: randomness.uuid(), at: origin.at };
        const task = { ...about, ...wishesOf(query, { currencies, keptCurrencies, at: origin.at, timeZone }) };
        const outcome = await runImport(parts, {
          task,
          origin: { ...origin, ...withDryRun(writeOptions, query) },
          onRead: ({ rows }) => quota.chargeRecords({ caller, set }, rows),
        });
        const report = reportIn(outcome, set);
        const start = task.isDryRun ? '{"dryRun":true,' : '{';
        const end = `,"requestId":${JSON.stringify(requestId)}}`;
        return new JsonAnswer(set, joined(start, memberOf(report), end), requestId, request);
      }),
  });
}

/** What a client wants to be done with a file. */
function wishesOf(
  query: Static<typeof ImportQuery>,
  {
    currencies,
    keptCurrencies,
    at,
    timeZone,
  }: Pick<ImportOptions, 'currencies' | 'keptCurrencies'> & { readonly at: string; readonly timeZone: string },
): Pick<ImportTask, 'options' | 'onDuplicate' | 'onError' | 'isDryRun'> {
  const { format = 'auto', onDuplicate = 'skip', onError = 'refuse', dryRun, mapping, currencyFor, encoding } = query;
  const options = {
    format,
    currencies,
    ...(keptCurrencies !== undefined && { keptCurrencies }),
    today: dayOfInstant(at, timeZone),
    timeZone,
    ...(mapping !== undefined && { mapping: mappingOf(mapping) }),
    ...(currencyFor !== undefined && { currencyFor: currencyForOf(currencyFor, currencies) }),
    ...(encoding !== undefined && { encoding: encodingOf(encoding) }),
  };
  return { options, onDuplicate, onError, isDryRun: dryRun === 'true' };
}

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

function list({ quota, find }: ImportRouteOptions): Route {
  return route({
    operationId: 'listImports',
    method: 'GET',
    path,
    scope: 'read',
    query: ImportsQuery,
    stages: [quota.charge],
    handle: ({ caller, query, request, requestId, set }) =>
      new ReadAnswer(find, { request, requestId, set }, caller.ownerId, { kind: 'imports', page: query }),
  });
}

function reversion(options: ImportRouteOptions, admission: Admission): Route {
  const { quota, writes, clock, randomness, holdOpen } = options;
  const originOf = originsAt(clock);
  return route({
    operationId: 'revertImport',
    method: 'POST',
    path: `${path}/:id/revert`,
    scope: 'write',
    params: importRecords.Path,
    query: WriteQuery,
    body: ignoredBody,
    stages: [refuseUnwantedBody, refuseIfMatch, quota.charge],
    handle: async ({ caller, params, query, request, requestId, set, writeOptions }) => {
      const about = { ...originOf(caller, requestId), ...withDryRun(writeOptions, query) };
      const ids = { auditEntryId: randomness.uuid(), importId: params.id.toLowerCase() };
      const command = { ...about, ...ids, kind: 'import.revert' } as const;
      const letGo = holdOpen(request);
      const result = await admission
        .alone(caller.ownerId, async () => {
          const preview = await writes.submit({ ...command, dryRun: true });
          if (preview.outcome === 'stored') {
            const { created, updated } = JSON.parse(preview.viewJson) as ImportView;
            quota.chargeRecords({ caller, set }, created + updated);
          }
          // Also after a refusal: its outcome may be stored under the idempotency key.
          return query.dryRun === 'true' ? preview : writes.submit(command);
        })
        .finally(letGo);
      const answer = storedAnswer({ set, requestId }, result, () => importErrorOf(result), 200);
      delete set.headers['etag'];
      return answer;
    },
  });
}

/** A stage that refuses parameters that cannot be read, before they cost something. */
function refuseUnreadable(currencies: readonly string[]) {
  return ({ query: { mapping, currencyFor, encoding } }: { readonly query: Static<typeof ImportQuery> }): void => {
    if (mapping !== undefined) mappingOf(mapping);
    if (currencyFor !== undefined) currencyForOf(currencyFor, currencies);
    if (encoding !== undefined) encodingOf(encoding);
  };
}

/** The member of an answer that has the report. */
function memberOf(report: Uint8Array): Uint8Array<ArrayBuffer> {
  return joined('"import":', report, '');
}

function joined(start: string, middle: Uint8Array, end: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat([Buffer.from(start), middle, Buffer.from(end)]));
}
