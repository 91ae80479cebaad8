import type { TObject, TSchema } from '@sinclair/typebox';
import { ValidationError } from 'elysia';
import { schemaOfFault } from '../elysiaInternals.ts';
import type { ErrorCode } from '../errors/errorCatalogue.ts';
import { ApiError, firstOf } from '../errors/apiError.ts';
import { BodyFault, bodyBytesMax, payloadTooLarge } from '../pipeline/requestBody.ts';
import { QueryFault } from '../pipeline/requestTarget.ts';
import { fixForOption, nearestFieldOf, plainForm, quotedName } from '../../fields/suggestions.ts';
import { bodyFactsOf, type Elsewhere } from '../../fields/bodies.ts';
import { fixFor, keepsRule, ruleOf } from '../../fields/define.ts';
import { isMembers, wordsOf, type Members } from '../../fields/fieldTypes.ts';
import { idFactsOf } from '../../fields/schemaMarks.ts';

/** The error for a request that a schema of its route refused; undefined for any other error. */
export function explainValidation(error: unknown): ApiError | undefined {
  if (!(error instanceof ValidationError)) return undefined;
  const { type, value } = error;
  const schema = schemaOfFault(error);
  if (type === 'params') return explainPath(schema);
  if (type === 'query') return explainQuery(schema, value as Record<string, unknown>);
  return bodyFactsOf(schema).explain?.(value) ?? explainBody(schema, value);
}

/** The error for a path that its schema refused; its only parameter is `id`. */
export function explainPath({ properties }: TObject): ApiError {
  const { code, fix } = idFactsOf(properties['id']);
  return new ApiError(code, { field: 'id', ...fix });
}

/** The error for a query that its schema refused: unknown parameters first, then known ones in documented order. */
export function explainQuery(schema: TObject, query: Readonly<Record<string, unknown>>): ApiError {
  const known = Object.keys(schema.properties);
  const unknown = Object.keys(query).find((name) => !known.includes(name));
  if (unknown !== undefined) return unknownParameter(unknown, schema);
  for (const [name, parameter] of Object.entries(schema.properties)) {
    const value = query[name];
    if (value === undefined || keepsRule(parameter, value)) continue;
    if (value === QueryFault.repeated) return repeatedParameter(name);
    const isPage = name === 'limit' || name === 'offset';
    return brokenRule(isPage ? 'invalid_pagination' : 'invalid_query', name, parameter, value);
  }
  throw new Error('a query was refused without a fault');
}

/**
 * The error for a body that its schema refused: not an object, then unwritable fields, then the fields in their order.
 *
 * @param isInBatch whether the body belongs to an operation of a batch
 */
export function explainBody(schema: TObject, body: unknown, isInBatch = false): ApiError {
  const fault = firstOf(faultsOfBody(schema, body, isInBatch));
  if (fault === undefined) throw new Error('a body was refused without a fault');
  return fault;
}

/** All faults of a body, in the order of {@link explainBody}; none for one that its schema accepts. */
export function* faultsOfBody(schema: TObject, body: unknown, isInBatch = false): Generator<ApiError, void> {
  if (!isMembers(body)) return yield explainNotAnObject(body);
  yield* unwritableIn(schema, body, isInBatch);
  const { invalid } = bodyFactsOf(schema);
  for (const [name, field] of Object.entries(schema.properties)) {
    const isThere = Object.hasOwn(body, name);
    if (!isThere && schema.required?.includes(name)) yield missingField(invalid, name, field);
    if (isThere && !keepsRule(field, body[name])) yield brokenRule(invalid, name, field, body[name]);
  }
}

function* unwritableIn(schema: TObject, body: Members, isInBatch: boolean): Generator<ApiError> {
  const { unknown, serverManaged } = bodyFactsOf(schema);
  const writable = Object.keys(schema.properties);
  const writableFields = writable.toSorted();
  const names = Object.keys(body);
  const isPatch = schema['minProperties'] === 1;
  if (isPatch && names.length === 0) yield emptyPatch(writableFields);
  const nothingKnown = names.every((name) => !writable.includes(name) && !serverManaged.includes(name));
  for (const field of names.filter((name) => !writable.includes(name))) {
    const isOfServer = serverManaged.includes(field);
    yield new ApiError(isPatch && nothingKnown ? 'empty_patch' : unknown, {
      field,
      writableFields,
      message: isOfServer ? `${field} is set by the server.` : `There is no field ${quotedName(field)}.`,
      ...fixForUnwritable(schema, body, { field, isInBatch }),
    });
  }
}

