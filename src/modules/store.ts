import { databaseOn, type Db } from '../core/database/db.ts';
import type { Connection } from '../core/database/driver.ts';
import { join } from 'node:path';
import { readUsage, limitOwners, type OwnerLimits } from '../core/writer/roomForOwners.ts';
import { readCredentialLists } from './keys/store/credentialLists.ts';
import { readFeeds } from './feeds/store/feeds.ts';
import { readChannels } from './channels/store/channels.ts';
import { readDeliveries } from './deliveries/store/deliveries.ts';
import { readPayments } from './payments/store/payments.ts';
import { readRates } from './rates/store.ts';
import { readReminders } from './reminders/store/reminders.ts';
import { readSubscriptions } from './subscriptions/store/subscriptions.ts';
import { readImports } from './imports/store/imports.ts';
import { readAuditTrail } from './audit/store/auditTrail.ts';
import { readActivity } from './audit/store/activity.ts';
import { readAnalytics } from './analytics/store/analytics.ts';
import { readCalendars } from './feeds/store/calendars.ts';
import { readDeadlines } from './analytics/store/deadlines.ts';
import { readDueFigures } from './analytics/store/dueFigures.ts';
import { readDuePayments } from './payments/store/duePayments.ts';
import { readExports } from './exports/store.ts';
import { readPastPayments } from './payments/store/pastPayments.ts';
import { readPrices } from './prices/store.ts';
import { openDatabase } from '../core/database/database.ts';
import { databaseFileName, unusable } from '../core/directory/databaseFile.ts';
import type { Hold } from '../core/directory/directoryLock.ts';
import { readFilterValues } from './subscriptions/store/filterValues.ts';
import { findOutcomesOutside, findOutcomeUnder } from '../core/writer/idempotencyStore.ts';
import { readOfEverything } from '../core/database/readHealth.ts';
import { countOtherCurrencies } from './subscriptions/store/recordedCurrencies.ts';
import { knowsSchemaOf } from '../core/database/migrations.ts';
import type { Upgraded } from '../core/database/upgrade.ts';
import { readKeys } from './keys/store/keys.ts';
import { readSessions } from './sessions/store.ts';
import { readUsers } from './users/store.ts';
import { readDeliveryWork } from './deliveries/store/work.ts';
import { readOwners, readPreferences } from './owners/store.ts';
import { readReminderPlan } from './reminders/store/plan.ts';
import { performOn } from './verbs.ts';
import { planImports } from './imports/store/plan.ts';
import { readUpdateTrail } from './audit/store/updateTrail.ts';
import { readRevisions } from '../core/audit/revisions.ts';
import { readRenewalsToMake } from './subscriptions/store/renewalsToMake.ts';
import { writeInProcess } from '../core/writer/inProcess.ts';

/** The store of the command line and of the start of a server, which may write in process. */
export type OpenedStore = ReturnType<typeof createStore>;

/** The readable part of the store. */
export type Store = Omit<OpenedStore, 'inProcess' | 'limitOwners'>;

/**
 * Opens the store of a data directory; creates it if it does not exist.
 *
 * @param hold the lock with which the caller holds the directory, if it does
 * @param onUpgrade called when an older database was upgraded
 * @throws {DatabaseRefused} when the directory or the database in it cannot be used
 */
export function openStore(dataDirectory: string, hold?: Hold, onUpgrade?: (upgraded: Upgraded) => void): OpenedStore {
  const database = openDatabase(dataDirectory, hold, onUpgrade);
  try {
    return createStore(database);
  } catch (error) {
    database.close();
    throw unusable(join(dataDirectory, databaseFileName), error);
  }
}

/** The readers of entities. */
function openReaders(database: Db) {
  return {
    subscriptions: readSubscriptions(database),
    analytics: readAnalytics(database),
    deadlines: readDeadlines(database),
    dueFigures: readDueFigures(database),
    duePayments: readDuePayments(database),
    auditTrail: readAuditTrail(database),
    activity: readActivity(database),
    credentialLists: readCredentialLists(database),
    prices: readPrices(database),
    pastPayments: readPastPayments(database),
    payments: readPayments(database),
    rates: readRates(database),
    exports: readExports(database),
    feeds: readFeeds(database),
    calendars: readCalendars(database),
    channels: readChannels(database),
    reminders: readReminders(database),
    deliveries: readDeliveries(database),
    imports: readImports(database),
    usage: readUsage(database),
    apiKeys: readKeys(database),
    sessions: readSessions(database),
    users: readUsers(database),
    owners: readOwners(database),
    preferences: readPreferences(database),
    deliveryWork: readDeliveryWork(database),
    reminderPlan: readReminderPlan(database),
  };
}

/** The store of an open database. Compiles each of its statements once, with its first use. */
export function createStore(database: Connection) {
  return {
    ...openReaders(databaseOn(database)),
    filterValues: readFilterValues(databaseOn(database)),
    /** The number of writes of an owner. */
    revisionOf: readRevisions(databaseOn(database)),
    renewals: readRenewalsToMake(databaseOn(database)),
    /** Reads which audit entries a request has written. */
    entriesOfRequest: readUpdateTrail(databaseOn(database)).ofRequest,
    /** Plans the import of a file: writes nothing. */
    planImport: planImports(databaseOn(database)),
    /** Writes in this process and blocks it. */
    inProcess: writeInProcess(databaseOn(database), performOn),
    /** Limits what owners may store by writes in this process. */
    limitOwners: (limits: OwnerLimits): void => limitOwners(databaseOn(database), limits),
    /** Counts the subscriptions of all owners in other currencies than some. */
    countOtherCurrencies: countOtherCurrencies(databaseOn(database)),
    /** Whether there are outcomes of writes stored before one instant or after another, ISO 8601 UTC. */
    areOutcomesOutside: findOutcomesOutside(databaseOn(database)),
    /** Whether the outcome of a write is stored under an idempotency key of an owner; it may have expired. */
    hasOutcome: findOutcomeUnder(databaseOn(database)),
    /** Whether the schema version is the one that this program supports: a newer program may have changed it. */
    hasKnownSchema: (): boolean => knowsSchemaOf(database),
    /** Reads a row of each table and repeats failed reads; throws when something cannot be read. */
    readOfEverything: (): void => readOfEverything(database),
    /** Checkpoints and closes the database. The store cannot be used afterwards. */
    close(): void {
      database.close(true);
    },
  };
}
