import { errorCatalogue, type ErrorCode } from './errorCatalogue.ts';

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
  readonly faults?: readonly (Omit<ErrorDetails, 'faults'> & { readonly index: number; readonly code: ErrorCode })[];
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

/** The JSON body of an error. */
export function errorBody({ errorCode, message, details }: ApiError, requestId: string) {
  const { faults, ...others } = details;
  return { error: { code: errorCode, message, ...others, ...(faults !== undefined && { faults }) }, requestId };
}
