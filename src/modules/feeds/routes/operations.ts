import { feedFields } from '../model.ts';
import { confirmed, type EntityWords, pageOf, reading } from '../../../core/http/openapi/words.ts';
import { creating, deleting } from '../../../core/http/openapi/writeWords.ts';
import { createdFeed, feedEntry, feeds } from './schema.ts';

const exampleFeed = {
  id: feedFields.id.example,
  name: 'Bills',
  status: 'active',
  category: null,
  tag: null,
  daysAhead: 400,
  daysBack: 60,
  alarmDaysBefore: 1,
  createdAt: '2026-06-16T08:00:00.000Z',
};

const operations: EntityWords['operations'] = {
  listFeeds: {
    summary: 'List the calendar feeds',
    description: 'Lists the calendar feeds, oldest first, without their links.',
    agent: reading('The user asks which calendar feeds there are.', 'You look for a link: it is never shown again.'),
    success: pageOf('FeedPage', feedEntry, 'One page of feeds.', [exampleFeed]),
    errors: ['invalid_pagination'],
  },
  createFeed: {
    summary: 'Create a calendar feed',
    description:
      'Creates a secret link under which calendar programs read the payments.\n\nThe answer shows the link this once: only the hash of its token is stored. A dry run and a replayed answer are without it.',
    agent: confirmed(
      'high',
      'The user has confirmed that whoever has the link sees the payments.',
      'The user wants to see the payments: listUpcomingPayments.',
    ),
    ...creating(
      'Feed',
      feedEntry,
      {
        done: 'The feed. The ETag is that of the feed without its link.',
        dryRun: 'A dry run: the feed as it would be.',
      },
      exampleFeed,
      { shownOnce: { record: createdFeed, data: { url: feedFields.url.example } } },
    ),
    errors: [
      'invalid_json',
      'invalid_field',
      'unknown_field',
      'unexpected_if_match',
      'payload_too_large',
      'feed_not_found',
    ],
  },
  deleteFeed: {
    summary: 'Revoke a calendar feed',
    description: 'Deletes a feed. Its link ends for good, and no backup brings it back.',
    agent: confirmed(
      'high',
      'The user has confirmed that calendars lose these events.',
      'The user wants other settings: make the new feed first.',
    ),
    ...deleting(
      'FeedDeletion',
      feedEntry,
      { done: 'The feed is deleted.', dryRun: 'A dry run: the feed that would be deleted.' },
      exampleFeed,
    ),
    errors: ['invalid_id', 'feed_not_found', 'unexpected_body'],
  },
};

/** What calendar feeds say in the OpenAPI document. */
export const feedWords: EntityWords = {
  tag: { name: 'Calendar feeds', description: 'Links under which calendar programs read the payments.' },
  toolset: 'reminders',
  operations,
  errorExamples: feeds.errorExample,
};
