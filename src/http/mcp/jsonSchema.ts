import type { ApiDocument, Json, JsonSchema } from '../openapi/document.ts';

/** A JSON Schema of an object. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly properties?: Record<string, JsonSchema>;
  readonly required?: string[];
  readonly [keyword: string]: Json | undefined;
}

/** The schemas that others refer to, by name. */
export type Schemas = ApiDocument['components']['schemas'];

const shared = '#/components/schemas/';

/** What a schema refers to, with what stands beside the reference. */
export function resolved(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const { $ref: reference, ...beside } = schema;
  if (typeof reference !== 'string') return schema;
  return { ...resolved(schemas[reference.slice(shared.length)] ?? {}, schemas), ...beside };
}

/** The value as an object; an empty one for what is none. */
export function asRecord(value: Json | undefined): JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

/** The value as a list; an empty one for what is none. */
export function asList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** The texts of a list. */
export function asNames(value: Json | undefined): string[] {
  return asList(value).filter((name) => typeof name === 'string');
}
