/** The texts of the page calendar. */
export const calendar = {
  title: 'Calendar',
  previous: 'Previous month',
  next: 'Next month',
  today: 'Today',
  nothing: 'Nothing is due in this month.',
  totals: 'In all',
  'totals.overdue': 'Overdue',
  'totals.paid': 'Paid',
  'totals.due': 'To come',
  'day.nothing': 'Nothing is due on this day.',
  'day.more': { one: '{count} more', other: '{count} more' },
  'entry.due': 'to come',
  'entry.paid': 'paid',
  'entry.automatic': 'recorded by itself',
  'entry.dueOn': 'due on {day}',
  'entry.payments': { one: '{count} payment', other: '{count} payments' },
} as const;
