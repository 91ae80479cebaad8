import { Elysia } from 'elysia';
import { mayChange } from '../../../core/access/own.ts';
import { storedOf, defaultsOf } from '../../../core/fields/define.ts';
import { PageQuery } from '../../../core/fields/queries.ts';
import { access, reads, writes, type About, type AccessServices } from '../../../core/http/access.ts';
import { inToolset, forReading, onceConfirmed } from '../../../core/http/openapi/detail.ts';
import { answersOf } from '../../../core/http/openapi/writeWords.ts';
import { insufficientScope } from '../../../core/http/pipeline/authentication.ts';
import {
  createdAnswer,
  deletedAnswer,
  storedAnswer,
  PageAnswer,
  RecordAnswer,
} from '../../../core/http/responses/answers.ts';
import { refuseFaultyDraft, refuseKeyAsName } from '../../../core/http/responses/writeErrors.ts';
import type { RouteOptions } from '../../routeOptions.ts';
import type { SealedSecrets } from '../../../core/secrets/sealed.ts';
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
  userId: null,
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

const records = answersOf('Channel', Channel, exampleChannel, channelRecords);

/** The operations on the channels of an owner, but for the test. */
export const channelRoutes = (services: ChannelServices) => {
  const { store, randomness, channels } = services;
  const { mailAllow } = channels;
  return new Elysia({ prefix: path, tags: ['Channels'], detail: inToolset('reminders'), normalize: false })
    .use(access(services))
    .get('', ({ call, caller, query }) => new PageAnswer(call, store.channels.list(caller, query), query), {
      ...reads('write', PageQuery),
      detail: {
        operationId: 'listChannels',
        summary: 'List the channels',
        description: 'Lists the channels, oldest first, without their secrets.',
        ...forReading({
          useWhen: 'The user asks where reminders are sent to.',
          doNotUseWhen: 'You look for a token: it is never shown.',
        }),
        ...records.listed(),
      },
    })
    .post(
      '',
      async ({ call, write, about, body }) => {
        const sent = { ...defaultsOf(ChannelDraft), ...storedOf(ChannelDraft, body) };
        const { settings: sentSettings, ...draft } = sent as Required<ChannelDraft>;
        const channelId = randomness.uuid();
        const { plain, secret } = partSecrets(completed(draft.type, textsIn(sentSettings)));
        const { secrets, ...now } = await sealed(channels, channelId, changedTexts({}, secret), about());
        const settings = changedTexts({}, plain);
        const origin = typeof secret['url'] === 'string' ? originOfUrl(secret['url']) : null;
        const channel = { channelId, draft, settings, secrets, origin };
        const result = await write({ kind: 'channel.create', ...channel }, now);
        return createdAnswer(call, result, channelErrorOf);
      },
      {
        ...writes('own', 'json'),
        beforeHandle({ body, ifMatch }) {
          refuseFaultyDraft({ body, ifMatch });
          refuseFaultySettings(body.type, textsIn(body.settings), mailAllow);
        },
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
          ...records.created(['too_many_channels', 'too_many_webhooks', 'too_many_recipients']),
        },
      },
    )
    .get(
      '/:id',
      ({ call, caller, params }) => new RecordAnswer(call, store.channels.findView(caller, params.id), notFound),
      {
        ...reads('write'),
        params: Path,
        detail: {
          operationId: 'getChannel',
          summary: 'Get a channel',
          description: 'Reads one channel, without its secrets.',
          ...forReading({
            useWhen: 'You need the state of one channel.',
            doNotUseWhen: 'You look for a token: it is never shown.',
          }),
          ...records.read(),
        },
      },
    )
    .patch(
      '/:id',
      async ({ call, caller, write, about, params, body }) => {
        const channelId = params.id;
        const { settings: sentSettings = {}, ...patch } = storedOf(ChannelPatch, body);
        const sent = textsIn(sentSettings);
        // Its type never changes, and no other channel gets its id.
        const channel = store.channels.findSeen(caller, channelId);
        if (channel === undefined) throw notFound();
        if (!mayChange(caller, channel.userId)) throw insufficientScope('admin');
        refuseFaultyChange(channel.type, sent, mailAllow);
        const { plain: settings, secret } = partSecrets(sent);
        const { secrets, ...now } = await sealed(channels, channelId, secret, about());
        const moved = typeof secret['url'] === 'string' && { newOrigin: originOfUrl(secret['url']) };
        const change = { channelId, patch, settings, secrets, ...moved };
        const result = await write({ kind: 'channel.update', ...change }, now);
        return storedAnswer(call, result, channelErrorOf);
      },
      {
        ...writes('own', 'json'),
        beforeHandle({ body }) {
          if (body.name !== undefined) refuseKeyAsName('name', body.name);
        },
        params: Path,
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
          ...records.changed('too_many_webhooks', 'too_many_recipients'),
        },
      },
    )
    .delete(
      '/:id',
      async ({ call, write, params }) =>
        deletedAnswer(call, await write({ kind: 'channel.delete', channelId: params.id }), channelErrorOf),
      {
        ...writes('own', 'ignored'),
        params: Path,
        detail: {
          operationId: 'deleteChannel',
          summary: 'Delete a channel',
          description: 'Deletes a channel with its secrets.',
          ...onceConfirmed('high', {
            useWhen: 'The user has confirmed which channel to delete.',
            doNotUseWhen: 'It is to pause: set enabled to false.',
          }),
          ...records.deleted(),
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
