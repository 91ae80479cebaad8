import { Type, type Static } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { dayOfInstant } from '../../core/billing/days.ts';
import { Choice, QueryFlag } from '../../core/fields/fieldTypes.ts';
import { named } from '../../core/fields/schemaMarks.ts';
import { access, type AccessServices } from '../../core/http/access.ts';
import { ApiError } from '../../core/http/errors/apiError.ts';
import { inToolset, answers, forReading } from '../../core/http/openapi/detail.ts';
import { isKnownTo } from '../../core/http/pipeline/entityTags.ts';
import type { Call } from '../../core/http/responses/answers.ts';
import type { RouteOptions } from '../routeOptions.ts';
import { instantOf } from '../../core/runtime/system.ts';
import { exampleSubscription } from '../subscriptions/model.ts';
import { noDetails } from '../subscriptions/rules/details.ts';
import { Export } from './model.ts';
import { exportTag } from './reads.ts';
import {
  beginExport,
  endExport,
  exportFormats,
  type ExportFormat,
  type ExportStyle,
  exportMark,
} from './rules/exportFile.ts';
import { taggedAnswer } from '../../core/http/openapi/words.ts';

/** What exports need beyond the options of all routes. */
interface ExportServices extends RouteOptions, AccessServices {
  /** Writes one line about a failure to the log. */
  readonly log: (line: string) => void;
}

const ExportQuery = Type.Object(
  {
    format: named(
      'ExportFormat',
      Choice(exportFormats, { default: 'json', description: 'The format: json, or csv for spreadsheets.' }),
    ),
    safe: Type.Optional(
      QueryFlag({
        description:
          'With true, an apostrophe stands before each text of a CSV file that a spreadsheet could take for a formula.',
      }),
    ),
  },
  { additionalProperties: false },
);

interface ExportContext {
  readonly caller: { readonly ownerId: number };
  readonly query: Static<typeof ExportQuery>;
}

const contentTypes: Readonly<Record<ExportFormat, string>> = {
  json: 'application/json;charset=utf-8',
  csv: 'text/csv;charset=utf-8',
};

const { amount, currency } = exampleSubscription;
const examplePayment = { dueOn: '2026-06-15', paidOn: '2026-07-16', amount, currency, source: 'manual' };
const exampleExport = {
  ...exportMark,
  exportedAt: '2026-06-16T12:00:00.000Z',
  subscriptions: [{ ...exampleSubscription, details: noDetails, payments: [examplePayment] }],
};

/** The operation that exports all subscriptions of an owner. */
export const exportRoutes = (services: ExportServices) =>
  new Elysia({
    prefix: '/api/v1/export',
    tags: ['Import and export'],
    detail: inToolset('import'),
    normalize: false,
  })
    .use(access(services))
    .get('', ({ call, caller, query }) => answerExport(call, { caller, query }, services), {
      scope: 'read',
      beforeHandle({ query: { format, safe } }) {
        if (format !== 'json' || safe !== 'true') return;
        throw new ApiError('invalid_query', {
          field: 'safe',
          message: 'safe is only for a CSV file: JSON has no formulas.',
          suggestedFix: 'Send format=csv too, or leave safe out.',
        });
      },
      quota: true,
      query: ExportQuery,
      detail: {
        operationId: 'exportSubscriptions',
        summary: 'Export all subscriptions',
        description:
          'Exports all subscriptions with their details and payments made, which an import reads. A tool gives at most 1 MiB.\n\nThe answer is a file. It is sent in parts, without compression: if the connection ends before the body does, the file is not complete. Each record is as it was at one moment, with its details and payments. A record that is changed during a long export may be as before or after that; if the ETag is still the same afterwards, nothing has changed. A CSV file has a byte order mark.',
        ...forReading({
          useWhen: 'The user wants everything in one file, such as to move to another server.',
          doNotUseWhen: 'You only need to read subscriptions: listSubscriptions.',
        }),
        ...answers({
          ...taggedAnswer(Export, 'All subscriptions.', exampleExport),
          otherContent: { 'text/csv': { schema: { type: 'string' } } },
        }),
      },
    });

/** Sends an export page by page: the first pages are read before the answer begins, so that a failure is an error answer. */
function answerExport(call: Call, { caller, query }: ExportContext, services: ExportServices): Response {
  const { request, requestId, set } = call;
  const { store, clock, timeZone, log } = services;
  const style: ExportStyle = { format: query.format, isSafe: query.safe === 'true' };
  const entityTag = exportTag(caller.ownerId, style, store.exports.revisionOf(caller.ownerId));
  set.headers['etag'] = entityTag;
  if (isKnownTo(request, entityTag)) return new Response(null, { status: 304 });
  const exportedAt = instantOf(clock);
  const pages = store.exports.pages(caller.ownerId, style);
  const [first, second] = [pages.next(), pages.next()];
  const fileName = `duebook-${dayOfInstant(exportedAt, timeZone)}.${style.format}`;
  set.headers['content-disposition'] = `attachment; filename="${fileName}"`;
  // In the answer, because a text is text/plain on Deno otherwise.
  const headers = { 'content-type': contentTypes[style.format] };
  const [beginning, ending] = [beginExport(style, exportedAt) + (first.value ?? ''), endExport(style, requestId)];
  // A single page is whole at once, so that its length is known.
  if (second.done === true) return new Response(beginning + ending, { headers });
  function* text(): Generator<string> {
    yield beginning;
    yield second.value ?? '';
    yield* pages;
    yield ending;
  }
  return new Response(
    streamOf(text(), (error) => log(`request ${requestId} failed while its export was sent: ${String(error)}`)),
    { headers },
  );
}

/** The texts of a generator as a body: each is read when the client has taken the one before it. */
function streamOf(texts: Generator<string>, onFailure: (error: unknown) => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        // Other requests are served between two pages.
        await new Promise(setImmediate);
        try {
          const { value, done } = texts.next();
          if (done === true) controller.close();
          else controller.enqueue(encoder.encode(value));
        } catch (error) {
          onFailure(error);
          // Closes the connection before the end of the body. Without a reason, because Bun would print it.
          controller.error();
        }
      },
      cancel: () => void texts.return(undefined),
    },
    { highWaterMark: 0 },
  );
}
