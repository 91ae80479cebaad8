import type { WriteOptions } from '../../../core/writer/origin.ts';
import {
  changedTexts,
  completed,
  originOfUrl,
  partSecrets,
  textsIn,
  type SealedSecrets,
  type SentSettings,
  type SettingsInBody,
} from '../rules/channel.ts';
import { channelFields, type ChannelDraft, type ChannelPatch } from '../model.ts';
import type { SendResult } from '../../../core/outgoing/message.ts';
import { storedValuesOf } from '../../../core/fields/fieldTable.ts';
import { createRateLimiter } from '../../../core/http/pipeline/rateLimiter.ts';
import { jsonBody, noBody, refuseUnwantedBody } from '../../../core/http/pipeline/requestBody.ts';
import { route, type Route } from '../../../core/http/pipeline/route.ts';
import { originsAt, withDryRun } from '../../../core/http/pipeline/writeOptions.ts';
import { createdAnswer, storedAnswer } from '../../../core/http/responses/answers.ts';
import { NoQuery, WriteQuery } from '../../../core/fields/queries.ts';
import { refuseFaultyDraft, refuseKeyAsName } from '../../../core/http/responses/writeErrors.ts';
import { deletionRoute, listRoute, recordRoute } from '../../../core/http/recordRoutes.ts';
import type { RouteOptions } from '../../../core/http/routeOptions.ts';
import type { ChannelPort } from './port.ts';
import { ChannelDraftBody, ChannelPatchBody, channels as records } from './schema.ts';
import { refuseFaultyChange, refuseFaultySettings } from './settingErrors.ts';
import { channelErrorOf, channelNotFound, testUnderWay, tooManyTests } from './writeErrors.ts';

/** What the operations on channels need. */
export interface ChannelRouteOptions extends RouteOptions {
  readonly channels: ChannelPort;
}

const { path } = records;
const testsOfOwner = { limit: 10, windowSeconds: 60, keysMax: 10_000 };
const testsOfChannel = { limit: 10, windowSeconds: 3600, keysMax: 100_000 };

/** The operations on the channels of an owner: list, create, get, update, delete, test. */
export function channelRoutes(options: ChannelRouteOptions): readonly Route[] {
  const { store, writes } = options;
  return [
    listRoute(options, records, { operationId: 'listChannels', scope: 'write' }, (page) => ({
      kind: 'channels',
      page,
    })),
    creation(options),
    recordRoute(options, records, { operationId: 'getChannel', scope: 'write' }, store.channels),
    update(options),
    deletionRoute(
      options,
      records,
      { operationId: 'deleteChannel', scope: 'admin' },
      (about, channelId) => writes.submit({ ...about, kind: 'channel.delete', channelId }),
      channelErrorOf,
    ),
    test(options),
  ];
}

interface DraftContext {
  readonly body: ChannelDraft & { readonly settings: SettingsInBody };
  readonly writeOptions: WriteOptions;
}

function refuseFaultyChannel(mailAllow: readonly string[]) {
  return ({ body, writeOptions }: DraftContext): void => {
    refuseFaultyDraft({ body, writeOptions });
    refuseFaultySettings(body.type, textsIn(body.settings), mailAllow);
  };
}

function creation({ quota, writes, clock, randomness, basePath, channels }: ChannelRouteOptions): Route {
  const originOf = originsAt(clock);
  return route({
    operationId: 'createChannel',
    method: 'POST',
    path,
    scope: 'admin',
    query: WriteQuery,
    body: jsonBody(ChannelDraftBody),
    stages: [refuseFaultyChannel(channels.mailAllow), quota.charge],
    handle: async ({ caller, body: { settings, ...fields }, query, requestId, set, writeOptions }) => {
      const { name, type, enabled = true, language = 'en' } = storedValuesOf(channelFields, fields);
      const channelId = randomness.uuid();
      const { plain, secret } = partSecrets(completed(type, textsIn(settings)));
      const options = withDryRun(writeOptions, query);
      const result = await writes.submit({
        kind: 'channel.create',
        ...originOf(caller, requestId),
        auditEntryId: randomness.uuid(),
        channelId,
        draft: { name, type, enabled, language },
        settings: changedTexts({}, plain),
        ...(await sealed(channels, { channelId, secret: changedTexts({}, secret), options })),
        origin: typeof secret['url'] === 'string' ? originOfUrl(secret['url']) : null,
      });
      return createdAnswer({ set, requestId }, result, () => channelErrorOf(result), `${basePath}${path}`);
    },
  });
}

