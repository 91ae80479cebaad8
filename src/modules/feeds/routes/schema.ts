import { feedEntryFields, feedFields } from '../model.ts';
import { answerSchemaOf } from '../../../core/fields/fieldSchemas.ts';
import { draftBodyOf, recordsOf } from '../../../core/fields/records.ts';
import { named } from '../../../core/fields/schemaMarks.ts';

/** What the operations on feeds share. */
export const feeds = recordsOf({
  one: 'feed',
  many: 'feeds',
  path: '/api/v1/feeds',
  missing: 'feed_not_found',
  exampleId: feedFields.id.example,
});

/** The body that creates a feed. */
export const FeedDraftBody = draftBodyOf('FeedDraft', feedFields, { name: 'Bills', alarmDaysBefore: 1 });

/** A feed in an answer. */
export const feedEntry = named('Feed', answerSchemaOf(feedEntryFields));

/** A feed in the answer to its creation. */
export const createdFeed = named('CreatedFeed', answerSchemaOf(feedFields));
