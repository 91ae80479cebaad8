import type { ClientResult } from '../commands.ts';
import { reminderBounds, type ReminderFault } from './rules/reminder.ts';
import { ApiError } from '../../core/http/errors/apiError.ts';
import type { RevertWords } from '../audit/errors.ts';
import { sharedErrorOf } from '../../core/http/responses/writeErrors.ts';
import { Reminder, reminderRecords } from './model.ts';

const subject = 'The rule has';

/** What rules say of reverts that are refused. */
export const reminderRevertWords: RevertWords = {
  record: Reminder,
  subject,
  restore: () => ({
    suggestedFix: 'Read the rule, and PATCH the fields to restore.',
  }),
};

/** What to do when there are too many rules. */
export const tooManyFix = 'Delete a rule, or let one rule do what several do: it may have up to 10 lead times.';

const tooManyLeadTimes = {
  message: `The rules would have more than ${reminderBounds.leadTimes} lead times together.`,
  suggestedFix: 'Send fewer lead times, or remove some from another rule.',
};

/** The error that says why a write of a rule stored nothing. */
export function reminderErrorOf(result: ClientResult): ApiError {
  const shared = sharedErrorOf(result, subject);
  if (shared !== undefined) return shared;
  if (result.outcome === 'tooManyReminders')
    return new ApiError('too_many_reminders', result.of === 'rules' ? { suggestedFix: tooManyFix } : tooManyLeadTimes);
  return result.outcome === 'unfit' ? unfit(result.fault) : reminderRecords.notFound();
}

const words: Readonly<Record<ReminderFault['reason'], readonly [message: string, suggestedFix: string]>> = {
  daysBeforeMissing: ['daysBefore is missing.', 'Send how many days before the event to remind, such as [3, 0].'],
  daysAfterMissing: [
    'An overdue rule needs daysAfter.',
    'Send how many days after the due date to remind, such as [1].',
  ],
  daysBeforeUnwanted: ['An overdue rule has no daysBefore.', 'Send daysAfter instead.'],
  daysAfterUnwanted: ['Only an overdue rule has daysAfter.', 'Send daysBefore instead.'],
  unknownSubscription: ['There is no subscription with this id.', 'Send the id of a subscription, or null for all.'],
  subscriptionUnwanted: ['A budget rule is of no subscription.', 'Send null.'],
  unknownChannel: [
    'There is no channel with one of these ids.',
    'Send ids from the list of channels, or null for all.',
  ],
  otherHolder: [
    'The channels of a rule must all be those of the household, or all those of one user, and a change cannot move the rule.',
    'Make a rule for each of them.',
  ],
};

function unfit({ field, reason }: ReminderFault): ApiError {
  const [message, suggestedFix] = words[reason];
  return new ApiError('invalid_field', { field, message, suggestedFix });
}
