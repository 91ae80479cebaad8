import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { dayOfInstant } from '../../core/billing/days.ts';
import { storedOf } from '../../core/fields/define.ts';
import { PlainInteger } from '../../core/fields/fieldTypes.ts';
import { NoQuery, PageQuery, pageParametersUpTo, WriteQuery } from '../../core/fields/queries.ts';
import { named } from '../../core/fields/schemaMarks.ts';
import { access, type AccessServices } from '../../core/http/access.ts';
import { answerOf, day, exactly, instant, money, uuid } from '../../core/http/openapi/components.ts';
import { answers, forReading, inToolset, noTool, onceConfirmed } from '../../core/http/openapi/detail.ts';
import { pageOf, taggedAnswer } from '../../core/http/openapi/words.ts';
import { creating, deleting, updating } from '../../core/http/openapi/writeWords.ts';
import { ReadAnswer } from '../../core/http/reads/answers.ts';
import {
  createdAnswer,
  dataMembers,
  deletedAnswer,
  storedAnswer,
  TaggedAnswer,
} from '../../core/http/responses/answers.ts';
import { refuseIfMatchOf } from '../../core/http/responses/writeErrors.ts';
import type { RouteOptions } from '../../core/http/routeOptions.ts';
import { instantOf } from '../../core/runtime/system.ts';
import { entityTagOf } from '../../core/writer/entityTags.ts';
import { Currency, exampleSubscription } from '../subscriptions/model.ts';
import { reminderErrorOf } from './errors.ts';
import { Reminder, ReminderDraft, ReminderPatch, reminderRecords } from './model.ts';

const { Path, path, notFound } = reminderRecords;

const exampleReminder = {
  id: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2c00',
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
    subscriptionId: uuid,
    name: Type.String(),
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
  const { find, store, clock, randomness, timeZone, basePath } = services;
  return new Elysia({ prefix: path, tags: ['Reminders'], detail: inToolset('reminders'), normalize: false })
    .use(access(services))
    .get(
      '',
      ({ caller, query, request, requestId, set }) =>
        new ReadAnswer(find, { request, requestId, set }, caller.ownerId, { kind: 'reminders', page: query }),
      {
        scope: 'read',
        quota: true,
        query: PageQuery,
        detail: {
          operationId: 'listReminders',
          summary: 'List the rules of reminders',
          description: 'Lists the rules, oldest first.',
          ...forReading({
            useWhen: 'The user asks when they are reminded.',
            doNotUseWhen: 'You want what will be sent: previewReminders.',
          }),
          ...answers(pageOf('ReminderPage', Reminder, 'One page of rules.', [exampleReminder])),
        },
      },
    )
    .get(
      '/preview',
      ({ caller, query: { days, ...page }, request, requestId, set }) => {
        const [now, today] = [clock.wallMilliseconds(), dayOfInstant(instantOf(clock), timeZone)];
        const read = { kind: 'reminderPreview', page, now, days, timeZone, today } as const;
        return new ReadAnswer(find, { request, requestId, set }, caller.ownerId, read);
      },
      {
        scope: 'read',
        quota: true,
        query: PreviewQuery,
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
      async ({ write, body, requestId, set }) => {
        const rule = { reminderId: randomness.uuid(), draft: storedOf(ReminderDraft, body) };
        const result = await write({ kind: 'reminder.create', ...rule });
        return createdAnswer({ set, requestId }, result, () => reminderErrorOf(result), `${basePath}${path}`);
      },
      {
        scope: 'write',
        takes: 'json',
        write: true,
        beforeHandle: refuseIfMatchOf('To make a new rule, remove If-Match.'),
        quota: true,
        query: WriteQuery,
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
          ...answers(
            creating(
              'Reminder',
              Reminder,
              { done: 'The rule.', dryRun: 'A dry run: the rule that would be created.' },
              exampleReminder,
              { preview: 'ReminderDryRun' },
            ),
            'unexpected_if_match',
            'too_many_reminders',
            'reminder_not_found',
          ),
        },
      },
    )
    .get(
      '/:id',
      ({ caller, params, request, requestId, set }) => {
        const view = store.reminders.findView(caller.ownerId, params.id.toLowerCase());
        if (view === undefined) throw notFound();
        return new TaggedAnswer({ request, requestId, set }, dataMembers(view), entityTagOf(view));
      },
      {
        scope: 'read',
        quota: true,
        params: Path,
        query: NoQuery,
        detail: {
          operationId: 'getReminder',
          summary: 'Get a rule of reminders',
          description: 'Reads one rule.',
          ...noTool,
          ...forReading({
            useWhen: 'You know the id and need the present state.',
            doNotUseWhen: 'You do not know the id: list the rules.',
          }),
          ...answers(
            taggedAnswer(answerOf('ReminderAnswer', Reminder), 'The rule.', { data: exampleReminder }),
            'reminder_not_found',
          ),
        },
      },
    )
    .patch(
      '/:id',
      async ({ write, params, body, requestId, set }) => {
        const change = { reminderId: params.id.toLowerCase(), patch: storedOf(ReminderPatch, body) };
        const result = await write({ kind: 'reminder.update', ...change });
        return storedAnswer({ set, requestId }, result, () => reminderErrorOf(result), 200);
      },
      {
        scope: 'write',
        takes: 'json',
        write: true,
        quota: true,
        params: Path,
        query: WriteQuery,
        body: ReminderPatch,
        detail: {
          operationId: 'updateReminder',
          summary: 'Update a rule of reminders',
          description: 'Changes a rule. Reminders that were due before are not sent, and none is sent twice.',
          ...onceConfirmed('medium', {
            useWhen: 'The user has confirmed the change.',
            doNotUseWhen: 'A subscription is to be silent: update that.',
          }),
          ...answers(
            updating(
              'ReminderChange',
              Reminder,
              { done: 'The updated rule.', dryRun: 'A dry run: the rule after the update.' },
              exampleReminder,
            ),
            'reminder_not_found',
            'too_many_reminders',
          ),
        },
      },
    )
    .delete(
      '/:id',
      async ({ write, params, requestId, set }) => {
        const result = await write({ kind: 'reminder.delete', reminderId: params.id.toLowerCase() });
        return deletedAnswer({ set, requestId }, result, () => reminderErrorOf(result));
      },
      {
        scope: 'write',
        takes: 'ignored',
        write: true,
        quota: true,
        params: Path,
        query: WriteQuery,
        detail: {
          operationId: 'deleteReminder',
          summary: 'Delete a rule of reminders',
          description: 'Deletes a rule. What it has not sent yet is not sent.',
          ...onceConfirmed('medium', {
            useWhen: 'The user has confirmed that the rule goes.',
            doNotUseWhen: 'It is to pause: update it.',
          }),
          ...answers(
            deleting(
              'ReminderDeletion',
              Reminder,
              { done: 'The rule is deleted.', dryRun: 'A dry run: the rule that would be deleted.' },
              exampleReminder,
            ),
            'reminder_not_found',
          ),
        },
      },
    );
};
