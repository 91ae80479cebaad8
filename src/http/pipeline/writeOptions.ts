import { parseEntityTags } from '../../commands/entityTags.ts';
import { fingerprintOf, parseIdempotencyKey, type Idempotency } from '../../commands/idempotency.ts';
import type { WriteOptions } from '../../commands/origin.ts';
import { instantAt, type WallSpan } from '../../runtime/system.ts';
import { ApiError } from '../responses/errors.ts';
import { decodeBatchBody } from './requestBody.ts';
import { targetOf } from './requestTarget.ts';

interface TermsContext {
  readonly request: Request;
  readonly body: unknown;
}

const noTerms: { readonly terms: WriteOptions } = { terms: {} };

/**
 * A stage that reads from the headers on which terms a write is to be made, while the body is still as it was sent.
 *
 * @param outcomesKept the time for which outcomes are kept
 */
export function readWriteTerms(outcomesKept: WallSpan) {
  return function readWriteTermsStage({ request, body }: TermsContext): { readonly terms: WriteOptions } {
    const ifMatch = request.headers.get('if-match');
    const idempotencyKey = request.headers.get('idempotency-key');
    if (ifMatch === null && idempotencyKey === null) return noTerms;
    const terms = {
      ...(ifMatch !== null && { ifMatch: parseEntityTags(ifMatch) }),
      ...(idempotencyKey !== null && { idempotency: readIdempotency(idempotencyKey, request, body, outcomesKept) }),
    };
    return { terms };
  };
}

/** The terms of a write, and whether its query makes it a dry run. */
export function withDryRun(terms: WriteOptions, { dryRun }: { readonly dryRun?: 'true' | 'false' }): WriteOptions {
  return dryRun === 'true' ? { ...terms, dryRun: true } : terms;
}

function readIdempotency(header: string, request: Request, body: unknown, outcomesKept: WallSpan): Idempotency {
  const key = parseIdempotencyKey(header);
  if (key === undefined) {
    const suggestedFix =
      'Send one key of 1 to 255 visible ASCII characters without quotes or spaces in it, such as a new UUID.';
    throw new ApiError('invalid_idempotency_key', {
      field: 'Idempotency-Key',
      suggestedFix,
      forTools: { field: 'idempotencyKey', suggestedFix },
    });
  }
  return {
    key,
    fingerprint: fingerprintOf(request.method, comparableTargetOf(request), contentOf(body)),
    keptSince: instantAt(outcomesKept.earliest()),
  };
}

/**
 * What a request is aimed at, however it is written: without the name that the client has for the server, ids in either
 * case, and without what is so anyway.
 */
function comparableTargetOf(request: Request): string {
  const { pathname, searchParams } = new URL(`http://localhost${targetOf(request)}`);
  searchParams.delete('dryRun', 'false');
  return `${pathname.toLowerCase()}?${searchParams.toString()}`;
}

/** What the body says, or, when that cannot be read, its text: such a request will be refused. */
function contentOf(body: unknown): unknown {
  if (typeof body !== 'string') return undefined;
  const context: { body: unknown } = { body };
  decodeBatchBody(context);
  return typeof context.body === 'symbol' ? body : context.body;
}
