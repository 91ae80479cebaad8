import type { AgentOperation, DocumentedParameter, Json, JsonSchema } from '../openapi/document.ts';
import { argumentNameOf, argumentsOf, fileArgument, takesFile } from './apiCall.ts';
import { asList, asNames, asRecord, resolved, type ObjectSchema, type Schemas } from './jsonSchema.ts';

/**
 * The input schema of an operation: its parameters and the fields of its body, except the given ones. It has every rule, but
 * is short, because clients send the schema in every conversation.
 *
 * @param described the bodies that other tools describe, by the name of the tool; an object with such fields refers to it
 */
export function inputSchemaOf(
  operation: AgentOperation,
  schemas: Schemas,
  given: readonly string[] = [],
  described: Bodies = new Map(),
): ObjectSchema {
  const parameters = argumentsOf(operation);
  const body = resolved(operation.requestBody?.content['application/json']?.schema ?? {}, schemas);
  const fields = takesFile(operation)
    ? [[fileArgument, { type: 'string', description: 'The text of the file.' }] as const]
    : Object.entries(asRecord(body['properties'])).filter(([name]) => !given.includes(name));
  const fieldsOf = new Map<string, readonly string[]>();
  const said = { schemas, descriptions: new Set<string>(), fieldsOf, described };
  const named = [
    ...parameters.map((parameter) => [argumentNameOf(parameter), argumentSchemaOf(parameter, schemas)] as const),
    ...fields.map(([name, schema]) => [name, asRecord(schema)] as const),
  ];
  const required = [
    ...parameters.filter((parameter) => parameter.required).map(argumentNameOf),
    ...(takesFile(operation) ? [fileArgument] : asNames(body['required']).filter((name) => !given.includes(name))),
  ];
  return {
    type: 'object',
    properties: Object.fromEntries(named.map(([name, schema]) => [name, shortened(name, schema, said)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** The bodies of operations, by the name of the operation. */
export function bodiesOf(operations: readonly AgentOperation[], schemas: Schemas): Bodies {
  return new Map(
    operations.flatMap(({ operationId, requestBody }) => {
      const schema = requestBody?.content['application/json']?.schema;
      return schema === undefined ? [] : [[operationId, resolved(schema, schemas)] as const];
    }),
  );
}

// Short descriptions of options that several tools have.
const wordsOfArguments: Readonly<Record<string, string>> = {
  limit: 'The most records.',
  offset: 'Records to skip.',
  dryRun: 'Preview: writes nothing.',
  ifMatch: 'etag as last read.',
  idempotencyKey: 'New for each change, same to retry.',
  include: 'Adds the details; the etag is that of both.',
};

function argumentSchemaOf(parameter: DocumentedParameter, schemas: Schemas): JsonSchema {
  const schema = resolved(parameter.schema, schemas);
  const description = wordsOfArguments[argumentNameOf(parameter)] ?? parameter.description;
  const described = { ...(description !== undefined && { description }) };
  // The pattern of a header includes its quotes and escapes.
  if (parameter.in === 'header') return { type: 'string', ...described };
  return { ...schema, ...described };
}

// Deeper than any schema; ends recursive ones.
const levelsMax = 8;
// Keywords that repeat the description.
const needless = new Set(['example', 'examples', 'title', 'discriminator']);
const formatsWithPattern = new Set<Json | undefined>(['date', 'uuid']);

/** The descriptions and objects that the schema of one tool already has. */
interface Said {
  readonly schemas: Schemas;
  readonly descriptions: Set<string>;
  /** The fields of each object, by the object's name. */
  readonly fieldsOf: Map<string, readonly string[]>;
  readonly described: Bodies;
}

/** The schemas of bodies, without references, by the name of the tool. */
type Bodies = ReadonlyMap<string, JsonSchema>;

/** A schema without references, needless keywords and repetitions; `name` is that of its value. */
function shortened(name: string, given: JsonSchema, said: Said, levels = levelsMax): JsonSchema {
  if (levels === 0) return {};
  const schema = resolved(given, said.schemas);
  const fields = Object.keys(asRecord(schema['properties']));
  const known = (schema['required'] === undefined ? knownWith(fields, said) : undefined) ?? describedBy(schema, said);
  if (known !== undefined) {
    const { minProperties } = schema;
    return {
      type: 'object',
      description: `Fields as in ${known}.`,
      ...(minProperties !== undefined && { minProperties }),
    };
  }
  if (name !== '' && fields.length > 0) said.fieldsOf.set(name, fields);
  const isDescribed = levels < levelsMax && isFieldOf(said.described, name, given);
  const inner = (one: Json, ofName = '') => shortened(ofName, asRecord(one), said, levels - 1);
  const members = Object.entries(schema).flatMap(([keyword, value]) => {
    if (isDescribed && keyword === 'description') return [];
    const member = partOf(keyword, value, inner) ?? keywordOf(schema, keyword, value, said);
    return member === undefined ? [] : [[keyword, member] as const];
  });
  return Object.fromEntries(members);
}

/** The name of an already described object with all of these fields, if there is one. */
function knownWith(fields: readonly string[], { fieldsOf }: Said): string | undefined {
  if (fields.length < 2) return undefined;
  return Array.from(fieldsOf).find(([, known]) => fields.every((field) => known.includes(field)))?.[0];
}

/** The name of another tool whose body has this schema, if there is one. */
function describedBy({ properties, required }: JsonSchema, { described }: Said): string | undefined {
  if (properties === undefined) return undefined;
  const isSame = (body: JsonSchema) =>
    Bun.deepEquals(body['properties'], properties) && Bun.deepEquals(body['required'], required);
  return Array.from(described).find(([, body]) => isSame(body))?.[0];
}

/** Whether another tool has this field, too, and describes it. */
function isFieldOf(described: Bodies, name: string, schema: JsonSchema): boolean {
  const bodies = Array.from(described.values());
  return bodies.some(({ properties }) => Bun.deepEquals(asRecord(properties)[name], schema));
}

/** The value of a keyword that contains schemas; undefined for other keywords. */
function partOf(keyword: string, value: Json, inner: (one: Json, name?: string) => JsonSchema): Json | undefined {
  if (keyword === 'items') return inner(value);
  if (['anyOf', 'oneOf', 'allOf'].includes(keyword)) return asList(value).map((one) => inner(one));
  if (keyword !== 'properties') return undefined;
  return Object.fromEntries(Object.entries(asRecord(value)).map(([name, field]) => [name, inner(field, name)]));
}

function keywordOf(schema: JsonSchema, keyword: string, value: Json, said: Said): Json | undefined {
  if (keyword.startsWith('x-') || needless.has(keyword) || isImplied(schema, keyword, value)) return undefined;
  if (keyword !== 'description' || typeof value !== 'string') return value;
  const sentence = /^.*?[.!?](?=\s|$)/s.exec(value)?.[0] ?? value;
  if (said.descriptions.has(sentence)) return undefined;
  said.descriptions.add(sentence);
  return sentence;
}

/** Whether a keyword says what another one of the schema says, or what every JSON number is. */
function isImplied({ format, const: constant }: JsonSchema, keyword: string, value: Json): boolean {
  switch (keyword) {
    case 'pattern':
      return formatsWithPattern.has(format);
    case 'type':
      return constant !== undefined;
    case 'format':
      return value === 'double';
    case 'maximum':
      return value === Number.MAX_SAFE_INTEGER;
    default:
      return false;
  }
}
