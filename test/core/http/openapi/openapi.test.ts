import addFormats from 'ajv-formats';
import Ajv2020 from 'ajv/dist/2020.js';
import { describe, expect, test } from 'bun:test';
import { errorCatalogue } from '../../../../src/core/http/errors/errorCatalogue.ts';
import { toolsets } from '../../../../src/core/http/openapi/words.ts';
import { schemaResolver } from '../../../support/schemaResolver.ts';
import { startService } from '../../../support/service.ts';
import { contract } from './contractTable.ts';

interface MediaType {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security?: readonly object[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Readonly<Record<string, unknown>>;
  }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, MediaType>> };
  readonly responses: Readonly<
    Record<string, { readonly headers?: object; readonly content?: Readonly<Record<string, MediaType>> }>
  >;
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

test('every object in an answer names all of its members, except for the states of records and what a file has', () => {
  const open = new Set<string>();
  const find = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (
      'properties' in value &&
      'type' in value &&
      (value as { additionalProperties?: unknown }).additionalProperties !== false
    )
      open.add(path);
    for (const [name, part] of Object.entries(value)) find(part, `${path}/${name}`);
  };
  for (const [name, schema] of Object.entries(service.document.components['schemas'] ?? {})) find(schema, name);
  for (const methods of Object.values(service.document.paths))
    for (const { operationId, responses } of Object.values(methods)) find(responses, operationId);
  expect([...open].sort()).toEqual([
    'ActivityEntry/properties/metadata',
    'AuditEntry/properties/metadata/properties/details/properties/patch',
    'AuditEntry/properties/metadata/properties/patch',
    'ErrorDetails/properties/current',
    'ImportResult/properties/details',
    'ImportResult/properties/draft',
    'OperationFault/properties/current',
  ]);
});

describe('the OpenAPI document', () => {
  test('describes exactly what the service serves', () => {
    const routes = service.app.routes
      .filter(({ method, path }) => path.startsWith('/api/') && method !== 'OPTIONS')
      // These only refuse a method that the router would take for that of a record with an id.
      .filter(({ method, path }) => method === 'POST' || !path.endsWith('/batch'))
      .filter(({ method, path }) => method === 'GET' || !path.endsWith('/preview'))
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    // Of the preflights, which every path answers alike, the two of the contract are described.
    const preflights = ['OPTIONS /api/v1/subscriptions', 'OPTIONS /api/v1/subscriptions/{id}'];
    expect(operations.map(({ name }) => name).sort()).toEqual([...routes, ...preflights].sort());
  });

  test('describes each operation of the contract, and besides them only preflights', () => {
    expect(served.map(({ name, operation }) => `${operation.operationId}: ${name}`).sort()).toEqual(
      contract.map(({ operationId, method, path }) => `${operationId}: ${method} ${path}`).sort(),
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

  test('has a description of the tag of each operation, and of no other', () => {
    const { tags } = service.document as unknown as { readonly tags: readonly { readonly name: string }[] };
    const used = new Set(operations.flatMap(({ operation }) => operation.tags));
    expect(tags.map(({ name }) => name).toSorted()).toEqual(Array.from(used).toSorted());
  });
});

describe.each(contract)('$method $path', (row) => {
  const { method, path, operationId, needs, riskLevel, parameters, codes } = row;
  const operation = operationOf(operationId);
  const isOfSession = needs === 'nothing' || needs === 'session';
  const reads = method === 'GET' && !isOfSession ? ['304'] : [];
  // A dry run creates nothing.
  const successes = row.status === undefined ? ['200', ...reads] : ['201', ...('dryRun' in parameters ? ['200'] : [])];

  test('has its parameters, with type, range and default', () => {
    expect(operation.parameters.map((parameter) => parameter.name).sort()).toEqual(Object.keys(parameters).sort());
    for (const parameter of operation.parameters) {
      expect(resolved(parameter.schema)).toMatchObject(parameters[parameter.name] ?? {});
      const isHeader = /^(If|Idempotency)-/.test(parameter.name);
      const place = isHeader ? 'header' : path.includes(`{${parameter.name}}`) ? 'path' : 'query';
      expect({ in: parameter.in, required: parameter.required }).toEqual({ in: place, required: place === 'path' });
    }
  });

  test('says to an agent its risk, whether to confirm, its scope, when to use it and when not', () => {
    const { useWhen, doNotUseWhen, isTool, toolset, ...rest } = operation['x-agent'] ?? {};
    const isNoTool =
      ['getRevision', 'getPayment', 'getReminder', 'listActivity'].includes(operation.operationId) || isOfSession;
    expect(isTool).toBe(isNoTool ? false : undefined);
    if (isNoTool) expect(toolset).toBeUndefined();
    else expect(toolset).toBeOneOf([...toolsets]);
    const requiredScope = isOfSession ? 'read' : needs;
    expect(rest).toEqual({ riskLevel, requiresConfirmation: riskLevel !== 'low', requiredScope });
    for (const guidance of [useWhen, doNotUseWhen]) expect(guidance).toMatch(/^\w.{20,}\.$/);
  });

  test('needs a key or a session, or only a session, or nothing, and speaks JSON, an export CSV, too', () => {
    const security = needs === 'nothing' ? [] : [...(isOfSession ? [] : [{ apiKey: [] }]), { session: [] }];
    expect(operation.security).toEqual(security);
    const contents = [operation.requestBody, ...Object.values(operation.responses)].map((part) => part?.content);
    for (const content of contents) {
      if (content === operation.requestBody?.content && path === '/api/v1/import') {
        expect(Object.keys(content ?? {})).toEqual(['application/octet-stream']);
        continue;
      }
      const types = Object.keys(content ?? {}).filter((type) => !(type === 'text/csv' && path === '/api/v1/export'));
      if (content !== undefined) expect(types).toEqual(['application/json']);
    }
    const takesBody = /^(POST|PUT|PATCH) (?!.*(revert|retry|code|invitation|test))/.test(`${method} ${path}`);
    expect(operation.requestBody?.required).toBe(takesBody ? operationId !== 'renewSubscription' : undefined);
  });

  test('names each error that it can give, under its status', () => {
    const documented = Object.entries(operation.responses).flatMap(([status, { content }]) =>
      Object.keys(content?.['application/json']?.examples ?? {}).map((code) => `${status} ${code}`),
    );
    const expected = codes.map((code) => `${errorCatalogue[code as keyof typeof errorCatalogue].status} ${code}`);
    expect(documented).toEqual(expect.arrayContaining(expected));
    const statuses = new Set([...successes, ...documented.map((line) => line.slice(0, 3))]);
    expect(new Set(Object.keys(operation.responses))).toEqual(statuses);
    const isNamed = 'Location' in (operation.responses['201']?.headers ?? {});
    expect(isNamed).toBe(row.status === 201 && !/(SignInCode|Invitation)$/.test(operationId));
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

test.each([
  ['createKey', 'key'],
  ['createFeed', 'url'],
])('the example of %s has the %s that is shown this once', (operationId, member) => {
  const example = operationOf(operationId).responses['201']?.content?.['application/json']?.example;
  expect(example).toHaveProperty(['data', member]);
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
