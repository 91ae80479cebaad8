/** The texts of the page activity. */
export const activity = {
  empty: 'Nothing has happened yet. Each change will be listed here, with who made it.',
  'empty.filtered': 'No entry passes the filter.',
  deletedNote: 'Deleting a subscription deletes its entries, too.',
  filter: 'Show',
  'filter.all': 'All',
  'filter.reminders': 'Reminders, calendars',
  'filter.people': 'People and keys',
  'filter.more': 'By person, day or subscription',
  'filter.by': 'Person or key',
  'filter.everybody': 'Everybody',
  'filter.key': 'Key {name}',
  'filter.day': 'On this day',
  'filter.subscription': 'Name of the subscription',
  'filter.subscription.help': 'Type a name',
  'filter.only': 'Only {name}',
  'filter.clear': 'Show all subscriptions',
  more: 'Show more',
  yesterday: 'Yesterday',
  'undo.which': 'Undo: {change}',
  undone: 'Undone',
  'undo.done': 'Undone: {change}',
  'by.itself': 'automatically',
  'by.server': 'on the server',
  'by.key': 'by the key {name}',
  'by.someKey': 'by a key',
  'by.session': 'by {name}',
  'by.somebody': 'by somebody who is signed in',
  created: 'added, {price} {interval}',
  next: 'next payment on {day}',
  changes: { one: '{count} change', other: '{count} changes' },
  unchanged: 'saved without a change',
  undid: 'a change was undone',
  removed: 'removed, was {value}',
  ended: 'its last day has passed',
  paid: 'paid {amount} for {day}',
  paidFor: 'paid for {day}',
  paidSeveral: { one: 'paid {count} time, for {day}', other: 'paid {count} times, the last for {day}' },
  paidOn: 'paid on {day}',
  takenBack: 'payment for {day} taken back',
  paidAgain: 'payment for {day} recorded again',
  'payment.corrected': 'payment for {day} corrected',
  'payment.removed': 'payment for {day} removed',
  skipped: { one: '{count} due date passed without a payment', other: '{count} due dates passed without a payment' },
  skippedAgain: 'due dates skipped again',
  'import.run': {
    one: '{count} subscription imported from a file',
    other: '{count} subscriptions imported from a file',
  },
  'import.reverted': 'Import undone',
  'became.active': 'resumed',
  'became.paused': 'paused',
  'became.cancelled': 'cancelled',
  on: 'on',
  off: 'off',
  'scope.read': 'may view',
  'scope.write': 'may change',
  'scope.admin': 'may manage',
  'key.rotated': 'Key {name} replaced by a new one',
  signIns: { one: 'Signed in {count} time', other: 'Signed in {count} times' },
  'session.created': 'Signed in',
  'session.created.password': 'Signed in with a password',
  'session.created.code': 'Signed in with a sign-in link',
  'session.created.key': 'Signed in with a key',
  'session.created.proxy': 'Signed in by the reverse proxy',
  'session.ended': 'Signed out',
  'session.endedOf': 'Browser signed out: {name}',
  'user.renamed': 'Person {from} renamed to {to}',
  'user.scope': 'Person {name} {scope}',
  'user.passwordSet': 'First password of {name} set',
  'user.passwordChanged': 'Password of {name} changed',
  'user.invited': '{name} invited',
  'user.code': 'Sign-in link for {name} created',
  'household.named': 'The household is called {name}',
  'household.unnamed': 'The household has no name of its own any more',
  'budget.set': 'The budget is {amount} a month',
  'budget.none': 'There is no budget any more',
  unknown: 'Another change: {action}',
} as const;

// The sentences of the activity by the audit action, such as `key.create`: an area for each type of entity. They may use
// the name of the entity, its scope, and its name before and after. An action that says more has a writer in
// `pages/activity/sentences.ts`.

/** What is done to subscriptions. */
export const subscription = {
  delete: '{name} deleted',
} as const;

/** What is done to keys. */
export const key = {
  create: 'Key {name} created, {scope}',
  undoRotation: 'Replacement of the key {name} undone',
  revoke: 'Key {name} revoked',
} as const;

/** What is done to calendar feeds. */
export const feed = {
  create: 'Calendar link {name} created',
  delete: 'Calendar link {name} revoked',
} as const;

/** What is done to sessions. */
export const session = {
  createCode: 'Sign-in link for another device created',
} as const;

/** What is done to users. */
export const user = {
  create: 'Person {name} added, {scope}',
  delete: 'Person {name} removed',
} as const;

/** What is done to owners. */
export const owner = {
  rename: 'Household renamed from {from} to {to}',
} as const;

/** What is done to channels. */
export const channel = {
  create: 'Channel {name} created',
  update: 'Channel {name} changed',
  delete: 'Channel {name} deleted',
} as const;

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
