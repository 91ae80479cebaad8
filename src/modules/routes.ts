import type { AnyElysia } from 'elysia';
import { activityWords } from './audit/routes/activity/operations.ts';
import { activityRoutes } from './audit/routes/activity/routes.ts';
import { analyticsWords } from './analytics/routes/operations.ts';
import { analyticsRoutes } from './analytics/routes/routes.ts';
import { auditWords } from './audit/routes/operations.ts';
import { auditRoutes, revisionRoutes } from './audit/routes/routes.ts';
import { batchWords } from './batch/routes/operations.ts';
import { batchRoutes } from './batch/routes/routes.ts';
import { channelRevertWords, tooManyChannelsFix, tooManyWebhooksFix, tooManyRecipientsFix } from './channels/errors.ts';
import { ChannelPatch, channelRecords } from './channels/model.ts';
import { channelRoutes } from './channels/routes/channels.ts';
import { channelTestRoute } from './channels/routes/channelTest.ts';
import { channelOffFix, notFailed } from './deliveries/errors.ts';
import { deliveryRecords } from './deliveries/model.ts';
import { deliveryRoutes } from './deliveries/routes.ts';
import { detailWords } from './subscriptions/routes/details/operations.ts';
import { detailRoutes } from './subscriptions/routes/details/routes.ts';
import { exportWords } from './exports/routes/operations.ts';
import { exportRoutes } from './exports/routes/routes.ts';
import { feedRecords } from './feeds/model.ts';
import { feedRoutes } from './feeds/routes/feeds.ts';
import { importWords } from './imports/routes/operations.ts';
import { importRoutes } from './imports/routes/routes.ts';
import { keyWords } from './keys/routes/operations.ts';
import { keyRoutes } from './keys/routes/routes.ts';
import { paymentWords } from './payments/routes/operations.ts';
import { paymentRoutes } from './payments/routes/routes.ts';
import { paymentRevertWords } from './payments/routes/writeErrors.ts';
import { preferenceWords } from './owners/routes/preferences/operations.ts';
import { preferenceRoutes } from './owners/routes/preferences/routes.ts';
import { preferenceRevertWords } from './owners/routes/preferences/writeErrors.ts';
import { priceWords } from './prices/routes/operations.ts';
import { priceRoutes } from './prices/routes/routes.ts';
import { reminderRevertWords, tooManyFix } from './reminders/errors.ts';
import { ReminderDraft, reminderRecords } from './reminders/model.ts';
import { reminderRoutes } from './reminders/routes.ts';
import type { RouteOptions } from '../core/http/routeOptions.ts';
import { sessionWords } from './sessions/routes/operations.ts';
import { sessionRoutes } from './sessions/routes/routes.ts';
import { subscriptionReadRoutes } from './subscriptions/routes/readRoutes.ts';
import { renewalRoutes } from './subscriptions/routes/renewalRoutes.ts';
import { subscriptionWords } from './subscriptions/routes/words.ts';
import { subscriptionRevertWords } from './subscriptions/routes/writeErrors.ts';
import { subscriptionWriteRoutes } from './subscriptions/routes/writeRoutes.ts';
import { usageWords } from './owners/routes/usage/operations.ts';
import { usageRoutes } from './owners/routes/usage/routes.ts';
import { userWords } from './users/routes/operations.ts';
import { userRoutes } from './users/routes/routes.ts';
import { userRevertWords } from './users/routes/writeErrors.ts';
import type { Currencies } from '../core/billing/currencies.ts';
import type { EntityWords } from '../core/http/openapi/words.ts';
import type { AccessServices } from '../core/http/access.ts';
import type { Route } from '../core/http/pipeline/route.ts';
import type { AllRevertWords } from './audit/routes/revertErrors.ts';

// An entity of the API adds its routes and its words here, and what it says of reverts if clients update it.

const revertWords: AllRevertWords = {
  user: userRevertWords,
  payment: paymentRevertWords,
  subscription: subscriptionRevertWords,
  owner: preferenceRevertWords,
  channel: channelRevertWords,
  reminder: reminderRevertWords,
};

/** What the routes of all entities are made from. */
type AllRouteOptions = RouteOptions &
  Parameters<typeof sessionRoutes>[0] &
  Parameters<typeof userRoutes>[0] &
  Parameters<typeof importRoutes>[0] &
  Parameters<typeof usageRoutes>[0] &
  Parameters<typeof channelRoutes>[0] &
  Parameters<typeof exportRoutes>[0];

/** The operations of the API. Preflights, the OpenAPI document and MCP tools are generated from them. */
export function apiRoutes(options: AllRouteOptions): readonly Route[] {
  return [
    ...subscriptionReadRoutes(options),
    ...subscriptionWriteRoutes(options),
    ...detailRoutes(options),
    ...renewalRoutes(options),
    ...batchRoutes(options),
    ...analyticsRoutes(options),
    ...priceRoutes(options),
    ...auditRoutes({ ...options, revertWords }),
    ...revisionRoutes(options),
    ...paymentRoutes(options),
    ...preferenceRoutes(options),
    ...usageRoutes(options),
    ...sessionRoutes(options),
    ...importRoutes(options),
    ...activityRoutes(options),
    ...exportRoutes(options),
    ...keyRoutes(options),
    ...userRoutes(options),
  ];
}

/** The modules whose routes are instances of Elysia. */
export const instances = (services: AllRouteOptions & AccessServices): AnyElysia[] => [
  reminderRoutes(services),
  deliveryRoutes(services),
  feedRoutes(services),
  channelRoutes(services),
  channelTestRoute(services),
];

// What the document says of the errors of modules whose operations have their words beside them.
const reminderWords: EntityWords = {
  tag: { name: 'Reminders', description: 'When to remind of what, and what was sent.' },
  toolset: 'reminders',
  operations: {},
  revertibleFields: Object.keys(ReminderDraft.properties),
  errorExamples: { ...reminderRecords.errorExample, too_many_reminders: { suggestedFix: tooManyFix } },
};

const deliveryWords: EntityWords = {
  tag: reminderWords.tag,
  toolset: 'reminders',
  operations: {},
  errorExamples: {
    ...deliveryRecords.errorExample,
    delivery_not_failed: notFailed('pending'),
    channel_disabled: { suggestedFix: channelOffFix },
  },
};

const feedWords: EntityWords = {
  tag: { name: 'Calendar feeds', description: 'Links under which calendar programs read the payments.' },
  toolset: 'reminders',
  operations: {},
  errorExamples: feedRecords.errorExample,
};

const channelWords: EntityWords = {
  tag: { name: 'Channels', description: 'Where reminders and changes are sent to.' },
  toolset: 'reminders',
  operations: {},
  revertibleFields: Object.keys(ChannelPatch.properties),
  errorExamples: {
    ...channelRecords.errorExample,
    too_many_channels: { suggestedFix: tooManyChannelsFix },
    too_many_webhooks: { suggestedFix: tooManyWebhooksFix },
    too_many_recipients: { suggestedFix: tooManyRecipientsFix },
  },
};

/** What the entities say of themselves in the OpenAPI document of a server with these currencies, in the order of its tags. */
export function entityWords(currencies: Currencies): readonly EntityWords[] {
  return [
    sessionWords(currencies),
    subscriptionWords(currencies),
    detailWords,
    batchWords,
    paymentWords,
    preferenceWords,
    usageWords,
    reminderWords,
    deliveryWords,
    analyticsWords,
    priceWords,
    auditWords(revertWords),
    importWords,
    activityWords,
    exportWords,
    feedWords,
    keyWords,
    userWords,
    channelWords,
  ];
}
