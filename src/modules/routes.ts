import type { AnyElysia } from 'elysia';
import { activityWords } from './audit/routes/activity/operations.ts';
import { activityRoutes } from './audit/routes/activity/routes.ts';
import { analyticsWords } from './analytics/routes/operations.ts';
import { analyticsRoutes } from './analytics/routes/routes.ts';
import { auditWords } from './audit/routes/operations.ts';
import { auditRoutes, revisionRoutes } from './audit/routes/routes.ts';
import { batchErrorExamples, batchRoutes } from './batch/routes.ts';
import { channelWords } from './channels/routes/operations.ts';
import { channelRoutes } from './channels/routes/routes.ts';
import { channelRevertWords } from './channels/routes/writeErrors.ts';
import { deliveryWords } from './deliveries/routes/operations.ts';
import { deliveryRoutes } from './deliveries/routes/routes.ts';
import { detailRoutes } from './subscriptions/routes/details.ts';
import { exportWords } from './exports/routes/operations.ts';
import { exportRoutes } from './exports/routes/routes.ts';
import { feedWords } from './feeds/routes/operations.ts';
import { feedRoutes } from './feeds/routes/routes.ts';
import { importRoutes } from './imports/routes/imports.ts';
import { importWords } from './imports/routes/words.ts';
import { keyRecords } from './keys/model.ts';
import { keyRoutes } from './keys/routes.ts';
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
import { sessionErrorExamples } from './sessions/errors.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { subscriptionRoutes } from './subscriptions/routes/records.ts';
import { renewalRoutes } from './subscriptions/routes/renewals.ts';
import { subscriptionsTag, subscriptionWords } from './subscriptions/routes/words.ts';
import { subscriptionRevertWords } from './subscriptions/errors.ts';
import { usageWords } from './owners/routes/usage/operations.ts';
import { usageRoutes } from './owners/routes/usage/routes.ts';
import { userErrorExamples, userRevertWords } from './users/errors.ts';
import { UserPatch } from './users/model.ts';
import { userRoutes } from './users/routes.ts';
import type { Currencies } from '../core/billing/currencies.ts';
import type { EntityWords } from '../core/http/openapi/words.ts';
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
  Parameters<typeof feedRoutes>[0] &
  Parameters<typeof usageRoutes>[0] &
  Parameters<typeof channelRoutes>[0] &
  Parameters<typeof exportRoutes>[0];

/** The operations of the API. Preflights, the OpenAPI document and MCP tools are generated from them. */
export function apiRoutes(options: AllRouteOptions): readonly Route[] {
  return [
    ...analyticsRoutes(options),
    ...priceRoutes(options),
    ...auditRoutes({ ...options, revertWords }),
    ...revisionRoutes(options),
    ...paymentRoutes(options),
    ...preferenceRoutes(options),
    ...usageRoutes(options),
    ...deliveryRoutes(options),
    ...activityRoutes(options),
    ...exportRoutes(options),
    ...feedRoutes(options),
    ...channelRoutes(options),
  ];
}

type InstanceServices = RouteOptions &
  Parameters<typeof sessionRoutes>[0] &
  Parameters<typeof importRoutes>[0] &
  Parameters<typeof userRoutes>[0];

/** The modules whose routes are instances of Elysia. */
export const instances = (services: InstanceServices): AnyElysia[] => [
  sessionRoutes(services),
  subscriptionRoutes(services),
  detailRoutes(services),
  renewalRoutes(services),
  batchRoutes(services),
  importRoutes(services),
  reminderRoutes(services),
  keyRoutes(services),
  userRoutes(services),
];

// What the document says of the errors of modules whose operations have their words beside them.
const reminderWords: EntityWords = {
  tag: { name: 'Reminders', description: 'When to remind of what, and what was sent.' },
  toolset: 'reminders',
  operations: {},
  revertibleFields: Object.keys(ReminderDraft.properties),
  errorExamples: { ...reminderRecords.errorExample, too_many_reminders: { suggestedFix: tooManyFix } },
};

const sessionWords: EntityWords = {
  tag: { name: 'Session', description: 'Signing in and out.' },
  toolset: null,
  operations: {},
  errorExamples: sessionErrorExamples,
};
const accessWords: EntityWords = {
  tag: { name: 'Keys and users', description: 'Who has access. For keys and sessions of scope admin.' },
  toolset: 'settings',
  operations: {},
  revertibleFields: Object.keys(UserPatch.properties),
  errorExamples: { ...keyRecords.errorExample, ...userErrorExamples },
};

/** What the entities say of themselves in the OpenAPI document of a server with these currencies, in the order of its tags. */
export function entityWords(currencies: Currencies): readonly EntityWords[] {
  return [
    sessionWords,
    subscriptionWords(currencies),
    { tag: subscriptionsTag, toolset: 'subscriptions', operations: {}, errorExamples: batchErrorExamples },
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
    accessWords,
    channelWords,
  ];
}
