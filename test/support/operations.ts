import { printOpenApi } from '../../src/cli/openapi.ts';
import { systemClock, systemRandomness } from '../../src/core/runtime/system.ts';
import { withoutReferences, type OpenApiDocument } from './contract.ts';
import { subscriptionsPath } from './expectations.ts';

/** An operation as the contract states it. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Its path, with `{id}` for the id. */
  readonly path: string;
  /** The least scope that opens it; `session` if it needs a session, `nothing` if it needs no authentication. */
  readonly needs: 'nothing' | 'read' | 'write' | 'admin' | 'session';
  /** The status of success, if it is not 200. */
  readonly status?: 201;
}

const record = `${subscriptionsPath}/{id}`;

/** Every operation, written by hand: test/core/http/openapi holds the routes and the document to be exactly these. */
export const operations = {
  listSubscriptions: { method: 'GET', path: subscriptionsPath, needs: 'read' },
  createSubscription: { method: 'POST', path: subscriptionsPath, needs: 'write', status: 201 },
  getSubscription: { method: 'GET', path: record, needs: 'read' },
  updateSubscription: { method: 'PATCH', path: record, needs: 'write' },
  deleteSubscription: { method: 'DELETE', path: record, needs: 'write' },
  renewSubscription: { method: 'POST', path: `${record}/renew`, needs: 'write' },
  getDetails: { method: 'GET', path: `${record}/details`, needs: 'read' },
  updateDetails: { method: 'PATCH', path: `${record}/details`, needs: 'write' },
  deleteDetails: { method: 'DELETE', path: `${record}/details`, needs: 'write' },
  batchSubscriptions: { method: 'POST', path: `${subscriptionsPath}/batch`, needs: 'write' },
  getSpendSummary: { method: 'GET', path: '/api/v1/analytics/summary', needs: 'read' },
  findDuplicateSubscriptions: { method: 'GET', path: '/api/v1/analytics/duplicates', needs: 'read' },
  getOptimizationSuggestions: { method: 'GET', path: '/api/v1/analytics/optimizations', needs: 'read' },
  listPrices: { method: 'GET', path: `${record}/prices`, needs: 'read' },
  listPriceChanges: { method: 'GET', path: '/api/v1/analytics/price-changes', needs: 'read' },
  createSession: { method: 'POST', path: '/api/v1/session', needs: 'nothing', status: 201 },
  getSession: { method: 'GET', path: '/api/v1/session', needs: 'session' },
  deleteSession: { method: 'DELETE', path: '/api/v1/session', needs: 'session' },
  setPassword: { method: 'POST', path: '/api/v1/session/password', needs: 'session' },
  createOwnSignInCode: { method: 'POST', path: '/api/v1/session/code', needs: 'session', status: 201 },
  listSessions: { method: 'GET', path: '/api/v1/sessions', needs: 'session' },
  endSession: { method: 'DELETE', path: '/api/v1/sessions/{id}', needs: 'session' },
  getRevision: { method: 'GET', path: '/api/v1/revision', needs: 'read' },
  listUpcomingPayments: { method: 'GET', path: '/api/v1/analytics/payments', needs: 'read' },
  getForecast: { method: 'GET', path: '/api/v1/analytics/forecast', needs: 'read' },
  getBudget: { method: 'GET', path: '/api/v1/analytics/budget', needs: 'read' },
  getSetAside: { method: 'GET', path: '/api/v1/analytics/set-aside', needs: 'read' },
  listDeadlines: { method: 'GET', path: '/api/v1/analytics/deadlines', needs: 'read' },
  listPayments: { method: 'GET', path: '/api/v1/payments', needs: 'read' },
  getSpent: { method: 'GET', path: '/api/v1/analytics/spent', needs: 'read' },
  getPayment: { method: 'GET', path: '/api/v1/payments/{id}', needs: 'read' },
  updatePayment: { method: 'PATCH', path: '/api/v1/payments/{id}', needs: 'write' },
  deletePayment: { method: 'DELETE', path: '/api/v1/payments/{id}', needs: 'write' },
  getPreferences: { method: 'GET', path: '/api/v1/preferences', needs: 'read' },
  getUsage: { method: 'GET', path: '/api/v1/usage', needs: 'read' },
  updatePreferences: { method: 'PATCH', path: '/api/v1/preferences', needs: 'write' },
  getRates: { method: 'GET', path: '/api/v1/rates', needs: 'read' },
  setRates: { method: 'PUT', path: '/api/v1/rates', needs: 'write' },
  deleteRates: { method: 'DELETE', path: '/api/v1/rates', needs: 'write' },
  getConvertedTotals: { method: 'GET', path: '/api/v1/analytics/converted', needs: 'read' },
  listReminders: { method: 'GET', path: '/api/v1/reminders', needs: 'read' },
  previewReminders: { method: 'GET', path: '/api/v1/reminders/preview', needs: 'read' },
  createReminder: { method: 'POST', path: '/api/v1/reminders', needs: 'write', status: 201 },
  getReminder: { method: 'GET', path: '/api/v1/reminders/{id}', needs: 'read' },
  updateReminder: { method: 'PATCH', path: '/api/v1/reminders/{id}', needs: 'write' },
  deleteReminder: { method: 'DELETE', path: '/api/v1/reminders/{id}', needs: 'write' },
  listDeliveries: { method: 'GET', path: '/api/v1/deliveries', needs: 'read' },
  retryDelivery: { method: 'POST', path: '/api/v1/deliveries/{id}/retry', needs: 'write' },
  importSubscriptions: { method: 'POST', path: '/api/v1/import', needs: 'write' },
  listImports: { method: 'GET', path: '/api/v1/imports', needs: 'read' },
  revertImport: { method: 'POST', path: '/api/v1/imports/{id}/revert', needs: 'write' },
  listActivity: { method: 'GET', path: '/api/v1/activity', needs: 'read' },
  exportSubscriptions: { method: 'GET', path: '/api/v1/export', needs: 'read' },
  listFeeds: { method: 'GET', path: '/api/v1/feeds', needs: 'read' },
  createFeed: { method: 'POST', path: '/api/v1/feeds', needs: 'admin', status: 201 },
  deleteFeed: { method: 'DELETE', path: '/api/v1/feeds/{id}', needs: 'admin' },
  listKeys: { method: 'GET', path: '/api/v1/keys', needs: 'admin' },
  createKey: { method: 'POST', path: '/api/v1/keys', needs: 'admin', status: 201 },
  revokeKey: { method: 'DELETE', path: '/api/v1/keys/{id}', needs: 'admin' },
  listUsers: { method: 'GET', path: '/api/v1/users', needs: 'admin' },
  createUser: { method: 'POST', path: '/api/v1/users', needs: 'admin', status: 201 },
  updateUser: { method: 'PATCH', path: '/api/v1/users/{id}', needs: 'admin' },
  deleteUser: { method: 'DELETE', path: '/api/v1/users/{id}', needs: 'admin' },
  createInvitation: { method: 'POST', path: '/api/v1/users/{id}/invitation', needs: 'admin', status: 201 },
  createSignInCode: { method: 'POST', path: '/api/v1/users/{id}/code', needs: 'admin', status: 201 },
  listChannels: { method: 'GET', path: '/api/v1/channels', needs: 'write' },
  createChannel: { method: 'POST', path: '/api/v1/channels', needs: 'admin', status: 201 },
  getChannel: { method: 'GET', path: '/api/v1/channels/{id}', needs: 'write' },
  updateChannel: { method: 'PATCH', path: '/api/v1/channels/{id}', needs: 'admin' },
  deleteChannel: { method: 'DELETE', path: '/api/v1/channels/{id}', needs: 'admin' },
  testChannel: { method: 'POST', path: '/api/v1/channels/{id}/test', needs: 'write' },
  getDoctor: { method: 'GET', path: '/api/v1/doctor', needs: 'admin' },
  listAuditLog: { method: 'GET', path: '/api/v1/audit', needs: 'read' },
  revertAuditEntry: { method: 'POST', path: '/api/v1/audit/{id}/revert', needs: 'write' },
  revertRequest: { method: 'POST', path: '/api/v1/requests/{id}/revert', needs: 'write' },
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationId = keyof typeof operations;

/** The OpenAPI document that the routes make. */
async function describedRoutes(): Promise<OpenApiDocument> {
  let text = '';
  const terminal = { result: (line: string) => (text += line), notice: () => undefined };
  await printOpenApi({ terminal, clock: systemClock, randomness: systemRandomness });
  return withoutReferences(JSON.parse(text) as OpenApiDocument);
}

type Described = OpenApiDocument['paths'][string][string];

function needsOf({ security = [], 'x-agent': guidance = {} }: Described): Operation['needs'] {
  if (security.length === 0) return 'nothing';
  return security.some((scheme) => 'apiKey' in scheme) ? (guidance['requiredScope'] as Operation['needs']) : 'session';
}

/** Every operation as a row of a test table, made from the routes: a test of all operations tries a new route, too. */
export const operationRows = Object.entries((await describedRoutes()).paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([method]) => method !== 'options')
    .map(([method, described]) => ({
      operationId: described.operationId as OperationId,
      method: method.toUpperCase() as Operation['method'],
      path,
      needs: needsOf(described),
      status: '201' in described.responses ? 201 : 200,
      hasId: path.includes('{id}'),
      /** The names of its parameters in the path, the query and the headers. */
      parameters: (described.parameters ?? []).map(({ name }) => name),
    })),
);

/** A row of {@link operationRows}. */
export type OperationRow = (typeof operationRows)[number];

/** The paths of all reads of an owner that need no id and no session. */
export const readPaths = operationRows
  .filter(({ method, needs, hasId }) => method === 'GET' && needs === 'read' && !hasId)
  .map(({ path }) => path);

/** Every path with the methods that it allows. */
export const apiPaths = Array.from(
  Map.groupBy(operationRows, ({ path }) => path),
  ([path, rows]) => ({
    path,
    allow: [...rows.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'],
  }),
);
