/** What is done to rules of reminders, in the activity. */
export const reminder = {
  create: 'Rule for reminders created',
  update: 'Rule for reminders changed',
  delete: 'Rule for reminders deleted',
} as const;

/** What is done to deliveries of reminders, in the activity. */
export const delivery = {
  retry: 'Failed reminder sent again',
} as const;
