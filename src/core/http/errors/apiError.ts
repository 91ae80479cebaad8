import { errorCatalogue, type ErrorCode } from './errorCatalogue.ts';

/** A fault of a body; one of a batch has the index of its operation, from 0. */
export type Fault = Omit<ErrorDetails, 'faults'> & {
  readonly index?: number;
  readonly code: ErrorCode;
  readonly message: string;
};

/** The details of an error beyond its code, from which a client can correct its request. */
export interface ErrorDetails {
  /** Replaces the default message. */
  readonly message?: string;
  /** The invalid field or query parameter. */
  readonly field?: string;
  /** What to do, as a literal instruction. */
  readonly suggestedFix?: string;
  /** What the message says, for programs that have texts of their own: a code, and the values of the text. */
  readonly reason?: { readonly code: string; readonly values: Readonly<Record<string, string>> };
  /** The values of an enum. */
  readonly allowedValues?: readonly string[];
  /** The allowed fields of a body, sorted. */
  readonly writableFields?: readonly string[];
  /** The fields that a later write has changed. */
  readonly conflictingFields?: readonly string[];
  /** All faults of a batch, each with the index of its operation, from 0. The members beside this one are those of the first fault. */
  readonly faults?: readonly Fault[];
  /** Some of the records that were changed since; the name of a deleted one is null. */
  readonly changed?: readonly { readonly id: string; readonly name: string | null }[];
  /** The present state of the record, when If-Match does not match. */
  readonly current?: Readonly<Record<string, unknown>>;
}

/** A refused request, with a code of the catalogue. Any stage may throw it; one place answers it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly errorCode: ErrorCode;
  readonly details: ErrorDetails;
  readonly headers: Readonly<Record<string, string>>;
  /** Members of the answer beside the error, `"name":…`, as JSON in UTF-8. */
  readonly beside: Uint8Array | undefined;
  /** All faults of the body, for those who ask for them; undefined when this is the only one. */
  allFaults: (() => readonly Fault[]) | undefined;
  /** Whether a 400 counts against the quota, since the work was done before the fault was seen. */
  isCharged = false;

  constructor(
    errorCode: ErrorCode,
    details: ErrorDetails = {},
    headers: Readonly<Record<string, string>> = {},
    beside?: Uint8Array,
  ) {
    super(details.message ?? errorCatalogue[errorCode].message);
    this.errorCode = errorCode;
    this.details = details;
    this.headers = headers;
    this.beside = beside;
  }

  /** Marks a 400 as one that counts against the quota. */
  charged(): this {
    this.isCharged = true;
    return this;
  }
}

// Each is described with care, which takes a while.
const faultsMax = 100;

/** The first of some faults of a body, with all others for those who ask for them; undefined without one. */
export function firstOf(faults: Iterable<ApiError>): ApiError | undefined {
  const rest = faults[Symbol.iterator]();
  const { value: first } = rest.next() as { readonly value?: ApiError };
  // What is no object has no fields.
  if (first?.details.field === undefined) return first;
  first.allFaults = () => {
    const all = [first];
    for (let next = rest.next(); next.done !== true && all.length < faultsMax; next = rest.next()) all.push(next.value);
    return all.map(faultOf);
  };
  return first;
}

/** An error as one of several faults. */
export function faultOf({ errorCode, message, details }: ApiError): Fault {
  const { faults: _faults, writableFields: _writableFields, ...others } = details;
  return { code: errorCode, message, ...others };
}

// What is wrong beside the body.
const notOfBodies: ReadonlySet<ErrorCode> = new Set(['invalid_query', 'invalid_pagination']);

/** The faults that the answer lists when all are asked for. */
function listedFaults(error: ApiError): readonly Fault[] | undefined {
  const { errorCode, details, allFaults } = error;
  if (allFaults !== undefined) return allFaults();
  const isOfField = errorCatalogue[errorCode].status === 400 && details.field !== undefined;
  return isOfField && details.faults === undefined && !notOfBodies.has(errorCode) ? [faultOf(error)] : details.faults;
}

/**
 * The JSON body of an error.
 *
 * @param withAllFaults whether all faults of the body are asked for
 */
export function errorBody(error: ApiError, requestId: string, withAllFaults = false) {
  const { errorCode, message, details } = error;
  const { faults: usual, ...others } = details;
  const faults = withAllFaults ? listedFaults(error) : usual;
  return { error: { code: errorCode, message, ...others, ...(faults !== undefined && { faults }) }, requestId };
}
