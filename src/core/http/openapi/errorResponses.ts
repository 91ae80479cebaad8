import { Type, type TProperties } from '@sinclair/typebox';
import { errorCatalogue, type ErrorCode } from '../errors/errorCatalogue.ts';
import type { ErrorDetails } from '../errors/apiError.ts';
import { limitFix } from '../responses/writeErrors.ts';
import { named } from '../../fields/schemaMarks.ts';
import { exactly, oneOf, reason } from './components.ts';

/** The members of example errors beyond code and message. */
export type ErrorExamples = Readonly<Partial<Record<ErrorCode, ErrorDetails>>>;

/** The request id of all examples. */
export const exampleRequestId = '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78';

const sharedExamples: ErrorExamples = {
  invalid_id: { field: 'id', suggestedFix: 'Send a UUID such as 0198c5a4-7c1e-7d3a-9b55-3f6f1f0a2b4c.' },
  invalid_pagination: { field: 'limit', suggestedFix: 'Send a whole number from 1 to 100.' },
  invalid_idempotency_key: {
    field: 'Idempotency-Key',
    suggestedFix: 'Send one key of 1 to 255 visible ASCII characters, such as a new UUID.',
  },
  invalid_if_match: {
    field: 'If-Match',
    suggestedFix: 'Send the ETag of the record as you read it, or leave If-Match out.',
  },
  idempotency_key_reused: {
    suggestedFix:
      'If this is a retry, check whether the first request succeeded; use a new key only for a different request.',
  },
  unexpected_body: {
    suggestedFix: 'Send no body: use ?dryRun=true for a dry run, and the headers If-Match and Idempotency-Key.',
  },
  too_many_subscriptions: { suggestedFix: limitFix('subscriptions') },
  too_many_payments: { suggestedFix: limitFix('payments') },
  too_many_entries: { suggestedFix: limitFix('auditEntries') },
  unsupported_option: { suggestedFix: 'Send the request without the header Idempotency-Key.' },
};

/** Gives the responses of an operation for its errors. */
export type ErrorResponses = ReturnType<typeof describeErrors>;

/**
 * Gives a function that describes the errors of an operation.
 *
 * @param examples those of the entities
 * @param revertibleFields the fields that can be in conflict with a revert
 * @param beside the members that some answers have beside the error
 */
export function describeErrors(examples: ErrorExamples, revertibleFields: readonly string[], beside: TProperties) {
  const error = detailsSchema(revertibleFields);
  const schema = named('ApiError', exactly({ error, ...beside, requestId: Type.String() }));
  const allExamples = { ...sharedExamples, ...examples };

  function errorResponse(codes: readonly ErrorCode[], headers: object) {
    const shown = codes.map((code) => {
      const { message, when } = errorCatalogue[code];
      const value = { error: { code, message, ...allExamples[code] }, requestId: exampleRequestId };
      return [code, named(code, { summary: when, value }, 'examples')];
    });
    return {
      description: descriptionOf(codes),
      headers,
      content: { 'application/json': { schema, examples: Object.fromEntries(shown) as object } },
      'x-error-codes': codes,
    };
  }

  /**
   * The responses by status. Operations with the same errors share them.
   *
   * @param headersOf the headers of a response with a status
   */
  return function errorResponses(
    operationId: string,
    codes: readonly ErrorCode[],
    headersOf: (status: number) => object,
  ): Readonly<Record<string, object>> {
    const byStatus = Map.groupBy(codes, (code) => errorCatalogue[code].status);
    const responses = Array.from(byStatus, ([status, ofStatus]) => [
      status,
      named(responseName(operationId, status, ofStatus), errorResponse(ofStatus, headersOf(status)), 'responses'),
    ]);
    return Object.fromEntries(responses) as Record<string, object>;
  };
}

/** The schema of the member `error`; it names the fields that can be in conflict with a revert. */
function detailsSchema(revertibleFields: readonly string[]) {
  const errorMembers = {
    code: named('ErrorCode', oneOf(Object.keys(errorCatalogue))),
    message: Type.String(),
    field: Type.Optional(Type.String({ description: 'The invalid field or query parameter.' })),
    suggestedFix: Type.Optional(Type.String({ description: 'How to correct the request.' })),
    reason: Type.Optional(reason),
    allowedValues: Type.Optional(Type.Array(Type.String(), { description: 'The allowed values of an enum.' })),
    conflictingFields: Type.Optional(
      Type.Array(named('WritableField', oneOf(revertibleFields)), {
        description: 'The fields that a later write changed.',
      }),
    ),
    current: Type.Optional(
      Type.Object(
        {},
        { additionalProperties: true, description: 'The present state of the record, as a read shows it.' },
      ),
    ),
    writableFields: Type.Optional(Type.Array(Type.String(), { description: 'The allowed fields of the body.' })),
    changed: Type.Optional(
      Type.Array(exactly({ id: Type.String({ format: 'uuid' }), name: Type.Unsafe({ type: ['string', 'null'] }) }), {
        description: 'Records that were changed since; the name of a deleted one is null.',
      }),
    ),
  };
  const operationFault = named(
    'OperationFault',
    exactly({ index: Type.Optional(Type.Integer({ minimum: 0 })), ...errorMembers }),
  );
  return named(
    'ErrorDetails',
    exactly({
      ...errorMembers,
      faults: Type.Optional(
        Type.Array(operationFault, {
          minItems: 1,
          description:
            'All faults of a batch, each with the index of its operation, from 0; with faults=all, those of any body. The members beside this list are those of the first fault.',
        }),
      ),
    }),
  );
}

/** With several codes, each example describes when its code is sent. */
function descriptionOf(codes: readonly ErrorCode[]): string {
  const [only] = codes;
  if (codes.length === 1 && only !== undefined) return `\`${only}\`: ${errorCatalogue[only].when}`;
  return `One of ${codes.map((code) => `\`${code}\``).join(', ')}.`;
}

const sharedNames: Readonly<Record<number, string>> = { 401: 'Unauthorized' };

/** One or two codes name the response; more are named after the operation, unless all operations share them. */
function responseName(operationId: string, status: number, codes: readonly ErrorCode[]): string {
  if (codes.length === 1 || (codes.length === 2 && sharedNames[status] === undefined))
    return codes.map(pascalCase).join('Or');
  return sharedNames[status] ?? `${pascalCase(operationId)}Error${status}`;
}

function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
