import { writableOf } from '../../../core/fields/fieldTable.ts';
import { reminderFields } from '../model.ts';
import { answerOf } from '../../../core/http/openapi/components.ts';
import {
  confirmed,
  pageOf,
  reading,
  taggedAnswer,
  type EntityWords,
  type Tag,
} from '../../../core/http/openapi/words.ts';
import { creating, deleting, patchErrors, updating } from '../../../core/http/openapi/writeWords.ts';
import { exampleSubscription } from '../../subscriptions/routes/schema.ts';
import { plannedReminder, reminder, reminders } from './schema.ts';
import { tooManyFix } from './writeErrors.ts';

const exampleReminder = {
  id: reminderFields.id.example,
  subscriptionId: null,
  event: 'renewal',
  daysBefore: [3, 0],
  daysAfter: null,
  at: '09:00',
  channelIds: null,
  enabled: true,
  channelCount: 1,
  createdAt: reminderFields.createdAt.example,
};
const { id: subscriptionId, name, amount, currency } = exampleSubscription;

/** The tag of rules and deliveries. */
export const reminderTag: Tag = { name: 'Reminders', description: 'When to remind of what, and what was sent.' };

const operations: EntityWords['operations'] = {
  listReminders: {
    summary: 'List the rules of reminders',
    description: 'Lists the rules, oldest first.',
    agent: reading('The user asks when they are reminded.', 'You want what will be sent: previewReminders.'),
    success: pageOf('ReminderPage', reminder, 'One page of rules.', [exampleReminder]),
    errors: ['invalid_pagination'],
  },
  previewReminders: {
    summary: 'Preview the reminders',
    description:
      'Lists what will be sent when, and to which channels, if nothing changes.\n\nIt assumes that upcoming payments are made on time. More than 100,000 reminders are `invalid_query`.',
    agent: reading('The user asks what they will be reminded of.', 'You want what was sent: listDeliveries.'),
    success: pageOf('ReminderPreview', plannedReminder, 'One page of what will be sent.', [
      {
        sendAt: '2026-07-12T09:00:00.000Z',
        ruleId: exampleReminder.id,
        event: 'renewal',
        subscriptionId,
        name,
        amount,
        currency,
        dueOn: '2026-07-15',
        days: 3,
        channelIds: [reminderFields.channelIds.example[0]],
      },
    ]),
    errors: ['invalid_pagination'],
  },
  createReminder: {
    summary: 'Create a rule of reminders',
    description:
      'Creates a rule: an owner has up to 30, with up to 60 lead times in all. It reminds of active subscriptions only; of payments, only of those with notificationEnabled.\n\nReminders that were due before are not sent.',
    agent: confirmed(
      'medium',
      'The user has confirmed when to be reminded of what.',
      'There is such a rule: update it.',
    ),
    ...creating(
      'Reminder',
      reminder,
      { done: 'The rule.', dryRun: 'A dry run: the rule that would be created.' },
      exampleReminder,
      { preview: 'ReminderDryRun' },
    ),
    errors: [
      'invalid_json',
      'invalid_field',
      'unknown_field',
      'payload_too_large',
      'unexpected_if_match',
      'too_many_reminders',
      'reminder_not_found',
    ],
  },
  getReminder: {
    toolset: null,
    summary: 'Get a rule of reminders',
    description: 'Reads one rule.',
    agent: reading('You know the id and need the present state.', 'You do not know the id: list the rules.'),
    success: taggedAnswer(answerOf('ReminderAnswer', reminder), 'The rule.', {
      data: exampleReminder,
    }),
    errors: ['invalid_id', 'reminder_not_found'],
  },
  updateReminder: {
    summary: 'Update a rule of reminders',
    description: 'Changes a rule. Reminders that were due before are not sent, and none is sent twice.',
    agent: confirmed('medium', 'The user has confirmed the change.', 'A subscription is to be silent: update that.'),
    ...updating(
      'ReminderChange',
      reminder,
      { done: 'The updated rule.', dryRun: 'A dry run: the rule after the update.' },
      exampleReminder,
    ),
    errors: [...patchErrors('invalid_id', 'reminder_not_found'), 'too_many_reminders'],
  },
  deleteReminder: {
    summary: 'Delete a rule of reminders',
    description: 'Deletes a rule. What it has not sent yet is not sent.',
    agent: confirmed('medium', 'The user has confirmed that the rule goes.', 'It is to pause: update it.'),
    ...deleting(
      'ReminderDeletion',
      reminder,
      { done: 'The rule is deleted.', dryRun: 'A dry run: the rule that would be deleted.' },
      exampleReminder,
    ),
    errors: ['invalid_id', 'unexpected_body', 'reminder_not_found'],
  },
};

/** What rules say in the OpenAPI document. */
export const reminderWords: EntityWords = {
  tag: reminderTag,
  toolset: 'reminders',
  operations,
  revertibleFields: writableOf(reminderFields),
  errorExamples: {
    ...reminders.errorExample,
    too_many_reminders: { suggestedFix: tooManyFix },
  },
};
