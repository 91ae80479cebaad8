import { isDeepStrictEqual } from 'node:util';
import type { TObject, TProperties, TSchema } from '@sinclair/typebox';
import type { DocumentDecoration } from 'elysia';
import type { ErrorCode } from '../errors/errorCatalogue.ts';
import { headerParameters, type componentHeaders } from './components.ts';
import { describeErrors, exampleRequestId, type ErrorResponses } from './errorResponses.ts';
import { BodyWriteQuery, pageParameters } from '../../fields/queries.ts';
import { isNamed, named, parameterDescription } from '../../fields/schemaMarks.ts';
import { operationsIn, type Operation, type ServedRoute } from './detail.ts';
import type { AgentGuidance, ModuleWords, OperationWords, Outcome, Success, Tag } from './words.ts';

const errorsOfEveryOperation: readonly ErrorCode[] = [
  'invalid_query',
  'authentication_required',
  'invalid_api_key',
  'rate_limit_exceeded',
  'internal_error',
  'storage_unavailable',
];
const errorsOfAuthentication: ReadonlySet<ErrorCode> = new Set(['authentication_required', 'invalid_api_key']);
const headersOfEveryAnswer = ['RequestId', 'CacheControl', 'AllowOrigin', 'ExposeHeaders'] as const;
const rateLimitHeaders = ['RateLimitLimit', 'RateLimitRemaining', 'RateLimitReset'] as const;
type HeaderName = keyof typeof componentHeaders;

const headersOfStatus: Readonly<Record<number, readonly HeaderName[]>> = {
  200: rateLimitHeaders,
  201: rateLimitHeaders,
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

/** Describes one operation in the OpenAPI document: its route, its texts and the responses for its errors. */
function describeOperation(
  route: Operation,
  operation: OperationWords,
  errorResponses: ErrorResponses,
): DocumentDecoration {
  const { operationId, method, scope, needsSession, takesNoOptions } = route;
  const { riskLevel, requiresConfirmation, ...words } = operation.agent;
  const isCacheable = method === 'GET' && operation.success.isTagged === true;
  const ofScope = scope === 'read' || scope === null ? [] : (['insufficient_scope'] as const);
  const ofSession = needsSession ? (['session_required'] as const) : [];
  const ofOptions = takesNoOptions ? (['unsupported_option'] as const) : [];
  const ofEvery = errorsOfEveryOperation.filter((code) => scope !== null || !errorsOfAuthentication.has(code));
  const codes = [
    ...operation.errors,
    ...ofOptions,
    ...ofSession,
    ...ofScope,
    ...errorsOfHeaders(operation),
    ...errorsOfTrail(operation, method),
    ...ofEvery,
  ];
  const detail = {
    operationId,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    security: securityOf(route),
    parameters: [
      ...parameters('path', route.params),
      ...parameters('query', route.query),
      ...headerParameters(isCacheable ? ['If-None-Match'] : (operation.requestHeaders ?? [])),
    ],
    ...requestBodyOf(route),
    responses: {
      ...successResponses(operation),
      ...(isCacheable && { 304: notModified }),
      ...errorResponses(operationId, codes, headers),
    },
    'x-agent': { riskLevel, requiresConfirmation, requiredScope: scope ?? 'read', ...words, ...toolOf(operation) },
  };
  return detail as DocumentDecoration;
}

function toolOf({ toolset }: OperationWords): Pick<AgentGuidance, 'toolset' | 'isTool'> {
  return toolset === null ? { isTool: false } : { toolset };
}

/** What authenticates a request: a key or a session, unless the operation is about the session itself. */
function securityOf({ scope, needsSession }: Operation) {
  if (scope === null) return [];
  return needsSession ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }];
}

function requestBodyOf({ body }: Operation) {
  if (body?.file !== undefined)
    return { requestBody: { required: true, content: { [anyFile]: { schema: body.file } } } };
  if (body?.schema === undefined) return {};
  const content = { 'application/json': { schema: body.schema } };
  return { requestBody: { required: !body.isOptional, content } };
}

/** The media type with which the document describes a body that is a file. */
const anyFile = 'application/octet-stream';

const preflightTag: Tag = { name: 'Preflight', description: 'CORS preflight requests of browsers.' };

/** Describes the preflight request of a path. */
function describePreflight(path: string, operationId: string): DocumentDecoration {
  const names = [...headersOfEveryAnswer, 'AllowMethods', 'AllowHeaders', 'MaxAge'] as const;
  return {
    operationId,
    tags: [preflightTag.name],
    summary: 'Ask whether a page of another origin may call this path',
    description: 'Needs no authentication. Browsers send it automatically.',
    security: [],
    parameters: path.includes(':id') ? [preflightId] : [],
    responses: { 204: { description: 'The page may call this path.', headers: headerRefs(names) } },
  } as DocumentDecoration;
}

const preflightId = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Any id; it is ignored.',
  schema: { type: 'string' },
  example: exampleRequestId,
};

function parameters(place: 'path' | 'query', { properties = {} }: Partial<TObject> = {}) {
  return Object.entries(properties).map(([name, schema]) => {
    const { description, examples, ...type } = schema;
    const parameter = {
      name,
      in: place,
      required: place === 'path',
      description: parameterDescription(schema) ?? description,
      // A named type keeps its own description.
      schema: isNamed(schema) ? schema : type,
      ...(place === 'path' ? { example: examples[0] } : notFilledIn(schema)),
    };
    return isDeepStrictEqual(schema, shared[name]) ? named(name, parameter, 'parameters') : parameter;
  });
}

