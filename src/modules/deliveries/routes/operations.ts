import { confirmed, pageOf, reading, type EntityWords } from '../../../core/http/openapi/words.ts';
import { updating } from '../../../core/http/openapi/writeWords.ts';
import { deliveries, delivery } from './schema.ts';

const ruleId = '01980f3c-0000-7f4c-b0f5-3d1c9f1c2c00';
const subscriptionId = '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77';
const exampleDelivery = {
  id: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2e00',
  channelId: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2d00',
  type: 'reminder.due',
  ruleId,
  subscriptionIds: [subscriptionId],
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

const operations: EntityWords['operations'] = {
  listDeliveries: {
    summary: 'List the deliveries',
    description: 'Lists the messages to channels, newest first: what was sent, what waits, and what failed and why.',
    agent: reading('The user asks whether a reminder was sent.', 'You want what will be sent: previewReminders.'),
    success: pageOf('DeliveryPage', delivery, 'One page of deliveries.', [exampleDelivery]),
    errors: ['invalid_pagination'],
  },
  retryDelivery: {
    summary: 'Retry a failed delivery',
    description:
      'Retries a delivery that failed, or that was skipped with channelOff or notDue and is still due, and a change of the last 30 days that was skipped with missed.',
    agent: confirmed('medium', 'The user has confirmed to send it again.', 'It is pending: it is sent by itself.'),
    ...updating(
      'DeliveryChange',
      delivery,
      { done: 'The delivery, which is pending.', dryRun: 'A dry run: the delivery after it.' },
      retried,
    ),
    errors: ['invalid_id', 'unexpected_body', 'delivery_not_found', 'delivery_not_failed', 'channel_disabled'],
  },
};

/** What deliveries say in the OpenAPI document. */
export const deliveryWords: EntityWords = {
  tag: { name: 'Reminders', description: 'When to remind of what, and what was sent.' },
  toolset: 'reminders',
  operations,
  errorExamples: {
    ...deliveries.errorExample,
    delivery_not_failed: {
      message: 'The delivery has not failed: it is pending.',
      suggestedFix:
        'Retry deliveries that failed, were skipped with channelOff or notDue, or are changes of the last 30 days that were skipped with missed.',
    },
    channel_disabled: { suggestedFix: 'Enable the channel of the delivery first.' },
  },
};
