import type { AgentOperation, ApiDocument, DocumentedParameter, Json, JsonSchema } from '../openapi/document.ts';
import { argumentNameOf, argumentsOf } from './apiCall.ts';

/** A JSON Schema of an object. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly properties?: Record<string, JsonSchema>;
  readonly required?: string[];
  readonly [keyword: string]: Json | undefined;
}

type Schemas = ApiDocument['components']['schemas'];

/** What a call of an operation takes: its parameters and the fields of its body, side by side, but for those that are given. */
export function inputSchemaOf(
  operation: AgentOperation,
  schemas: Schemas,
  given: readonly string[] = [],
): ObjectSchema {
  const parameters = argumentsOf(operation);
  const body = resolved(operation.requestBody?.content['application/json']?.schema ?? {}, schemas);
  const fields = Object.entries(asRecord(body['properties'])).filter(([name]) => !given.includes(name));
  const named = [
    ...parameters.map((parameter) => [argumentNameOf(parameter), argumentSchemaOf(parameter, schemas)] as const),
    ...fields.map(([name, schema]) => [name, asRecord(schema)] as const),
  ];
  const required = [
    ...parameters.filter((parameter) => parameter.required).map(argumentNameOf),
    ...asNames(body['required']).filter((name) => !given.includes(name)),
  ];
  return selfContained({ properties: Object.fromEntries(named), required, additionalProperties: false }, schemas);
}

/** What a call gives: one of the operation's answers, or the envelope of an error. */
export function outputSchemaOf({ responses }: AgentOperation, schemas: Schemas): ObjectSchema {
  const answers = Object.entries(responses).flatMap(([status, { content, headers }]) => {
    const schema = content?.['application/json']?.schema;
    if (schema === undefined || !status.startsWith('2')) return [];
    const told = Object.keys(headers ?? {}).flatMap((name) => Object.entries(toldByHeader[name.toLowerCase()] ?? {}));
    return alternativesOf(resolved(schema, schemas)).map((alternative) =>
      withProperties(alternative, Object.fromEntries(told)),
    );
  });
  return selfContained({ anyOf: [...answers, { $ref: '#/components/schemas/ApiError' }] }, schemas);
}

// What the API tells in a header, a tool tells beside the rest.
const toldByHeader: Readonly<Record<string, JsonSchema>> = {
  etag: { etag: { type: 'string', description: 'The version of the record, for ifMatch.' } },
  'idempotency-replayed': {
    replayed: {
      type: 'boolean',
      description: 'True when this call was made before with its idempotencyKey: nothing was written now.',
    },
  },
};

function withProperties(schema: JsonSchema, more: JsonSchema): JsonSchema {
  return { ...schema, properties: { ...asRecord(schema['properties']), ...more } };
}

function alternativesOf(schema: JsonSchema): readonly JsonSchema[] {
  return Array.isArray(schema['anyOf']) ? schema['anyOf'].map(asRecord) : [schema];
}

function argumentSchemaOf({ description, schema, example }: DocumentedParameter, schemas: Schemas): JsonSchema {
  const described = { ...(description !== undefined && { description }) };
  const words = asNames(resolved(schema, schemas)['enum']);
  // A flag is text in a query, but a boolean in a call.
  if (words.length === 2 && words.includes('true') && words.includes('false')) return { type: 'boolean', ...described };
  return { ...described, ...schema, ...(example !== undefined && { examples: [example] }) };
}

/** The schema of an object that needs no other document: what it refers to stands in it. */
function selfContained(schema: JsonSchema, schemas: Schemas): ObjectSchema {
  const found = new Map<string, Json>();
  const root = asRecord(localised(schema, schemas, found));
  return { type: 'object', ...root, ...(found.size > 0 && { $defs: Object.fromEntries(found) }) };
}

const shared = '#/components/schemas/';

/** The schema that a reference stands for; any other schema is itself. */
function resolved(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const { $ref } = schema;
  return typeof $ref === 'string' ? (schemas[$ref.slice(shared.length)] ?? {}) : schema;
}

/** A copy that refers to `$defs`; what it refers to is put into `found`. What only OpenAPI knows is left out. */
function localised(value: Json, schemas: Schemas, found: Map<string, Json>): Json {
  if (Array.isArray(value)) return value.map((item) => localised(item, schemas, found));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => !name.startsWith('x-') && name !== 'discriminator');
  return Object.fromEntries(
    members.map(([name, member]) => {
      if (name !== '$ref' || typeof member !== 'string') return [name, localised(member, schemas, found)];
      const target = member.slice(shared.length);
      if (!found.has(target)) {
        found.set(target, true);
        found.set(target, localised(schemas[target] ?? {}, schemas, found));
      }
      return [name, `#/$defs/${target}`];
    }),
  );
}

function asRecord(value: Json | undefined): JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

function asNames(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}
