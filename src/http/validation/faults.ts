import type { TObject, TSchema } from '@sinclair/typebox';
import { detailFields } from '../../domain/subscriptions/detailFields.ts';
import type { SubscriptionPatch } from '../../domain/subscriptions/fields.ts';
import type { RelationFault } from '../../domain/subscriptions/subscription.ts';
import type { ErrorCode } from '../responses/errorCatalogue.ts';
import { ApiError } from '../responses/errors.ts';
import { BodyFault, bodyBytesMax } from '../pipeline/requestBody.ts';
import { QueryFault } from '../pipeline/requestTarget.ts';
import { nearestFieldOf, plainForm, quotedName } from '../suggestions/fields.ts';
import { idFactsOf } from '../suggestions/ids.ts';
import { fixForMisplacedOption } from '../suggestions/misplacedOptions.ts';
import { bodyFactsOf, wordsFor, type BodyFacts, type Elsewhere } from './bodies.ts';
import { fixFor, isMembers, keepsRule, ruleOf, wordsOf, type Members } from './fieldTypes.ts';

// Objects in which clients wrap the fields, which belong directly into the body.
const wrapperNames = new Set(['patch', 'data', 'record', 'item', 'fields', 'changes', 'body']);

// The details that `q` searches.
const searchedWords = wordsFor({ notes: detailFields.notes, tags: detailFields.tags });

/** The error for a path that its schema refused; its only parameter is `id`, whose mark `x-of` says of what. */
export function explainPath({ properties }: TObject): ApiError {
  const { code, fix } = idFactsOf(properties['id']?.['x-of']);
  return new ApiError(code, { field: 'id', ...fix });
}

/** The error for a query that its schema refused: unknown parameters first, then known ones in documented order. */
export function explainQuery(schema: TObject, query: Readonly<Record<string, unknown>>): ApiError {
  const known = Object.keys(schema.properties);
  const unknown = Object.keys(query).find((name) => !known.includes(name));
  if (unknown !== undefined) return unknownParameter(unknown, query[unknown], known);
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
  if (!isMembers(body)) return explainNotAnObject(body);
  const unwritable = explainUnwritable(schema, body, isInBatch);
  if (unwritable !== undefined) return unwritable;
  const { invalid } = bodyFactsOf(schema);
  for (const [name, field] of Object.entries(schema.properties)) {
    const isThere = Object.hasOwn(body, name);
    if (!isThere && schema.required?.includes(name)) return missingField(invalid, name, field);
    if (isThere && !keepsRule(field, body[name])) return brokenRule(invalid, name, field, body[name]);
  }
  throw new Error('a body was refused without a fault');
}

/** The error for fields that are valid each, but not together. */
export function explainRelation({ field, reason }: RelationFault, sent: SubscriptionPatch): ApiError {
  switch (reason) {
    case 'customDateMissing':
      return new ApiError('invalid_subscription', {
        field,
        message: 'customDate is required while the period is "custom".',
        suggestedFix: 'Add customDate with the interval in days as a string, such as "30".',
      });
    case 'customDateUnwanted':
      return new ApiError('invalid_subscription', {
        field,
        message: 'customDate is only allowed while the period is "custom".',
        suggestedFix:
          sent.period === undefined
            ? 'Remove customDate, or send "period": "custom" with it.'
            : 'Remove customDate, or set period to "custom".',
      });
    case 'everyMonthsUnwanted':
      return everyMonthsUnwanted();
    case 'dateTooLate':
      return new ApiError(field === 'everyMonths' ? 'invalid_field' : 'invalid_subscription', {
        field,
        message: `With this ${field} the next payment would be due after 9999-12-31.`,
        suggestedFix: fixesForLateDate[field] ?? 'Send an earlier lastPaymentDate.',
      });
  }
}

const fixesForLateDate: Readonly<Partial<Record<RelationFault['field'], string>>> = {
  customDate: 'Send a smaller number of days.',
  everyMonths: 'Send a smaller number of months.',
};

const periodWithMonths =
  'Send "period": "custom" with it, and in "customDate" the nearest number of days, such as "91" for 3 months: both';

function everyMonthsUnwanted(): ApiError {
  return new ApiError('invalid_field', {
    field: 'everyMonths',
    message: 'everyMonths is only allowed while the period is "custom".',
    suggestedFix: `${periodWithMonths} in one operation of POST /api/v1/subscriptions/batch.`,
    forTools: { suggestedFix: `${periodWithMonths} in one operation of batchSubscriptions.` },
  });
}

