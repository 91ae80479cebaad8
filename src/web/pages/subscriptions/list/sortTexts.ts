/** What the list can be sorted by, in words. */
export const sortTexts = {
  next: 'subscriptions.sort.next',
  name: 'subscriptions.sort.name',
  amount: 'subscriptions.sort.amount',
  month: 'subscriptions.sort.month',
} as const;
