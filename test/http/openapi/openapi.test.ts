import addFormats from 'ajv-formats';
import Ajv2020 from 'ajv/dist/2020.js';
import { describe, expect, test } from 'bun:test';
import { errorCatalogue } from '../../../src/http/responses/errors.ts';
import { schemaResolver } from '../../support/schemaResolver.ts';
import { startService } from '../../support/service.ts';
import { words } from '../../support/expectations.ts';

interface MediaType {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly object[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Readonly<Record<string, unknown>>;
  }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, MediaType>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, MediaType>> }>>;
  readonly 'x-agent'?: Readonly<Record<string, unknown>>;
}

const service = await startService();
const paths = service.document.paths as unknown as Readonly<Record<string, Readonly<Record<string, Operation>>>>;
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);
const served = operations.filter(({ name }) => !name.startsWith('OPTIONS'));

const { resolved, withProperties } = schemaResolver(service.document);
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema(service.document, 'document');

/** What is wrong with a value under a schema of the document, whose references are resolved in it. */
function faultsOf(schema: object, value: unknown): string {
  const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as object;
  return ajv.validate(absolute, value) ? '' : ajv.errorsText(ajv.errors);
}

function operationOf(operationId: string): Operation {
  const found = operations.find(({ operation }) => operation.operationId === operationId);
  if (found === undefined) throw new Error(`there is no operation ${operationId}`);
  return found.operation;
}

const page = {
  limit: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
  offset: { type: 'integer', minimum: 0, default: 0 },
};
const dryRun = { dryRun: { type: 'string', enum: ['true', 'false'] } };
const [ifMatch, ifNoneMatch] = [{ 'If-Match': { type: 'string' } }, { 'If-None-Match': { type: 'string' } }];
const include = { include: { type: 'string', enum: ['details'] } };
const idempotencyKey = { 'Idempotency-Key': { type: 'string', minLength: 1, maxLength: 512 } };
const id = { id: { type: 'string', format: 'uuid' } };

// Each operation with its scope, its risk, its parameters, and the errors of its own.
const contract: readonly (readonly [string, string, string, string, Readonly<Record<string, object>>, string[]])[] = [
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
      expiringBefore: { type: 'string', format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
      sort: {
        type: 'string',
        enum: ['createdAt', '-createdAt', 'nextPaymentDate', '-nextPaymentDate', 'amount', '-amount', 'name', '-name'],
        default: '-createdAt',
      },
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
    {
      ...ifNoneMatch,
      from: { type: 'string', format: 'date' },
      to: { type: 'string', format: 'date' },
      limit: { ...page.limit, maximum: 1000, default: 100 },
      offset: page.offset,
    },
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
    { ...ifNoneMatch, ...page, since: { type: 'string', format: 'date-time' } },
    ['invalid_pagination', 'invalid_query'],
  ],
  ['GET /api/v1/revision', 'getRevision', 'read', 'low', ifNoneMatch, []],
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
      since: { type: 'string', format: 'date-time' },
      until: { type: 'string', format: 'date-time' },
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
const errorsOfAll = ['authentication_required', 'invalid_api_key', 'rate_limit_exceeded', 'internal_error'];

describe('the OpenAPI document', () => {
  test('describes exactly what the service serves', () => {
    const routes = service.app.routes
      .filter(({ method, path }) => path.startsWith('/api/') && method !== 'OPTIONS')
      // These only refuse a method that the router would take for that of a record with an id.
      .filter(({ method, path }) => method === 'POST' || !path.endsWith('/batch'))
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    // Of the preflights, which every path answers alike, the two of the contract are described.
    const preflights = ['OPTIONS /api/v1/subscriptions', 'OPTIONS /api/v1/subscriptions/{id}'];
    expect(operations.map(({ name }) => name).sort()).toEqual([...routes, ...preflights].sort());
  });

  test('describes each operation of the contract, and besides them only preflights', () => {
    expect(served.map(({ name, operation }) => `${operation.operationId}: ${name}`).sort()).toEqual(
      contract.map(([name, operationId]) => `${operationId}: ${name}`).sort(),
    );
  });

  test('is given without a key, as JSON, and is of version 1.0.0', async () => {
    const answer = await fetch(`${service.origin}/openapi.json`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toStartWith('application/json');
    expect(await answer.json()).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } });
  });

  test('gives each operation an id of its own, a summary and a description', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { operation } of operations) {
      expect(operation.summary).toMatch(/\w/);
      expect(operation.description).toMatch(/\w/);
    }
  });
});

