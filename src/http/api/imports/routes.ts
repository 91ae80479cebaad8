import type { Static } from '@sinclair/typebox';
import { dayOfInstant } from '../../../domain/billing/days.ts';
import type { ImportView } from '../../../domain/imports/importRecord.ts';
import type { ImportOptions } from '../../../domain/imports/importTypes.ts';
import { createLimiter, QueueFull } from '../../../runtime/limiter.ts';
import { createBodyRoom, roomFor, type RoomOfHolder } from '../../pipeline/bodyRoom.ts';
import { BodyFault, fileBody, ignoredBody, readArriving, refuseUnwantedBody } from '../../pipeline/requestBody.ts';
import { route, type Route } from '../../pipeline/route.ts';
import { originsAt, withDryRun } from '../../pipeline/writeOptions.ts';
import { ReadAnswer } from '../../reads/answers.ts';
import { JsonAnswer, markReplay, storedAnswer } from '../../responses/answers.ts';
import { refuseIfMatch, sharedErrorOf } from '../../responses/writeErrors.ts';
import { explainNotAnObject } from '../../validation/faults.ts';
import { WriteQuery } from '../../validation/queries.ts';
import type { RouteOptions } from '../routeOptions.ts';
import { encodingOf } from './encoding.ts';
import { currencyForOf, mappingOf } from './pairs.ts';
import type { ImportPort } from './port.ts';
import type { ImportTask } from './prepareImport.ts';
import { revertImport, runImport } from './runImport.ts';
import { importBytesMax, importFile, ImportPath, ImportQuery, ImportsQuery } from './schema.ts';
import { importErrorOf, importOvertaken, importRefused, importUnderWay, unreadableImport } from './writeErrors.ts';

const path = '/api/v1/imports';

// An owner imports one file at a time. The files of some owners are received at once, and read one after the other: reading
// takes a second and up to 350 MB.
const filesInMemoryMax = 4;
const filesReadAtOnce = 1;

interface ImportRouteOptions extends RouteOptions {
  readonly imports: ImportPort;
  /** Keeps the connection of a request open although nothing is sent; returns a function that ends this. */
  readonly holdOpen: (request: Request) => () => void;
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
    params: ImportPath,
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
          return query.dryRun === 'true'
            ? preview
            : admission.undo(caller.ownerId, () => revertImport(options, command));
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

/** Lets an owner do one thing at a time, and bounds the files that are in memory and those that are read at once. */
function admitImports(holdOpen: ImportRouteOptions['holdOpen']) {
  const bytesMax = filesInMemoryMax * importBytesMax;
  const room = createBodyRoom({ bytesMax, bytesMaxOfOwner: importBytesMax, bytesMaxOfClient: 0 });
  const inTurn = createLimiter(filesReadAtOnce, filesInMemoryMax);
  // What an undo restores is in memory.
  const undo = createLimiter(1);
  const underWay = new Set<number>();

  async function receive(request: Request, held: RoomOfHolder): Promise<Uint8Array> {
    const bytes = await readArriving(request, importBytesMax, held);
    if (bytes === undefined) throw explainNotAnObject(BodyFault.tooLarge, importBytesMax);
    return bytes;
  }

  /** Does what an owner may do once at a time. */
  async function alone<Result>(ownerId: number, work: () => Promise<Result>): Promise<Result> {
    if (underWay.has(ownerId)) throw importUnderWay(true);
    underWay.add(ownerId);
    try {
      return await work();
    } finally {
      underWay.delete(ownerId);
    }
  }

  async function withFile<Result>(
    ownerId: number,
    request: Request,
    work: (bytes: Uint8Array) => Promise<Result>,
  ): Promise<Result> {
    const own = roomFor({ ownerId }, room);
    let taken = 0;
    let letGo = (): void => undefined;
    const take = (bytes: number): void => {
      own.take(bytes);
      taken += bytes;
    };
    try {
      // Its room is given back when the work is done.
      const bytes = await receive(request, { take, giveBack: () => undefined });
      letGo = holdOpen(request);
      return await inTurn(String(ownerId), () => work(bytes));
    } catch (error) {
      throw error instanceof QueueFull ? importUnderWay(false) : error;
    } finally {
      letGo();
      own.giveBack(taken);
    }
  }

  return {
    alone,
    /** Undoes the import of an owner in turn. */
    undo: <Result>(ownerId: number, work: () => Promise<Result>): Promise<Result> => undo(String(ownerId), work),
    /** Receives the file of a request of an owner, and does some work with it in turn. */
    run: <Result>(ownerId: number, request: Request, work: (bytes: Uint8Array) => Promise<Result>): Promise<Result> =>
      alone(ownerId, () => withFile(ownerId, request, work)),
  };
}
