import { Type, type TProperties, type TSchema } from '@sinclair/typebox';
import { subscriptionFields } from '../../domain/subscriptions/fields.ts';
import { answerSchemaOf } from '../validation/fieldSchemas.ts';
import { named } from './named.ts';

/** An object with exactly these properties. */
export function exactly(properties: TProperties, options: object = {}): TSchema {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** An enum. */
export function oneOf(words: readonly string[]): TSchema {
  return Type.Unsafe({ type: 'string', enum: [...words] });
}

/** A subscription in an answer. */
export const subscription = named('Subscription', answerSchemaOf(subscriptionFields));

const { id: uuid, currency, period, status, nextPaymentDate: day, createdAt: instant } = subscription.properties;
const money = Type.Number({
  format: 'double',
  minimum: 0,
  description: 'In units of the currency, at most two decimals.',
});

function amountsByCurrency(description: string): TSchema {
  return Type.Unsafe({
    type: 'object',
    additionalProperties: { type: 'number', format: 'double', minimum: 0 },
    description,
  });
}

const totalsByCurrency = amountsByCurrency('A total for each currency code.');

const nameAndCurrency = { id: uuid, name: Type.String(), currency };

/** A warning of a dry run. */
export const warning = named(
  'Warning',
  exactly({
    code: Type.Literal('possible_duplicate', {
      description: 'Other subscriptions that are not cancelled have the same name.',
    }),
    message: Type.String(),
    subscriptionIds: Type.Optional(
      Type.Array(uuid, { minItems: 1, maxItems: 10, description: 'The recorded ones; ten at most.' }),
    ),
    operationIndexes: Type.Optional(
      Type.Array(Type.Integer({ minimum: 0 }), {
        minItems: 1,
        maxItems: 10,
        description: 'The indexes, from 0, of operations of the same batch that would create one.',
      }),
    ),
  }),
);

/** The page of a list. */
export const pagination = named('Pagination', paginationUpTo(100));

/** The page of a list with pages of up to `limitMax` records. */
function paginationUpTo(limitMax: number): TSchema {
  return exactly({
    limit: Type.Integer({ minimum: 1, maximum: limitMax, description: 'The page size applied.' }),
    offset: Type.Integer({ minimum: 0, description: 'The number of skipped records.' }),
    hasMore: Type.Boolean({ description: 'Whether another page starts at offset + limit.' }),
  });
}

/** An entry of the audit trail. */
export const auditEntry = named(
  'AuditEntry',
  exactly({
    id: uuid,
    subscriptionId: uuid,
    apiKeyId: uuid,
    requestId: Type.String({ description: 'The request that made the change.' }),
    action: named('AuditAction', oneOf(['subscription.create', 'subscription.update'])),
    metadata: Type.Object(
      {
        before: Type.Optional(subscription),
        after: subscription,
        reverts: Type.Optional(Type.String({ format: 'uuid', description: 'The entry that this update reverts.' })),
        patch: Type.Optional(
          Type.Object({}, { additionalProperties: true, description: 'The body that the client sent.' }),
        ),
      },
      { additionalProperties: false, description: 'The state after the change, and for an update also before it.' },
    ),
    createdAt: instant,
  }),
);

/** The spend summary. */
export const spendSummary = named(
  'SpendSummary',
  exactly({
    asOf: instant,
    horizonDays: Type.Integer({ minimum: 1, maximum: 365 }),
    counts: exactly({
      total: Type.Integer({ minimum: 0 }),
      active: Type.Integer({ minimum: 0 }),
      paused: Type.Integer({ minimum: 0 }),
      cancelled: Type.Integer({ minimum: 0 }),
    }),
    byCurrency: Type.Array(
      exactly({ currency, activeSubscriptions: Type.Integer({ minimum: 1 }), monthlyTotal: money, yearlyTotal: money }),
    ),
    byCategory: Type.Array(
      exactly({
        category: Type.String(),
        activeSubscriptions: Type.Integer({ minimum: 1 }),
        monthlyTotalsByCurrency: amountsByCurrency('A monthly total for each currency code.'),
      }),
    ),
    upcomingRenewals: Type.Array(
      exactly({
        ...nameAndCurrency,
        category: Type.String(),
        amount: money,
        period,
        nextPaymentDate: day,
        daysUntilRenewal: Type.Integer({ minimum: 0, description: '0 is today.' }),
      }),
    ),
  }),
);

/** Subscriptions with the same name. */
export const duplicateGroup = named(
  'DuplicateGroup',
  exactly({
    normalizedName: Type.String(),
    subscriptions: Type.Array(exactly({ ...nameAndCurrency, category: Type.String(), amount: money, period, status }), {
      minItems: 2,
    }),
  }),
);

/** Possible savings. */
export const optimizations = named(
  'Optimizations',
  exactly({
    monthlyToAnnual: Type.Array(exactly({ ...nameAndCurrency, monthlyAmount: money, yearlyAtCurrentRate: money })),
    aboveAverageInCurrency: Type.Array(
      exactly({ ...nameAndCurrency, monthlyEquivalent: money, currencyMonthlyAverage: money }),
    ),
  }),
);

const payment = {
  date: day,
  subscriptionId: uuid,
  name: Type.String(),
  category: Type.String(),
  amount: money,
  currency,
  period,
};

/** The members of the answer about payments to come. */
export const upcomingPayments = {
  payments: Type.Array(named('UpcomingPayment', exactly(payment)), { maxItems: 1000 }),
  overdue: Type.Array(
    named(
      'OverduePayment',
      exactly({
        ...payment,
        daysOverdue: Type.Integer({ minimum: 1 }),
        missedPayments: Type.Integer({ minimum: 1, description: 'The payments due before today.' }),
      }),
    ),
    { maxItems: 1000, description: 'The oldest; not in the totals.' },
  ),
  overdueTotal: Type.Integer({ minimum: 0, description: 'How many are overdue; more than listed when over 1000.' }),
  totalsByCurrency,
  from: day,
  to: day,
  pagination: paginationUpTo(1000),
};

/** The payments of the months ahead. */
export const forecast = named(
  'Forecast',
  exactly({
    asOf: instant,
    overdue: exactly({ payments: Type.Integer({ minimum: 0 }), totalsByCurrency }),
    months: Type.Array(
      exactly({
        month: Type.String({ pattern: '^\\d{4}-\\d{2}$' }),
        payments: Type.Integer({ minimum: 0 }),
        totalsByCurrency,
        byCategory: Type.Array(exactly({ category: Type.String(), totalsByCurrency })),
      }),
      { minItems: 1, maxItems: 36 },
    ),
  }),
);

/** The shared headers of answers, by their component names. */
export const componentHeaders = {
  RequestId: header('string', 'The id of the request, as in the body.', '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77'),
  CacheControl: header('string', 'Answers must not be cached.', 'no-store'),
  ExposeHeaders: header(
    'string',
    'The headers a page may read.',
    'X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, ETag, Idempotency-Replayed, Location',
  ),
  RateLimitLimit: header('integer', 'The requests that the window allows.', 3600),
  RateLimitRemaining: header('integer', 'The requests left in the window.', 3599),
  RateLimitReset: header('integer', 'The end of the window, in seconds since 1970.', 1781568000),
  EntityTag: header('string', 'Identifies this content; for If-Match and If-None-Match.', '"9a3f0c55e1d2b784"'),
  IdempotencyReplayed: header('string', 'Only present when this is the replayed answer of an earlier request.', 'true'),
  Location: header(
    'string',
    'The path of the created record.',
    '/api/v1/subscriptions/01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77',
  ),
  RetryAfter: header('integer', 'The seconds to wait.', 60),
  Authenticate: header('string', 'The authentication scheme.', 'Bearer'),
  AllowOrigin: header('string', 'Any page may read the answer.', '*'),
  AllowMethods: header('string', 'The methods a page may use.', 'GET, POST, PATCH, DELETE, OPTIONS'),
  AllowHeaders: header('string', 'The headers a page may send.', 'Authorization, Content-Type'),
  MaxAge: header('integer', 'The seconds for which a browser may cache this answer.', 7200),
};

function header(type: 'string' | 'integer', description: string, example: string | number) {
  return { description, schema: { type }, example };
}
