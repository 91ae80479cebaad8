import type { AgentOperation, Json, JsonSchema } from '../openapi/document.ts';
import { asList, asNames, asRecord, resolved, type ObjectSchema, type Schemas } from './jsonSchema.ts';

/** The differences between the result of a tool and the answer of its operation. */
export interface ToolView {
  /** The members that the tool leaves out of each record of a list. */
  readonly leftOut: readonly string[];
  /** When it has a hint: its filters match nothing, or what it created is overdue. */
  readonly hint?: 'filters' | 'overdue';
  /** Parameters that the tool always sends, and does not offer. */
  readonly always?: Readonly<Record<string, string>>;
  /** The members that each record of a list has because of them. */
  readonly added?: readonly string[];
}

/**
 * The output schema of an operation: one object with the members of all its answers and errors. Clients send the schema in
 * every conversation, so it is short: it has the types of the members and, for a tool that reads, their required members.
 */
export function outputSchemaOf(
  { method, responses }: AgentOperation,
  schemas: Schemas,
  { leftOut, hint }: ToolView = { leftOut: [] },
): ObjectSchema {
  const members = Object.entries(responses).flatMap(([status, { content, headers }]) => {
    const schema = content?.['application/json']?.schema;
    if (schema === undefined || !status.startsWith('2')) return [];
    const ofHeaders = Object.keys(headers ?? {}).flatMap((name) =>
      Object.entries(membersOfHeader[name.toLowerCase()] ?? {}),
    );
    return [...alternativesOf(schema, schemas).flatMap(membersOf), ...ofHeaders];
  });
  const schemasOf = Map.groupBy(members, ([name]) => name);
  const shapes = Array.from(schemasOf, ([name, found]) => {
    const shape = shapeOf(
      found.map(([, schema]) => schema),
      schemas,
      leftOut,
    );
    if (name === 'requestId') return [name, {}] as const;
    return [name, method === 'GET' || shape['type'] === undefined ? shape : { type: shape['type'] }] as const;
  });
  const answered = {
    ...Object.fromEntries(shapes),
    ...((hint !== undefined || isOfMany(schemasOf)) && { hint: text }),
  };
  return { type: 'object', properties: { ...answered, etag: text, error } };
}

/** Whether a result may be shortened. */
function isOfMany(members: ReadonlyMap<string, unknown>): boolean {
  return members.has('results') || members.has('import');
}

const text = { type: 'string' };
/** The same for every tool: its members are for the model to read. */
const error = { type: 'object' };

// Headers of the API become members of the result. Errors may have an ETag, too: with 412, that of `current`.
const membersOfHeader: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>> = {
  'idempotency-replayed': { replayed: { type: 'boolean' } },
};

function membersOf({ properties }: JsonSchema): readonly [string, JsonSchema][] {
  return Object.entries(asRecord(properties)).map(([name, schema]) => [name, asRecord(schema)]);
}

/** The type of a value with one of these schemas, and its required members, or those of each record of a list. */
function shapeOf(given: readonly JsonSchema[], schemas: Schemas, leftOut: readonly string[]): JsonSchema {
  const alternatives = given.flatMap((schema) => alternativesOf(schema, schemas));
  const [type, ...otherTypes] = new Set(alternatives.map(typeOf));
  if (type === undefined || otherTypes.length > 0) return {};
  const items = alternatives.flatMap((one) => (one['items'] === undefined ? [] : [asRecord(one['items'])]));
  if (items.length > 0) {
    const { required } = shapeOf(items, schemas, leftOut);
    return required === undefined ? { type } : { type, items: { type: 'object', required } };
  }
  const [first = [], ...others] = alternatives.map((one) => asNames(one['required']));
  const required = first.filter((name) => !leftOut.includes(name) && others.every((names) => names.includes(name)));
  return required.length === 0 ? { type } : { type, required };
}

/** The alternative schemas of a value, without references. */
function alternativesOf(schema: JsonSchema, schemas: Schemas): readonly JsonSchema[] {
  const { anyOf, oneOf, allOf, ...one } = resolved(schema, schemas);
  const alternatives = [...asList(anyOf), ...asList(oneOf)];
  if (alternatives.length > 0) return alternatives.flatMap((part) => alternativesOf(asRecord(part), schemas));
  return [asList(allOf).reduce<JsonSchema>((whole, part) => joined(whole, resolved(asRecord(part), schemas)), one)];
}

/** Joins the parts of an `allOf`. */
function joined(whole: JsonSchema, part: JsonSchema): JsonSchema {
  return {
    ...whole,
    ...part,
    properties: { ...asRecord(whole['properties']), ...asRecord(part['properties']) },
    required: [...asNames(whole['required']), ...asNames(part['required'])],
  };
}

function typeOf({ type, const: constant, enum: words }: JsonSchema): Json {
  if (type !== undefined) return type;
  const [word] = constant === undefined ? asList(words) : [constant];
  return word === undefined || word === null ? 'object' : typeof word;
}
