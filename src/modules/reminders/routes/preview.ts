import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { dayOfInstant } from '../../../core/billing/days.ts';
import { nullable } from '../../../core/fields/define.ts';
import { PlainInteger } from '../../../core/fields/fieldTypes.ts';
import { pageParametersUpTo } from '../../../core/fields/queries.ts';
import { named } from '../../../core/fields/schemaMarks.ts';
import { access, reads, type AccessServices } from '../../../core/http/access.ts';
import { day, exactly, instant, money, uuid } from '../../../core/http/openapi/components.ts';
import { inToolset, answers, forReading } from '../../../core/http/openapi/detail.ts';
import { pageOf } from '../../../core/http/openapi/words.ts';
import { PageAnswer } from '../../../core/http/responses/answers.ts';
import type { RouteOptions } from '../../routeOptions.ts';
import { instantOf } from '../../../core/runtime/system.ts';
import { Currency, exampleSubscription } from '../../subscriptions/model.ts';
import { ReminderDraft, reminderRecords } from '../model.ts';
import { reminderPreview } from '../reads.ts';

const PreviewQuery = Type.Object(
  {
    ...pageParametersUpTo(1000, 50),
    days: PlainInteger({ minimum: 1, maximum: 90, default: 30, description: 'The days ahead.' }),
  },
  { additionalProperties: false },
);

const PlannedReminder = named(
  'PlannedReminder',
  exactly({
    sendAt: instant,
    ruleId: uuid,
    event: ReminderDraft.properties.event,
    subscriptionId: nullable(Type.String({ format: 'uuid', description: 'Null for the budget.' })),
    name: nullable(Type.String({ description: 'Of the subscription; null for the budget.' })),
    amount: money,
    currency: Currency,
    dueOn: day,
    days: Type.Integer({ minimum: 0 }),
    channelIds: Type.Array(uuid, { description: 'Without one, nothing is sent.' }),
  }),
);

const examplePlanned = {
  sendAt: '2026-07-12T09:00:00.000Z',
  ruleId: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2c00',
  event: 'renewal',
  subscriptionId: exampleSubscription.id,
  name: exampleSubscription.name,
  amount: exampleSubscription.amount,
  currency: exampleSubscription.currency,
  dueOn: '2026-07-15',
  days: 3,
  channelIds: ['01980f3c-0000-7f4c-b0f5-3d1c9f1c2d00'],
};

/** The preview of what the rules will send. */
export const reminderPreviewRoute = (services: RouteOptions & AccessServices) => {
  const { store, clock, timeZone } = services;
  return new Elysia({
    prefix: reminderRecords.path,
    tags: ['Reminders'],
    detail: inToolset('reminders'),
    normalize: false,
  })
    .use(access(services))
    .get(
      '/preview',
      ({ call, caller, query: { days, ...page } }) => {
        const [now, today] = [clock.wallMilliseconds(), dayOfInstant(instantOf(clock), timeZone)];
        const planned = reminderPreview(store, caller, { now, days, timeZone, today }, page);
        return new PageAnswer(call, planned, page);
      },
      {
        ...reads('read', PreviewQuery),
        detail: {
          operationId: 'previewReminders',
          summary: 'Preview the reminders',
          description:
            'Lists what will be sent when, and to which channels, if nothing changes.\n\nIt assumes that upcoming payments are made on time. More than 100,000 reminders are `invalid_query`.',
          ...forReading({
            useWhen: 'The user asks what they will be reminded of.',
            doNotUseWhen: 'You want what was sent: listDeliveries.',
          }),
          ...answers(pageOf('ReminderPreview', PlannedReminder, 'One page of what will be sent.', [examplePlanned])),
        },
      },
    );
};
