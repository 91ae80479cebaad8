import { isDeepStrictEqual } from 'node:util';
import { componentMark, internalMarks } from '../../fields/schemaMarks.ts';
import type { AgentGuidance } from './words.ts';

/** A value of JSON. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** A JSON Schema of the document. */
export type JsonSchema = Record<string, Json>;

/** A parameter of an operation. */
export interface DocumentedParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: Json;
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

/** A reference to a component of the document. */
interface Reference {
  readonly $ref: string;
}

/** One operation; those for agents have `x-agent`. */
interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly DocumentedParameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<
    Record<string, { readonly content?: Content; readonly headers?: Readonly<Record<string, unknown>> } | Reference>
  >;
  readonly 'x-agent'?: AgentGuidance;
}

/** An operation in the document, where shared parameters are references. */
interface WrittenOperation extends Omit<DocumentedOperation, 'parameters'> {
  readonly parameters?: readonly (DocumentedParameter | Reference)[];
}

/** An operation with some fixed fields, offered to agents under its own name. */
export interface AgentShortcut {
  readonly name: string;
  readonly operationId: string;
  readonly title: string;
  readonly description: string;
  readonly riskLevel: AgentGuidance['riskLevel'];
  /** The fixed fields of the body. */
  readonly body: Readonly<Record<string, string>>;
}

/** The OpenAPI document of the service. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, WrittenOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, DocumentedParameter>>;
    readonly responses: Readonly<Record<string, { readonly 'x-error-codes'?: readonly string[] }>>;
  };
  readonly 'x-agent-shortcuts': readonly AgentShortcut[];
}

/** An operation for agents, with its method and path. */
export interface AgentOperation extends DocumentedOperation {
  readonly method: string;
  readonly path: string;
  readonly 'x-agent': AgentGuidance;
  /** The codes of its errors. */
  readonly errorCodes: readonly string[];
}

const nameIn = (reference: string) => reference.split('/').at(-1) ?? '';

/** The operations for agents, in the order of the document, with references resolved. */
export function agentOperationsOf({ paths, components }: ApiDocument): readonly AgentOperation[] {
  const parameterOf = (written: DocumentedParameter | Reference) =>
    '$ref' in written ? (components.parameters[nameIn(written.$ref)] ?? []) : written;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], ...operation }]) => {
      const guidance = operation['x-agent'];
      if (guidance === undefined) return [];
      const place = { method: method.toUpperCase(), path };
      const errorCodes = Object.values(operation.responses).flatMap(
        (response) => ('$ref' in response && components.responses[nameIn(response.$ref)]?.['x-error-codes']) || [],
      );
      // An agent corrects one fault after the other and deletes at once, and each parameter takes space in every conversation.
      const shown = parameters.flatMap(parameterOf).filter(({ name }) => name !== 'faults' && name !== 'without');
      const resolved = { parameters: shown, 'x-agent': guidance, errorCodes };
      return [{ ...operation, ...place, ...resolved }];
    }),
  );
}

type JsonObject = Readonly<Record<string, unknown>>;
type Copy = (value: unknown) => unknown;

/**
 * Creates a function that copies values of JSON, with a function that copies an object. The routes share schemas: each is copied once,
 * because the document, written out, holds up all requests for a second.
 */
function createCopy(copyObject: (original: JsonObject, copy: Copy) => unknown): Copy {
  const copies = new WeakMap<object, unknown>();
  return function copy(value): unknown {
    if (Array.isArray(value)) return value.map(copy);
    if (typeof value !== 'object' || value === null) return value;
    if (!copies.has(value)) copies.set(value, copyObject(value as JsonObject, copy));
    return copies.get(value);
  };
}

/** The members of an object that JSON has, each copied by a function. */
function copyMembers(original: JsonObject, copyMember: (member: unknown, name: string) => unknown): JsonObject {
  const members = Object.entries(original).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, copyMember(member, name)]));
}

/** A copy of a document in which every answer has another schema in the place of the one with a name. Bodies keep theirs. */
export function withAnswered<Document extends object>(
  document: Document,
  name: string,
  replace: (schema: object) => object,
): Document {
  const replaced = createCopy((original, copy) =>
    original[componentMark] === `schemas/${name}`
      ? replace(original)
      : copyMembers(original, (member, key) => (key === 'requestBody' ? member : copy(member))),
  );
  return replaced(document) as Document;
}

/**
 * A copy of a document whose answers say what their fields mean, but not how to send them: without examples beside that of the whole
 * answer, and without patterns beside formats. Named texts stay as bodies have them.
 */
export function withBriefAnswers<Document extends object>(document: Document): Document {
  const brief = createCopy((original, copy) => {
    const { examples, format, type, [componentMark]: name } = original;
    if (name !== undefined && type === 'string') return original;
    const isLeftOut = (key: string) =>
      (key === 'examples' && Array.isArray(examples)) || (key === 'pattern' && typeof format === 'string');
    return copyMembers(original, (member, key) => (isLeftOut(key) ? undefined : copy(member)));
  });
  const whole = createCopy((original, copy) =>
    copyMembers(original, (member, key) => (key === 'responses' ? brief(member) : copy(member))),
  );
  return whole(document) as Document;
}

/**
 * A copy of a document in which each named part is a reference to a component.
 *
 * @throws {TypeError} when two different parts have the same name
 */
export function withComponents<Document extends { readonly components?: object }>(document: Document): Document {
  const found = new Map<string, unknown>();
  const moved = createCopy((original, copy) => {
    const place = original[componentMark];
    const members = Object.entries(original).filter(([name]) => name !== componentMark && !internalMarks.has(name));
    const copied = copyMembers(Object.fromEntries(members), copy);
    // The validator has only `anyOf`. A discriminator tells the alternatives apart, so at most one of them fits.
    const { anyOf, ...others } = copied;
    const written = 'discriminator' in original && anyOf !== undefined ? { ...others, oneOf: anyOf } : copied;
    if (typeof place !== 'string') return written;
    if (found.has(place) && !isDeepStrictEqual(found.get(place), written)) {
      throw new TypeError(`two different parts of the OpenAPI document are named ${place}`);
    }
    found.set(place, written);
    return { $ref: `#/components/${place}` };
  });

  const rest = moved(document) as Document;
  const byPlace = Map.groupBy(found, ([place]) => place.split('/')[0] ?? '');
  const components = Array.from(byPlace, ([place, parts]) => [
    place,
    Object.fromEntries(parts.map(([at, part]) => [at.slice(place.length + 1), part])),
  ]);
  return { ...rest, components: { ...rest.components, ...Object.fromEntries(components) } };
}
