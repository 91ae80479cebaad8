import type { Schemas } from '../../../api/answers.ts';
import { isolated } from '../../../format/text.ts';
import { t } from '../../../messages/messages.ts';

/** How far ahead a calendar can look, in days: about a quarter, a year and a month, and three years. */
export const spans = [92, 400, 1100] as const;
export const alarms = [0, 1, 2, 3, 7, 14] as const;

const daysOfMonth = 30.5;

export function spanText(days: number): string {
  return t('calendar.feeds.months', { count: Math.round(days / daysOfMonth) });
}

export function alarmText(daysBefore: number): string {
  return daysBefore === 0 ? t('calendar.feeds.alarm.day') : t('calendar.feeds.alarm.days', { count: daysBefore });
}

export function settingsText({ category, tag, daysAhead, alarmDaysBefore }: Schemas['Feed']): string {
  const parts = [
    category === null ? undefined : isolated(category),
    tag === null ? undefined : isolated(tag),
    spanText(daysAhead),
    alarmDaysBefore === null ? undefined : `${t('calendar.feeds.alarm')}: ${alarmText(alarmDaysBefore)}`,
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}
