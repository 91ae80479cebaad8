import { Elysia } from 'elysia';
import { dayOfInstant } from '../../../core/billing/days.ts';
import type { FeedRecord } from '../model.ts';
import { isFromFuture } from '../../../core/access/apiKey.ts';
import { instantOf, type Clock } from '../../../core/runtime/system.ts';
import type { Store } from '../../store.ts';
import { ApiError } from '../../../core/http/errors/apiError.ts';
import { calendarTag, gzippedTag } from './calendar/calendarTag.ts';
import { clientNetwork } from '../../../core/http/pipeline/clientAddress.ts';
import { isVariantKnownTo } from '../../../core/http/pipeline/entityTags.ts';
import {
  createRateLimiter,
  shownWait,
  type RateLimiter,
  type RateLimitState,
} from '../../../core/http/pipeline/rateLimiter.ts';
import { calendar } from '../reads.ts';
import { acceptsGzip, compress, isCompressible, varyByEncoding } from '../../../core/http/responses/compression.ts';

interface CalendarOptions {
  readonly store: Pick<Store, 'feeds' | 'calendars'>;
  readonly clock: Clock;
  /** The IANA time zone in which days begin. */
  readonly timeZone: string;
  readonly settings: {
    /** The address of the server as its users see it, if it is configured. */
    readonly publicUrl: string | null;
  };
  readonly addressOf: (request: Request) => string;
  /** The limit on unknown tokens of one client address. */
  readonly unknownTokens: RateLimiter;
}

interface CalendarContext {
  readonly request: Request;
  readonly params: { readonly file: string };
  readonly set: { readonly headers: Record<string, string | number> };
}

interface FoundFeed {
  readonly ownerId: number;
  readonly feed: FeedRecord;
}

const fileForm = /^(dbk_f_[0-9A-Za-z]+)\.ics$/;
// Several devices that ask every five minutes. A calendar that did not change costs nearly nothing.
const readsOfFeed = { limit: 120, windowSeconds: 3600, keysMax: 100_000 };

/**
 * Serves the calendars of feeds to calendar programs. The token in the path is all that they have, so it is no route of the API:
 * it takes no key, and does not count against the quota of the owner.
 */
export function calendarRoute(options: CalendarOptions) {
  const { store, clock, timeZone, settings } = options;
  const { publicUrl } = settings;
  const findFeed = feedsOf(options);

  return new Elysia({ name: 'calendars', normalize: false }).get(
    '/feeds/:file',
    async ({ request, params, set }: CalendarContext) => {
      const { ownerId, feed } = findFeed(request, params.file);
      const today = dayOfInstant(instantOf(clock), timeZone);
      // May be kept, but only by the calendar program itself, and never without asking.
      Object.assign(set.headers, { 'cache-control': 'private, no-cache', 'referrer-policy': 'no-referrer' });
      varyByEncoding(set.headers);
      const facts = { feedId: feed.id, revision: store.calendars.revisionOf(ownerId), today, publicUrl };
      const known = tagsOf(calendarTag(facts)).find((tag) => isVariantKnownTo(request, tag));
      if (known !== undefined) {
        set.headers['etag'] = known;
        return new Response(null, { status: 304 });
      }
      const { text, entityTag } = calendar(store, ownerId, { feed, today, publicUrl });
      return calendarAnswer(text, entityTag, { request, set });
    },
  );
}

/** The ETags that a calendar may have: it has another one in each encoding. */
function tagsOf(tag: string): readonly string[] {
  return [tag, gzippedTag(tag)];
}

async function calendarAnswer(
  body: string | Uint8Array<ArrayBuffer>,
  tag: string,
  { request, set }: Pick<CalendarContext, 'request' | 'set'>,
): Promise<Response> {
  const isGzip = isCompressible(body) && acceptsGzip(request);
  Object.assign(set.headers, {
    'content-disposition': 'inline; filename="duebook.ics"',
    etag: isGzip ? gzippedTag(tag) : tag,
    ...(isGzip && { 'content-encoding': 'gzip' }),
  });
  // In the answer, because a text is text/plain on Deno otherwise.
  const headers = { 'content-type': 'text/calendar; charset=utf-8' };
  return new Response(isGzip ? new Blob([await compress(body)]) : body, { headers });
}

/** Gives a function that finds the feed of a file name, and counts the request. */
function feedsOf({ store, clock, addressOf, unknownTokens }: CalendarOptions) {
  const reads = createRateLimiter(readsOfFeed, clock);
  return function findFeed(request: Request, file: string): FoundFeed {
    const token = fileForm.exec(file)?.[1];
    const known = token === undefined ? undefined : store.feeds.findByToken(token);
    const found = known && isFromFuture(known.feed.createdAt, instantOf(clock)) ? undefined : known;
    const limiter = found === undefined ? unknownTokens : reads;
    const state = limiter.count(found === undefined ? clientNetwork(addressOf(request)) : found.feed.id);
    if (!state.allowed) throw tooManyRequests(state);
    if (found === undefined) throw unknownLink();
    return found;
  };
}

function unknownLink(): ApiError {
  return new ApiError('feed_not_found', {
    message: 'There is no calendar at this link.',
    suggestedFix: 'Make a new feed on the page Calendar of the dashboard, and subscribe to its link.',
  });
}

function tooManyRequests(state: RateLimitState): ApiError {
  return new ApiError(
    'rate_limit_exceeded',
    { message: 'Too many requests for calendars.', suggestedFix: `Wait ${shownWait(state.retryAfterSeconds)}.` },
    { 'retry-after': String(state.retryAfterSeconds) },
  );
}
