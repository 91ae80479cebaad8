import type { TObject, TSchema } from '@sinclair/typebox';
import {
  serverManagedFields,
  writableFields,
  writableFieldsInOrder,
  type SubscriptionPatch,
} from '../../domain/subscriptions/fields.ts';
import type { RelationFault } from '../../domain/subscriptions/subscription.ts';
import { ApiError, type ErrorCode } from '../responses/errors.ts';
import { BodyFault, bodyBytesMax } from '../pipeline/requestBody.ts';
import { QueryFault } from '../pipeline/requestTarget.ts';
import { fixFor, isMembers, keepsRule, ruleOf, wordsOf } from './fieldTypes.ts';
import { nearestFieldOf, quotedName } from '../suggestions/fields.ts';
import { fixForMisplacedOption } from '../suggestions/misplacedOptions.ts';

const serverManaged: readonly string[] = serverManagedFields;
// Objects in which clients wrap the fields, which belong directly into the body.
const wrapperNames = new Set(['subscription', 'patch', 'data', 'record', 'item', 'fields', 'changes', 'body']);

/** The error for a path that its schema refused; its only parameter is the id of a subscription or audit entry. */
export function explainPath(schema?: TObject): ApiError {
  if (schema?.['x-of'] === 'auditEntry') {
    return new ApiError('invalid_audit_entry_id', {
      field: 'id',
      suggestedFix: 'Take the id of the entry from the audit trail (GET /api/v1/audit).',
      forTools: { suggestedFix: 'Take the id of the entry from listAuditLog.' },
    });
  }
  return new ApiError('invalid_subscription_id', {
    field: 'id',
    suggestedFix: 'Take the id from the list of subscriptions (GET /api/v1/subscriptions).',
    forTools: { suggestedFix: 'Take the id from listSubscriptions.' },
  });
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
  for (const name of writableFieldsInOrder) {
    const field = schema.properties[name];
    if (field === undefined) continue;
    const isThere = Object.hasOwn(body, name);
    if (!isThere && schema.required?.includes(name)) return missingField(name, field);
    if (isThere && !keepsRule(field, body[name])) return brokenRule('invalid_subscription', name, field, body[name]);
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
    case 'dateTooLate':
      return new ApiError('invalid_subscription', {
        field,
        message: `With this ${field} the next payment would be due after 9999-12-31.`,
        suggestedFix: field === 'customDate' ? 'Send a smaller number of days.' : 'Send an earlier lastPaymentDate.',
      });
  }
}

function explainUnwritable(
  schema: TObject,
  body: Readonly<Record<string, unknown>>,
  isInBatch: boolean,
): ApiError | undefined {
  const names = Object.keys(body);
  const field = names.find((name) => !writableFields.includes(name));
  const isPatch = schema['minProperties'] === 1;
  if (field === undefined) {
    return isPatch && names.length === 0 ? emptyPatch() : undefined;
  }
  const nothingKnown = names.every((name) => !writableFields.includes(name) && !serverManaged.includes(name));
  const meant = serverManaged.includes(plainName(field)) ? undefined : nearestFieldOf(field, writableFields);
  const kind = isPatch ? 'patch' : 'draft';
  const place = isInBatch ? (`${kind}InBatch` as const) : kind;
  const fixForMisplaced = meant === undefined ? fixForMisplacedOption(field, body[field], place) : undefined;
  const details = {
    field,
    writableFields,
    message: serverManaged.includes(field)
      ? `${field} is set by the server.`
      : `There is no field ${quotedName(field)}.`,
    ...(fixForMisplaced ?? fixForUnwritable(field, meant, body)),
  };
  return new ApiError(isPatch && nothingKnown ? 'empty_patch' : 'invalid_subscription_field', details);
}

function fixForUnwritable(field: string, meant: string | undefined, body: Readonly<Record<string, unknown>>) {
  const shown = quotedName(field);
  if (wrapperNames.has(field) && typeof body[field] === 'object')
    return { suggestedFix: `Remove ${shown} and send its fields directly.` };
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

function emptyPatch(): ApiError {
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

function missingField(name: string, field: TSchema): ApiError {
  return new ApiError('invalid_subscription', {
    field: name,
    message: `${name} is missing.`,
    suggestedFix: `Add ${name}: ${ruleOf(field)}; for example ${JSON.stringify(field['examples'][0])}.`,
    ...allowedValues(field),
  });
}

function brokenRule(code: ErrorCode, name: string, field: TSchema, value: unknown): ApiError {
  return new ApiError(code, {
    field: name,
    message: `${name} must be ${ruleOf(field)}.`,
    suggestedFix: fixFor(field, value),
    ...(field['format'] === 'uuid' && { forTools: { suggestedFix: 'Take the id from listSubscriptions.' } }),
    ...allowedValues(field),
  });
}

function unknownParameter(name: string, value: unknown, known: readonly string[]): ApiError {
  const meant = nearestFieldOf(name, known);
  const isWrite = known.includes('dryRun');
  const remedy = meant === undefined ? `Remove ${quotedName(name)}` : `Rename ${quotedName(name)} to "${meant}"`;
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
