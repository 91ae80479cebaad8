import { isDeepStrictEqual } from 'node:util';
import type { AgentOperation, DocumentedParameter, JsonSchema } from '../openapi/document.ts';
import { argumentNameOf, argumentsOf, fileArgument, takesFile } from './apiCall.ts';
import { asList, asNames, asRecord, resolved, type ObjectSchema, type Schemas } from './jsonSchema.ts';

/** The arguments of a tool as the document has them, with every rule. */
export type ArgumentSchemas = Readonly<Record<string, JsonSchema>>;

/** The parameters of an operation and the fields of its body, except the given ones. */
export function argumentSchemasOf(
  operation: AgentOperation,
  schemas: Schemas,
  given: readonly string[] = [],
): ArgumentSchemas {
  const fields = takesFile(operation)
    ? { [fileArgument]: { type: 'string', description: 'The text of the file.' } }
    : asRecord(bodyOf(operation, schemas)['properties']);
  return Object.fromEntries([
    ...argumentsOf(operation).map((parameter) => [argumentNameOf(parameter), argumentSchemaOf(parameter, schemas)]),
    ...Object.entries(fields).filter(([name]) => !given.includes(name)),
  ]);
}

/**
 * The input schema of an operation. It keeps to the subset of JSON Schema that all big providers of models take; the API
 * checks the other rules. It is short, because clients send it in every conversation.
 *
 * @param bodies the bodies of other tools, by the name of the tool: the fields of such a body have only names and types here
 */
export function inputSchemaOf(
  operation: AgentOperation,
  schemas: Schemas,
  given: readonly string[] = [],
  bodies: Bodies = new Map(),
): ObjectSchema {
  const named = Object.entries(argumentSchemasOf(operation, schemas, given));
  const required = [
    ...argumentsOf(operation)
      .filter((parameter) => parameter.required)
      .map(argumentNameOf),
    ...(takesFile(operation) ? [fileArgument] : asNames(bodyOf(operation, schemas)['required'])),
  ].filter((name) => !given.includes(name));
  const scene = { schemas, bodies, isPatch: operation.method === 'PATCH' };
  return {
    type: 'object',
    properties: Object.fromEntries(named.map(([name, schema]) => [name, inSubset(schema, scene)])),
    ...(required.length > 0 && { required }),
  };
}

/** The bodies of operations, by the name of the operation. */
export function bodiesOf(operations: readonly AgentOperation[], schemas: Schemas): Bodies {
  return new Map(operations.map((operation) => [operation.operationId, bodyOf(operation, schemas)]));
}

function bodyOf({ requestBody }: AgentOperation, schemas: Schemas): JsonSchema {
  return resolved(requestBody?.content['application/json']?.schema ?? {}, schemas);
}

// Short descriptions of options that several tools have.
const wordsOfArguments: Readonly<Record<string, string>> = {
  limit: 'The most records.',
  offset: 'Records to skip.',
  dryRun: 'Preview: writes nothing.',
  ifMatch: 'etag as last read.',
  idempotencyKey: 'New for each change, same to retry.',
};

function argumentSchemaOf(parameter: DocumentedParameter, schemas: Schemas): JsonSchema {
  const description = wordsOfArguments[argumentNameOf(parameter)] ?? parameter.description;
  const described = { ...(description !== undefined && { description }) };
  // The pattern of a header includes its quotes and escapes.
  if (parameter.in === 'header') return { type: 'string', ...described };
  const { example } = parameter;
  return {
    ...resolved(parameter.schema, schemas),
    ...described,
    ...(example !== undefined && { examples: [example] }),
  };
}

/** The schemas of bodies, without references, by the name of the tool. */
type Bodies = ReadonlyMap<string, JsonSchema>;

interface Scene {
  readonly schemas: Schemas;
  readonly bodies: Bodies;
  /** Whether null clears a field. */
  readonly isPatch: boolean;
  /** Whether another tool describes these fields. */
  readonly isTerse?: boolean;
}

// Every provider takes these, and knows what they mean.
const keywordsTaken = new Set('default minimum maximum minLength maxLength minItems maxItems'.split(' '));
// Every JSON number is.
const numberMax = Number.MAX_SAFE_INTEGER;

