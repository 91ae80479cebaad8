import type { ChannelLanguage } from '../../channels/rules/channelTypes.ts';
import type { ReminderEvent } from './events.ts';

/** A sentence about an event of a subscription, or of a month, given the days until it; they are negative once it is past. */
type EventSentence = (name: string, daysLeft: number) => string;

/** The words of reminders in one language. */
interface ReminderWords {
  readonly sentences: Readonly<Record<ReminderEvent, EventSentence>>;
  /** The title of several reminders. */
  readonly several: (reminders: number) => string;
  readonly labels: Readonly<Record<'amount' | 'day' | 'previousAmount' | 'budget' | 'noticeBy', string>>;
}

/** The words of reminders by the language of the channel. */
export const reminderWords: Readonly<Record<ChannelLanguage, ReminderWords>> = {
  en: {
    sentences: {
      renewal: (name, days) =>
        days < 0 ? `${name} was due ${whenInEnglish(days)}` : `${name} renews ${whenInEnglish(days)}`,
      trial_end: (name, days) => `The trial of ${name} ${days < 0 ? 'ended' : 'ends'} ${whenInEnglish(days)}`,
      cancel_before: (name, days) =>
        `The last day to give notice for ${name} ${days < 0 ? 'was' : 'is'} ${whenInEnglish(days)}`,
      end: (name, days) => `${name} ${days < 0 ? 'ended' : 'ends'} ${whenInEnglish(days)}`,
      overdue: (name, days) =>
        days < 0
          ? `${name} has been overdue for ${inDays(-days, 'day', 'days')}`
          : `${name} is due ${whenInEnglish(days)}`,
      budget: (month) => `${month} exceeds the budget`,
    },
    several: (reminders) => `${reminders} reminders`,
    labels: {
      amount: 'Amount',
      day: 'Date',
      previousAmount: 'Previous amount',
      budget: 'Budget',
      noticeBy: 'Notice by',
    },
  },
  de: {
    sentences: {
      renewal: (name, days) =>
        days < 0 ? `${name} war ${whenInGerman(days)} fällig` : `${name} wird ${whenInGerman(days)} fällig`,
      trial_end: (name, days) => `Die Testphase von ${name} ${days < 0 ? 'endete' : 'endet'} ${whenInGerman(days)}`,
      cancel_before: (name, days) =>
        `Der letzte Tag, um ${name} zu kündigen, ${days < 0 ? 'war' : 'ist'} ${whenInGerman(days)}`,
      end: (name, days) => `${name} ${days < 0 ? 'endete' : 'endet'} ${whenInGerman(days)}`,
      overdue: (name, days) =>
        days < 0
          ? `${name} ist seit ${inDays(-days, 'Tag', 'Tagen')} überfällig`
          : `${name} ist ${whenInGerman(days)} fällig`,
      budget: (month) => `${month} überschreitet das Budget`,
    },
    several: (reminders) => `${reminders} Erinnerungen`,
    labels: {
      amount: 'Betrag',
      day: 'Datum',
      previousAmount: 'Betrag zuvor',
      budget: 'Budget',
      noticeBy: 'Kündigung bis',
    },
  },
};

function inDays(days: number, one: string, other: string): string {
  return `${days} ${days === 1 ? one : other}`;
}

function whenInEnglish(days: number): string {
  if (days === 0) return 'today';
  if (Math.abs(days) === 1) return days > 0 ? 'tomorrow' : 'yesterday';
  return days > 0 ? `in ${days} days` : `${-days} days ago`;
}

function whenInGerman(days: number): string {
  if (days === 0) return 'heute';
  if (Math.abs(days) === 1) return days > 0 ? 'morgen' : 'gestern';
  return days > 0 ? `in ${days} Tagen` : `vor ${-days} Tagen`;
}
