import type { AnyElysia } from 'elysia';
import { planningRoutes } from './analytics/routes/planning.ts';
import { analyticsRoutes } from './analytics/routes/routes.ts';
import { revertErrorExamples, type AllRevertWords } from './audit/errors.ts';
import { auditRoutes } from './audit/routes/routes.ts';
import { batchErrorExamples, batchRoutes } from './batch/routes.ts';
import { channelRevertWords, tooManyChannelsFix, tooManyWebhooksFix, tooManyRecipientsFix } from './channels/errors.ts';
import { ChannelPatch, channelRecords } from './channels/model.ts';
import { channelRoutes } from './channels/routes/channels.ts';
import { channelTestRoute } from './channels/routes/channelTest.ts';
import { channelOffFix, notFailed } from './deliveries/errors.ts';
import { deliveryRecords } from './deliveries/model.ts';
import { deliveryRoutes } from './deliveries/routes.ts';
import { doctorRoutes } from './doctor/routes.ts';
import { detailRoutes } from './subscriptions/routes/details.ts';
import { exportRoutes } from './exports/routes.ts';
import { feedRecords } from './feeds/model.ts';
import { feedRoutes } from './feeds/routes/feeds.ts';
import { importRoutes } from './imports/routes/imports.ts';
import { importWords } from './imports/routes/words.ts';
import { keyRecords } from './keys/model.ts';
import { keyRoutes } from './keys/routes.ts';
import { paymentRevertWords } from './payments/errors.ts';
import { paymentRecords } from './payments/model.ts';
import { paymentRoutes } from './payments/routes.ts';
import { revertiblePaymentFields } from './payments/rules/revert.ts';
import { preferenceErrorExamples, preferenceRevertWords } from './owners/errors.ts';
import { Preferences } from './owners/model.ts';
import { ownerRoutes } from './owners/routes.ts';
import { priceRoutes } from './prices/routes.ts';
import { ratesErrorExamples, ratesRevertWords } from './rates/errors.ts';
import { Rates } from './rates/model.ts';
import { ratesRoutes } from './rates/routes.ts';
import { reminderRevertWords, tooManyFix } from './reminders/errors.ts';
import { ReminderDraft, reminderRecords } from './reminders/model.ts';
import { reminderPreviewRoute } from './reminders/routes/preview.ts';
import { reminderRoutes } from './reminders/routes/reminders.ts';
import type { RouteOptions } from './routeOptions.ts';
import { sessionErrorExamples } from './sessions/errors.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { userErrorExamples, userRevertWords } from './users/errors.ts';
import { UserPatch } from './users/model.ts';
import { userRoutes } from './users/routes.ts';
import { subscriptionRoutes } from './subscriptions/routes/records.ts';
import { renewalRoutes } from './subscriptions/routes/renewals.ts';
import { subscriptionsTag, subscriptionWords } from './subscriptions/routes/words.ts';
import { subscriptionRevertWords } from './subscriptions/errors.ts';
import type { Currencies } from '../core/billing/currencies.ts';
import type { ModuleWords } from '../core/http/openapi/words.ts';

// An entity of the API adds its routes and its words here, and what it says of reverts if clients update it.

const revertWords: AllRevertWords = {
  user: userRevertWords,
  payment: paymentRevertWords,
  rates: ratesRevertWords,
  subscription: subscriptionRevertWords,
  owner: preferenceRevertWords,
  channel: channelRevertWords,
  reminder: reminderRevertWords,
};

/** What the routes of all entities are made from. */
type AllRouteOptions = RouteOptions &
  Parameters<typeof sessionRoutes>[0] &
  Parameters<typeof userRoutes>[0] &
  Parameters<typeof feedRoutes>[0] &
  Parameters<typeof importRoutes>[0] &
  Parameters<typeof ownerRoutes>[0] &
  Parameters<typeof channelRoutes>[0] &
  Parameters<typeof ratesRoutes>[0] &
  Parameters<typeof exportRoutes>[0] &
  Parameters<typeof doctorRoutes>[0];

