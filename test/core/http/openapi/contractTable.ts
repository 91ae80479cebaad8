import { words } from '../../../support/expectations.ts';
import { operations, type Operation, type OperationId } from '../../../support/operations.ts';

type Parameters = Readonly<Record<string, object>>;
type Row = readonly [risk: 'low' | 'medium' | 'medium to high' | 'high', parameters: Parameters, errors?: string];

const text = { type: 'string' };
const uuid = { type: 'string', format: 'uuid' };
const day = { type: 'string', format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$' };
const since = { since: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}([Tt].+)?$' } };
const range = { from: day, to: day };
const choice = (list: string) => ({ type: 'string', enum: words(list) });
const whole = (minimum: number, maximum: number, usual: number) => ({
  type: 'integer',
  minimum,
  maximum,
  default: usual,
});
const pages = (most = 100, usual = 50) => ({
  limit: whole(1, most, usual),
  offset: { type: 'integer', minimum: 0, default: 0 },
});
const id = { id: uuid };
const read = { 'If-None-Match': text };
const create = {
  dryRun: { type: 'boolean' },
  'Idempotency-Key': { type: 'string', minLength: 1, maxLength: 512 },
};
const change = { ...create, 'If-Match': text };
const include = { include: choice('details') };
const bodyOfSubscription = 'invalid_json invalid_subscription invalid_subscription_field payload_too_large';
const body = 'invalid_json invalid_field unknown_field payload_too_large';

/** The risk of each operation, its parameters, and the errors that follow from neither them nor its path and scope. */
const rows: Readonly<Record<OperationId, Row>> = {
  listSubscriptions: [
    'low',
    {
      ...read,
      ...pages(),
      ...include,
      without: text,
      status: choice('active paused cancelled'),
      category: text,
      period: choice('monthly yearly custom'),
      q: text,
      expiringBefore: day,
      sort: {
        ...choice('createdAt -createdAt nextPaymentDate -nextPaymentDate amount -amount name -name'),
        default: '-createdAt',
      },
    },
  ],
  createSubscription: ['medium', create, `${bodyOfSubscription} unexpected_if_match too_many_subscriptions`],
  getSubscription: ['low', { ...id, ...include, ...read }],
  getDetails: ['low', { ...id, ...read }],
  updateDetails: ['medium', { ...id, ...change }, `${body} empty_patch`],
  deleteDetails: ['medium', { ...id, ...change }, 'invalid_field too_many_entries'],
  updateSubscription: ['medium to high', { ...id, ...include, ...change }, `${bodyOfSubscription} empty_patch`],
  deleteSubscription: ['high', { ...id, ...change }, 'unexpected_body'],
  batchSubscriptions: [
    'high',
    create,
    `${bodyOfSubscription} invalid_batch invalid_subscription_id empty_patch subscription_not_found too_many_subscriptions too_many_payments`,
  ],
  getSpendSummary: ['low', { ...read, horizonDays: whole(1, 365, 30), include: choice('yearly'), without: text }],
  findDuplicateSubscriptions: ['low', { ...read, include: choice('records'), without: text }],
  getOptimizationSuggestions: ['low', { ...read, without: text }],
  listUpcomingPayments: [
    'low',
    { ...read, ...range, include: choice('deadlines all'), ...pages(1000, 100), without: text },
  ],
  getForecast: ['low', { ...read, months: whole(1, 36, 12), without: text }],
  getBudget: ['low', { ...read, without: text }],
  getSetAside: [
    'low',
    {
      ...read,
      months: whole(1, 36, 12),
      start: { type: 'number', format: 'double', minimum: 0, maximum: 999_999.99 },
      currency: choice('CNY USD EUR JPY GBP AUD CAD CHF HKD SGD'),
      include: choice('largest'),
      without: text,
    },
  ],
  listDeadlines: ['low', { ...read, days: whole(1, 400, 45), without: text }],
  listPrices: ['low', { ...id, ...read }],
  listPriceChanges: ['low', { ...read, ...pages(), ...since, without: text }],
  createSession: ['low', {}, `${body} unsupported_option sign_in_failed unknown_host origin_not_allowed`],
  getSession: ['low', {}],
  deleteSession: ['low', {}, 'unsupported_option'],
  setPassword: ['low', {}, `${body} unsupported_option too_many_entries`],
  createOwnSignInCode: ['low', {}, 'unexpected_body unsupported_option'],
  listSessions: ['low', {}],
  endSession: ['low', id, 'unsupported_option'],
  getRevision: ['low', read],
  renewSubscription: [
    'medium',
    { ...id, ...change },
    `${body} not_active renewal_conflict not_due not_renewable too_many_payments`,
  ],
  listPayments: ['low', { ...read, ...pages(), ...range, subscriptionId: uuid, without: text }],
  getSpent: ['low', { ...read, ...range, subscriptionId: uuid, include: choice('categories'), without: text }],
  getPayment: ['low', { ...id, ...read }],
  updatePayment: ['medium', { ...id, ...change }, `${body} empty_patch`],
  deletePayment: ['medium', { ...id, ...change }, 'unexpected_body'],
  getPreferences: ['low', read],
  getUsage: ['low', read],
  getDoctor: ['low', read],
  updatePreferences: ['medium', change, `${body} empty_patch`],
  getRates: ['low', read, 'rates_not_found'],
  setRates: ['medium', change, `${body} rates_not_found`],
  deleteRates: ['medium', change, 'unexpected_body rates_not_found'],
  getConvertedTotals: [
    'low',
    { ...read, currency: choice('CNY USD EUR JPY GBP AUD CAD CHF HKD SGD'), without: text },
    'no_rates',
  ],
  listReminders: ['low', { ...read, ...pages() }],
  previewReminders: ['low', { ...read, ...pages(1000, 50), days: whole(1, 90, 30) }],
  createReminder: ['medium', create, `${body} unexpected_if_match too_many_reminders`],
  getReminder: ['low', { ...id, ...read }],
  updateReminder: ['medium', { ...id, ...change }, `${body} empty_patch too_many_reminders`],
  deleteReminder: ['medium', { ...id, ...change }, 'unexpected_body'],
  listDeliveries: ['low', { ...read, ...pages(), state: choice('pending sent failed skipped'), channelId: uuid }],
  retryDelivery: ['medium', { ...id, ...change }, 'unexpected_body delivery_not_failed channel_disabled'],
  importSubscriptions: [
    'high',
    {
      ...create,
      format: { ...choice('auto duebook csv wallos subtrackr subscription-manager'), default: 'auto' },
      onDuplicate: { ...choice('skip create update'), default: 'skip' },
      onSameName: { ...choice('skip create update'), default: 'create' },
      leaveOut: text,
      create: text,
      update: text,
      onError: { ...choice('refuse skip'), default: 'refuse' },
      mapping: text,
      currencyFor: text,
      encoding: text,
    },
    'unreadable_import unexpected_if_match too_many_subscriptions too_many_payments payload_too_large import_refused server_busy',
  ],
  listImports: ['low', { ...read, ...pages() }],
  revertImport: ['high', { ...id, ...create }, 'unexpected_body unexpected_if_match import_changed already_reverted'],
  listActivity: [
    'low',
    {
      ...read,
      ...pages(),
      entityType: choice(
        'subscription deletion payment rates key feed owner session user channel reminder delivery import',
      ),
      entityId: uuid,
      area: choice('subscriptions reminders people'),
      subscriptionId: uuid,
      q: text,
      actorKind: choice('key session service'),
      actor: text,
      include: choice('actors'),
      ...range,
    },
  ],
  exportSubscriptions: [
    'low',
    { ...read, format: { ...choice('json csv'), default: 'json' }, safe: { type: 'boolean' } },
  ],
  listFeeds: ['low', { ...read, ...pages() }],
  createFeed: ['high', create, `${body} unexpected_if_match`],
  deleteFeed: ['high', { ...id, ...change }, 'unexpected_body'],
  listKeys: ['low', { ...read, ...pages() }],
  createKey: ['high', create, `${body} unexpected_if_match`],
  revokeKey: ['high', { ...id, ...change }, 'unexpected_body'],
  listUsers: ['low', { ...read, ...pages() }],
  createUser: ['high', create, `${body} unexpected_if_match unsupported_option user_exists`],
  updateUser: ['high', { ...id, ...change }, `${body} empty_patch user_exists last_admin`],
  deleteUser: ['high', { ...id, ...change }, 'unexpected_body own_user last_admin'],
  createInvitation: ['high', id, 'unexpected_body unsupported_option too_many_entries'],
  createSignInCode: ['high', id, 'unexpected_body unsupported_option too_many_entries'],
  listChannels: ['low', { ...read, ...pages() }],
  createChannel: [
    'high',
    create,
    `${body} unexpected_if_match too_many_channels too_many_webhooks too_many_recipients`,
  ],
  getChannel: ['low', { ...id, ...read }],
  updateChannel: ['high', { ...id, ...change }, `${body} empty_patch too_many_webhooks too_many_recipients`],
  deleteChannel: ['high', { ...id, ...change }, 'unexpected_body'],
  testChannel: ['medium', id, 'unexpected_body unsupported_option'],
  listAuditLog: [
    'low',
    {
      ...read,
      ...pages(),
      ...since,
      subscriptionId: uuid,
      action: choice('subscription.create subscription.update'),
      apiKeyId: uuid,
      until: since.since,
      include: choice('actor'),
    },
  ],
  revertAuditEntry: [
    'medium',
    { ...id, ...change },
    'revert_conflict not_revertible unexpected_body user_exists last_admin',
  ],
  revertRequest: [
    'high',
    { ...id, ...create },
    'revert_conflict not_revertible unexpected_body unexpected_if_match user_exists last_admin',
  ],
};

/** The errors of a wrong id and of an absent record, by the collection. */
const errorsOfIds: Readonly<Record<string, string>> = {
  subscriptions: 'invalid_subscription_id subscription_not_found',
  audit: 'invalid_audit_entry_id audit_entry_not_found',
  payments: 'invalid_id payment_not_found',
  requests: 'invalid_id request_not_found',
  feeds: 'invalid_id feed_not_found',
  reminders: 'invalid_id reminder_not_found',
  deliveries: 'invalid_id delivery_not_found',
  keys: 'invalid_id key_not_found',
  users: 'invalid_id user_not_found',
  sessions: 'invalid_id session_not_found',
};
const errorsOfParameters: Readonly<Record<string, string>> = {
  'If-Match': 'precondition_failed',
  'Idempotency-Key': 'invalid_if_match invalid_idempotency_key idempotency_key_reused',
  limit: 'invalid_pagination',
};

/** The errors that an operation can give, all together. */
function errorsOf({ method, path, needs }: Operation, [, parameters, own = '']: Row): readonly string[] {
  const ofParameters = Object.keys(parameters).map((name) => errorsOfParameters[name] ?? '');
  const ofId = path.includes('{id}') ? errorsOfIds[path.split('/')[3] ?? ''] : '';
  const ofNeeds = {
    nothing: '',
    read: 'authentication_required invalid_api_key',
    write: 'authentication_required invalid_api_key insufficient_scope',
    admin: 'authentication_required invalid_api_key insufficient_scope',
    session: 'authentication_required invalid_api_key session_required',
  }[needs];
  const ofTrail = method !== 'DELETE' && 'Idempotency-Key' in parameters ? 'too_many_entries' : '';
  const all = ['rate_limit_exceeded internal_error invalid_query', own, ofId, ofNeeds, ofTrail, ...ofParameters];
  return words(all.join(' '));
}

/** Each operation as the contract states it: what it needs, its risk, its parameters and its errors. */
export const contract = Object.entries<Operation>(operations).map(([operationId, operation]) => {
  const row = rows[operationId as OperationId];
  const takesFaults = 'dryRun' in row[1] && row[2]?.includes('invalid_json') === true;
  const parameters: Parameters = { ...row[1], ...(takesFaults && { faults: choice('all') }) };
  return { ...operation, operationId, riskLevel: row[0], parameters, codes: errorsOf(operation, row) };
});
