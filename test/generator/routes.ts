import { subscriptionsPath } from '../support/expectations.ts';

/** Method and path of an operation, with `{id}` for the id. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
}

const record = `${subscriptionsPath}/{id}`;

/** Every operation by its id, written by hand, so that the OpenAPI document is tested against it. */
export const routes = {
  listSubscriptions: { method: 'GET', path: subscriptionsPath },
  createSubscription: { method: 'POST', path: subscriptionsPath },
  getSubscription: { method: 'GET', path: record },
  updateSubscription: { method: 'PATCH', path: record },
  deleteSubscription: { method: 'DELETE', path: record },
  renewSubscription: { method: 'POST', path: `${record}/renew` },
  getDetails: { method: 'GET', path: `${record}/details` },
  updateDetails: { method: 'PATCH', path: `${record}/details` },
  deleteDetails: { method: 'DELETE', path: `${record}/details` },
  batchSubscriptions: { method: 'POST', path: `${subscriptionsPath}/batch` },
  getSpendSummary: { method: 'GET', path: '/api/v1/analytics/summary' },
  findDuplicateSubscriptions: { method: 'GET', path: '/api/v1/analytics/duplicates' },
  getOptimizationSuggestions: { method: 'GET', path: '/api/v1/analytics/optimizations' },
  listPrices: { method: 'GET', path: `${record}/prices` },
  listPriceChanges: { method: 'GET', path: '/api/v1/analytics/price-changes' },
  createSession: { method: 'POST', path: '/api/v1/session' },
  getSession: { method: 'GET', path: '/api/v1/session' },
  deleteSession: { method: 'DELETE', path: '/api/v1/session' },
  setPassword: { method: 'POST', path: '/api/v1/session/password' },
  listSessions: { method: 'GET', path: '/api/v1/sessions' },
  endSession: { method: 'DELETE', path: '/api/v1/sessions/{id}' },
  getRevision: { method: 'GET', path: '/api/v1/revision' },
  listUpcomingPayments: { method: 'GET', path: '/api/v1/analytics/payments' },
  getForecast: { method: 'GET', path: '/api/v1/analytics/forecast' },
  listPayments: { method: 'GET', path: '/api/v1/payments' },
  getSpent: { method: 'GET', path: '/api/v1/analytics/spent' },
  getPreferences: { method: 'GET', path: '/api/v1/preferences' },
  updatePreferences: { method: 'PATCH', path: '/api/v1/preferences' },
  listActivity: { method: 'GET', path: '/api/v1/activity' },
  listKeys: { method: 'GET', path: '/api/v1/keys' },
  createKey: { method: 'POST', path: '/api/v1/keys' },
  revokeKey: { method: 'DELETE', path: '/api/v1/keys/{id}' },
  listUsers: { method: 'GET', path: '/api/v1/users' },
  createUser: { method: 'POST', path: '/api/v1/users' },
  deleteUser: { method: 'DELETE', path: '/api/v1/users/{id}' },
  createSignInCode: { method: 'POST', path: '/api/v1/users/{id}/code' },
  listAuditLog: { method: 'GET', path: '/api/v1/audit' },
  revertAuditEntry: { method: 'POST', path: '/api/v1/audit/{id}/revert' },
} as const satisfies Readonly<Record<string, Route>>;

/** The id of an operation. */
export type OperationId = keyof typeof routes;
