import { Type } from '@sinclair/typebox';
import { reminderFields } from '../model.ts';
import { subscriptionFields } from '../../subscriptions/model.ts';
import { day, exactly, instant, money, uuid } from '../../../core/http/openapi/components.ts';
import { answerSchemaOf, fieldSchemaOf } from '../../../core/http/validation/fieldSchemas.ts';
import { PlainInteger } from '../../../core/http/validation/fieldTypes.ts';
import { pageParametersUpTo } from '../../../core/http/validation/queries.ts';
import { draftBodyOf, patchBodyOf, recordsOf } from '../../../core/http/validation/records.ts';
import { named } from '../../../core/http/validation/schemaMarks.ts';

/** What the operations on rules share. */
export const reminders = recordsOf({
  one: 'rule',
  many: 'rules',
  path: '/api/v1/reminders',
  missing: 'reminder_not_found',
  exampleId: reminderFields.id.example,
});

/** The query of the preview. */
export const PreviewQuery = Type.Object(
  {
    ...pageParametersUpTo(1000, 50),
    days: PlainInteger({ minimum: 1, maximum: 90, default: 30, description: 'The days ahead.' }),
  },
  { additionalProperties: false },
);

/** The body that creates a rule. */
export const ReminderDraftBody = draftBodyOf('ReminderDraft', reminderFields, { event: 'renewal', daysBefore: [3, 0] });

/** The body that changes a rule. */
export const ReminderPatchBody = patchBodyOf('ReminderPatch', reminderFields, { at: '18:30' });

/** A rule in an answer. */
export const reminder = named('Reminder', answerSchemaOf(reminderFields));

/** What a reminder is about, in an answer. */
export const eventInAnswer = fieldSchemaOf(reminderFields, 'event');

/** A reminder that will be sent. */
export const plannedReminder = named(
  'PlannedReminder',
  exactly({
    sendAt: instant,
    ruleId: uuid,
    event: eventInAnswer,
    subscriptionId: uuid,
    name: Type.String(),
    amount: money,
    currency: fieldSchemaOf(subscriptionFields, 'currency'),
    dueOn: day,
    days: Type.Integer({ minimum: 0 }),
    channelIds: Type.Array(uuid, { description: 'Without one, nothing is sent.' }),
  }),
);
