import type { OpenApiDocument } from './contract.ts';

/** Resolves references to the schemas of a document. */
export function schemaResolver({ components }: OpenApiDocument) {
  const schemas = components['schemas'] as Readonly<Record<string, object>>;

  /** A schema, or the one that it refers to. */
  function resolved(schema: object = {}): object {
    const name = '$ref' in schema ? String(schema.$ref).replace('#/components/schemas/', '') : undefined;
    return name === undefined ? schema : (schemas[name] ?? {});
  }

  /** A schema of an object with the references of its properties resolved. */
  function withProperties(schema: object = {}): object {
    const { properties = {}, ...rest } = resolved(schema) as { readonly properties?: Readonly<Record<string, object>> };
    const named = Object.entries(properties).map(([name, part]) => [name, resolved(part)] as const);
    return { ...rest, properties: Object.fromEntries(named) };
  }

  return { resolved, withProperties };
}
