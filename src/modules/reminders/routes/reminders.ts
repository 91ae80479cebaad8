import { Elysia } from 'elysia';
import { storedOf } from '../../../core/fields/define.ts';
import { PageQuery } from '../../../core/fields/queries.ts';
import { access, reads, writes, type AccessServices } from '../../../core/http/access.ts';
import { inToolset, forReading, noTool, onceConfirmed } from '../../../core/http/openapi/detail.ts';
import { answersOf } from '../../../core/http/openapi/writeWords.ts';
import {
  createdAnswer,
  deletedAnswer,
  storedAnswer,
  PageAnswer,
  RecordAnswer,
} from '../../../core/http/responses/answers.ts';
import { refuseIfMatchOf } from '../../../core/http/responses/writeErrors.ts';
import type { RouteOptions } from '../../routeOptions.ts';
import { reminderErrorOf } from '../errors.ts';
import { Reminder, ReminderDraft, ReminderPatch, reminderRecords } from '../model.ts';

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

/** The operations on the rules of reminders. */
export const reminderRoutes = (services: RouteOptions & AccessServices) => {
  const { store, randomness } = services;
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
