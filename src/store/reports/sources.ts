import type { Database } from 'bun:sqlite';
import { readCredentialLists } from '../credentials/credentialLists.ts';
import { readFeeds } from '../credentials/feeds.ts';
import { readChannels } from '../entities/channels.ts';
import { readDeliveries } from '../entities/deliveries.ts';
import { readUsage } from '../entities/ownerLimits.ts';
import { readPayments } from '../entities/payments.ts';
import { readReminders } from '../entities/reminders.ts';
import { readSubscriptions } from '../entities/subscriptions.ts';
import { readImports } from '../imports/imports.ts';
import { readAuditTrail } from '../trail/auditTrail.ts';
import { readActivity } from '../trail/activity.ts';
import { readAnalytics } from './analytics.ts';
import { readCalendars } from './calendars.ts';
import { readDeadlines } from './deadlines.ts';
import { readDueFigures } from './dueFigures.ts';
import { readDuePayments } from './duePayments.ts';
import { readExports } from './exports.ts';
import { readPrices } from './prices.ts';

/** The parts of the store whose reads grow with the data of the owner. */
export type ReadSources = ReturnType<typeof openReadSources>;

/** Opens those parts on a connection. */
export function openReadSources(database: Database) {
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
