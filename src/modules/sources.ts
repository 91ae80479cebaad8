import type { Db } from '../core/database/db.ts';
import { readCredentialLists } from './keys/store/credentialLists.ts';
import { readFeeds } from './feeds/store/feeds.ts';
import { readChannels } from './channels/store/channels.ts';
import { readDeliveries } from './deliveries/store/deliveries.ts';
import { readUsage } from '../core/writer/roomForOwners.ts';
import { readPayments } from './payments/store/payments.ts';
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
import { readPrices } from './prices/store.ts';

/** The parts of the store whose reads grow with the data of the owner. */
export type ReadSources = ReturnType<typeof openReadSources>;

/** Opens those parts on a connection. */
export function openReadSources(database: Db) {
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
    payments: readPayments(database),
    exports: readExports(database),
    feeds: readFeeds(database),
    calendars: readCalendars(database),
    channels: readChannels(database),
    reminders: readReminders(database),
    deliveries: readDeliveries(database),
    imports: readImports(database),
    usage: readUsage(database),
  };
}
