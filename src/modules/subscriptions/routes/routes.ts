import type { Currencies } from '../../../core/billing/currencies.ts';
import type { AccessServices } from '../../../core/http/access.ts';
import type { RouteOptions } from '../../routeOptions.ts';
import { subscriptionRevertWords } from '../errors.ts';
import { detailRoutes } from './details.ts';
import { subscriptionRoutes } from './records.ts';
import { renewalRoutes } from './renewals.ts';
import { exampleSubscription, writableFields, type Status } from '../model.ts';
import { revertibleFields } from '../rules/revert.ts';
import type { AgentShortcut } from '../../../core/http/openapi/document.ts';
import type { ErrorExamples } from '../../../core/http/openapi/errorResponses.ts';
import type { ModuleWords } from '../../../core/http/openapi/words.ts';
import { sorts } from './queries.ts';

/** The operations on subscriptions and their details, and the renewal. */
export const routes = (services: RouteOptions & AccessServices) => [
  subscriptionRoutes(services),
  detailRoutes(services),
  renewalRoutes(services),
];

/** What is said of reverts that are refused. */
export const revertWords = { subscription: subscriptionRevertWords };

const errorExamples: ErrorExamples = {
  invalid_subscription_field: {
    message: 'There is no field "notificationsEnabled".',
    field: 'notificationsEnabled',
    suggestedFix: 'Rename "notificationsEnabled" to "notificationEnabled".',
    writableFields,
  },
  invalid_subscription_id: { field: 'id', suggestedFix: 'Take the id from the list of subscriptions.' },
  not_active: {
    message: 'The subscription is paused.',
    suggestedFix: 'Ask the user whether it goes on; if so, PATCH its status to "active" first.',
  },
  renewal_conflict: {
    message: 'The next payment is due on 2026-07-15, not on 2026-06-15.',
    field: 'dueOn',
    suggestedFix:
      'Do nothing: the payment due on 2026-06-15 is probably recorded already, since lastPaymentDate is 2026-06-15.',
    current: exampleSubscription,
  },
  not_due: {
    message: 'The next payment is due on 2026-07-15.',
    suggestedFix: 'Do nothing until then; if the user has already paid it, send "dueOn": "2026-07-15".',
  },
  not_renewable: { suggestedFix: 'Do nothing: no payment is due any more.' },
  invalid_query: { field: 'sort', suggestedFix: 'Send "name".', allowedValues: sorts },
  precondition_failed: {
    suggestedFix: 'Read current; if the change is still right, send it again with If-Match: "9a3f0c55e1d2b784".',
    current: exampleSubscription,
  },
  unexpected_if_match: {
    field: 'If-Match',
    suggestedFix:
      'To change a recorded subscription, use PATCH /api/v1/subscriptions/{id}; to record a new one, remove If-Match.',
  },
  empty_patch: { suggestedFix: 'Send at least one of the writable fields, with its new value.', writableFields },
};

/** The changes of status as agent shortcuts, each under a name of its own. */
const shortcuts: readonly AgentShortcut[] = [
  changeOfStatus(
    'cancel',
    'cancelled',
    'It records that the subscription is cancelled and counts no more; it does not cancel with the provider, which the user must do. It can be resumed.',
  ),
  changeOfStatus('pause', 'paused', 'Billing stops for now; it stays recorded and can be resumed.'),
  changeOfStatus('resume', 'active', 'It is billed again and counts toward spending.'),
];

function changeOfStatus(verb: string, status: Status, effect: string): AgentShortcut {
  return {
    name: `${verb}Subscription`,
    operationId: 'updateSubscription',
    title: `${verb.slice(0, 1).toUpperCase()}${verb.slice(1)} a subscription`,
    description: `Sets the status to ${status}. ${effect}`,
    riskLevel: 'medium',
    body: { status },
  };
}

/** What the document of a server with these currencies says of subscriptions. */
export function words({ allowed }: Currencies): ModuleWords {
  const invalidSubscription = {
    message: 'currency must be one of the allowed values.',
    field: 'currency',
    suggestedFix: 'Send "USD".',
    allowedValues: allowed,
  };
  return {
    tags: [{ name: 'Subscriptions', description: 'Record and manage recurring subscriptions.' }],
    errorExamples: { invalid_subscription: invalidSubscription, ...errorExamples },
    shortcuts,
    revertibleFields,
  };
}
