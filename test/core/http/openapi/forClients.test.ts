import { getParameterExample } from '@scalar/workspace-store/helpers/get-parameter-example';
import { isParamDisabled } from '@scalar/workspace-store/request-example';
import addFormats from 'ajv-formats';
import Ajv2020 from 'ajv/dist/2020.js';
import { describe, expect, test } from 'bun:test';
import { assert, constantFrom, integer, oneof, property, string } from 'fast-check';
import { idempotencyKeyPattern, parseIdempotencyKey } from '../../../../src/core/http/pipeline/writeOptions.ts';
import { contractOf } from '../../../support/contract.ts';
import { schemaResolver } from '../../../support/schemaResolver.ts';
import { startService, validDraft } from '../../../support/service.ts';

type Members = Readonly<Record<string, unknown>>;

interface Union {
  readonly oneOf: readonly { readonly $ref: string }[];
  readonly discriminator: { readonly propertyName: string; readonly mapping: Readonly<Record<string, string>> };
}

const service = await startService();
const text = await (await fetch(`${service.origin}/openapi.json`)).text();
const document = JSON.parse(text) as Members & { readonly components: Readonly<Record<string, Members>> };
const { resolved, withProperties } = schemaResolver(service.document);
const operations = Object.values(service.document.paths).flatMap((methods) => Object.values(methods));

/** Every object in the document, with the path that leads to it. */
function objectsIn(value: unknown, path: readonly string[] = []): readonly (readonly [string, Members])[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : [[path.join('/'), value as Members] as const];
  return [...own, ...Object.entries(value).flatMap(([name, member]) => objectsIn(member, [...path, name]))];
}

const objects = objectsIn(document);
const pathsOf = (fits: (part: Members) => boolean) => objects.flatMap(([path, part]) => (fits(part) ? [path] : []));