function fixForUnwritable(
  schema: TObject,
  body: Members,
  { field, isInBatch }: { readonly field: string; readonly isInBatch: boolean },
) {
  const { serverManaged, alsoCalled, elsewhere, instead } = bodyFactsOf(schema);
  const known = Object.entries(instead).find(([name]) => plainForm(name) === plainForm(field));
  if (known !== undefined) return { suggestedFix: `Remove ${quotedName(field)} from the body, ${known[1]}` };
  if (serverManaged.includes(plainName(field))) return fixForUnknown(field, undefined, body);
  const meant = nearestFieldOf(field, Object.keys(schema.properties).toSorted(), alsoCalled, elsewhere?.words);
  const fixForOther = meant ?? fixForOption(field) ?? (elsewhere && fixForElsewhere(field, elsewhere, isInBatch));
  return typeof fixForOther === 'object' ? fixForOther : fixForUnknown(field, meant, body);
}

function fixForElsewhere(field: string, { entity, words, path }: Elsewhere, isInBatch: boolean) {
  const shown = quotedName(field);
  const isWhole = field === entity;
  if (!isWhole && !words.includes(plainForm(field))) return undefined;
  if (isInBatch) {
    const place = isWhole ? 'beside them' : `into "${entity}" beside them`;
    return { suggestedFix: `Remove ${shown} from the fields, and put it ${place}.` };
  }
  const sent = isWhole ? 'its fields' : 'it';
  return {
    suggestedFix: `Remove ${shown} from the body, and send ${sent} with ${path}.`,
  };
}

function fixForUnknown(field: string, meant: string | undefined, body: Members) {
  const shown = quotedName(field);
  if (meant === undefined) return { suggestedFix: `Remove ${shown} from the body.` };
  if (Object.hasOwn(body, meant)) return { suggestedFix: `Remove ${shown}: the body has "${meant}" already.` };
  return { suggestedFix: `Rename ${shown} to "${meant}".` };
}

function emptyPatch(writableFields: readonly string[]): ApiError {
  return new ApiError('empty_patch', {
    writableFields,
    suggestedFix: 'Send at least one of the writable fields, with its new value.',
  });
}

/** The error for a body that is not an object: too large, empty, not JSON, or another JSON value. */
export function explainNotAnObject(body: unknown, bytesMax = bodyBytesMax): ApiError {
  switch (body) {
    case BodyFault.tooLarge:
      return payloadTooLarge(bytesMax);
    case BodyFault.empty:
      return notAnObject('The body is empty.', 'Send one JSON object in the body of the request.');
    case BodyFault.notJson:
      return notAnObject(
        'The body is not JSON.',
        'Send one JSON object: names and texts in double quotes, numbers with a decimal point (15.99, not 15,99), no comma after the last field, encoded as UTF-8.',
      );
    default:
      return notAnObject('The body is JSON but not an object.', 'Send one JSON object: { and } around the fields.');
  }
}

function notAnObject(message: string, suggestedFix: string): ApiError {
  return new ApiError('invalid_json', { message, suggestedFix });
}

function missingField(code: ErrorCode, name: string, field: TSchema): ApiError {
  const [example] = examplesOf(field);
  const shown = example === undefined ? '' : `; for example ${JSON.stringify(example)}`;
  return new ApiError(code, {
    field: name,
    message: `${name} is missing.`,
    suggestedFix: `Add ${name}: ${ruleOf(field)}${shown}.`,
    ...allowedValues(field),
  });
}

function examplesOf(field: TSchema): readonly unknown[] {
  return Array.isArray(field['examples']) ? field['examples'] : [];
}

function brokenRule(code: ErrorCode, name: string, field: TSchema, value: unknown): ApiError {
  const isId = field['format'] === 'uuid';
  return new ApiError(code, {
    field: name,
    message: `${name} must be ${ruleOf(field)}.`,
    ...(isId ? idFactsOf(field).fix : { suggestedFix: fixFor(field, value) }),
    ...allowedValues(field),
  });
}

function unknownParameter(name: string, schema: TObject): ApiError {
  const known = Object.keys(schema.properties);
  const meant = nearestFieldOf(name, known);
  const shown = quotedName(name);
  const remedy = meant === undefined ? `Remove ${shown}` : `Rename ${shown} to "${meant}"`;
  const allowed = known.length === 0 ? 'there are no parameters' : `allowed: ${known.join(', ')}`;
  const fixForOther = known.includes('dryRun') && meant === undefined ? fixForOption(name) : undefined;
  return new ApiError('invalid_query', {
    field: name,
    message: `There is no query parameter ${shown} here.`,
    suggestedFix: `${remedy}; ${allowed}.`,
    ...fixForOther,
  });
}

function repeatedParameter(name: string): ApiError {
  return new ApiError('invalid_query', {
    field: name,
    message: `${name} is given more than once.`,
    suggestedFix: `Send ${name} once.`,
  });
}

function allowedValues(field: TSchema) {
  const words = wordsOf(field);
  return words.length === 0 ? {} : { allowedValues: words };
}

/** Converts snake case to camel case: `next_payment_date` to `nextPaymentDate`. */
function plainName(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
