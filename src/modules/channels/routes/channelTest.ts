import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { Choice } from '../../../core/fields/fieldTypes.ts';
import { NoQuery } from '../../../core/fields/queries.ts';
import { named } from '../../../core/fields/schemaMarks.ts';
import { access } from '../../../core/http/access.ts';
import { answerOf, exactly } from '../../../core/http/openapi/components.ts';
import { inToolset, answers, onceConfirmed } from '../../../core/http/openapi/detail.ts';
import { createRateLimiter } from '../../../core/http/pipeline/rateLimiter.ts';
import { failureReasons, type SendResult } from '../../../core/outgoing/message.ts';
import { testUnderWay, tooManyTests } from '../errors.ts';
import { channelRecords } from '../model.ts';
import type { ChannelServices } from './channels.ts';

const { Path, path, notFound } = channelRecords;
const testsOfOwner = { limit: 10, windowSeconds: 60, keysMax: 10_000 };
const testsOfChannel = { limit: 10, windowSeconds: 3600, keysMax: 100_000 };

const TestAnswer = answerOf(
  'ChannelTestAnswer',
  exactly({
    outcome: named('ChannelTestOutcome', Choice(['sent', 'failed'])),
    status: Type.Optional(Type.Integer({ description: 'The status that the receiver answered.' })),
    reason: Type.Optional(named('ChannelFailure', Choice(failureReasons))),
    isPermanent: Type.Optional(
      Type.Boolean({ description: 'Whether it fails until the channel or a setting is changed.' }),
    ),
  }),
);

/** The operation that sends a test message to a channel. */
export const channelTestRoute = (services: ChannelServices) => {
  const { store, clock, channels, randomness } = services;
  const byOwner = createRateLimiter(testsOfOwner, clock);
  const byChannel = createRateLimiter(testsOfChannel, clock);
  const underWay = new Set<string>();

  function countTest(ownerId: number, channelId: string): void {
    const ofOwner = byOwner.count(ownerId);
    if (!ofOwner.allowed) throw tooManyTests(ofOwner, 'in a minute');
    const ofChannel = byChannel.count(channelId);
    if (!ofChannel.allowed) throw tooManyTests(ofChannel, 'to a channel in an hour');
  }

  return new Elysia({ prefix: path, tags: ['Channels'], detail: inToolset('reminders'), normalize: false })
    .use(access(services))
    .post(
      '/:id/test',
      async ({ caller, params, requestId }) => {
        const { ownerId } = caller;
        const channelId = params.id;
        if (store.channels.findSeen(caller, channelId) === undefined) throw notFound();
        if (underWay.has(channelId)) throw testUnderWay();
        countTest(ownerId, channelId);
        underWay.add(channelId);
        try {
          const result = await channels.sendTest(ownerId, channelId, randomness.uuid());
          if (result === undefined) throw notFound();
          return { data: shownResult(result), requestId };
        } finally {
          underWay.delete(channelId);
        }
      },
      {
        scope: 'write',
        takes: 'nothing',
        options: 'none',
        quota: true,
        params: Path,
        query: NoQuery,
        detail: {
          operationId: 'testChannel',
          summary: 'Send a test message',
          description:
            'Sends a test message to a channel, also to a disabled one, and returns the result; at most 10 to a channel in an hour. Takes no body.',
          ...onceConfirmed('medium', {
            useWhen: 'The user wants to know whether a channel works.',
            doNotUseWhen: 'A reminder is to be sent.',
          }),
          ...answers(
            {
              status: 200,
              description: 'What came of the test: the status of the receiver, or the reason of a failure.',
              schema: TestAnswer,
              example: { data: { outcome: 'sent', status: 200 } },
            },
            'channel_not_found',
          ),
        },
      },
    );
};

/** What is told of a test: nothing that only a repetition needs. */
function shownResult(result: SendResult) {
  if (result.outcome === 'sent') return result;
  const { retryAfterSeconds: _retryAfterSeconds, ...shown } = result;
  return shown;
}
