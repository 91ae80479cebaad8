import { Type } from '@sinclair/typebox';
import { revertibleFields } from '../../domain/subscriptions/revert.ts';
import { errorCatalogue, type ErrorCode } from '../responses/errorCatalogue.ts';
import { exactly, oneOf } from './components.ts';
import { exampleError } from './exampleErrors.ts';
import { named } from './named.ts';

const writableField = named('WritableField', oneOf(revertibleFields));
const errorMembers = {
  code: named('ErrorCode', oneOf(Object.keys(errorCatalogue))),
  message: Type.String(),
  field: Type.Optional(Type.String({ description: 'The invalid field or query parameter.' })),
  suggestedFix: Type.Optional(Type.String({ description: 'How to correct the request.' })),
  allowedValues: Type.Optional(Type.Array(Type.String(), { description: 'The allowed values of an enum.' })),
  conflictingFields: Type.Optional(
    Type.Array(writableField, { description: 'The fields that a later write changed.' }),
  ),
  current: Type.Optional(
    Type.Object(
      {},
      { additionalProperties: true, description: 'The present state of the record, as a read shows it.' },
    ),
  ),
  writableFields: Type.Optional(Type.Array(Type.String(), { description: 'The allowed fields of the body.' })),
};
const operationFault = named('OperationFault', exactly({ index: Type.Integer({ minimum: 0 }), ...errorMembers }));
const errorDetails = named(
  'ErrorDetails',
  exactly({
    ...errorMembers,
    faults: Type.Optional(
      Type.Array(operationFault, {
        minItems: 1,
        description:
          'All faults of a batch, each with the index of its operation, from 0. The members beside this list are those of the first fault.',
      }),
    ),
  }),
);

const apiError = named('ApiError', exactly({ error: errorDetails, requestId: Type.String() }));

/**
 * The responses of an operation for its errors, by status. Operations with the same errors share them.
 *
 * @param headersOf the headers of a response with a status
 */
export function errorResponses(
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
}

function errorResponse(codes: readonly ErrorCode[], headers: object) {
  const examples = codes.map((code) => {
    const example = { summary: errorCatalogue[code].when, value: exampleError(code) };
    return [code, named(code, example, 'examples')];
  });
  return {
    description: descriptionOf(codes),
    headers,
    content: { 'application/json': { schema: apiError, examples: Object.fromEntries(examples) as object } },
    'x-error-codes': codes,
  };
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
