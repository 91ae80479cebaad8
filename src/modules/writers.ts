// What each module writes: the `verbs` of its commands, and the `reverts` of its updates if clients update it. An entity adds its line here.

export * as channels from './channels/writes.ts';
export * as deliveries from './deliveries/writes/deliveries.ts';
export * as feeds from './feeds/writes.ts';
export * as imports from './imports/writes/imports.ts';
export * as keys from './keys/writes.ts';
export * as owners from './owners/writes.ts';
export * as payments from './payments/writes.ts';
export * as rates from './rates/writes.ts';
export * as reminders from './reminders/writes.ts';
export * as sessions from './sessions/writes.ts';
export * as renewals from './subscriptions/writes/renewals.ts';
export * as subscriptions from './subscriptions/writes/subscriptions.ts';
export * as users from './users/writes.ts';