/** The modules whose routes are instances of Elysia. */
export const instances = (services: AllRouteOptions): AnyElysia[] => [
  subscriptionRoutes(services),
  detailRoutes(services),
  renewalRoutes(services),
  batchRoutes(services),
  analyticsRoutes(services),
  planningRoutes(services),
  priceRoutes(services),
  auditRoutes({ ...services, revertWords }),
  paymentRoutes(services),
  ratesRoutes(services),
  ownerRoutes(services),
  reminderRoutes(services),
  reminderPreviewRoute(services),
  deliveryRoutes(services),
  sessionRoutes(services),
  importRoutes(services),
  exportRoutes(services),
  feedRoutes(services),
  keyRoutes(services),
  userRoutes(services),
  channelRoutes(services),
  channelTestRoute(services),
  doctorRoutes(services),
];

// What the document says of modules whose operations have their words beside them.
const analyticsWords: ModuleWords = {
  tag: { name: 'Analytics', description: 'Costs, upcoming renewals, duplicates and possible savings.' },
};

const auditWords: ModuleWords = {
  tag: { name: 'Audit', description: 'The history of changes, and reverts.' },
  errorExamples: revertErrorExamples,
};

const paymentWords: ModuleWords = {
  tag: { name: 'Payments', description: 'Payments made, and what was spent.' },
  revertibleFields: revertiblePaymentFields,
  errorExamples: paymentRecords.errorExample,
};

const preferenceWords: ModuleWords = {
  tag: { name: 'Preferences', description: 'What an owner has chosen for all subscriptions.' },
  revertibleFields: Object.keys(Preferences.properties),
  errorExamples: preferenceErrorExamples,
};

const usageWords: ModuleWords = {
  tag: { name: 'Usage', description: 'What an owner has stored, and may store.' },
};

const ratesWords: ModuleWords = {
  tag: { name: 'Rates', description: 'Exchange rates, and totals in one currency.' },
  revertibleFields: Object.keys(Rates.properties),
  errorExamples: ratesErrorExamples,
};

const reminderWords: ModuleWords = {
  tag: { name: 'Reminders', description: 'When to remind of what, and what was sent.' },
  revertibleFields: Object.keys(ReminderDraft.properties),
  errorExamples: { ...reminderRecords.errorExample, too_many_reminders: { suggestedFix: tooManyFix } },
};

const deliveryWords: ModuleWords = {
  tag: reminderWords.tag,
  errorExamples: {
    ...deliveryRecords.errorExample,
    delivery_not_failed: notFailed('pending'),
    channel_disabled: { suggestedFix: channelOffFix },
  },
};

const exportWords: ModuleWords = {
  tag: {
    name: 'Import and export',
    description: 'All subscriptions in one file, for other programs or another server.',
  },
};

const feedWords: ModuleWords = {
  tag: { name: 'Calendar feeds', description: 'Links under which calendar programs read the payments.' },
  errorExamples: feedRecords.errorExample,
};

const channelWords: ModuleWords = {
  tag: { name: 'Channels', description: 'Where reminders and changes are sent to.' },
  revertibleFields: Object.keys(ChannelPatch.properties),
  errorExamples: {
    ...channelRecords.errorExample,
    too_many_channels: { suggestedFix: tooManyChannelsFix },
    too_many_webhooks: { suggestedFix: tooManyWebhooksFix },
    too_many_recipients: { suggestedFix: tooManyRecipientsFix },
  },
};

const sessionWords: ModuleWords = {
  tag: { name: 'Session', description: 'Signing in and out.' },
  errorExamples: sessionErrorExamples,
};

const accessWords: ModuleWords = {
  tag: { name: 'Keys and users', description: 'Who has access. For keys and sessions of scope admin.' },
  revertibleFields: Object.keys(UserPatch.properties),
  errorExamples: { ...keyRecords.errorExample, ...userErrorExamples },
};

const doctorWords: ModuleWords = {
  tag: { name: 'Doctor', description: 'What is wrong with the installation, for keys and sessions of scope admin.' },
};

/** What the entities say of themselves in the OpenAPI document of a server with these currencies, in the order of its tags. */
export function moduleWords(currencies: Currencies): readonly ModuleWords[] {
  return [
    sessionWords,
    subscriptionWords(currencies),
    { tag: subscriptionsTag, errorExamples: batchErrorExamples },
    paymentWords,
    preferenceWords,
    usageWords,
    ratesWords,
    reminderWords,
    deliveryWords,
    analyticsWords,
    auditWords,
    importWords,
    exportWords,
    feedWords,
    accessWords,
    channelWords,
    doctorWords,
  ];
}
