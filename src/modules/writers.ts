import { feedVerbs } from './feeds/writes.ts';
import { keyVerbs } from './keys/writes.ts';
import { sessionVerbs } from './sessions/writes.ts';
import { userReverts, userVerbs } from './users/writes.ts';
import { deliveryVerbs } from './deliveries/writes/deliveries.ts';
import { channelReverts, channelVerbs } from './channels/writes.ts';
import { paymentReverts, paymentVerbs } from './payments/writes.ts';
import { importVerbs } from './imports/writes/imports.ts';
import { renewalVerbs } from './subscriptions/writes/renewals.ts';
import { reminderReverts, reminderVerbs } from './reminders/writes.ts';
import { revertVerbs } from './audit/writes/reverts.ts';
import { subscriptionReverts, subscriptionVerbs } from './subscriptions/writes/subscriptions.ts';
import { ownerVerbs, preferenceReverts } from './owners/writes.ts';

// An entity adds its verbs here, and how its updates are reverted if clients update it.

/** The verbs of all entities, by the kind of command. */
export const entityVerbs = {
  ...subscriptionVerbs,
  ...renewalVerbs,
  ...paymentVerbs,
  ...feedVerbs,
  ...keyVerbs,
  ...sessionVerbs,
  ...userVerbs,
  ...channelVerbs,
  ...reminderVerbs,
  ...deliveryVerbs,
  ...importVerbs,
  ...ownerVerbs,
  ...revertVerbs({
    subscription: subscriptionReverts,
    payment: paymentReverts,
    owner: preferenceReverts,
    user: userReverts,
    channel: channelReverts,
    reminder: reminderReverts,
  }),
};
