import type { TSchema } from '@sinclair/typebox';
import type { ErrorCode } from '../http/errors/errorCatalogue.ts';

/** The kind of component that a named part of the document becomes. */
type Place = 'schemas' | 'responses' | 'parameters' | 'examples';

/** The mark of a named part: its place in the components of the document. */
export const componentMark = 'x-component';
const parameterMark = 'x-parameter';
/** The mark of an enum with what to send when none of its values means the same. */
export const otherwiseMark = 'x-otherwise';

/** The mark of an enum with a function that says what to do about some other values. */
export const knownMark = 'x-known';

/** The mark of an enum with further values that are taken, though not offered. */
export const alsoMark = 'x-also';

/** Marks in schemas for the code, left out of the document. */
export const internalMarks = new Set([
  'x-of',
  'x-body',
  'alsoCalled',
  'byDefault',
  parameterMark,
  otherwiseMark,
  knownMark,
  alsoMark,
]);

/** Whether an enum takes a value that it does not offer. */
export function isAlsoTaken(value: string, { [alsoMark]: also }: TSchema): boolean {
  return Array.isArray(also) && also.includes(value);
}

/** What to do about a value that an enum does not offer, if that is known; undefined for others. */
export function knownFixOf(
  value: unknown,
  words: readonly string[],
  { [knownMark]: mark }: TSchema,
): string | undefined {
  const known: ((sent: string, words: readonly string[]) => string | undefined) | undefined = mark;
  return typeof value === 'string' ? known?.(value, words) : undefined;
}

/** What to send when no value of an enum means the same. */
export function otherwiseOf({ [otherwiseMark]: mark }: TSchema): string {
  const otherwise: string | undefined = mark;
  return otherwise ?? 'Send one of the allowed values, if one means the same; otherwise ask the user.';
}

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

/** What errors say about the ids of one kind of record: the value of the mark `x-of` in the schema of an id. */
interface IdFacts {
  /** The code for such an id in a path that is not a UUID. */
  readonly code: ErrorCode;
  /** Where a client finds the id. */
  readonly fix: { readonly suggestedFix: string };
}

/** The facts about the ids of a kind of record: the code of an invalid one, and where clients take one from. */
export function idOf(code: ErrorCode, source: string): IdFacts {
  return { code, fix: { suggestedFix: `Take the ${source}.` } };
}

const anyId: IdFacts = {
  code: 'invalid_id',
  fix: { suggestedFix: 'Send a UUID such as 0198c5a4-7c1e-7d3a-9b55-3f6f1f0a2b4c.' },
};

/** What errors say about an id with this schema; a general answer for one without the mark. */
export function idFactsOf(schema: TSchema | undefined): IdFacts {
  const marked: IdFacts | undefined = schema?.['x-of'];
  return marked ?? anyId;
}
