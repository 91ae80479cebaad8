/** The texts of the page subscriptions. */
export const subscriptions = {
  title: 'Subscriptions',
} as const;
