import type { Static } from '@sinclair/typebox';
import { dayOfInstant } from '../../../domain/billing/days.ts';
import { beginExport, endExport, type ExportFormat, type ExportStyle } from '../../../domain/exports/exportFile.ts';
import { instantOf } from '../../../runtime/system.ts';
import { ApiError } from '../../errors/apiError.ts';
import { isKnownTo } from '../../pipeline/entityTags.ts';
import { route, type Route, type RouteContext } from '../../pipeline/route.ts';
import type { CarryOutRead } from '../../reads/answers.ts';
import { exportTag } from '../../reads/exportTag.ts';
import { streamParts, type PartClient } from '../../responses/partStream.ts';
import type { RouteOptions } from '../routeOptions.ts';
import { ExportQuery } from './schema.ts';

/** What exports need beyond the options of all routes. */
interface ExportRouteOptions extends RouteOptions {
  readonly carryOut: CarryOutRead;
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

/** Sends an export in parts: the first one is read before the answer begins, so that a failure is an error answer. */
async function answerExport(context: ExportContext, options: ExportRouteOptions): Promise<Response> {
  const { caller, query, request, requestId, set } = context;
  const { store, clock, timeZone, log } = options;
  const style: ExportStyle = { format: query.format, isSafe: query.safe === 'true' };
  const entityTag = exportTag(caller.ownerId, style, store.exports.revisionOf(caller.ownerId));
  set.headers['etag'] = entityTag;
  if (isKnownTo(request, entityTag)) return new Response(null, { status: 304 });
  const exportedAt = instantOf(clock);
  const body = await streamParts({
    beginning: beginExport(style, exportedAt),
    ending: endExport(style, requestId),
    readPart: (after, client) => readPart(context, style, { ...options, after, client }),
    onFailure: (error) => log(`request ${requestId} failed while its export was sent: ${String(error)}`),
  });
  const fileName = `duebook-${dayOfInstant(exportedAt, timeZone)}.${style.format}`;
  set.headers['content-type'] = contentTypes[style.format];
  set.headers['content-disposition'] = `attachment; filename="${fileName}"`;
  // Of HEAD, the server cancels the body unread.
  return new Response(body);
}

interface PartOptions extends ExportRouteOptions {
  readonly after: string | undefined;
  readonly client: PartClient;
}

async function readPart(
  { caller, request }: ExportContext,
  style: ExportStyle,
  { carryOut, after, client }: PartOptions,
) {
  const read = { kind: 'exported', style, after } as const;
  const found = await carryOut(request, caller.ownerId, read, '', client);
  return { bytes: 'body' in found ? found.body : Buffer.from(found.membersJson), next: found.next };
}
