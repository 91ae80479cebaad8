import type { Database } from 'bun:sqlite';
import { feedVerbs } from '../credentials/feedWrites.ts';
import { keyVerbs } from '../credentials/keyWrites.ts';
import { readKeys } from '../credentials/keys.ts';
import { readSessions } from '../credentials/sessions.ts';
import { sessionVerbs } from '../credentials/sessionWrites.ts';
import { readUsers } from '../credentials/users.ts';
import { userReverts, userVerbs } from '../credentials/userWrites.ts';
import { deliveryVerbs } from './deliveryWrites.ts';
import { channelReverts, channelVerbs } from '../entities/channelWrites.ts';
import { readDeliveryWork } from '../entities/deliveries.ts';
import { readOwners, readPreferences } from '../entities/owners.ts';
import { paymentReverts, paymentVerbs } from '../entities/paymentWrites.ts';
import { importVerbs } from '../imports/importWrites.ts';
import { renewalVerbs } from '../entities/renewalWrites.ts';
import { readReminderPlan } from '../entities/reminderPlan.ts';
import { reminderReverts, reminderVerbs } from '../entities/reminderWrites.ts';
import { revertVerbs } from '../entities/reverts.ts';
import { subscriptionReverts, subscriptionVerbs } from '../entities/subscriptionWrites.ts';
import type { shareReads } from '../sqlite/sharedReads.ts';
import { ownerVerbs, preferenceReverts } from './ownerWrites.ts';

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
export function openEntityReaders(database: Database, sharedReads: ReturnType<typeof shareReads>) {
  return {
    apiKeys: readKeys(database, sharedReads),
    sessions: readSessions(database),
    users: readUsers(database),
    owners: readOwners(database),
    preferences: readPreferences(database),
    deliveryWork: readDeliveryWork(database),
    reminderPlan: readReminderPlan(database),
  };
}