/** The parameters of many operations, which are components. */
const shared: Readonly<Record<string, TSchema>> = { ...BodyWriteQuery.properties, ...pageParameters };

/**
 * Keeps the documentation page from filling in a parameter with a default or an enum: optional parameters would narrow the
 * first request that a user tries, or make it fail.
 */
function notFilledIn(schema: object) {
  return 'default' in schema || 'enum' in schema ? { examples: { default: { 'x-disabled': true } } } : {};
}

function errorsOfHeaders({ requestHeaders = [] }: OperationWords): readonly ErrorCode[] {
  const ofMatching = requestHeaders.includes('If-Match') ? (['precondition_failed'] as const) : [];
  const takesKey = requestHeaders.includes('Idempotency-Key');
  return takesKey
    ? [...ofMatching, 'invalid_if_match', 'invalid_idempotency_key', 'idempotency_key_reused']
    : ofMatching;
}

/** Those of a full audit trail: of a write that adds something to it, and is no deletion. */
function errorsOfTrail({ requestHeaders = [] }: OperationWords, method: string): readonly ErrorCode[] {
  return requestHeaders.includes('Idempotency-Key') && method !== 'DELETE' ? ['too_many_entries'] : [];
}

const notModified = named(
  'NotModified',
  { description: 'The cached answer is still current. No body.', headers: headers(304) },
  'responses',
);

function successResponses({ success, dryRun, requestHeaders = [] }: OperationWords) {
  const { status, isTagged, hasNoLocation, schema, otherContent } = success;
  const location = status === 201 && hasNoLocation !== true ? (['Location'] as const) : [];
  const replayed = requestHeaders.includes('Idempotency-Key') ? (['IdempotencyReplayed'] as const) : [];
  const tag = isTagged === true ? (['EntityTag'] as const) : [];
  const own: readonly HeaderName[] = [...location, ...tag, ...replayed];
  if (dryRun === undefined) {
    const response = successResponse(status, schema, success, own);
    return { [status]: { ...response, content: { ...response.content, ...otherContent } } };
  }
  if (dryRun.schema === undefined) return { [status]: eitherResponse(success, dryRun, own) };
  return {
    [status]: successResponse(status, schema, success, own),
    200: successResponse(200, dryRun.schema, dryRun, []),
  };
}

function successResponse(
  status: number,
  schema: TSchema,
  { description, example }: Outcome,
  own: readonly HeaderName[],
) {
  const content = { 'application/json': { schema, example: answered(example) } };
  return { description, headers: headers(status, own), content };
}

function eitherResponse(done: Success, dryRun: Outcome, own: readonly HeaderName[]) {
  const examples = {
    done: { summary: done.description, value: answered(done.example) },
    dryRun: { summary: dryRun.description, value: answered(dryRun.example) },
  };
  return {
    description: `${done.description} ${dryRun.description}`,
    headers: headers(done.status, own),
    content: { 'application/json': { schema: done.schema, examples } },
  };
}

function answered(example: object) {
  return { ...example, requestId: exampleRequestId };
}

function headers(status: number, own: readonly HeaderName[] = []) {
  return headerRefs([...headersOfEveryAnswer, ...(headersOfStatus[status] ?? []), ...own]);
}

function headerRefs(names: readonly HeaderName[]) {
  return Object.fromEntries(names.map((name) => [wireNames[name], { $ref: `#/components/headers/${name}` }]));
}

/** A route in the form that the OpenAPI plugin reads. */
interface DocumentedRoute {
  readonly method: string;
  readonly path: string;
  readonly hooks: object;
}

/** The routes of the OpenAPI document: the named preflights, then every operation of these routes of Elysia. */
export function documentedRoutes(
  routes: readonly ServedRoute[],
  modules: readonly ModuleWords[],
): readonly DocumentedRoute[] {
  const operations = operationsIn(routes);
  const preflights = operations.flatMap(({ operation: { path, preflight } }) =>
    preflight === undefined ? [] : [documented('OPTIONS', path, describePreflight(path, preflight))],
  );
  const errorResponses = describeErrors(
    Object.fromEntries(modules.flatMap(({ errorExamples = {} }) => Object.entries(errorExamples))),
    [...new Set(modules.flatMap(({ revertibleFields = [] }) => revertibleFields))],
    Object.assign({}, ...modules.map(({ errorMembers }) => errorMembers)) as TProperties,
  );
  const described = operations.map(({ operation, words }) => {
    const { method, path, params, query } = operation;
    return documented(method, path, describeOperation(operation, words, errorResponses), { params, query });
  });
  return [...preflights, ...described];
}

/** The tags of the document, in the order of the modules. */
export function tagsOf(modules: readonly ModuleWords[]): readonly Tag[] {
  return [...modules.flatMap(({ tags = [] }) => tags), preflightTag];
}

function documented(method: string, path: string, detail: DocumentDecoration, schemas: object = {}): DocumentedRoute {
  return { method, path, hooks: { ...schemas, detail } };
}
