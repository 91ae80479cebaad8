import type { Static } from '@sinclair/typebox';
import { dayOfInstant } from '../../../core/billing/days.ts';
import { beginExport, endExport, type ExportFormat, type ExportStyle } from '../rules/exportFile.ts';
import { instantOf } from '../../../core/runtime/system.ts';
import { ApiError } from '../../../core/http/errors/apiError.ts';
import { isKnownTo } from '../../../core/http/pipeline/entityTags.ts';
import { route, type Route, type RouteContext } from '../../../core/http/pipeline/route.ts';
import { exportTag } from '../reads.ts';
import type { RouteOptions } from '../../../core/http/routeOptions.ts';
import { ExportQuery } from './schema.ts';

/** What exports need beyond the options of all routes. */
interface ExportRouteOptions extends RouteOptions {
  /** Writes one line about a failure to the log. */
  readonly log: (line: string) => void;
}

type ExportQueryValues = Static<typeof ExportQuery>;
type ExportContext = Pick<
  RouteContext<object, ExportQueryValues, unknown>,
  'caller' | 'query' | 'request' | 'requestId' | 'set'
>;

const contentTypes: Readonly<Record<ExportFormat, string>> = {
  json: 'application/json;charset=utf-8',
  csv: 'text/csv;charset=utf-8',
};

/** The operation that exports all subscriptions of an owner. */
export function exportRoutes(options: ExportRouteOptions): readonly Route[] {
  const { quota } = options;
  return [
    route({
      operationId: 'exportSubscriptions',
      method: 'GET',
      path: '/api/v1/export',
      scope: 'read',
      query: ExportQuery,
      stages: [refuseSafeJson, quota.charge],
      handle: ({ caller, query, request, requestId, set }) =>
        answerExport({ caller, query, request, requestId, set }, options),
    }),
  ];
}

function refuseSafeJson({ query: { format, safe } }: { readonly query: ExportQueryValues }): void {
  if (format !== 'json' || safe !== 'true') return;
  throw new ApiError('invalid_query', {
    field: 'safe',
    message: 'safe is only for a CSV file: JSON has no formulas.',
    suggestedFix: 'Send format=csv too, or leave safe out.',
  });
}

/** Sends an export page by page: the first pages are read before the answer begins, so that a failure is an error answer. */
function answerExport(context: ExportContext, options: ExportRouteOptions): Response {
  const { caller, query, request, requestId, set } = context;
  const { store, clock, timeZone, log } = options;
  const style: ExportStyle = { format: query.format, isSafe: query.safe === 'true' };
  const entityTag = exportTag(caller.ownerId, style, store.exports.revisionOf(caller.ownerId));
  set.headers['etag'] = entityTag;
  if (isKnownTo(request, entityTag)) return new Response(null, { status: 304 });
  const exportedAt = instantOf(clock);
  const pages = store.exports.pages(caller.ownerId, style);
  const [first, second] = [pages.next(), pages.next()];
  const fileName = `duebook-${dayOfInstant(exportedAt, timeZone)}.${style.format}`;
  set.headers['content-type'] = contentTypes[style.format];
  set.headers['content-disposition'] = `attachment; filename="${fileName}"`;
  const [beginning, ending] = [beginExport(style, exportedAt) + (first.value ?? ''), endExport(style, requestId)];
  // A single page is whole at once, so that its length is known.
  if (second.done === true) return new Response(beginning + ending);
  function* text(): Generator<string> {
    yield beginning;
    yield second.value ?? '';
    yield* pages;
    yield ending;
  }
  return new Response(
    streamOf(text(), (error) => log(`request ${requestId} failed while its export was sent: ${String(error)}`)),
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
