import { Type } from '@sinclair/typebox';
import { nullable } from '../../core/fields/define.ts';
import { CalendarDay, Choice, Instant, Uuid } from '../../core/fields/fieldTypes.ts';
import { recordsOf } from '../../core/fields/records.ts';
import { named } from '../../core/fields/schemaMarks.ts';
import { changeEvents } from '../channels/rules/changeEvents.ts';
import { ReminderDraft } from '../reminders/model.ts';
import { deliveryErrors, deliveryStates } from './rules/delivery.ts';

const closed = { additionalProperties: false };

const DeliveredReminder = Type.Object(
  {
    ruleId: Uuid(),
    subscriptionId: nullable(Uuid({ description: 'Null for the budget.' })),
    event: ReminderDraft.properties.event,
    dueOn: CalendarDay(),
    days: Type.Integer({ minimum: 0 }),
  },
  closed,
);

/** A delivery as clients see it. */
export const Delivery = named(
  'Delivery',
  Type.Object(
    {
      id: Uuid({ examples: ['01980f3c-0000-7f4c-b0f5-3d1c9f1c2e00'] }),
      channelId: Uuid(),
      channelName: nullable(Type.String({ description: 'Null when the channel is deleted.' })),
      type: named('DeliveryType', Choice(['reminder.due', ...changeEvents])),
      ruleId: nullable(Uuid({ description: 'Null when the message is of several rules, or of a change.' })),
      subscriptionIds: Type.Array(Uuid()),
      subscriptionNames: Type.Array(nullable(Type.String()), {
        description: 'The names of subscriptionIds, in their order; null for a deleted one.',
      }),
      dueOn: nullable(CalendarDay({ description: 'The first of its events; null for a change.' })),
      reminders: Type.Array(DeliveredReminder),
      sendAt: Instant({ description: 'ISO 8601, UTC.' }),
      state: named('DeliveryState', Choice(deliveryStates)),
      attempts: Type.Integer({ minimum: 0 }),
      lastStatus: nullable(Type.Integer({ description: 'The status of the last answer.' })),
      lastError: nullable(Type.String({ description: `Why it was not sent: ${deliveryErrors.join(', ')}.` })),
      nextAttemptAt: nullable(
        Instant({ description: 'Null when it is not pending, or waits for an earlier change of the record.' }),
      ),
      sentAt: nullable(Instant()),
    },
    closed,
  ),
);

/** What the operations on deliveries share. */
export const deliveryRecords = recordsOf({
  one: 'delivery',
  many: 'deliveries',
  path: '/api/v1/deliveries',
  missing: 'delivery_not_found',
  exampleId: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2e00',
});
