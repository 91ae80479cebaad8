import type { OpenApiDocument } from './contract.ts';

/** Looks up the schemas of a document that others refer to. */
export function schemaResolver({ components }: OpenApiDocument) {
  const schemas = components['schemas'] as Readonly<Record<string, object>>;

  /** A schema; the one that it refers to, if it is a reference. */
  function resolved(schema: object = {}): object {
    const name = '$ref' in schema ? String(schema.$ref).replace('#/components/schemas/', '') : undefined;
    return name === undefined ? schema : (schemas[name] ?? {});
  }

  /** A schema of an object, with those that its properties refer to in their place. */
  function withProperties(schema: object = {}): object {
    const { properties = {}, ...rest } = resolved(schema) as { readonly properties?: Readonly<Record<string, object>> };
    const named = Object.entries(properties).map(([name, part]) => [name, resolved(part)] as const);
    return { ...rest, properties: Object.fromEntries(named) };
  }

  return { resolved, withProperties };
}
