import { Elysia } from 'elysia';
import { composeFeedToken, hashApiKey } from '../../../core/access/apiKey.ts';
import { storedOf } from '../../../core/fields/define.ts';
import { PageQuery } from '../../../core/fields/queries.ts';
import { access, reads, writes, type AccessServices } from '../../../core/http/access.ts';
import type { ApiError } from '../../../core/http/errors/apiError.ts';
import { inToolset, answers, forReading, onceConfirmed } from '../../../core/http/openapi/detail.ts';
import { creating, answersOf } from '../../../core/http/openapi/writeWords.ts';
import { createdAnswerWith, deletedAnswer, PageAnswer } from '../../../core/http/responses/answers.ts';
import { refuseFaultyDraft, sharedErrorOf } from '../../../core/http/responses/writeErrors.ts';
import type { RouteOptions } from '../../routeOptions.ts';
import type { ClientResult } from '../../commands.ts';
import { CreatedFeed, Feed, FeedDraft, feedRecords, feedSettingsOf } from '../model.ts';
import type { ModuleWords } from '../../../core/http/openapi/words.ts';

const { Path, path, notFound } = feedRecords;

interface FeedServices extends RouteOptions, AccessServices {
  readonly settings: {
    /** The address of the server as its users see it, if it is configured. */
    readonly publicUrl: string | null;
  };
}

const exampleFeed = {
  id: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2b00',
  userId: null,
  name: 'Bills',
  status: 'active',
  category: null,
  tag: null,
  daysAhead: 400,
  daysBack: 60,
  alarmDaysBefore: 1,
  createdAt: '2026-06-16T08:00:00.000Z',
};

const records = answersOf('Feed', Feed, exampleFeed, feedRecords);

/** What the document says of calendar feeds. */
export const words = (): ModuleWords => ({
  tags: [{ name: 'Calendar feeds', description: 'Links under which calendar programs read the payments.' }],
  errorExamples: feedRecords.errorExample,
});

/** The operations on the calendar feeds of an owner. */
export const routes = (services: FeedServices) => {
  const { store, randomness, basePath, settings } = services;
  return new Elysia({ prefix: path, tags: ['Calendar feeds'], detail: inToolset('reminders'), normalize: false })
    .use(access(services))
    .get('', ({ call, caller, query }) => new PageAnswer(call, store.feeds.list(caller, query), query), {
      ...reads('read', PageQuery),
      detail: {
        operationId: 'listFeeds',
        summary: 'List the calendar feeds',
        description: 'Lists the calendar feeds, oldest first, without their links.',
        ...forReading({
          useWhen: 'The user asks which calendar feeds there are.',
          doNotUseWhen: 'You look for a link: it is never shown again.',
        }),
        ...records.listed(),
      },
    })
    .post(
      '',
      async ({ call, write, body }) => {
        const token = composeFeedToken(randomness.bytes);
        const feed = { hash: hashApiKey(token), settings: feedSettingsOf(storedOf(FeedDraft, body)) };
        const result = await write({ kind: 'feed.create', feedId: randomness.uuid(), ...feed });
        const url = feedUrl(settings.publicUrl ?? `${addressOf(call.request)}${basePath}`, token);
        return createdAnswerWith({ url }, call, result, errorOf);
      },
      {
        ...writes('own', 'json'),
        beforeHandle: refuseFaultyDraft,
        body: FeedDraft,
        detail: {
          operationId: 'createFeed',
          summary: 'Create a calendar feed',
          description:
            'Creates a secret link under which calendar programs read the payments.\n\nThe answer shows the link this once: only the hash of its token is stored. A dry run and a replayed answer are without it.',
          ...onceConfirmed('high', {
            useWhen: 'The user has confirmed that whoever has the link sees the payments.',
            doNotUseWhen: 'The user wants to see the payments: listUpcomingPayments.',
          }),
          ...answers(
            creating(
              'Feed',
              Feed,
              {
                done: 'The feed. The ETag is that of the feed without its link.',
                dryRun: 'A dry run: the feed as it would be.',
              },
              exampleFeed,
              { shownOnce: { record: CreatedFeed, data: { url: 'https://duebook.example/feeds/dbk_f_….ics' } } },
            ),
            'unexpected_if_match',
            'feed_not_found',
          ),
        },
      },
    )
    .delete(
      '/:id',
      async ({ call, write, params }) =>
        deletedAnswer(call, await write({ kind: 'feed.delete', feedId: params.id }), errorOf),
      {
        ...writes('own', 'ignored'),
        params: Path,
        detail: {
          operationId: 'deleteFeed',
          summary: 'Revoke a calendar feed',
          description: 'Deletes a feed. Its link ends for good, and no backup brings it back.',
          ...onceConfirmed('high', {
            useWhen: 'The user has confirmed that calendars lose these events.',
            doNotUseWhen: 'The user wants other settings: make the new feed first.',
          }),
          ...records.deleted(),
        },
      },
    );
};

/** The address that the request was sent to, as far as the server knows it. */
function addressOf({ url, headers }: Request): string {
  const host = headers.get('host');
  return host === null ? new URL(url).origin : `${new URL(url).protocol}//${host}`;
}

function feedUrl(address: string, token: string): string {
  return `${address.replace(/\/$/, '')}/feeds/${token}.ics`;
}

function errorOf(result: ClientResult): ApiError {
  return sharedErrorOf(result, 'The feed has') ?? notFound();
}
