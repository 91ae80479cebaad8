import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { dayOfInstant } from '../../core/billing/days.ts';
import { nullable, storedOf } from '../../core/fields/define.ts';
import { PlainInteger } from '../../core/fields/fieldTypes.ts';
import { PageQuery, pageParametersUpTo } from '../../core/fields/queries.ts';
import { named } from '../../core/fields/schemaMarks.ts';
import { access, reads, writes, type AccessServices } from '../../core/http/access.ts';
import { day, exactly, instant, money, uuid } from '../../core/http/openapi/components.ts';
import { inToolset, answers, forReading, noTool, onceConfirmed } from '../../core/http/openapi/detail.ts';
import { pageOf } from '../../core/http/openapi/words.ts';
import { answersOf } from '../../core/http/openapi/writeWords.ts';
import {
  createdAnswer,
  deletedAnswer,
  storedAnswer,
  PageAnswer,
  RecordAnswer,
} from '../../core/http/responses/answers.ts';
import { refuseIfMatchOf } from '../../core/http/responses/writeErrors.ts';
import type { RouteOptions } from '../routeOptions.ts';
import { instantOf } from '../../core/runtime/system.ts';
import { Currency, exampleSubscription } from '../subscriptions/model.ts';
import { reminderErrorOf } from './errors.ts';
import { Reminder, ReminderDraft, ReminderPatch, reminderRecords } from './model.ts';
import { reminderPreview } from './reads.ts';

const { Path, path, notFound } = reminderRecords;

const exampleReminder = {
  id: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2c00',
  userId: null,
  subscriptionId: null,
  event: 'renewal',
  daysBefore: [3, 0],
  daysAfter: null,
  at: '09:00',
  channelIds: null,
  enabled: true,
  channelCount: 1,
  createdAt: '2026-06-16T12:00:00.000Z',
};

const records = answersOf('Reminder', Reminder, exampleReminder, reminderRecords);

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
  ruleId: exampleReminder.id,
  event: 'renewal',
  subscriptionId: exampleSubscription.id,
  name: exampleSubscription.name,
  amount: exampleSubscription.amount,
  currency: exampleSubscription.currency,
  dueOn: '2026-07-15',
  days: 3,
  channelIds: ['01980f3c-0000-7f4c-b0f5-3d1c9f1c2d00'],
};

/** The operations on the rules of reminders. */
export const reminderRoutes = (services: RouteOptions & AccessServices) => {
  const { store, clock, randomness, timeZone } = services;
  return new Elysia({ prefix: path, tags: ['Reminders'], detail: inToolset('reminders'), normalize: false })
    .use(access(services))
    .get('', ({ call, caller, query }) => new PageAnswer(call, store.reminders.list(caller, query), query), {
      ...reads('read', PageQuery),
      detail: {
        operationId: 'listReminders',
        summary: 'List the rules of reminders',
        description: 'Lists the rules, oldest first.',
        ...forReading({
          useWhen: 'The user asks when they are reminded.',
          doNotUseWhen: 'You want what will be sent: previewReminders.',
        }),
        ...records.listed(),
      },
    })
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
    )
    .post(
      '',
      async ({ call, write, body }) => {
        const rule = { reminderId: randomness.uuid(), draft: storedOf(ReminderDraft, body) };
        const result = await write({ kind: 'reminder.create', ...rule });
        return createdAnswer(call, result, reminderErrorOf);
      },
      {
        ...writes('write', 'json'),
        beforeHandle: refuseIfMatchOf('To make a new rule, remove If-Match.'),
        body: ReminderDraft,
        detail: {
          operationId: 'createReminder',
          summary: 'Create a rule of reminders',
          description:
            'Creates a rule: an owner has up to 30, with up to 60 lead times in all. It reminds of active subscriptions only; of payments, only of those with notificationEnabled.\n\nReminders that were due before are not sent.',
          ...onceConfirmed('medium', {
            useWhen: 'The user has confirmed when to be reminded of what.',
            doNotUseWhen: 'There is such a rule: update it.',
          }),
          ...records.created(['too_many_reminders'], { preview: 'ReminderDryRun' }),
        },
      },
    )
    .get(
      '/:id',
      ({ call, caller, params }) => new RecordAnswer(call, store.reminders.findView(caller, params.id), notFound),
      {
        ...reads('read'),
        params: Path,
        detail: {
          operationId: 'getReminder',
          summary: 'Get a rule of reminders',
          description: 'Reads one rule.',
          ...noTool,
          ...forReading({
            useWhen: 'You know the id and need the present state.',
            doNotUseWhen: 'You do not know the id: list the rules.',
          }),
          ...records.read(),
        },
      },
    )
    .patch(
      '/:id',
      async ({ call, write, params, body }) => {
        const change = { reminderId: params.id, patch: storedOf(ReminderPatch, body) };
        const result = await write({ kind: 'reminder.update', ...change });
        return storedAnswer(call, result, reminderErrorOf);
      },
      {
        ...writes('write', 'json'),
        params: Path,
        body: ReminderPatch,
        detail: {
          operationId: 'updateReminder',
          summary: 'Update a rule of reminders',
          description: 'Changes a rule. Reminders that were due before are not sent, and none is sent twice.',
          ...onceConfirmed('medium', {
            useWhen: 'The user has confirmed the change.',
            doNotUseWhen: 'A subscription is to be silent: update that.',
          }),
          ...records.changed('too_many_reminders'),
        },
      },
    )
    .delete(
      '/:id',
      async ({ call, write, params }) =>
        deletedAnswer(call, await write({ kind: 'reminder.delete', reminderId: params.id }), reminderErrorOf),
      {
        ...writes('write', 'ignored'),
        params: Path,
        detail: {
          operationId: 'deleteReminder',
          summary: 'Delete a rule of reminders',
          description: 'Deletes a rule. What it has not sent yet is not sent.',
          ...onceConfirmed('medium', {
            useWhen: 'The user has confirmed that the rule goes.',
            doNotUseWhen: 'It is to pause: update it.',
          }),
          ...records.deleted(),
        },
      },
    );
};