/** A schema in the subset: one type, no alternatives, the properties of every object, the items of every list. */
function inSubset(written: JsonSchema, scene: Scene): JsonSchema {
  const schema = withoutAlternatives(written, scene.schemas);
  const type = typesOf(schema).find((one) => one !== 'null') ?? 'string';
  const other = type === 'object' ? toolWithBody(schema, scene.bodies) : undefined;
  const description = other === undefined ? descriptionOf(schema, scene) : `Fields as in ${other}.`;
  const inner = { ...scene, isTerse: scene.isTerse === true || other !== undefined };
  const words = asNames(schema['enum']);
  const kept = Object.entries(schema).filter(
    ([keyword, value]) => !inner.isTerse && keywordsTaken.has(keyword) && value !== numberMax,
  );
  return {
    type,
    ...(description !== '' && scene.isTerse !== true && { description }),
    ...(words.length > 0 && { enum: words }),
    ...(schema['format'] === 'date-time' && { format: 'date-time' }),
    ...Object.fromEntries(kept),
    ...(type === 'array' && { items: inSubset(asRecord(schema['items']), inner) }),
    ...(type === 'object' && membersOf(schema, inner)),
  };
}

function membersOf(schema: JsonSchema, scene: Scene): JsonSchema {
  const members = Object.entries(asRecord(schema['properties']));
  const required = asNames(schema['required']);
  return {
    properties: Object.fromEntries(members.map(([name, member]) => [name, inSubset(asRecord(member), scene)])),
    ...(required.length > 0 && scene.isTerse !== true && { required }),
  };
}

/** The first sentence of a description, with the form that the value has, and what null means. */
function descriptionOf(schema: JsonSchema, { isPatch }: Scene): string {
  const { description } = schema;
  const [sentence = ''] =
    typeof description === 'string' ? (/^.*?[.!?](?=\s|$)/s.exec(description) ?? [description]) : [];
  const form = /YYYY|such as|\d{4}-\d\d/.test(sentence) ? '' : formOf(schema);
  const cleared = isPatch && isNullable(schema) && !sentence.includes('null') ? 'Null clears it.' : '';
  return [sentence, form, cleared].filter((part) => part !== '').join(' ');
}

/** The form of a text, in words: providers take no patterns and no formats of days. */
function formOf({ format, pattern, examples }: JsonSchema): string {
  if (format === 'date') return 'YYYY-MM-DD.';
  const [example] = asNames(examples);
  return pattern === undefined || format === 'uuid' || example === undefined ? '' : `Such as ${example}.`;
}

/** The tool whose body is this object, if there is one. */
function toolWithBody({ properties, required }: JsonSchema, bodies: Bodies): string | undefined {
  const isSame = (body: JsonSchema) =>
    isDeepStrictEqual(body['properties'], properties) && isDeepStrictEqual(body['required'], required);
  return properties === undefined ? undefined : Array.from(bodies).find(([, body]) => isSame(body))?.[0];
}

/**
 * A schema without references and alternatives. The alternatives of an operation in a batch become one object with the
 * members of all, whose description says which of them go together.
 */
export function withoutAlternatives(written: JsonSchema, schemas: Schemas): JsonSchema {
  const { oneOf, anyOf, ...schema } = resolved(written, schemas);
  const alternatives = [...asList(oneOf), ...asList(anyOf)].map((one) => resolved(asRecord(one), schemas));
  if (alternatives.length === 0) return schema;
  const [first = [], ...others] = alternatives.map(({ required }) => asNames(required));
  const words = alternatives.map((one) => asRecord(asRecord(one['properties'])['action'])['const']);
  const members = alternatives.map(({ properties }) => asRecord(properties));
  return {
    ...schema,
    type: 'object',
    description: `${alternatives.map(membersInWords).join('; ')}.`,
    properties: { ...Object.assign({}, ...members), action: { type: 'string', enum: words } },
    required: first.filter((name) => others.every((names) => names.includes(name))),
  };
}

/** The members of one alternative, such as `delete: id, ifMatch?`. */
function membersInWords({ properties, required }: JsonSchema): string {
  const { action, ...members } = asRecord(properties);
  const names = Object.keys(members).map((name) => (asNames(required).includes(name) ? name : `${name}?`));
  return `${asNames([asRecord(action)['const'] ?? '']).join('')}: ${names.join(', ')}`;
}

function typesOf({ type }: JsonSchema): readonly string[] {
  return typeof type === 'string' ? [type] : asNames(type);
}

/** Whether null is a value of its own, such as “none”. */
export function isNullable(schema: JsonSchema): boolean {
  return typesOf(schema).includes('null');
}
