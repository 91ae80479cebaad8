/** The kind of component that a named part of the document becomes. */
type Place = 'schemas' | 'responses' | 'parameters' | 'examples';

const componentMark = 'x-component';
const parameterMark = 'x-parameter';
/** Marks in schemas for the code, left out of the document. */
const internalMarks = new Set(['x-unknown', 'x-interval', 'x-of', 'x-body', parameterMark]);

/** Names a part of the document. It becomes one component, and every use of it a reference. */
export function named<Part extends object>(name: string, part: Part, place: Place = 'schemas'): Part {
  return { ...part, [componentMark]: `${place}/${name}` };
}

/** Whether a part of the document has a name. */
export function isNamed(part: object): boolean {
  return componentMark in part;
}

/** Gives the schema of a parameter a description of its own, apart from that of its type. */
export function asParameter<Schema extends object>(schema: Schema, description: string): Schema {
  return { ...schema, [parameterMark]: description };
}

/** The parameter's own description, if it has one. */
export function parameterDescription(schema: Readonly<Record<string, unknown>>): string | undefined {
  const description = schema[parameterMark];
  return typeof description === 'string' ? description : undefined;
}

/**
 * A copy of a document in which each named part is a reference to a component.
 *
 * @throws {TypeError} when two different parts have the same name
 */
export function withComponents<Document extends { readonly components?: object }>(document: Document): Document {
  const found = new Map<string, unknown>();

  function moved(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(moved);
    if (typeof value !== 'object' || value === null) return value;
    const place = (value as Readonly<Record<string, unknown>>)[componentMark];
    const members = Object.entries(value).filter(([name]) => name !== componentMark && !internalMarks.has(name));
    // The validator has only `anyOf`. A discriminator tells the alternatives apart, so at most one of them fits.
    const isTagged = 'discriminator' in value;
    const nameOf = (name: string) => (isTagged && name === 'anyOf' ? 'oneOf' : name);
    const copy = Object.fromEntries(members.map(([name, member]) => [nameOf(name), moved(member)]));
    if (typeof place !== 'string') return copy;
    if (found.has(place) && !Bun.deepEquals(found.get(place), copy)) {
      throw new TypeError(`two different parts of the OpenAPI document are named ${place}`);
    }
    found.set(place, copy);
    return { $ref: `#/components/${place}` };
  }

  const rest = moved(document) as Document;
  const byPlace = Map.groupBy(found, ([place]) => place.split('/')[0] ?? '');
  const components = Array.from(byPlace, ([place, parts]) => [
    place,
    Object.fromEntries(parts.map(([at, part]) => [at.slice(place.length + 1), part])),
  ]);
  return { ...rest, components: { ...rest.components, ...Object.fromEntries(components) } };
}