describe('the OpenAPI document, for generated clients', () => {
  // With the errors and schemas of each. It is sent compressed, in a tenth.
  test('has at most 5.8 KB for each operation', () => {
    expect(Buffer.byteLength(text) / operations.length).toBeLessThanOrEqual(5.8 * 1024);
  });

  test('has amounts in double precision only', () => {
    expect(pathsOf((part) => part['type'] === 'number').length).toBeGreaterThan(10);
    expect(pathsOf((part) => part['type'] === 'number' && part['format'] !== 'double')).toEqual([]);
    const totals = objects.filter(([path]) => path.endsWith('/properties/monthlyTotalsByCurrency'));
    expect(totals.map(([, part]) => part)).toMatchObject([
      { type: 'object', additionalProperties: { type: 'number', format: 'double', minimum: 0 } },
    ]);
  });

  test('names each enum once, and has no schema that is one of several without saying by what to tell them apart', () => {
    const enums = pathsOf((part) => Array.isArray(part['enum']));
    expect(enums.filter((path) => !/^components\/schemas\/\w+$/.test(path))).toEqual([]);
    for (const name of ['Currency', 'Period', 'Status', 'Sort', 'ErrorCode'])
      expect(enums).toContain(`components/schemas/${name}`);
    const words = enums.map((path) => JSON.stringify(resolved({ $ref: `#/${path}` })));
    expect(new Set(words).size).toBe(words.length);
    expect(pathsOf((part) => 'allOf' in part || 'anyOf' in part)).toEqual([]);
    const unions = ['BatchOperation', 'BatchResult'].map((name) => `components/schemas/${name}`);
    expect(pathsOf((part) => 'oneOf' in part).sort()).toEqual(unions);
    for (const path of unions) {
      const { oneOf: alternatives, discriminator } = resolved({ $ref: `#/${path}` }) as Union;
      expect(discriminator.propertyName).toBe('action');
      // Rust generators make one variant for each schema, so each action has a schema of its own.
      expect(Object.values(discriminator.mapping)).toEqual(alternatives.map(({ $ref }) => $ref));
      expect(Object.keys(discriminator.mapping)).toEqual(['create', 'update', 'renew', 'delete']);
    }
  });

  test('types the answer to a revert: the members of each entity that can be reverted, none of them required', () => {
    const propertiesOf = (name: string) =>
      (resolved({ $ref: `#/components/schemas/${name}` }) as Members)['properties'] as Readonly<
        Record<string, Members>
      >;
    const reverted = propertiesOf('RevertAnswer')['data'];
    expect(reverted?.['properties']).toEqual({
      ...propertiesOf('Channel'),
      ...propertiesOf('User'),
      ...propertiesOf('Rates'),
      ...propertiesOf('Payment'),
      ...propertiesOf('Subscription'),
      ...propertiesOf('Preferences'),
      ...propertiesOf('Reminder'),
      // The words of payments and of rates.
      source: { $ref: '#/components/schemas/RevertedSource' },
    });
    expect(reverted).not.toHaveProperty('required');
  });

  test('has a boolean wherever only true is sent, because generators turn a constant into an enum of texts', () => {
    expect(pathsOf((part) => part['type'] === 'boolean' && 'const' in part)).toEqual([]);
    const flags = objects.filter(([path]) => /^components\/schemas\/\w+\/properties\/(?:dryRun|deleted)$/.test(path));
    expect(flags.length).toBeGreaterThan(10);
    for (const [, schema] of flags) expect(schema).toMatchObject({ type: 'boolean' });
  });

  test('names every prefix of a key, and each operation that takes a key also takes a session', () => {
    const schemes = document.components['securitySchemes'] as Readonly<
      Record<string, { readonly description: string }>
    >;
    for (const prefix of ['dbk_r_', 'dbk_w_', 'dbk_a_']) expect(schemes['apiKey']?.description).toContain(prefix);
    const withKey = operations.filter(({ security = [] }) => security.some((scheme) => 'apiKey' in scheme));
    expect(withKey.length).toBeGreaterThan(25);
    for (const { security } of withKey) expect(security).toEqual([{ apiKey: [] }, { session: [] }]);
  });

  test('refers to a named schema for each body and each answer', () => {
    const contents = pathsOf((part) => 'application/json' in part);
    expect(contents.length).toBeGreaterThan(operations.length);
    const inline = objects.filter(([path, part]) => path.endsWith('/content/application/json/schema') && !part['$ref']);
    expect(inline).toEqual([]);
  });

  test('has one schema for every error, and says with each response which codes it may have', () => {
    const responses = operations.flatMap(({ responses: all }) => Object.entries(all));
    const errors = responses.filter(([status]) => Number(status) >= 400).map(([, response]) => response);
    expect(errors.length).toBeGreaterThan(50);
    for (const { content, 'x-error-codes': codes = [] } of errors) {
      const media = content?.['application/json'] as { readonly schema: object; readonly examples: object };
      expect(media.schema).toEqual({ $ref: '#/components/schemas/ApiError' });
      expect(codes).not.toEqual([]);
      expect(Object.keys(media.examples)).toEqual([...codes]);
    }
  });

  test('has examples of properties that are valid together, and bodies that are accepted as they stand', async () => {
    const { properties = {} } = withProperties({ $ref: '#/components/schemas/SubscriptionDraft' }) as {
      readonly properties?: Readonly<Record<string, { readonly examples?: readonly unknown[] }>>;
    };
    const together = Object.entries(properties).flatMap(([name, { examples = [] }]) =>
      examples.slice(0, 1).map((example) => [name, example] as const),
    );
    const draft = Object.fromEntries(together);
    expect(Object.keys(draft)).toContain('currency');
    const { data } = (await service.call('POST', '/api/v1/subscriptions', { json: draft })).json;
    expect(data).toMatchObject(draft);
    const bodies = [
      ['POST', '/api/v1/subscriptions', 'SubscriptionDraft'],
      ['PATCH', `/api/v1/subscriptions/${data.id}`, 'SubscriptionPatch'],
      ['POST', '/api/v1/subscriptions/batch', 'Batch'],
    ] as const;
    for (const [method, path, name] of bodies) {
      const { examples } = resolved({ $ref: `#/components/schemas/${name}` }) as { readonly examples: unknown[] };
      for (const json of examples) expect((await service.call(method, path, { json })).status).toBeLessThan(300);
    }
  });

  test('describes exactly the idempotency keys that are accepted', () => {
    const parameter = document.components['parameters']?.['IdempotencyKey'] as { readonly schema: Members };
    expect(parameter.schema).toMatchObject({ pattern: idempotencyKeyPattern, minLength: 1, maxLength: 512 });
    const pattern = new RegExp(idempotencyKeyPattern, 'u');
    const unit = constantFrom('a', '"', '\\', '[', ']', '!', '~', ' ', 'ü', '\u007f');
    const key = oneof(
      string({ unit }),
      string({ unit }).map((inner) => `"${inner}"`),
      integer({ min: 250, max: 260 }).map((length) => 'k'.repeat(length)),
      integer({ min: 250, max: 260 }).map((length) => `"${'\\"'.repeat(length)}"`),
    );
    assert(
      property(key, (header) => {
        expect(pattern.test(header) && header.length <= 512).toBe(parseIdempotencyKey(header) !== undefined);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the check of answers against the document', () => {
  const check = contractOf(service.document);
  const answer = { method: 'GET', path: '/api/v1/subscriptions/1', status: 404 };

  test('refuses an error that is not documented for the operation', async () => {
    const { headers } = await service.call('GET', '/api/v1/subscriptions/01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77');
    const body = (code: string) => JSON.stringify({ error: { code, message: 'x' }, requestId: 'x' });
    expect(() => check({ ...answer, headers, text: body('subscription_not_found') })).not.toThrow();
    expect(() => check({ ...answer, headers, text: body('audit_entry_not_found') })).toThrow('subscription_not_found');
  });

  const ajv = new Ajv2020({ strict: false });
  addFormats(ajv);
  ajv.addSchema(document, 'document');
  const requestId = 'x';
  const id = '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77';
  const at = '2026-06-16T08:00:00.000Z';
  const stored = { nextPaymentDate: '2026-07-15', notificationEnabled: true, status: 'active', createdAt: at };
  const data = { ...validDraft, ...stored, id, updatedAt: at };
  const warnings = [{ code: 'possible_duplicate', message: 'x' }];
  const [made, gone, wouldGo] = [
    { action: 'create', data },
    { action: 'delete', id, deleted: true },
    { action: 'delete', id, data },
  ];

  test.each<[string, object, boolean]>([
    ['SubscriptionChange', { data, requestId }, true],
    ['SubscriptionChange', { data, dryRun: true, warnings, requestId }, true],
    ['SubscriptionChange', { data, dryRun: false, requestId }, false],
    ['SubscriptionChange', { data, warnings, requestId }, false],
    ['SubscriptionChange', { dryRun: true, requestId }, false],
    ['Deletion', { deleted: true, requestId }, true],
    ['Deletion', { data, dryRun: true, requestId }, true],
    ['Deletion', { requestId }, false],
    ['Deletion', { data, requestId }, false],
    ['Deletion', { dryRun: true, requestId }, false],
    ['Deletion', { deleted: true, data, dryRun: true, requestId }, false],
    ['Deletion', { deleted: true, data, requestId }, false],
    ['BatchAnswer', { results: [made, gone], requestId }, true],
    ['BatchAnswer', { results: [{ ...made, warnings }, wouldGo], dryRun: true, requestId }, true],
    ['BatchAnswer', { results: [made, gone], dryRun: true, requestId }, false],
    ['BatchAnswer', { results: [wouldGo], requestId }, false],
    ['BatchAnswer', { results: [{ ...made, warnings }], requestId }, false],
    ['BatchAnswer', { results: [{ ...gone, data }], requestId }, false],
    ['BatchAnswer', { results: [{ action: 'delete', id }], requestId }, false],
  ])('a %s %j is taken: %p', (name, value, isTaken) => {
    expect(ajv.validate(`document#/components/schemas/${name}`, value)).toBe(isTaken);
  });
});

test('the documentation page fills in no optional parameter, so that a first request is not narrowed or replayed', () => {
  const optional = operations.flatMap(({ parameters = [] }) => parameters).filter(({ in: place }) => place !== 'path');
  expect(optional.length).toBeGreaterThan(25);
  // The page asks for the example named "default", unless a body has examples of other names.
  const bodies = operations.map(({ requestBody }) => requestBody?.content['application/json']);
  expect(bodies.filter((body) => typeof body === 'object' && body !== null && 'examples' in body)).toEqual([]);
  for (const parameter of optional) {
    const schema = resolved(parameter.schema);
    const { example, value } = getParameterExample({ ...parameter, schema } as never, 'default');
    const isSent = !isParamDisabled({ ...parameter, schema } as never, example);
    expect({ name: parameter.name, isSent, value }).toEqual({ name: parameter.name, isSent: false, value: undefined });
  }
});