function explainUnwritable(schema: TObject, body: Members, isInBatch: boolean): ApiError | undefined {
  const { unknown, serverManaged } = bodyFactsOf(schema);
  const writable = Object.keys(schema.properties);
  const writableFields = writable.toSorted();
  const names = Object.keys(body);
  const field = names.find((name) => !writable.includes(name));
  const isPatch = schema['minProperties'] === 1;
  if (field === undefined) {
    return isPatch && names.length === 0 ? emptyPatch(writableFields) : undefined;
  }
  const nothingKnown = names.every((name) => !writable.includes(name) && !serverManaged.includes(name));
  const isOfServer = serverManaged.includes(field);
  return new ApiError(isPatch && nothingKnown ? 'empty_patch' : unknown, {
    field,
    writableFields,
    message: isOfServer ? `${field} is set by the server.` : `There is no field ${quotedName(field)}.`,
    ...fixForUnwritable(schema, body, { field, isInBatch }),
  });
}

function fixForUnwritable(
  schema: TObject,
  body: Members,
  { field, isInBatch }: { readonly field: string; readonly isInBatch: boolean },
) {
  const { serverManaged, alsoCalled, entity, place, elsewhere } = bodyFactsOf(schema);
  const writableFields = Object.keys(schema.properties).toSorted();
  const meant = serverManaged.includes(plainName(field))
    ? undefined
    : nearestFieldOf(field, writableFields, alsoCalled, elsewhere?.words);
  const fixForMisplaced =
    meant === undefined ? fixForMisplacedOption(field, body[field], isInBatch ? inBatch(place) : place) : undefined;
  if (fixForMisplaced !== undefined) return fixForMisplaced;
  if (meant === undefined && elsewhere !== undefined && belongsElsewhere(field, elsewhere))
    return fixForElsewhere(field, elsewhere, isInBatch);
  const isWrapper = (wrapperNames.has(field) || field === entity) && typeof body[field] === 'object';
  return isWrapper
    ? { suggestedFix: `Remove ${quotedName(field)} and send its fields directly.` }
    : fixForUnknown(field, meant, body);
}

function inBatch(place: BodyFacts['place']) {
  return place === 'creation' ? place : (`${place}InBatch` as const);
}

function belongsElsewhere(field: string, { entity, words }: Elsewhere): boolean {
  return field === entity || words.includes(plainForm(field));
}

function fixForElsewhere(field: string, { entity, path, tool }: Elsewhere, isInBatch: boolean) {
  const shown = quotedName(field);
  const isWhole = field === entity;
  if (isInBatch) {
    const place = isWhole ? 'beside them' : `into "${entity}" beside them`;
    return { suggestedFix: `Remove ${shown} from the fields, and put it ${place}.` };
  }
  const sent = isWhole ? 'its fields' : 'it';
  return {
    suggestedFix: `Remove ${shown} from the body, and send ${sent} with ${path}.`,
    forTools: { suggestedFix: `Remove ${shown}, and send ${sent} with ${tool}.` },
  };
}

function fixForUnknown(field: string, meant: string | undefined, body: Members) {
  const shown = quotedName(field);
  if (meant === undefined) {
    return { suggestedFix: `Remove ${shown} from the body.`, forTools: { suggestedFix: `Remove ${shown}.` } };
  }
  if (Object.hasOwn(body, meant)) {
    return {
      suggestedFix: `Remove ${shown}: the body has "${meant}" already.`,
      forTools: { suggestedFix: `Remove ${shown}: "${meant}" is given already.` },
    };
  }
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
      return new ApiError('payload_too_large', {
        message: `The body is larger than ${bytesMax / 1024} KiB.`,
        suggestedFix: `Send a body of at most ${bytesMax} bytes.`,
        forTools: {
          message: `The arguments are larger than ${bytesMax / 1024} KiB.`,
          suggestedFix: `Send arguments of at most ${bytesMax} bytes, as JSON.`,
        },
      });
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
    ...(isId ? idFactsOf(field['x-of']).fix : { suggestedFix: fixFor(field, value) }),
    ...allowedValues(field),
  });
}

function unknownParameter(name: string, value: unknown, known: readonly string[]): ApiError {
  const meant = nearestFieldOf(name, known);
  const isWrite = known.includes('dryRun');
  const remedy = remedyForParameter(name, meant, known);
  const message = `There is no argument ${quotedName(name)}.`;
  const fixForMisplaced = isWrite && meant === undefined ? fixForMisplacedOption(name, value, 'query') : undefined;
  return new ApiError('invalid_query', {
    field: name,
    message: `There is no query parameter ${quotedName(name)} here.`,
    suggestedFix:
      known.length === 0 ? `${remedy}; there are no parameters.` : `${remedy}; allowed: ${known.join(', ')}.`,
    ...fixForMisplaced,
    forTools: { ...(known.length === 0 && { suggestedFix: `${remedy}.` }), ...fixForMisplaced?.forTools, message },
  });
}

function remedyForParameter(name: string, meant: string | undefined, known: readonly string[]): string {
  if (known.includes('include') && known.includes('q') && searchedWords.includes(plainForm(name)))
    return `Rename ${quotedName(name)} to "q", and add include=details, with which q searches notes and tags`;
  return meant === undefined ? `Remove ${quotedName(name)}` : `Rename ${quotedName(name)} to "${meant}"`;
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
