import { Type, type TProperties, type TSchema } from '@sinclair/typebox';
import { subscriptionFields } from '../../domain/subscriptions/fields.ts';
import { answerSchemaOf } from '../validation/fieldSchemas.ts';
import { named } from './named.ts';

/** An object that has exactly these properties. */
export function exactly(properties: TProperties, options: object = {}): TSchema {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** One of some fixed words. */
export function oneOf(words: readonly string[]): TSchema {
  return Type.Unsafe({ type: 'string', enum: [...words] });
}

/** A subscription as it is answered. */
export const subscription = named('Subscription', answerSchemaOf(subscriptionFields));

const { id: uuid, currency, period, status, nextPaymentDate: day, createdAt: instant } = subscription.properties;
const money = Type.Number({
  format: 'double',
  minimum: 0,
  description: 'In units of the currency, at most two decimals.',
});

const nameAndCurrency = { id: uuid, name: Type.String(), currency };

/** What a dry run warns of. */
export const warning = named(
  'Warning',
  exactly({
    code: Type.Literal('possible_duplicate', {
      description: 'Other subscriptions that are not cancelled have the same name.',
    }),
    message: Type.String(),
    subscriptionIds: Type.Optional(
      Type.Array(uuid, { minItems: 1, maxItems: 10, description: 'Those that are recorded; ten at most.' }),
    ),
    operationIndexes: Type.Optional(
      Type.Array(Type.Integer({ minimum: 0 }), {
        minItems: 1,
        maxItems: 10,
        description: 'The places, from 0, of the operations of the same batch that would create one.',
      }),
    ),
  }),
);

/** Which page of a list an answer is. */
export const pagination = named(
  'Pagination',
  exactly({
    limit: Type.Integer({ minimum: 1, maximum: 100, description: 'The page size applied.' }),
    offset: Type.Integer({ minimum: 0, description: 'The records skipped.' }),
    hasMore: Type.Boolean({ description: 'Whether another page starts at offset + limit.' }),
  }),
);

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
        reverts: Type.Optional(Type.String({ format: 'uuid', description: 'The entry that the update takes back.' })),
        patch: Type.Optional(Type.Object({}, { additionalProperties: true, description: 'What the client sent.' })),
      },
      { additionalProperties: false, description: 'The state after the change; for an update also before it.' },
    ),
    createdAt: instant,
  }),
);

/** The summary of the spend. */
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
        monthlyTotalsByCurrency: Type.Unsafe({
          type: 'object',
          additionalProperties: { type: 'number', format: 'double', minimum: 0 },
          description: 'A monthly total for each currency code.',
        }),
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

/** Subscriptions of the same name. */
export const duplicateGroup = named(
  'DuplicateGroup',
  exactly({
    normalizedName: Type.String(),
    subscriptions: Type.Array(exactly({ ...nameAndCurrency, category: Type.String(), amount: money, period, status }), {
      minItems: 2,
    }),
  }),
);

/** Where money may be saved. */
export const optimizations = named(
  'Optimizations',
  exactly({
    monthlyToAnnual: Type.Array(exactly({ ...nameAndCurrency, monthlyAmount: money, yearlyAtCurrentRate: money })),
    aboveAverageInCurrency: Type.Array(
      exactly({ ...nameAndCurrency, monthlyEquivalent: money, currencyMonthlyAverage: money }),
    ),
  }),
);

/** The headers that answers share, by the name they have in the document. */
export const componentHeaders = {
  RequestId: header('string', 'The id of the request, as in the body.', '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77'),
  CacheControl: header('string', 'Answers are not to be kept.', 'no-store'),
  ExposeHeaders: header(
    'string',
    'The headers a page may read.',
    'X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, ETag, Idempotency-Replayed, Location',
  ),
  RateLimitLimit: header('integer', 'How many requests the window allows.', 3600),
  RateLimitRemaining: header('integer', 'How many are left in it.', 3599),
  RateLimitReset: header('integer', 'When it ends, in seconds since 1970.', 1781568000),
  EntityTag: header('string', 'Stands for this very content; for If-Match and If-None-Match.', '"9a3f0c55e1d2b784"'),
  IdempotencyReplayed: header('string', 'Only there when the same request was answered so before.', 'true'),
  Location: header(
    'string',
    'The path of what was created.',
    '/api/v1/subscriptions/01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77',
  ),
  RetryAfter: header('integer', 'How many seconds to wait.', 60),
  Authenticate: header('string', 'The scheme to authenticate with.', 'Bearer'),
  AllowOrigin: header('string', 'Any page may read the answer.', '*'),
  AllowMethods: header('string', 'The methods a page may use.', 'GET, POST, PATCH, DELETE, OPTIONS'),
  AllowHeaders: header('string', 'The headers a page may send.', 'Authorization, Content-Type'),
  MaxAge: header('integer', 'How many seconds a browser may go by this answer.', 7200),
};

function header(type: 'string' | 'integer', description: string, example: string | number) {
  return { description, schema: { type }, example };
}
