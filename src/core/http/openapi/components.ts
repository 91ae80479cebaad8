import { Type, type TProperties, type TSchema } from '@sinclair/typebox';
import { idempotencyKeyPattern } from '../pipeline/writeOptions.ts';
import { named } from '../../fields/schemaMarks.ts';

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

/** The id of a record in an answer. */
export const uuid = Type.String({ format: 'uuid' });

/** A day in an answer. */
export const day = Type.String({ format: 'date' });

/** An instant in an answer. */
export const instant = Type.String({ format: 'date-time', description: 'ISO 8601, UTC.' });

/** An amount of money in an answer. */
export const money = Type.Number({
  format: 'double',
  minimum: 0,
  description: 'In units of the currency, at most two decimals.',
});

/** The id of the request, in every answer. */
export const requestId = Type.String();

/** Marks the answer to a dry run. */
export const isDryRun = alwaysTrue('Only in the answer to a dry run: nothing was written.');

/** Marks what a deletion, not its dry run, has deleted. */
export const isDeleted = Type.Optional(alwaysTrue('Not in the answer to a dry run.'));

/** The schema of an answer with one record. */
export function answerOf(name: string, data: TSchema): TSchema {
  return named(name, exactly({ data, requestId }));
}

/** The schema of the answer to an update: the record, for a dry run with `dryRun`. */
export function changeOf(name: string, data: TSchema): TSchema {
  return named(name, exactly({ data, dryRun: Type.Optional(isDryRun), requestId }));
}

/** The schema of the answer to a deletion: `deleted`, or for a dry run `dryRun` with `data`. */
export function deletionOf(name: string, data: TSchema): TSchema {
  return named(
    name,
    exactly(
      { deleted: isDeleted, data: Type.Optional(data), dryRun: Type.Optional(isDryRun), requestId },
      {
        minProperties: 2,
        dependentRequired: { dryRun: ['data'], data: ['dryRun'] },
        dependentSchemas: { deleted: { maxProperties: 2 } },
      },
    ),
  );
}

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

/** What the message of an error says, for programs that have texts of their own. */
export const reason = named(
  'Reason',
  exactly(
    { code: Type.String(), values: Type.Record(Type.String(), Type.String()) },
    { description: 'What the message says, for programs that have texts of their own.' },
  ),
);

/** A map of currency codes to numbers. */
export function totalsByCurrency(description?: string): TSchema {
  const additionalProperties = { type: 'number', format: 'double', minimum: 0 };
  return Type.Unsafe({ type: 'object', additionalProperties, ...(description !== undefined && { description }) });
}

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

/** A request header of some operations. */
export type RequestHeader = keyof typeof requestHeaders;

const aTag = { type: 'string' };

const requestHeaders = {
  'If-Match': {
    description:
      'The ETag of your last read of the record, such as "9a3f0c55e1d2b784", with its quotes. If the record has another one now, nothing is written and the answer is 412 with the present record.',
    schema: aTag,
  },
  'Idempotency-Key': {
    description:
      'To retry safely, send the same key again: 1 to 255 visible ASCII characters, such as a UUID, new for each new request. If the same request arrives again with it within 24 hours, nothing is written and the first answer is replayed. A dry run ignores it.',
    schema: { type: 'string', minLength: 1, maxLength: 512, pattern: idempotencyKeyPattern },
  },
  'If-None-Match': {
    description:
      'The ETag of an answer that the client has cached, with its quotes. If it is still current, the answer is 304 without a body.',
    schema: aTag,
  },
};

/** Request headers as parameters of an operation. */
export function headerParameters(names: readonly RequestHeader[]) {
  return names.map((name) => {
    const parameter = { name, in: 'header', required: false, ...requestHeaders[name] };
    return named(name.replaceAll('-', ''), parameter, 'parameters');
  });
}

/** The mark of a figure that is an estimate. */
export const isEstimate = Type.Optional(alwaysTrue('Only where an amount varies: it is estimated.'));

/** What an estimate may be. */
export const AmountRange = named(
  'AmountRange',
  exactly(
    { low: money, high: money },
    { description: 'The least and the greatest that it may be, by the last 12 payments.' },
  ),
);
