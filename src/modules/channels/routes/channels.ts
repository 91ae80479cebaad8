import { Elysia } from 'elysia';
import { defaultsOf, storedOf } from '../../../core/fields/define.ts';
import { NoQuery, PageQuery, WriteQuery } from '../../../core/fields/queries.ts';
import { access, type About, type AccessServices } from '../../../core/http/access.ts';
import { answerOf } from '../../../core/http/openapi/components.ts';
import { answers, forReading, inToolset, onceConfirmed } from '../../../core/http/openapi/detail.ts';
import { pageOf, taggedAnswer } from '../../../core/http/openapi/words.ts';
import { creating, deleting, updating } from '../../../core/http/openapi/writeWords.ts';
import { ReadAnswer } from '../../../core/http/reads/answers.ts';
import {
  createdAnswer,
  dataMembers,
  deletedAnswer,
  storedAnswer,
  TaggedAnswer,
} from '../../../core/http/responses/answers.ts';
import { refuseFaultyDraft, refuseKeyAsName } from '../../../core/http/responses/writeErrors.ts';
import type { RouteOptions } from '../../../core/http/routeOptions.ts';
import type { SealedSecrets } from '../../../core/secrets/sealed.ts';
import { entityTagOf } from '../../../core/writer/entityTags.ts';
import { channelErrorOf, refuseFaultyChange, refuseFaultySettings } from '../errors.ts';
import { Channel, ChannelDraft, ChannelPatch, channelRecords } from '../model.ts';
import { changedTexts, completed, originOfUrl, partSecrets, textsIn, type SentSettings } from '../rules/channel.ts';
import type { ChannelPort } from './port.ts';

const { Path, path, notFound } = channelRecords;

/** What the operations on channels need. */
export interface ChannelServices extends RouteOptions, AccessServices {
  readonly channels: ChannelPort;
}

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

