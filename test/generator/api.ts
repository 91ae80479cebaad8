import { tmpdir } from 'node:os';
import { run } from '../support/binary.ts';
import type { OpenApiDocument } from '../support/contract.ts';

/** A JSON Schema, with all that it refers to inlined. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly examples?: readonly unknown[];
}

/** An operation that an API key opens. */
export interface ApiOperation {
  readonly id: string;
  readonly method: string;
  /** Its path, with `{id}` for the id. */
  readonly path: string;
  readonly needs: string;
  /** The parameters of its query. */
  readonly query: Readonly<Record<string, Schema>>;
  readonly body: Schema | undefined;
}

interface Described {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly 'x-agent'?: { readonly requiredScope: string };
}

/** The OpenAPI document of the executable. */
export const apiDocument = JSON.parse((await run(['openapi'], { cwd: tmpdir() })).stdout) as OpenApiDocument;

/** Every operation of the document that an API key opens: requests are generated from it. */
export const apiOperations: readonly ApiOperation[] = Object.entries(apiDocument.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, described]) => {
    const { operationId, security, parameters = [], requestBody, ...rest } = inlined(described) as Described;
    if (security?.some((scheme) => 'apiKey' in scheme) !== true) return [];
    const query = parameters.filter((parameter) => parameter.in === 'query').map(({ name, schema }) => [name, schema]);
    return {
      id: operationId,
      method: method.toUpperCase(),
      path,
      needs: rest['x-agent']?.requiredScope ?? 'read',
      query: Object.fromEntries(query) as ApiOperation['query'],
      body: requestBody?.content['application/json']?.schema,
    };
  }),
);

/** The fields of all bodies, each with its schema. */
export const bodyFields = apiOperations.flatMap(({ body }) => Object.entries(body?.properties ?? {}));

/** The operation with an id. */
export function operationWith(id: string): ApiOperation {
  const operation = apiOperations.find((one) => one.id === id);
  if (operation === undefined) throw new Error(`there is no operation ${id}`);
  return operation;
}

function inlined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inlined);
  if (typeof value !== 'object' || value === null) return value;
  const [, kind = '', name = ''] =
    '$ref' in value ? (/^#\/components\/(\w+)\/(\w+)$/.exec(String(value.$ref)) ?? []) : [];
  if (kind !== '') return inlined(apiDocument.components[kind]?.[name]);
  return Object.fromEntries(Object.entries(value).map(([member, part]) => [member, inlined(part)]));
}
