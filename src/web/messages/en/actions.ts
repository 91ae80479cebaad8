// The sentences of the activity by the audit action, such as `key.create`: an area for each type of entity. They may use
// the name of the entity, its scope, and its name before and after. An action that says more has a writer in
// `pages/activity/sentences.ts`.

/** What is done to keys. */
export const key = {
  create: 'Key {name} created, {scope}',
  undoRotation: 'Replacement of the key {name} undone',
  revoke: 'Key {name} revoked',
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
