import type { TObject, TSchema } from '@sinclair/typebox';
import type { DocumentDecoration } from 'elysia';
import { errorCatalogue, type ErrorCode } from '../errors.ts';
import { errorEnvelope, type componentHeaders } from './components.ts';
import { exampleError, exampleRequestId } from './exampleErrors.ts';
import { headerParameters, type RequestHeader } from './requestHeaders.ts';

/** What an AI agent needs to know before it calls an operation. */
export interface AgentGuidance {
  readonly riskLevel: 'low' | 'medium' | 'medium to high' | 'high';
  readonly requiresConfirmation: boolean;
  readonly requiredScope: 'read' | 'write';
  readonly useWhen: string;
  readonly doNotUseWhen: string;
}

interface Outcome {
  readonly description: string;
  readonly schema: TSchema;
  readonly example: object;
  /** Whether the answer has an entity tag. */
  readonly isTagged?: true;
}

interface OperationDescription {
  readonly operationId: string;
  readonly tag: 'Subscriptions' | 'Analytics' | 'Audit';
  readonly summary: string;
  readonly description: string;
  readonly agent: AgentGuidance;
  readonly path?: TObject;
  readonly query?: TObject;
  /** The request headers that it heeds beyond those of every operation. */
  readonly requestHeaders?: readonly RequestHeader[];
  readonly success: Outcome & { readonly status: 200 | 201 };
  /** What a dry run answers, of an operation that can be one. */
  readonly rehearsal?: Outcome;
  /** The codes it answers with beyond those that every operation has. */
  readonly errors: readonly ErrorCode[];
}

const errorsOfEveryOperation: readonly ErrorCode[] = [
  'invalid_query',
  'authentication_required',
  'invalid_api_key',
  'rate_limit_exceeded',
  'internal_error',
  'storage_unavailable',
];
const headersOfEveryAnswer = ['RequestId', 'CacheControl', 'AllowOrigin', 'ExposeHeaders'] as const;
const rateLimitHeaders = ['RateLimitLimit', 'RateLimitRemaining', 'RateLimitReset'] as const;
type HeaderName = keyof typeof componentHeaders;

const headersOfStatus: Readonly<Record<number, readonly HeaderName[]>> = {
  200: rateLimitHeaders,
  201: [...rateLimitHeaders, 'Location'],
  401: ['Authenticate'],
  304: [...rateLimitHeaders, 'EntityTag'],
  404: rateLimitHeaders,
  409: rateLimitHeaders,
  412: [...rateLimitHeaders, 'EntityTag'],
  422: rateLimitHeaders,
  429: [...rateLimitHeaders, 'RetryAfter'],
  500: rateLimitHeaders,
  503: [...rateLimitHeaders, 'RetryAfter'],
};

const wireNames: Readonly<Record<HeaderName, string>> = {
  RequestId: 'X-Request-Id',
  CacheControl: 'Cache-Control',
  ExposeHeaders: 'Access-Control-Expose-Headers',
  RateLimitLimit: 'X-RateLimit-Limit',
  RateLimitRemaining: 'X-RateLimit-Remaining',
  RateLimitReset: 'X-RateLimit-Reset',
  EntityTag: 'ETag',
  IdempotencyReplayed: 'Idempotency-Replayed',
  Location: 'Location',
  RetryAfter: 'Retry-After',
  Authenticate: 'WWW-Authenticate',
  AllowOrigin: 'Access-Control-Allow-Origin',
  AllowMethods: 'Access-Control-Allow-Methods',
  AllowHeaders: 'Access-Control-Allow-Headers',
  MaxAge: 'Access-Control-Max-Age',
};

/** The part of the OpenAPI document that describes one operation, out of the schemas that check its requests. */
export function describeOperation(operation: OperationDescription): DocumentDecoration {
  const { agent } = operation;
  const codes = [...operation.errors, ...errorsOfHeaders(operation), ...errorsOfEveryOperation];
  const byStatus = Map.groupBy(codes, (code) => errorCatalogue[code].status);
  const errors = Array.from(byStatus, ([status, ofStatus]) => [status, errorResponse(status, ofStatus)] as const);
  return {
    operationId: operation.operationId,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    security: [{ apiKey: [] }],
    parameters: [
      ...parameters('path', operation.path),
      ...parameters('query', operation.query),
      ...headerParameters(operation.requestHeaders ?? []),
    ],
    responses: {
      ...successResponses(operation),
      ...(operation.requestHeaders?.includes('If-None-Match') === true && { 304: notModified }),
      ...Object.fromEntries(errors),
    },
    'x-agent': agent,
  } as DocumentDecoration;
}

