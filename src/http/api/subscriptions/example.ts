import { namesWith } from '../../../domain/fields/fieldTable.ts';
import { subscriptionFields } from '../../../domain/subscriptions/fields.ts';

/** The draft of all examples: every required field. */
export const exampleDraft = examplesOf(namesWith(subscriptionFields, 'required'));

/** The subscription of all examples: every field that is always present. */
export const exampleSubscription = examplesOf(namesWith(subscriptionFields, 'server', 'required', 'defaulted'));

function examplesOf<Name extends keyof typeof subscriptionFields>(names: readonly Name[]) {
  const examples = names.map((name) => [name, subscriptionFields[name].example]);
  return Object.fromEntries(examples) as { readonly [Each in Name]: (typeof subscriptionFields)[Each]['example'] };
}
