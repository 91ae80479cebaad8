import type { ReminderView } from '../model.ts';

// The page needs these, and bundles no TypeBox, which the model is made of.

/** What reminders are about. */
export const reminderEvents = ['renewal', 'trial_end', 'cancel_before', 'end', 'overdue', 'budget'] as const;

/** What a reminder is about. */
export type ReminderEvent = (typeof reminderEvents)[number];

/** The lead times of a rule: days before its event, or after it when that is overdue. */
export function leadDaysOf({
  daysBefore,
  daysAfter,
}: Pick<ReminderView, 'daysBefore' | 'daysAfter'>): readonly number[] {
  return daysBefore ?? daysAfter ?? [];
}
