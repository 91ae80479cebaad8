import { Type, type TProperties, type TSchema } from '@sinclair/typebox';
import { detailFields } from '../../domain/subscriptions/detailFields.ts';
import { subscriptionFields } from '../../domain/subscriptions/fields.ts';
import { answerSchemaOf } from '../validation/fieldSchemas.ts';
import { Choice } from '../validation/fieldTypes.ts';
import { named } from './named.ts';

/** An object with exactly these properties. */
export function exactly(properties: TProperties, options: object = {}): TSchema {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** An enum. */
export function oneOf(words: readonly string[]): TSchema {
  return Type.Unsafe({ type: 'string', enum: [...words] });
}

/** A boolean that is never false. Some generators turn `const` into an enum of texts. */
export function alwaysTrue(description: string): TSchema {
  return Type.Unsafe({ type: 'boolean', not: { const: false }, description });
}

/** The details of a subscription in an answer. */
export const details = named('Details', answerSchemaOf(detailFields));

/** A subscription in an answer. */
export const subscription = named(
  'Subscription',
  Type.Object(
    { ...answerSchemaOf(subscriptionFields).properties, details: Type.Optional(details) },
    { additionalProperties: false },
  ),
);

const { id: uuid, currency, period, status, nextPaymentDate: day, createdAt: instant } = subscription.properties;
const money = Type.Number({
  format: 'double',
  minimum: 0,
  description: 'In units of the currency, at most two decimals.',
});

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
export function paginationUpTo(limitMax: number): TSchema {
  return exactly({
    limit: Type.Integer({ minimum: 1, maximum: limitMax, description: 'The page size applied.' }),
    offset: Type.Integer({ minimum: 0, description: 'The number of skipped records.' }),
    hasMore: Type.Boolean({ description: 'Whether another page starts at offset + limit.' }),
  });
}

/** What an entry of the audit trail records. */
export const auditAction = named('AuditAction', Choice(['subscription.create', 'subscription.update']));
const anchorDay = Type.Unsafe({ type: ['integer', 'null'], minimum: 1, maximum: 31 });

/** What an update that was a renewal, or the revert of one, records of it. */
const renewal = named(
  'RenewalRecord',
  exactly(
    {
      dueOn: day,
      paidOn: Type.Unsafe({ type: ['string', 'null'], format: 'date', description: 'Null: nothing was paid.' }),
      anchorDay: exactly({ before: anchorDay, after: anchorDay }),
      nextPaymentDate: exactly({ before: day, after: day }),
      steps: Type.Optional(Type.Integer({ minimum: 2, description: 'The number of payments, if several.' })),
      skipped: Type.Optional(Type.Integer({ minimum: 1, description: 'Due dates that passed without a payment.' })),
      entryId: Type.Optional(Type.String({ format: 'uuid' })),
    },
    { description: 'The payment that the update recorded; with reverts, the one that it removed or brought back.' },
  ),
);
const sentPatch = Type.Object({}, { additionalProperties: true, description: 'What the client sent.' });

/** Who made a change. */
export const actor = named(
  'Actor',
  exactly({
    kind: named('ActorKind', oneOf(['key', 'session', 'service'])),
    name: Type.Unsafe({
      type: ['string', 'null'],
      description:
        'The name of the key, or its first characters; of the user, or of the key that signed in. Null for the service.',
    }),
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
    action: auditAction,
    metadata: Type.Object(
      {
        before: Type.Optional(subscription),
        after: subscription,
        renewal: Type.Optional(renewal),
        endsOn: Type.Optional(
          Type.String({
            format: 'date',
            description: 'The last day, when the service cancelled the subscription on its end.',
          }),
        ),
        reverts: Type.Optional(Type.String({ format: 'uuid', description: 'The entry that this update reverts.' })),
        patch: Type.Optional(sentPatch),
        details: Type.Optional(
          exactly(
            { before: Type.Optional(details), after: details, patch: Type.Optional(sentPatch) },
            { description: 'The details before and after a change of them, whole. A creation has after only.' },
          ),
        ),
      },
      { additionalProperties: false, description: 'The state after the change, and for an update also before it.' },
    ),
    createdAt: instant,
    // Only with include=actor.
    actor: Type.Optional(actor),
  }),
);

const price = {
  since: instant,
  amount: money,
  currency,
  period,
  customDate: Type.Optional(subscription.properties.customDate),
  everyMonths: Type.Optional(
    Type.Integer({ minimum: 2, maximum: 60, description: 'The interval in months; customDate does not count then.' }),
  ),
  changePercent: Type.Optional(
    Type.Number({ format: 'double', description: 'Two decimals; absent without an earlier amount above 0.' }),
  ),
};

/** A price of a subscription. */
export const priceEntry = named('PriceEntry', exactly(price));

/** A change of a price. */
export const priceChange = named(
  'PriceChange',
  exactly({ subscriptionId: uuid, name: Type.String(), previousAmount: money, ...price }),
);
/** A map of currency codes to numbers. */
export function totalsByCurrency(description?: string): TSchema {
  const additionalProperties = { type: 'number', format: 'double', minimum: 0 };
  return Type.Unsafe({ type: 'object', additionalProperties, ...(description !== undefined && { description }) });
}

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
        monthlyTotalsByCurrency: totalsByCurrency('A monthly total for each currency code.'),
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
