import { Type } from '@sinclair/typebox';
import { changeEvents } from '../../channels/rules/changeEvents.ts';
import { deliveryErrors, deliveryStates } from '../model.ts';
import { day, exactly, instant, oneOf, uuid } from '../../../core/http/openapi/components.ts';
import { Choice, Uuid } from '../../../core/fields/fieldTypes.ts';
import { pageParameters } from '../../../core/fields/queries.ts';
import { recordsOf } from '../../../core/fields/records.ts';
import { asParameter, named } from '../../../core/fields/schemaMarks.ts';
import { ReminderDraft } from '../../reminders/model.ts';

const state = named('DeliveryState', Choice(deliveryStates));

/** The query of the list of deliveries. */
export const DeliveryListQuery = Type.Object(
  {
    ...pageParameters,
    state: Type.Optional(asParameter(state, 'Only those in this state.')),
    channelId: Type.Optional(Uuid({ description: 'Only those to this channel.' })),
  },
  { additionalProperties: false },
);

/** What the operations on deliveries share. */
export const deliveries = recordsOf({
  one: 'delivery',
  many: 'deliveries',
  path: '/api/v1/deliveries',
  missing: 'delivery_not_found',
  exampleId: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2e00',
});

const orNull = (schema: object, description?: string) =>
  Type.Unsafe({ ...schema, type: ['string', 'null'], ...(description !== undefined && { description }) });

/** A delivery in an answer. */
export const delivery = named(
  'Delivery',
  exactly({
    id: uuid,
    channelId: uuid,
    type: named('DeliveryType', oneOf(['reminder.due', ...changeEvents])),
    ruleId: orNull({ format: 'uuid' }, 'Null when the message is of several rules, or of a change.'),
    subscriptionIds: Type.Array(uuid),
    dueOn: orNull({ format: 'date' }, 'The first of its events; null for a change.'),
    reminders: Type.Array(
      exactly({
        ruleId: uuid,
        subscriptionId: uuid,
        event: ReminderDraft.properties.event,
        dueOn: day,
        days: Type.Integer({ minimum: 0 }),
      }),
    ),
    sendAt: instant,
    state,
    attempts: Type.Integer({ minimum: 0 }),
    lastStatus: Type.Unsafe({ type: ['integer', 'null'], description: 'The status of the last answer.' }),
    lastError: orNull({}, `Why it was not sent: ${deliveryErrors.join(', ')}.`),
    nextAttemptAt: orNull(
      { format: 'date-time' },
      'Null when it is not pending, or waits for an earlier change of the record.',
    ),
    sentAt: orNull({ format: 'date-time' }),
  }),
);
