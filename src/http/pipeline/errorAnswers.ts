import type { TObject } from '@sinclair/typebox';
import { ValidationError } from 'elysia';
import { StorageUnavailable } from '../../domain/storageUnavailable.ts';
import { errorBody, errorCatalogue, Refusal } from '../errors.ts';
import { explainBody, explainPath, explainQuery } from '../faults.ts';

interface ErrorContext {
  readonly error: unknown;
  readonly code: unknown;
  readonly request: Request;
  readonly requestId: string;
  readonly set: { status?: number | string; headers: Record<string, string | number> };
}

interface ErrorAnswerOptions {
  /** The methods a path supports; none for an unknown path. */
  readonly methodsOf: (path: string) => readonly string[];
  /** Takes one line for the person who runs the server. */
  readonly log: (line: string) => void;
}

const storageRetrySeconds = 5;

/** The one place where an error becomes an answer: the status, the headers and the envelope of the catalogue. */
export function answerErrors(options: ErrorAnswerOptions) {
  return function answerError(context: ErrorContext) {
    const refusal = refusalOf(context, options);
    context.set.status = errorCatalogue[refusal.errorCode].status;
    Object.assign(context.set.headers, refusal.headers);
    return errorBody(refusal, context.requestId);
  };
}

function refusalOf(context: ErrorContext, { methodsOf, log }: ErrorAnswerOptions): Refusal {
  const { error, code } = context;
  if (error instanceof Refusal) return error;
  if (error instanceof ValidationError) return explainValidation(error);
  if (code === 'NOT_FOUND') return notServed(context.request, methodsOf);
  log(`request ${context.requestId} failed: ${describe(error)}`);
  if (error instanceof StorageUnavailable) {
    return new Refusal(
      'storage_unavailable',
      { suggestedFix: `Send the same request again in ${storageRetrySeconds} seconds.` },
      { 'retry-after': String(storageRetrySeconds) },
    );
  }
  return new Refusal('internal_error');
}

function explainValidation({ type, validator, value }: ValidationError): Refusal {
  const { schema } = validator as unknown as { schema: TObject };
  switch (type) {
    case 'params':
      return explainPath();
    case 'query':
      return explainQuery(schema, value as Record<string, unknown>);
    default:
      return explainBody(schema, value);
  }
}

function notServed(request: Request, methodsOf: ErrorAnswerOptions['methodsOf']): Refusal {
  const methods = methodsOf(new URL(request.url).pathname);
  if (methods.length === 0) {
    return new Refusal('not_found', { suggestedFix: 'Look the path up in /openapi.json or /docs.' });
  }
  const allow = methods.join(', ');
  return new Refusal('method_not_allowed', { suggestedFix: `Use one of ${allow}.` }, { allow });
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
