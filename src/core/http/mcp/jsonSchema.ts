import type { ApiDocument, Json, JsonSchema } from '../openapi/document.ts';

/** A JSON Schema of an object. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly properties?: Record<string, JsonSchema>;
  readonly required?: string[];
  readonly [keyword: string]: Json | undefined;
}

/** The shared schemas, by name. */
export type Schemas = ApiDocument['components']['schemas'];

const shared = '#/components/schemas/';

/** Resolves the reference of a schema, and keeps the members beside it. */
export function resolved(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const { $ref: reference, ...beside } = schema;
  if (typeof reference !== 'string') return schema;
  return { ...resolved(schemas[reference.slice(shared.length)] ?? {}, schemas), ...beside };
}

/** The value as an object; an empty one for other values. */
export function asRecord(value: Json | undefined): JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

/** The value as a list; an empty one for other values. */
export function asList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** The strings of a list. */
export function asNames(value: Json | undefined): string[] {
  return asList(value).filter((name) => typeof name === 'string');
}
