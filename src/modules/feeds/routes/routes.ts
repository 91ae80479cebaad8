import { feedFields, feedSettingsOf } from '../model.ts';
import { storedValuesOf } from '../../../core/fields/fieldTable.ts';
import { composeFeedToken, hashApiKey } from '../../../core/access/apiKey.ts';
import type { ClientResult } from '../../commands.ts';
import type { ApiError } from '../../../core/http/errors/apiError.ts';
import { jsonBody } from '../../../core/http/pipeline/requestBody.ts';
import { route, type Route } from '../../../core/http/pipeline/route.ts';
import { createdAnswerWith } from '../../../core/http/responses/answers.ts';
import { refuseFaultyDraft, sharedErrorOf, staleMessage } from '../../../core/http/responses/writeErrors.ts';
import { WriteQuery } from '../../../core/fields/queries.ts';
import { commandsAt, deletionRoute, listRoute } from '../../../core/http/recordRoutes.ts';
import type { RouteOptions } from '../../../core/http/routeOptions.ts';
import { FeedDraftBody, feeds } from './schema.ts';

const { path } = feeds;

interface FeedOptions extends RouteOptions {
  readonly settings: {
    /** The address of the server as its users see it, if it is configured. */
    readonly publicUrl: string | null;
  };
}

/** The operations on the calendar feeds of an owner: list, create, revoke. */
export function feedRoutes(options: FeedOptions): readonly Route[] {
  const { writes } = options;
  return [
    listRoute(options, feeds, { operationId: 'listFeeds', scope: 'read' }, (page) => ({ kind: 'feeds', page })),
    creation(options),
    deletionRoute(
      options,
      feeds,
      { operationId: 'deleteFeed', scope: 'admin' },
      (about, feedId) => writes.submit({ ...about, kind: 'feed.delete', feedId }),
      feedErrorOf,
    ),
  ];
}

function creation(options: FeedOptions): Route {
  const { quota, writes, randomness, basePath, settings } = options;
  const aboutOf = commandsAt(options);
  return route({
    operationId: 'createFeed',
    method: 'POST',
    path,
    scope: 'admin',
    query: WriteQuery,
    body: jsonBody(FeedDraftBody),
    stages: [refuseFaultyDraft, quota.charge],
    handle: async ({ caller, body, query, request, requestId, set, writeOptions }) => {
      const token = composeFeedToken(randomness.bytes);
      const result = await writes.submit({
        ...aboutOf({ caller, requestId, query, writeOptions }),
        kind: 'feed.create',
        feedId: randomness.uuid(),
        hash: hashApiKey(token),
        settings: feedSettingsOf(storedValuesOf(feedFields, body)),
      });
      const url = feedUrl(settings.publicUrl ?? `${addressOf(request)}${basePath}`, token);
      return createdAnswerWith({ url }, { set, requestId }, result, () => feedErrorOf(result), `${basePath}${path}`);
    },
  });
}

/** The address that the request was sent to, as far as the server knows it. */
function addressOf({ url, headers }: Request): string {
  const host = headers.get('host');
  return host === null ? new URL(url).origin : `${new URL(url).protocol}//${host}`;
}

function feedUrl(address: string, token: string): string {
  return `${address.replace(/\/$/, '')}/feeds/${token}.ics`;
}

const whenStale = staleMessage('The feed has');

function feedErrorOf(result: ClientResult): ApiError {
  return sharedErrorOf(result, false, whenStale) ?? feeds.notFound();
}