/** The operations on the channels of an owner, but for the test. */
export const channelRoutes = (services: ChannelServices) => {
  const { find, store, randomness, basePath, channels } = services;
  const { mailAllow } = channels;
  return new Elysia({ prefix: path, tags: ['Channels'], detail: inToolset('reminders'), normalize: false })
    .use(access(services))
    .get(
      '',
      ({ caller, query, request, requestId, set }) =>
        new ReadAnswer(find, { request, requestId, set }, caller.ownerId, { kind: 'channels', page: query }),
      {
        scope: 'write',
        quota: true,
        query: PageQuery,
        detail: {
          operationId: 'listChannels',
          summary: 'List the channels',
          description: 'Lists the channels of the owner, oldest first, without their secrets.',
          ...forReading({
            useWhen: 'The user asks where reminders are sent to.',
            doNotUseWhen: 'You look for a token: it is never shown.',
          }),
          ...answers(pageOf('ChannelPage', Channel, 'One page of channels.', [exampleChannel])),
        },
      },
    )
    .post(
      '',
      async ({ write, about, body, requestId, set }) => {
        const sent = { ...defaultsOf(ChannelDraft), ...storedOf(ChannelDraft, body) };
        const { settings: sentSettings, ...draft } = sent as Required<ChannelDraft>;
        const channelId = randomness.uuid();
        const { plain, secret } = partSecrets(completed(draft.type, textsIn(sentSettings)));
        const { secrets, ...now } = await sealed(channels, channelId, changedTexts({}, secret), about());
        const settings = changedTexts({}, plain);
        const origin = typeof secret['url'] === 'string' ? originOfUrl(secret['url']) : null;
        const channel = { channelId, draft, settings, secrets, origin };
        const result = await write({ kind: 'channel.create', ...channel }, now);
        return createdAnswer({ set, requestId }, result, () => channelErrorOf(result), `${basePath}${path}`);
      },
      {
        scope: 'admin',
        takes: 'json',
        write: true,
        beforeHandle({ body, ifMatch }) {
          refuseFaultyDraft({ body, ifMatch });
          refuseFaultySettings(body.type, textsIn(body.settings), mailAllow);
        },
        quota: true,
        query: WriteQuery,
        body: ChannelDraft,
        detail: {
          operationId: 'createChannel',
          summary: 'Create a channel',
          description:
            'Creates a channel. Its address and tokens are stored encrypted and never shown again.\n\nWhich settings a type takes: webhook url, secret, events · ntfy url, topic, token · gotify url, token · email to · apprise url, key, urls, tag · telegram token, chatId, threadId · discord url · slack url · matrix url, token, roomId · home-assistant url, and webhookId or token with service.',
          ...onceConfirmed('high', {
            useWhen: 'The user has confirmed where reminders are to be sent.',
            doNotUseWhen: 'The user has not named the receiver: data of the user leaves the server.',
          }),
          ...answers(
            creating(
              'Channel',
              Channel,
              { done: 'The channel.', dryRun: 'A dry run: the channel that would be created.' },
              exampleChannel,
            ),
            'unexpected_if_match',
            'too_many_channels',
            'too_many_webhooks',
            'too_many_recipients',
            'channel_not_found',
          ),
        },
      },
    )
    .get(
      '/:id',
      ({ caller, params, request, requestId, set }) => {
        const view = store.channels.findView(caller.ownerId, params.id.toLowerCase());
        if (view === undefined) throw notFound();
        return new TaggedAnswer({ request, requestId, set }, dataMembers(view), entityTagOf(view));
      },
      {
        scope: 'write',
        quota: true,
        params: Path,
        query: NoQuery,
        detail: {
          operationId: 'getChannel',
          summary: 'Get a channel',
          description: 'Reads one channel, without its secrets.',
          ...forReading({
            useWhen: 'You need the state of one channel.',
            doNotUseWhen: 'You look for a token: it is never shown.',
          }),
          ...answers(
            taggedAnswer(answerOf('ChannelAnswer', Channel), 'The channel.', { data: exampleChannel }),
            'channel_not_found',
          ),
        },
      },
    )
    .patch(
      '/:id',
      async ({ caller, write, about, params, body, requestId, set }) => {
        const channelId = params.id.toLowerCase();
        const { settings: sentSettings = {}, ...patch } = storedOf(ChannelPatch, body);
        const sent = textsIn(sentSettings);
        // Its type never changes, and no other channel gets its id.
        const type = store.channels.find(caller.ownerId, channelId)?.type;
        if (type === undefined) throw notFound();
        refuseFaultyChange(type, sent, mailAllow);
        const { plain: settings, secret } = partSecrets(sent);
        const { secrets, ...now } = await sealed(channels, channelId, secret, about());
        const moved = typeof secret['url'] === 'string' && { newOrigin: originOfUrl(secret['url']) };
        const change = { channelId, patch, settings, secrets, ...moved };
        const result = await write({ kind: 'channel.update', ...change }, now);
        return storedAnswer({ set, requestId }, result, () => channelErrorOf(result), 200);
      },
      {
        scope: 'admin',
        takes: 'json',
        write: true,
        beforeHandle({ body }) {
          if (body.name !== undefined) refuseKeyAsName('name', body.name);
        },
        quota: true,
        params: Path,
        query: WriteQuery,
        body: ChannelPatch,
        detail: {
          operationId: 'updateChannel',
          summary: 'Update a channel',
          description:
            'Changes a channel; settings that are not sent stay, and null removes one.\n\nWith an address of another host, secrets that are not sent with it are lost: `secretsMissing` names them, and nothing is sent until they are given again or removed.',
          ...onceConfirmed('high', {
            useWhen: 'The user has confirmed the change of a channel.',
            doNotUseWhen: 'Only a test is wanted: testChannel.',
          }),
          ...answers(
            updating(
              'ChannelChange',
              Channel,
              { done: 'The updated channel.', dryRun: 'A dry run: the channel after the update.' },
              exampleChannel,
            ),
            'channel_not_found',
            'too_many_webhooks',
            'too_many_recipients',
          ),
        },
      },
    )
    .delete(
      '/:id',
      async ({ write, params, requestId, set }) => {
        const result = await write({ kind: 'channel.delete', channelId: params.id.toLowerCase() });
        return deletedAnswer({ set, requestId }, result, () => channelErrorOf(result));
      },
      {
        scope: 'admin',
        takes: 'ignored',
        write: true,
        quota: true,
        params: Path,
        query: WriteQuery,
        detail: {
          operationId: 'deleteChannel',
          summary: 'Delete a channel',
          description: 'Deletes a channel with its secrets.',
          ...onceConfirmed('high', {
            useWhen: 'The user has confirmed which channel to delete.',
            doNotUseWhen: 'It is to pause: set enabled to false.',
          }),
          ...answers(
            deleting(
              'ChannelDeletion',
              Channel,
              { done: 'The channel is deleted.', dryRun: 'A dry run: the channel that would be deleted.' },
              exampleChannel,
            ),
            'channel_not_found',
          ),
        },
      },
    );
};

/**
 * The secrets of a command, encrypted, with what it says of itself. A dry run encrypts nothing, and shows only which are set. The
 * fingerprint of a request with secrets is made with the key, so that nobody can find out a short secret by it.
 */
async function sealed(
  channels: ChannelPort,
  channelId: string,
  secret: SentSettings,
  about: About,
): Promise<About & { readonly secrets: SealedSecrets }> {
  const given = changedTexts({}, secret);
  const names = Object.keys(given);
  if (names.length === 0 || about.dryRun === true)
    return { ...about, secrets: { ...secret, ...Object.fromEntries(names.map((name) => [name, ''])) } };
  const { idempotency } = about;
  const secrets = { ...secret, ...(await channels.seal(channelId, given)) };
  if (idempotency === undefined) return { ...about, secrets };
  const fingerprint = channels.fingerprint(idempotency.fingerprint);
  return { ...about, idempotency: { ...idempotency, fingerprint }, secrets };
}
