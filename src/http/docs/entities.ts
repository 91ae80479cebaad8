import { activityWords } from '../api/activity/operations.ts';
import { activityRoutes } from '../api/activity/routes.ts';
import { analyticsWords } from '../api/analytics/operations.ts';
import { analyticsRoutes } from '../api/analytics/routes.ts';
import { auditWords } from '../api/audit/operations.ts';
import { auditRoutes, revisionRoutes } from '../api/audit/routes.ts';
import { batchWords } from '../api/batch/operations.ts';
import { batchRoutes } from '../api/batch/routes.ts';
import { channelWords } from '../api/channels/operations.ts';
import { channelRoutes } from '../api/channels/routes.ts';
import { channelRevertWords } from '../api/channels/writeErrors.ts';
import { deliveryWords } from '../api/deliveries/operations.ts';
import { deliveryRoutes } from '../api/deliveries/routes.ts';
import { detailWords } from '../api/details/operations.ts';
import { detailRoutes } from '../api/details/routes.ts';
import { exportWords } from '../api/exports/operations.ts';
import { exportRoutes } from '../api/exports/routes.ts';
import { feedWords } from '../api/feeds/operations.ts';
import { feedRoutes } from '../api/feeds/routes.ts';
import { importWords } from '../api/imports/operations.ts';
import { importRoutes } from '../api/imports/routes.ts';
import { keyWords } from '../api/keys/operations.ts';
import { keyRoutes } from '../api/keys/routes.ts';
import { paymentWords } from '../api/payments/operations.ts';
import { paymentRoutes } from '../api/payments/routes.ts';
import { paymentRevertWords } from '../api/payments/writeErrors.ts';
import { preferenceWords } from '../api/preferences/operations.ts';
import { preferenceRoutes } from '../api/preferences/routes.ts';
import { preferenceRevertWords } from '../api/preferences/writeErrors.ts';
import { priceWords } from '../api/prices/operations.ts';
import { priceRoutes } from '../api/prices/routes.ts';
import { reminderWords } from '../api/reminders/operations.ts';
import { reminderRoutes } from '../api/reminders/routes.ts';
import { reminderRevertWords } from '../api/reminders/writeErrors.ts';
import type { RouteOptions } from '../api/routeOptions.ts';
import { sessionWords } from '../api/session/operations.ts';
import { sessionRoutes } from '../api/session/routes.ts';
import { subscriptionReadRoutes } from '../api/subscriptions/readRoutes.ts';
import { renewalRoutes } from '../api/subscriptions/renewalRoutes.ts';
import { subscriptionWords } from '../api/subscriptions/words.ts';
import { subscriptionRevertWords } from '../api/subscriptions/writeErrors.ts';
import { subscriptionWriteRoutes } from '../api/subscriptions/writeRoutes.ts';
import { usageWords } from '../api/usage/operations.ts';
import { usageRoutes } from '../api/usage/routes.ts';
import { userWords } from '../api/users/operations.ts';
import { userRoutes } from '../api/users/routes.ts';
import { userRevertWords } from '../api/users/writeErrors.ts';
import type { Currencies } from '../../domain/subscriptions/currencies.ts';
import type { EntityWords } from '../openapi/words.ts';
import type { Route } from '../pipeline/route.ts';
import type { AllRevertWords } from '../responses/revertErrors.ts';

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
    ...reminderRoutes(options),
    ...deliveryRoutes(options),
    ...sessionRoutes(options),
    ...importRoutes(options),
    ...activityRoutes(options),
    ...exportRoutes(options),
    ...feedRoutes(options),
    ...keyRoutes(options),
    ...userRoutes(options),
    ...channelRoutes(options),
  ];
}

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
