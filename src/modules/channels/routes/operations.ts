import { exactly, isDryRun, requestId } from '../../../core/http/openapi/components.ts';
import {
  confirmed,
  type EntityWords,
  pageOf,
  reading,
  type Tag,
  taggedAnswer,
} from '../../../core/http/openapi/words.ts';
import { deleting, patchErrors, updating } from '../../../core/http/openapi/writeWords.ts';
import { named } from '../../../core/fields/schemaMarks.ts';
import { channel, testAnswer } from './schema.ts';
import { tooManyChannelsFix, tooManyFix, tooManyRecipientsFix } from './writeErrors.ts';

const exampleChannel = {
  id: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2d00',
  name: 'Phone',
  type: 'ntfy',
  enabled: true,
  language: 'en',
  host: 'ntfy.sh',
  settings: {},
  secretsSet: ['url', 'topic'],
  secretsMissing: [],
  createdAt: '2026-06-16T08:00:00.000Z',
  updatedAt: '2026-06-16T08:00:00.000Z',
};

const tag: Tag = { name: 'Channels', description: 'Where reminders and changes are sent to.' };
const example = { data: exampleChannel };

const operations: EntityWords['operations'] = {
  listChannels: {
    summary: 'List the channels',
    description: 'Lists the channels of the owner, oldest first, without their secrets.',
    agent: reading('The user asks where reminders are sent to.', 'You look for a token: it is never shown.'),
    success: pageOf('ChannelPage', channel, 'One page of channels.', [exampleChannel]),
    errors: ['invalid_pagination'],
  },
  createChannel: {
    summary: 'Create a channel',
    description:
      'Creates a channel. Its address and tokens are stored encrypted and never shown again.\n\nWhich settings a type takes: webhook url, secret, events · ntfy url, topic, token · gotify url, token · email to · apprise url, key, urls, tag · telegram token, chatId, threadId · discord url · slack url · matrix url, token, roomId · home-assistant url, and webhookId or token with service.',
    agent: confirmed(
      'high',
      'The user has confirmed where reminders are to be sent.',
      'The user has not named the receiver: data of the user leaves the server.',
    ),
    requestHeaders: ['Idempotency-Key'],
    success: {
      status: 201,
      isTagged: true,
      description: 'The channel.',
      schema: named('ChannelAnswer', exactly({ data: channel, requestId })),
      example,
    },
    dryRun: {
      description: 'A dry run: the channel that would be created.',
      schema: named('ChannelPreview', exactly({ data: channel, dryRun: isDryRun, requestId })),
      example: { data: exampleChannel, dryRun: true },
    },
    errors: [
      'invalid_json',
      'invalid_field',
      'unknown_field',
      'payload_too_large',
      'unexpected_if_match',
      'too_many_channels',
      'too_many_webhooks',
      'too_many_recipients',
      'channel_not_found',
    ],
  },
  getChannel: {
    summary: 'Get a channel',
    description: 'Reads one channel, without its secrets.',
    agent: reading('You need the state of one channel.', 'You look for a token: it is never shown.'),
    success: taggedAnswer(named('ChannelAnswer', exactly({ data: channel, requestId })), 'The channel.', example),
    errors: ['invalid_id', 'channel_not_found'],
  },
  updateChannel: {
    summary: 'Update a channel',
    description:
      'Changes a channel; settings that are not sent stay, and null removes one.\n\nWith an address of another host, secrets that are not sent with it are lost: `secretsMissing` names them, and nothing is sent until they are given again or removed.',
    agent: confirmed('high', 'The user has confirmed the change of a channel.', 'Only a test is wanted: testChannel.'),
    ...updating(
      'ChannelChange',
      channel,
      { done: 'The updated channel.', dryRun: 'A dry run: the channel after the update.' },
      exampleChannel,
    ),
    errors: [...patchErrors('invalid_id', 'channel_not_found'), 'too_many_webhooks', 'too_many_recipients'],
  },
  deleteChannel: {
    summary: 'Delete a channel',
    description: 'Deletes a channel with its secrets.',
    agent: confirmed(
      'high',
      'The user has confirmed which channel to delete.',
      'It is to pause: set enabled to false.',
    ),
    ...deleting(
      'ChannelDeletion',
      channel,
      { done: 'The channel is deleted.', dryRun: 'A dry run: the channel that would be deleted.' },
      exampleChannel,
    ),
    errors: ['invalid_id', 'channel_not_found', 'unexpected_body'],
  },
  testChannel: {
    summary: 'Send a test message',
    description:
      'Sends a test message to a channel, also to a disabled one, and returns the result; at most 10 to a channel in an hour. Takes no body.',
    agent: confirmed('medium', 'The user wants to know whether a channel works.', 'A reminder is to be sent.'),
    success: {
      status: 200,
      description: 'What came of the test: the status of the receiver, or the reason of a failure.',
      schema: testAnswer,
      example: { data: { outcome: 'sent', status: 200 } },
    },
    errors: ['invalid_id', 'channel_not_found', 'unexpected_body'],
  },
};

/** What channels say in the OpenAPI document. */
export const channelWords: EntityWords = {
  tag,
  toolset: 'reminders',
  operations,
  revertibleFields: ['name', 'enabled', 'language', 'settings'],
  errorExamples: {
    channel_not_found: { suggestedFix: 'List the channels (GET /api/v1/channels) and take an id from there.' },
    too_many_channels: { suggestedFix: tooManyChannelsFix },
    too_many_webhooks: { suggestedFix: tooManyFix },
    too_many_recipients: { suggestedFix: tooManyRecipientsFix },
  },
};
