import { Type } from '@sinclair/typebox';
import { feedEntryFields, feedFields } from '../../../domain/feeds/feedFields.ts';
import { bodyOf } from '../../validation/bodies.ts';
import { answerSchemaOf, bodyPropertiesOf } from '../../validation/fieldSchemas.ts';
import { Uuid } from '../../validation/fieldTypes.ts';
import { pageParameters } from '../../validation/queries.ts';
import { idOf, named } from '../../validation/schemaMarks.ts';

/** The query of the list of feeds. */
export const FeedsQuery = Type.Object(pageParameters, { additionalProperties: false });

/** The body that creates a feed. */
export const FeedDraftBody = named(
  'FeedDraft',
  Type.Object(bodyPropertiesOf(feedFields), {
    additionalProperties: false,
    examples: [{ name: 'Bills', alarmDaysBefore: 1 }],
    ...bodyOf(feedFields),
  }),
);

/** The path of a feed. */
export const FeedPath = Type.Object({
  id: Uuid({
    description: 'The id of the feed.',
    examples: [feedFields.id.example],
    'x-of': idOf('invalid_id', 'id from the list of feeds (GET /api/v1/feeds)', 'id from listFeeds'),
  }),
});

/** A feed in an answer. */
export const feedEntry = named('Feed', answerSchemaOf(feedEntryFields));

/** A feed in the answer to its creation. */
export const createdFeed = named('CreatedFeed', answerSchemaOf(feedFields));