describe.each(contract)('%s', (name, operationId, scope, riskLevel, parameters, codes) => {
  const operation = operationOf(operationId);
  const reads = name.startsWith('GET') ? ['304'] : [];
  const successes = operationId === 'createSubscription' ? ['200', '201'] : ['200', ...reads];

  test('has its parameters, with type, range and default', () => {
    expect(operation.parameters.map((parameter) => parameter.name).sort()).toEqual(Object.keys(parameters).sort());
    for (const parameter of operation.parameters) {
      expect(resolved(parameter.schema)).toMatchObject(parameters[parameter.name] ?? {});
      const isHeader = /^(If|Idempotency)-/.test(parameter.name);
      const place = isHeader ? 'header' : name.includes(`{${parameter.name}}`) ? 'path' : 'query';
      expect({ in: parameter.in, required: parameter.required }).toEqual({ in: place, required: place === 'path' });
    }
  });

  test('says to an agent its risk, whether to confirm, its scope, when to use it and when not', () => {
    const { useWhen, doNotUseWhen, ...rest } = operation['x-agent'] ?? {};
    expect(rest).toEqual({ riskLevel, requiresConfirmation: riskLevel !== 'low', requiredScope: scope });
    for (const guidance of [useWhen, doNotUseWhen]) expect(guidance).toMatch(/^\w.{20,}\.$/);
  });

  test('needs a key, and speaks JSON only', () => {
    expect(operation.security).toEqual([{ apiKey: [] }]);
    const contents = [operation.requestBody, ...Object.values(operation.responses)].map((part) => part?.content);
    for (const content of contents)
      if (content !== undefined) expect(Object.keys(content)).toEqual(['application/json']);
    expect(operation.requestBody !== undefined).toBe(/^(POST|PATCH) (?!.*revert)/.test(name));
  });

  test('names each error that it can give, under its status', () => {
    const documented = Object.entries(operation.responses).flatMap(([status, { content }]) =>
      Object.keys(content?.['application/json']?.examples ?? {}).map((code) => `${status} ${code}`),
    );
    const expected = [...codes, ...errorsOfAll].map(
      (code) => `${errorCatalogue[code as keyof typeof errorCatalogue].status} ${code}`,
    );
    expect(documented).toEqual(expect.arrayContaining(expected));
    const statuses = new Set([...successes, ...documented.map((line) => line.slice(0, 3))]);
    expect(new Set(Object.keys(operation.responses))).toEqual(statuses);
  });

  test('has for each answer an example that its own schema takes, and a schema that does not take just anything', () => {
    for (const [status, response] of Object.entries(operation.responses)) {
      if (status === '304') continue;
      const media = response.content?.['application/json'];
      const examples =
        media?.examples === undefined ? [media?.example] : Object.values(media.examples).map(({ value }) => value);
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples) expect(faultsOf(media?.schema ?? {}, example)).toBe('');
      expect(faultsOf(media?.schema ?? {}, {})).not.toBe('');
    }
  });
});

describe('a body', () => {
  test.each([
    ['createSubscription', ['name', 'category', 'amount', 'currency', 'period', 'lastPaymentDate'], undefined],
    ['updateSubscription', undefined, 1],
  ])(
    'of %s is described with its fields, their ranges and which are required',
    (operationId, required, minProperties) => {
      const schema = withProperties(operationOf(operationId).requestBody?.content['application/json']?.schema);
      expect(schema).toMatchObject({
        additionalProperties: false,
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 120 },
          category: { type: 'string', minLength: 1, maxLength: 80 },
          amount: { type: 'number', minimum: 0, maximum: 999_999.99 },
          period: { enum: ['monthly', 'yearly', 'custom'] },
          lastPaymentDate: { type: 'string', format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
          notificationEnabled: { type: 'boolean' },
          status: { enum: ['active', 'paused', 'cancelled'] },
        },
      });
      expect({ required, minProperties, ...schema }).toMatchObject({ required, minProperties });
    },
  );
});
