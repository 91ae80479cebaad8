import { words } from '../../support/expectations.ts';

const page = {
  limit: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
  offset: { type: 'integer', minimum: 0, default: 0 },
};
const dryRun = { dryRun: { type: 'boolean' } };
const [ifMatch, ifNoneMatch] = [{ 'If-Match': { type: 'string' } }, { 'If-None-Match': { type: 'string' } }];
const include = { include: { type: 'string', enum: ['details'] } };
const idempotencyKey = { 'Idempotency-Key': { type: 'string', minLength: 1, maxLength: 512 } };
const id = { id: { type: 'string', format: 'uuid' } };

const day = { type: 'string', format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$' };
const dayOrInstant = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}([Tt].+)?$' };
const range = { from: day, to: day };
const sorts = words('createdAt -createdAt nextPaymentDate -nextPaymentDate amount -amount name -name');
const errorsOfAdminsLists = words('invalid_pagination invalid_query insufficient_scope');

/** Each operation with its scope, its risk, its parameters, and the errors of its own. */
export const contract: readonly (readonly [
  string,
  string,
  string,
  string,
  Readonly<Record<string, object>>,
  string[],
])[] = [
  [
    'GET /api/v1/subscriptions',
    'listSubscriptions',
    'read',
    'low',
    {
      ...ifNoneMatch,
      ...page,
      status: { type: 'string', enum: ['active', 'paused', 'cancelled'] },
      category: { type: 'string' },
      period: { type: 'string', enum: ['monthly', 'yearly', 'custom'] },
      q: { type: 'string' },
      expiringBefore: day,
      sort: { type: 'string', enum: sorts, default: '-createdAt' },
      ...include,
    },
    ['invalid_pagination', 'invalid_query'],
  ],
  [
    'POST /api/v1/subscriptions',
    'createSubscription',
    'write',
    'medium',
    { ...dryRun, ...idempotencyKey },
    ['invalid_json', 'invalid_subscription', 'invalid_subscription_field', 'insufficient_scope'],
  ],
  [
    'GET /api/v1/subscriptions/{id}',
    'getSubscription',
    'read',
    'low',
    { ...id, ...include, ...ifNoneMatch },
    ['invalid_subscription_id', 'subscription_not_found'],
  ],
  [
    'GET /api/v1/subscriptions/{id}/details',
    'getDetails',
    'read',
    'low',
    { ...id, ...ifNoneMatch },
    ['invalid_subscription_id', 'subscription_not_found'],
  ],
  [
    'PATCH /api/v1/subscriptions/{id}/details',
    'updateDetails',
    'write',
    'medium',
    { ...id, ...dryRun, ...ifMatch, ...idempotencyKey },
    words(`invalid_json invalid_field unknown_field invalid_subscription_id empty_patch insufficient_scope
      subscription_not_found precondition_failed invalid_idempotency_key idempotency_key_reused`),
  ],
  [
    'DELETE /api/v1/subscriptions/{id}/details',
    'deleteDetails',
    'write',
    'medium',
    { ...id, ...dryRun, ...ifMatch, ...idempotencyKey },
    ['invalid_field', 'invalid_subscription_id', 'insufficient_scope', 'subscription_not_found', 'precondition_failed'],
  ],
  [
    'PATCH /api/v1/subscriptions/{id}',
    'updateSubscription',
    'write',
    'medium to high',
    { ...id, ...dryRun, ...include, ...ifMatch, ...idempotencyKey },
    words(`invalid_json invalid_subscription invalid_subscription_field invalid_subscription_id empty_patch
      insufficient_scope subscription_not_found precondition_failed invalid_idempotency_key
      idempotency_key_reused`),
  ],
  [
    'DELETE /api/v1/subscriptions/{id}',
    'deleteSubscription',
    'write',
    'high',
    { ...id, ...dryRun, ...ifMatch, ...idempotencyKey },
    ['invalid_subscription_id', 'insufficient_scope', 'subscription_not_found', 'precondition_failed'],
  ],
  [
    'POST /api/v1/subscriptions/batch',
    'batchSubscriptions',
    'write',
    'high',
    { ...dryRun, ...idempotencyKey },
    words(`invalid_json invalid_batch invalid_subscription invalid_subscription_field invalid_subscription_id
      empty_patch insufficient_scope subscription_not_found payload_too_large invalid_idempotency_key
      idempotency_key_reused`),
  ],
  [
    'GET /api/v1/analytics/summary',
    'getSpendSummary',
    'read',
    'low',
    { ...ifNoneMatch, horizonDays: { type: 'integer', minimum: 1, maximum: 365, default: 30 } },
    ['invalid_query'],
  ],
  ['GET /api/v1/analytics/duplicates', 'findDuplicateSubscriptions', 'read', 'low', ifNoneMatch, []],
  ['GET /api/v1/analytics/optimizations', 'getOptimizationSuggestions', 'read', 'low', ifNoneMatch, []],
  [
    'GET /api/v1/analytics/payments',
    'listUpcomingPayments',
    'read',
    'low',
    { ...ifNoneMatch, ...range, limit: { ...page.limit, maximum: 1000, default: 100 }, offset: page.offset },
    ['invalid_pagination', 'invalid_query'],
  ],
  [
    'GET /api/v1/analytics/forecast',
    'getForecast',
    'read',
    'low',
    { ...ifNoneMatch, months: { type: 'integer', minimum: 1, maximum: 36, default: 12 } },
    ['invalid_query'],
  ],
  [
    'GET /api/v1/subscriptions/{id}/prices',
    'listPrices',
    'read',
    'low',
    { ...id, ...ifNoneMatch },
    ['invalid_subscription_id', 'subscription_not_found'],
  ],
  [
    'GET /api/v1/analytics/price-changes',
    'listPriceChanges',
    'read',
    'low',
    { ...ifNoneMatch, ...page, since: dayOrInstant },
    ['invalid_pagination', 'invalid_query'],
  ],
  [
    'POST /api/v1/session',
    'createSession',
    'none',
    'low',
    {},
    words(`invalid_json invalid_field unknown_field payload_too_large unsupported_option sign_in_failed unknown_host
      origin_not_allowed`),
  ],
  ['GET /api/v1/session', 'getSession', 'session', 'low', {}, ['session_required']],
  ['DELETE /api/v1/session', 'deleteSession', 'session', 'low', {}, ['session_required', 'unsupported_option']],
  [
    'POST /api/v1/session/password',
    'setPassword',
    'session',
    'low',
    {},
    words(`invalid_json invalid_field unknown_field payload_too_large unsupported_option session_required`),
  ],
  ['GET /api/v1/sessions', 'listSessions', 'session', 'low', {}, ['session_required']],
  [
    'DELETE /api/v1/sessions/{id}',
    'endSession',
    'session',
    'low',
    id,
    words('session_required unsupported_option invalid_id session_not_found'),
  ],
  ['GET /api/v1/revision', 'getRevision', 'read', 'low', ifNoneMatch, []],
  [
    'POST /api/v1/subscriptions/{id}/renew',
    'renewSubscription',
    'write',
    'medium',
    { ...id, ...dryRun, ...ifMatch, ...idempotencyKey },
    words(`invalid_json invalid_field unknown_field invalid_subscription_id insufficient_scope subscription_not_found
      not_active renewal_conflict not_due not_renewable precondition_failed payload_too_large`),
  ],
  [
    'GET /api/v1/payments',
    'listPayments',
    'read',
    'low',
    { ...ifNoneMatch, ...page, ...range, subscriptionId: { type: 'string', format: 'uuid' } },
    ['invalid_pagination', 'invalid_query'],
  ],
  ['GET /api/v1/analytics/spent', 'getSpent', 'read', 'low', { ...ifNoneMatch, ...range }, ['invalid_query']],
  ['GET /api/v1/preferences', 'getPreferences', 'read', 'low', ifNoneMatch, []],
  [
    'PATCH /api/v1/preferences',
    'updatePreferences',
    'write',
    'medium',
    { ...dryRun, ...ifMatch, ...idempotencyKey },
    words(`invalid_json invalid_field unknown_field empty_patch insufficient_scope precondition_failed
      payload_too_large`),
  ],
  [
    'GET /api/v1/activity',
    'listActivity',
    'read',
    'low',
    {
      ...ifNoneMatch,
      ...page,
      entityType: { type: 'string', enum: ['subscription', 'key', 'owner', 'session', 'user'] },
      entityId: { type: 'string', format: 'uuid' },
    },
    ['invalid_pagination', 'invalid_query'],
  ],
  ['GET /api/v1/keys', 'listKeys', 'admin', 'low', { ...ifNoneMatch, ...page }, errorsOfAdminsLists],
  [
    'POST /api/v1/keys',
    'createKey',
    'admin',
    'high',
    { ...dryRun, ...idempotencyKey },
    words(`invalid_json invalid_field unknown_field unexpected_if_match insufficient_scope payload_too_large
      invalid_idempotency_key idempotency_key_reused`),
  ],
  [
    'DELETE /api/v1/keys/{id}',
    'revokeKey',
    'admin',
    'high',
    { ...id, ...dryRun, ...ifMatch, ...idempotencyKey },
    ['invalid_id', 'unexpected_body', 'insufficient_scope', 'key_not_found', 'precondition_failed'],
  ],
  ['GET /api/v1/users', 'listUsers', 'admin', 'low', { ...ifNoneMatch, ...page }, errorsOfAdminsLists],
  [
    'POST /api/v1/users',
    'createUser',
    'admin',
    'high',
    { ...dryRun, ...idempotencyKey },
    words(`invalid_json invalid_field unknown_field unexpected_if_match unsupported_option insufficient_scope user_exists
      payload_too_large invalid_idempotency_key idempotency_key_reused`),
  ],
  [
    'DELETE /api/v1/users/{id}',
    'deleteUser',
    'admin',
    'high',
    { ...id, ...dryRun, ...ifMatch, ...idempotencyKey },
    ['invalid_id', 'unexpected_body', 'insufficient_scope', 'user_not_found', 'own_user', 'precondition_failed'],
  ],
  [
    'POST /api/v1/users/{id}/code',
    'createSignInCode',
    'admin',
    'high',
    id,
    ['invalid_id', 'unexpected_body', 'unsupported_option', 'insufficient_scope', 'user_not_found'],
  ],
  [
    'GET /api/v1/audit',
    'listAuditLog',
    'read',
    'low',
    {
      ...ifNoneMatch,
      ...page,
      subscriptionId: { type: 'string', format: 'uuid' },
      action: { type: 'string', enum: ['subscription.create', 'subscription.update'] },
      apiKeyId: { type: 'string', format: 'uuid' },
      since: dayOrInstant,
      until: dayOrInstant,
      include: { type: 'string', enum: ['actor'] },
    },
    ['invalid_pagination', 'invalid_query'],
  ],
  [
    'POST /api/v1/audit/{id}/revert',
    'revertAuditEntry',
    'write',
    'medium',
    { ...id, ...dryRun, ...ifMatch, ...idempotencyKey },
    words(`invalid_audit_entry_id insufficient_scope audit_entry_not_found revert_conflict not_revertible
      precondition_failed invalid_idempotency_key idempotency_key_reused`),
  ],
];
/** The errors that every operation can give. */
export const errorsOfAll = ['authentication_required', 'invalid_api_key', 'rate_limit_exceeded', 'internal_error'];
