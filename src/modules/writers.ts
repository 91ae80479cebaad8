import type { Db } from '../core/database/db.ts';
import { feedVerbs } from './feeds/writes.ts';
import { keyVerbs } from './keys/writes.ts';
import { readKeys } from './keys/store/keys.ts';
import { readSessions } from './sessions/store.ts';
import { sessionVerbs } from './sessions/writes.ts';
import { readUsers } from './users/store.ts';
import { userReverts, userVerbs } from './users/writes.ts';
import { deliveryVerbs } from './deliveries/writes/deliveries.ts';
import { channelReverts, channelVerbs } from './channels/writes.ts';
import { readDeliveryWork } from './deliveries/store/work.ts';
import { readOwners, readPreferences } from './owners/store.ts';
import { paymentReverts, paymentVerbs } from './payments/writes.ts';
import { importVerbs } from './imports/writes/imports.ts';
import { renewalVerbs } from './subscriptions/writes/renewals.ts';
import { readReminderPlan } from './reminders/store/plan.ts';
import { reminderReverts, reminderVerbs } from './reminders/writes.ts';
import { revertVerbs } from './audit/writes/reverts.ts';
import { subscriptionReverts, subscriptionVerbs } from './subscriptions/writes/subscriptions.ts';
import { ownerVerbs, preferenceReverts } from './owners/writes.ts';

// An entity of the store adds its verbs and its reader here, and how its updates are reverted if clients update it.

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

/** Opens the readers of entities on a connection. Reads that grow with the data of the owner are in `reports/sources.ts`. */
export function openEntityReaders(database: Db) {
  return {
    apiKeys: readKeys(database),
    sessions: readSessions(database),
    users: readUsers(database),
    owners: readOwners(database),
    preferences: readPreferences(database),
    deliveryWork: readDeliveryWork(database),
    reminderPlan: readReminderPlan(database),
  };
}
