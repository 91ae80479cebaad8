/** The texts of what to set aside, which load with its page and with what the overview shows later. */
export const setAside = {
  covers: '{sums} a month covers everything that is not monthly.',
  largest: 'Next big one: {name} in {month}, {amount}',
  soon: '{sums} more is due before {day}.',
  months: 'Month by month',
  none: 'All that you pay is billed every month: there is nothing to set aside.',
  how: 'Put this sum aside on the first of each month, from {month} on. The pot then covers all that is due in these months.',
  start: 'In the pot today',
  due: 'Due',
  pot: 'In the pot',
} as const;

/** The texts of the budget on the overview. */
export const budget = {
  line: 'The line is the budget of {amount} a month.',
  over: 'over budget',
} as const;
