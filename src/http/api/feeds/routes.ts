import { feedFields, feedSettingsOf } from '../../../domain/feeds/feedFields.ts';
import { storedValuesOf } from '../../../domain/fields/fieldTable.ts';
import { composeFeedToken, hashApiKey } from '../../../domain/keys/apiKey.ts';
import type { ClientResult } from '../../../commands/commands.ts';
import { ApiError } from '../../errors/apiError.ts';
import { ignoredBody, jsonBody, refuseUnwantedBody } from '../../pipeline/requestBody.ts';
import { route, type Route } from '../../pipeline/route.ts';
import { withDryRun } from '../../pipeline/writeOptions.ts';
import { originsAt } from '../../pipeline/writeOrigins.ts';
import { ReadAnswer } from '../../reads/answers.ts';
import { createdAnswer, dataMembers, deletedAnswer, JsonAnswer } from '../../responses/answers.ts';
import { sharedErrorOf, staleMessages } from '../../responses/writeErrors.ts';
import { WriteQuery } from '../../validation/queries.ts';
import { refuseFaultyDraft } from '../../responses/namedDrafts.ts';
import type { RouteOptions } from '../routeOptions.ts';
import { FeedDraftBody, FeedPath, FeedsQuery } from './schema.ts';

const path = '/api/v1/feeds';

interface FeedOptions extends RouteOptions {
  readonly settings: {
    /** The address of the server as its users see it, if it is configured. */
    readonly publicUrl: string | null;
  };
}

/** The operations on the calendar feeds of an owner: list, create, revoke. */
export function feedRoutes(options: FeedOptions): readonly Route[] {
  return [list(options), creation(options), deletion(options)];
}

function list({ quota, answerRead }: FeedOptions): Route {
  return route({
    operationId: 'listFeeds',
    method: 'GET',
    path,
    scope: 'read',
    query: FeedsQuery,
    stages: [quota.charge],
    handle: ({ caller, query, request, requestId, set }) =>
      new ReadAnswer(answerRead, { request, requestId, set }, caller.ownerId, { kind: 'feeds', page: query }),
  });
}

function creation({ quota, writes, clock, randomness, basePath, settings: { publicUrl } }: FeedOptions): Route {
  const originOf = originsAt(clock);
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
        kind: 'feed.create',
        ...originOf(caller, requestId),
        ...withDryRun(writeOptions, query),
        auditEntryId: randomness.uuid(),
        feedId: randomness.uuid(),
        hash: hashApiKey(token),
        settings: feedSettingsOf(storedValuesOf(feedFields, body)),
      });
      const answer = createdAnswer({ set, requestId }, result, () => feedErrorOf(result), `${basePath}${path}`);
      const isNew = result.outcome === 'stored' && result.dryRun !== true && result.replayed !== true;
      if (!isNew) return answer;
      const address = publicUrl ?? `${addressOf(request)}${basePath}`;
      return new JsonAnswer(set, dataMembers(withUrl(result.viewJson, feedUrl(address, token))), requestId);
    },
  });
}

function deletion({ quota, writes, clock, randomness }: FeedOptions): Route {
  const originOf = originsAt(clock);
  return route({
    operationId: 'deleteFeed',
    method: 'DELETE',
    path: `${path}/:id`,
    scope: 'admin',
    params: FeedPath,
    query: WriteQuery,
    body: ignoredBody,
    stages: [refuseUnwantedBody, quota.charge],
    handle: async ({ caller, params, query, requestId, set, writeOptions }) => {
      const about = { ...originOf(caller, requestId), ...withDryRun(writeOptions, query) };
      const ids = { auditEntryId: randomness.uuid(), feedId: params.id.toLowerCase() };
      const result = await writes.submit({ ...about, ...ids, kind: 'feed.delete' });
      return deletedAnswer({ set, requestId }, result, () => feedErrorOf(result));
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

/** The JSON of a feed, with its link. */
function withUrl(viewJson: string, url: string): string {
  return `${viewJson.slice(0, -1)},"url":${JSON.stringify(url)}}`;
}

const whenStale = staleMessages('The feed has');

function feedErrorOf(result: ClientResult): ApiError {
  return (
    sharedErrorOf(result, false, whenStale) ??
    new ApiError('feed_not_found', {
      suggestedFix: `List the feeds (GET ${path}) and take an id from there.`,
      forTools: { suggestedFix: 'Call listFeeds and take an id from there.' },
    })
  );
}
