import { Type, type TProperties, type TSchema } from '@sinclair/typebox';
import { currencies, periods, statuses, writableFieldsInOrder } from '../../domain/subscription.ts';
import { errorCatalogue, type ErrorCode } from '../errors.ts';

/** A reference to one of the {@link componentSchemas}. */
export function schemaRef(name: keyof typeof componentSchemas): TSchema {
  return Type.Unsafe({ $ref: `#/components/schemas/${name}` });
}

/** An object that has exactly these properties. */
export function exactly(properties: TProperties): TSchema {
  return Type.Object(properties, { additionalProperties: false });
}

/** One of some fixed words. */
export function oneOf(words: readonly string[]): TSchema {
  return Type.Unsafe({ type: 'string', enum: [...words] });
}

const uuid = Type.String({ format: 'uuid' });
const instant = Type.String({ format: 'date-time', description: 'ISO 8601, UTC.' });
const day = Type.String({ format: 'date' });
const money = Type.Number({ minimum: 0, description: 'In units of the currency, at most two decimals.' });
const currency = oneOf(currencies);
const period = oneOf(periods);
const status = oneOf(statuses);

const named = { id: uuid, name: Type.String(), currency };

const subscription = exactly({
  id: uuid,
  name: Type.String({ minLength: 1, maxLength: 120 }),
  category: Type.String({ minLength: 1, maxLength: 80 }),
  amount: Type.Number({ minimum: 0, maximum: 999999.99 }),
  currency,
  period,
  customDate: Type.Optional(
    Type.String({ pattern: '^[1-9]\\d*$', description: 'The interval in days; only while the period is custom.' }),
  ),
  lastPaymentDate: day,
  nextPaymentDate: day,
  notificationEnabled: Type.Boolean(),
  status,
  createdAt: instant,
  updatedAt: instant,
});

const warning = exactly({
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
});

const pagination = exactly({
  limit: Type.Integer({ minimum: 1, maximum: 100, description: 'The page size applied.' }),
  offset: Type.Integer({ minimum: 0, description: 'The records skipped.' }),
  hasMore: Type.Boolean({ description: 'Whether another page starts at offset + limit.' }),
});

const auditEntry = exactly({
  id: uuid,
  subscriptionId: uuid,
  apiKeyId: uuid,
  requestId: Type.String({ description: 'The request that made the change.' }),
  action: oneOf(['subscription.create', 'subscription.update']),
  metadata: Type.Object(
    {
      before: Type.Optional(Type.Unsafe({ $ref: '#/components/schemas/Subscription' })),
      after: Type.Unsafe({ $ref: '#/components/schemas/Subscription' }),
      reverts: Type.Optional(Type.String({ format: 'uuid', description: 'The entry that the update takes back.' })),
      patch: Type.Optional(Type.Object({}, { additionalProperties: true, description: 'What the client sent.' })),
    },
    { additionalProperties: false, description: 'The state after the change; for an update also before it.' },
  ),
  createdAt: instant,
});

const spendSummary = exactly({
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
      monthlyTotalsByCurrency: Type.Record(Type.String(), Type.Number({ minimum: 0 }), {
        description: 'A monthly total for each currency code.',
      }),
    }),
  ),
  upcomingRenewals: Type.Array(
    exactly({
      ...named,
      category: Type.String(),
      amount: money,
      period,
      nextPaymentDate: day,
      daysUntilRenewal: Type.Integer({ minimum: 0, description: '0 is today.' }),
    }),
  ),
});

const duplicateGroup = exactly({
  normalizedName: Type.String(),
  subscriptions: Type.Array(exactly({ ...named, category: Type.String(), amount: money, period, status }), {
    minItems: 2,
  }),
});

const optimizations = exactly({
  monthlyToAnnual: Type.Array(exactly({ ...named, monthlyAmount: money, yearlyAtCurrentRate: money })),
  aboveAverageInCurrency: Type.Array(exactly({ ...named, monthlyEquivalent: money, currencyMonthlyAverage: money })),
});

const errorMembers = {
  code: oneOf(Object.keys(errorCatalogue)),
  message: Type.String(),
  field: Type.Optional(Type.String({ description: 'The field or query parameter at fault.' })),
  suggestedFix: Type.Optional(Type.String({ description: 'How to mend the request.' })),
  allowedValues: Type.Optional(Type.Array(Type.String(), { description: 'The values an enum field may have.' })),
  conflictingFields: Type.Optional(
    Type.Array(oneOf(writableFieldsInOrder), { description: 'The fields that have been changed since.' }),
  ),
  current: Type.Optional(Type.Unsafe({ $ref: '#/components/schemas/Subscription' })),
  writableFields: Type.Optional(
    Type.Array(oneOf(writableFieldsInOrder), { description: 'The fields a body may have.' }),
  ),
};

const error = exactly({
  error: exactly({
    ...errorMembers,
    faults: Type.Optional(
      Type.Array(exactly({ index: Type.Integer({ minimum: 0 }), ...errorMembers }), {
        minItems: 1,
        description:
          'Of a batch, all faults, each with the place of its operation, from 0; the first is told beside them.',
      }),
    ),
  }),
  requestId: Type.String(),
});

/** The body of an error with one of these codes. */
export function errorEnvelope(codes: readonly ErrorCode[]): TSchema {
  const narrowed = Type.Object({ error: Type.Object({ code: oneOf(codes) }) });
  return Type.Unsafe({ allOf: [schemaRef('Error'), narrowed] });
}

/** The schemas that answers share, by the name they have in the document. */
export const componentSchemas = {
  Subscription: subscription,
  Warning: warning,
  Pagination: pagination,
  AuditEntry: auditEntry,
  SpendSummary: spendSummary,
  DuplicateGroup: duplicateGroup,
  Optimizations: optimizations,
  Error: error,
};

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