function refuseFaultyFields({ body }: { readonly body: ChannelPatch }): void {
  if (body.name !== undefined) refuseKeyAsName('name', body.name);
}

function update({ quota, store, writes, clock, randomness, channels }: ChannelRouteOptions): Route {
  const originOf = originsAt(clock);
  return route({
    operationId: 'updateChannel',
    method: 'PATCH',
    path: `${path}/:id`,
    scope: 'admin',
    params: records.Path,
    query: WriteQuery,
    body: jsonBody(ChannelPatchBody),
    stages: [refuseFaultyFields, quota.charge],
    handle: async ({ caller, params, body, query, requestId, set, writeOptions }) => {
      const channelId = params.id.toLowerCase();
      const { settings: sent = {}, ...fields } = body;
      const settings = textsIn(sent);
      // Its type never changes, and no other channel gets its id.
      const type = store.channels.find(caller.ownerId, channelId)?.type;
      if (type === undefined) throw channelNotFound();
      refuseFaultyChange(type, settings, channels.mailAllow);
      const { plain, secret } = partSecrets(settings);
      const options = withDryRun(writeOptions, query);
      const result = await writes.submit({
        kind: 'channel.update',
        ...originOf(caller, requestId),
        auditEntryId: randomness.uuid(),
        channelId,
        patch: storedValuesOf(channelFields, fields),
        settings: plain,
        ...(await sealed(channels, { channelId, secret, options })),
        ...(typeof secret['url'] === 'string' && { newOrigin: originOfUrl(secret['url']) }),
      });
      return storedAnswer({ set, requestId }, result, () => channelErrorOf(result), 200);
    },
  });
}

interface Sealable {
  readonly channelId: string;
  readonly secret: SentSettings;
  readonly options: WriteOptions;
}

/**
 * The secrets of a command, encrypted, with the options of the write. A dry run encrypts nothing. The fingerprint of a
 * request with secrets is made with the key, so that nobody can find out a short secret by it.
 */
async function sealed(
  channels: ChannelPort,
  { channelId, secret, options }: Sealable,
): Promise<WriteOptions & { readonly secrets: SealedSecrets }> {
  const given = changedTexts({}, secret);
  if (Object.keys(given).length === 0 || options.dryRun === true) {
    return { ...options, secrets: { ...secret, ...withoutTexts(given) } };
  }
  const { idempotency } = options;
  const secrets = { ...secret, ...(await channels.seal(channelId, given)) };
  if (idempotency === undefined) return { ...options, secrets };
  const fingerprint = channels.fingerprint(idempotency.fingerprint);
  return { ...options, idempotency: { ...idempotency, fingerprint }, secrets };
}

/** What stands for secrets in a dry run, which shows only which are set. */
function withoutTexts(secrets: SentSettings): SealedSecrets {
  return Object.fromEntries(Object.keys(secrets).map((name) => [name, '']));
}

function test({ quota, store, clock, channels, randomness }: ChannelRouteOptions): Route {
  const byOwner = createRateLimiter(testsOfOwner, clock);
  const byChannel = createRateLimiter(testsOfChannel, clock);
  const underWay = new Set<string>();
  return route({
    operationId: 'testChannel',
    method: 'POST',
    path: `${path}/:id/test`,
    scope: 'write',
    params: records.Path,
    query: NoQuery,
    body: noBody,
    takesNoOptions: true,
    stages: [refuseUnwantedBody, quota.charge],
    handle: async ({ caller, params, requestId }) => {
      const { ownerId } = caller;
      const channelId = params.id.toLowerCase();
      if (store.channels.find(ownerId, channelId) === undefined) throw channelNotFound();
      if (underWay.has(channelId)) throw testUnderWay();
      const ofOwner = byOwner.count(ownerId);
      if (!ofOwner.allowed) throw tooManyTests(ofOwner, 'in a minute');
      const ofChannel = byChannel.count(channelId);
      if (!ofChannel.allowed) throw tooManyTests(ofChannel, 'to a channel in an hour');
      underWay.add(channelId);
      try {
        const result = await channels.sendTest(ownerId, channelId, randomness.uuid());
        if (result === undefined) throw channelNotFound();
        return { data: shownResult(result), requestId };
      } finally {
        underWay.delete(channelId);
      }
    },
  });
}

/** What is told of a test: nothing that only a repetition needs. */
function shownResult(result: SendResult) {
  if (result.outcome === 'sent') return result;
  const { retryAfterSeconds: _retryAfterSeconds, ...shown } = result;
  return shown;
}