/** The part of the document that describes the preflight request of a path. */
export function describePreflight(path: string, operationId: string): DocumentDecoration {
  const names = [...headersOfEveryAnswer, 'AllowMethods', 'AllowHeaders', 'MaxAge'] as const;
  return {
    operationId,
    tags: ['Preflight'],
    summary: 'Ask whether a page of another origin may call this path',
    description: 'Needs no authentication. A browser asks it by itself.',
    security: [],
    parameters: path.includes(':id') ? [preflightId] : [],
    responses: { 204: { description: 'It may.', headers: headerRefs(names) } },
  } as DocumentDecoration;
}

const preflightId = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Any id; it is not looked at.',
  schema: { type: 'string' },
  example: exampleRequestId,
};

function parameters(place: 'path' | 'query', schema: TObject | undefined) {
  return Object.entries(schema?.properties ?? {}).map(([name, { description, examples, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path',
    description,
    schema: rest,
    ...(Array.isArray(examples) && { example: examples[0] }),
  }));
}

function errorsOfHeaders({ requestHeaders = [] }: OperationDescription): readonly ErrorCode[] {
  const ofMatching = requestHeaders.includes('If-Match') ? (['precondition_failed'] as const) : [];
  const takesKey = requestHeaders.includes('Idempotency-Key');
  return takesKey ? [...ofMatching, 'invalid_idempotency_key', 'idempotency_key_reused'] : ofMatching;
}

const notModified = { description: 'What the client has is still right. No body.', headers: headers(304) };

function successResponses({ success, rehearsal, requestHeaders = [] }: OperationDescription) {
  const { status, isTagged } = success;
  const replayed = requestHeaders.includes('Idempotency-Key') ? (['IdempotencyReplayed'] as const) : [];
  const own: readonly HeaderName[] = isTagged === true ? ['EntityTag', ...replayed] : replayed;
  if (rehearsal === undefined) return { [status]: successResponse(status, success, own) };
  if (status === 200) return { 200: eitherResponse(success, rehearsal, own) };
  return { [status]: successResponse(status, success, own), 200: successResponse(200, rehearsal, []) };
}

function successResponse(status: number, { description, schema, example }: Outcome, own: readonly HeaderName[]) {
  const content = { 'application/json': { schema, example: answered(example) } };
  return { description, headers: headers(status, own), content };
}

function eitherResponse(done: Outcome, rehearsal: Outcome, own: readonly HeaderName[]) {
  const examples = {
    done: { summary: done.description, value: answered(done.example) },
    dryRun: { summary: rehearsal.description, value: answered(rehearsal.example) },
  };
  const schema = { anyOf: [done.schema, rehearsal.schema] };
  return {
    description: `${done.description} ${rehearsal.description}`,
    headers: headers(200, own),
    content: { 'application/json': { schema, examples } },
  };
}

function answered(example: object) {
  return { ...example, requestId: exampleRequestId };
}

function errorResponse(status: number, codes: readonly ErrorCode[]) {
  const examples = codes.map((code) => [code, { summary: errorCatalogue[code].when, value: exampleError(code) }]);
  return {
    description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code].when}`).join('\n\n'),
    headers: headers(status),
    content: { 'application/json': { schema: errorEnvelope(codes), examples: Object.fromEntries(examples) } },
  };
}

function headers(status: number, own: readonly HeaderName[] = []) {
  return headerRefs([...headersOfEveryAnswer, ...(headersOfStatus[status] ?? []), ...own]);
}

function headerRefs(names: readonly HeaderName[]) {
  return Object.fromEntries(names.map((name) => [wireNames[name], { $ref: `#/components/headers/${name}` }]));
}
