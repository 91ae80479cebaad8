import { Type } from '@sinclair/typebox';
import { reminderFields } from '../../../domain/reminders/reminderFields.ts';
import { subscriptionFields } from '../../../domain/subscriptions/fields.ts';
import { day, exactly, instant, money, uuid } from '../../openapi/components.ts';
import { bodyOf } from '../../validation/bodies.ts';
import { answerSchemaOf, bodyPropertiesOf, fieldSchemaOf } from '../../validation/fieldSchemas.ts';
import { PlainInteger, Uuid } from '../../validation/fieldTypes.ts';
import { pageParameters, pageParametersUpTo } from '../../validation/queries.ts';
import { idOf, named } from '../../validation/schemaMarks.ts';

/** The query of the list of rules. */
export const ReminderListQuery = Type.Object(pageParameters, { additionalProperties: false });

/** The query of the preview. */
export const PreviewQuery = Type.Object(
  {
    ...pageParametersUpTo(1000, 50),
    days: PlainInteger({ minimum: 1, maximum: 90, default: 30, description: 'The days ahead.' }),
  },
  { additionalProperties: false },
);

/** The body that creates a rule. */
export const ReminderDraftBody = named(
  'ReminderDraft',
  Type.Object(bodyPropertiesOf(reminderFields), {
    additionalProperties: false,
    examples: [{ event: 'renewal', daysBefore: [3, 0] }],
    ...bodyOf(reminderFields),
  }),
);

/** The body that changes a rule. */
export const ReminderPatchBody = named(
  'ReminderPatch',
  Type.Partial(Type.Object(bodyPropertiesOf(reminderFields)), {
    additionalProperties: false,
    minProperties: 1,
    examples: [{ at: '18:30' }],
    ...bodyOf(reminderFields),
  }),
);

/** The path of a rule. */
export const ReminderPath = Type.Object({
  id: Uuid({
    description: 'The id of the rule.',
    examples: [reminderFields.id.example],
    'x-of': idOf('invalid_id', 'id from the list of rules (GET /api/v1/reminders)', 'id from listReminders'),
  }),
});

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
