import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { Uuid } from '../../core/fields/fieldTypes.ts';
import { asParameter } from '../../core/fields/schemaMarks.ts';
import { access, reads, writes, type AccessServices } from '../../core/http/access.ts';
import { inToolset, answers, forReading, onceConfirmed } from '../../core/http/openapi/detail.ts';
import { pageOf } from '../../core/http/openapi/words.ts';
import { changing } from '../../core/http/openapi/writeWords.ts';
import { storedAnswer, PageAnswer } from '../../core/http/responses/answers.ts';
import type { RouteOptions } from '../routeOptions.ts';
import { channelOffFix, deliveryErrorOf, notFailed } from './errors.ts';
import { Delivery, deliveryRecords } from './model.ts';
import { changeOf } from '../../core/http/openapi/components.ts';
import { pageParameters } from '../../core/fields/queries.ts';
import type { ModuleWords } from '../../core/http/openapi/words.ts';

const { Path, path } = deliveryRecords;

const DeliveryQuery = Type.Object(
  {
    ...pageParameters,
    state: Type.Optional(asParameter(Delivery.properties.state, 'Only those in this state.')),
    channelId: Type.Optional(Uuid({ description: 'Only those to this channel.' })),
  },
  { additionalProperties: false },
);

const ruleId = '01980f3c-0000-7f4c-b0f5-3d1c9f1c2c00';
const subscriptionId = '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77';
const exampleDelivery = {
  id: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2e00',
  channelId: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2d00',
  channelName: 'Phone',
  type: 'reminder.due',
  ruleId,
  subscriptionIds: [subscriptionId],
  subscriptionNames: ['Netflix'],
  dueOn: '2026-07-15',
  reminders: [{ ruleId, subscriptionId, event: 'renewal', dueOn: '2026-07-15', days: 3 }],
  sendAt: '2026-07-12T09:00:00.000Z',
  state: 'failed',
  attempts: 7,
  lastStatus: 503,
  lastError: 'status',
  nextAttemptAt: null,
  sentAt: null,
};
const retried = { ...exampleDelivery, state: 'pending', attempts: 0, nextAttemptAt: '2026-07-14T09:00:00.000Z' };

/** What the document says of deliveries. */
export const words = (): ModuleWords => ({
  errorExamples: {
    ...deliveryRecords.errorExample,
    delivery_not_failed: notFailed('pending'),
    channel_disabled: { suggestedFix: channelOffFix },
  },
});

/** The operations on deliveries. */
export const routes = (services: RouteOptions & AccessServices) => {
  const { store } = services;
  return new Elysia({ prefix: path, tags: ['Reminders'], detail: inToolset('reminders'), normalize: false })
    .use(access(services))
    .get(
      '',
      ({ call, caller, query: { limit, offset, state, channelId } }) => {
        const filters = {
          ...(state !== undefined && { state }),
          ...(channelId !== undefined && { channelId: channelId.toLowerCase() }),
        };
        const page = { limit, offset };
        return new PageAnswer(call, store.deliveries.list(caller, filters, page), page);
      },
      {
        ...reads('read', DeliveryQuery),
        detail: {
          operationId: 'listDeliveries',
          summary: 'List the deliveries',
          description:
            'Lists the messages to channels, newest first: what was sent, what waits, and what failed and why.',
          ...forReading({
            useWhen: 'The user asks whether a reminder was sent.',
            doNotUseWhen: 'You want what will be sent: previewReminders.',
          }),
          ...answers(pageOf('DeliveryPage', Delivery, 'One page of deliveries.', [exampleDelivery])),
        },
      },
    )
    .post(
      '/:id/retry',
      async ({ call, write, params }) =>
        storedAnswer(call, await write({ kind: 'delivery.retry', deliveryId: params.id }), deliveryErrorOf),
      {
        ...writes('write', 'ignored'),
        params: Path,
        detail: {
          operationId: 'retryDelivery',
          summary: 'Retry a failed delivery',
          description:
            'Retries a delivery that failed, or that was skipped with channelOff or notDue and is still due, and a change of the last 30 days that was skipped with missed.',
          ...onceConfirmed('medium', {
            useWhen: 'The user has confirmed to send it again.',
            doNotUseWhen: 'It is pending: it is sent by itself.',
          }),
          ...answers(
            changing(
              changeOf('DeliveryChange', Delivery),
              { done: 'The delivery, which is pending.', dryRun: 'A dry run: the delivery after it.' },
              retried,
            ),
            'delivery_not_found',
            'delivery_not_failed',
            'channel_disabled',
          ),
        },
      },
    );
};
