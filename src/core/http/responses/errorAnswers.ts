import { OutcomeUnknown, StorageUnavailable } from '../../writer/storageUnavailable.ts';
import { errorCatalogue } from '../errors/errorCatalogue.ts';
import { errorBody, ApiError, type ErrorDetails } from '../errors/apiError.ts';
import { JsonAnswer } from './answers.ts';
import type { Failure } from '../pipeline/observation.ts';
import type { Quota } from '../pipeline/rateLimiter.ts';
import { apiPrefix, type RouteTable } from '../pipeline/routeTable.ts';

type FailedRequest = Pick<Failure, 'error' | 'code' | 'path' | 'requestId'> & { readonly method: string };

interface ErrorAnswerOptions {
  readonly routeTable: RouteTable;
  /** The prefix of every path; empty for the root. */
  readonly basePath: string;
  /** Writes one line to the log. */
  readonly log: (line: string) => void;
  /** Each gives the error for what it knows: a request that its schema refused, or a reason of an entity. */
  readonly explainers: readonly ((error: unknown) => ApiError | undefined)[];
  readonly quota: Pick<Quota, 'refund'>;
}

const storageRetrySeconds = 5;

// What is wrong with a request itself, or with its caller, costs nothing, also where it is found after the charge.
const isFree = new Set<number>([400, 401, 403, 413]);

const asksForAllFaults = /[?&]faults=all(?:[&#]|$)/;

/** Turns every error into an answer: the status, the headers and the envelope of the catalogue. */
export function answerErrors(options: ErrorAnswerOptions) {
  return function answerError({ error, code, request, path, requestId, set }: Failure) {
    const apiError = apiErrorOf({ error, code, method: request.method, path, requestId }, options);
    const { status } = errorCatalogue[apiError.errorCode];
    set.status = status;
    if (isFree.has(status) && !apiError.isCharged) options.quota.refund(set);
    Object.assign(set.headers, apiError.headers);
    const body = errorBody(apiError, requestId, asksForAllFaults.test(request.url));
    return apiError.beside === undefined
      ? body
      : new JsonAnswer({ request, requestId, set }, joined(body, apiError.beside), true);
  };
}

/** The body of an error with the members beside it. */
function joined(body: object, beside: Uint8Array): Uint8Array<ArrayBuffer> {
  const json = JSON.stringify(body);
  return new Uint8Array(Buffer.concat([Buffer.from(`${json.slice(0, -1)},`), beside, Buffer.from('}')]));
}

function apiErrorOf(failure: FailedRequest, options: ErrorAnswerOptions): ApiError {
  try {
    return explain(failure, options);
  } catch (error) {
    options.log(`request ${failure.requestId} failed while its error answer was built: ${describe(error)}`);
    return new ApiError('internal_error');
  }
}

function explain(
  { error, code, method, path, requestId }: FailedRequest,
  { routeTable, basePath, log, explainers }: ErrorAnswerOptions,
): ApiError {
  if (error instanceof ApiError) return error;
  for (const explainer of explainers) {
    const explained = explainer(error);
    if (explained !== undefined) return explained;
  }
  if (code === 'NOT_FOUND') return notServed(method, path, routeTable, basePath);
  log(`request ${requestId} failed: ${describe(error)}`);
  if (error instanceof StorageUnavailable) {
    return new ApiError('storage_unavailable', storageDetails(error), { 'retry-after': String(storageRetrySeconds) });
  }
  return new ApiError('internal_error');
}

function storageDetails(error: StorageUnavailable): ErrorDetails {
  if (!(error instanceof OutcomeUnknown)) {
    return { suggestedFix: `Send the same request again in ${storageRetrySeconds} seconds.` };
  }
  return {
    message:
      'The storage failed during the write. The change is either stored completely or not at all; the outcome is not known.',
    suggestedFix: `In ${storageRetrySeconds} seconds, check whether the change is stored before you send it again.`,
  };
}

function notServed(method: string, path: string, routeTable: RouteTable, basePath: string): ApiError {
  const methods = routeTable.methodsOf(path);
  if (methods.length === 0) {
    const meant = routeTable.pathMeantBy(path);
    const lookUp = `Look the path up in ${basePath}/openapi.json or on ${basePath}/docs.`;
    const isPrefixMissing = meant?.startsWith(basePath + apiPrefix) === true && !path.includes('/api/');
    const why = isPrefixMissing ? `The paths of the API begin with ${apiPrefix}. ` : '';
    const suggestedFix = meant === undefined ? lookUp : `${why}Use the path ${meant}.`;
    return new ApiError('not_found', { suggestedFix });
  }
  const suggestedFix = fixForMethod(method, methods, path, routeTable);
  return new ApiError('method_not_allowed', { suggestedFix }, { allow: methods.join(', ') });
}

function fixForMethod(method: string, methods: readonly string[], path: string, routeTable: RouteTable): string {
  if (method === 'PUT' && methods.includes('PATCH')) return 'Use PATCH with only the fields to change.';
  const wanted = method === 'PUT' ? 'PATCH' : method;
  const withId = `${path}/{id}`;
  if (routeTable.methodsOf(withId).includes(wanted)) return `Add the id to the path: ${wanted} ${withId}.`;
  const [only, ...others] = methods.filter((known) => known !== 'OPTIONS');
  return others.length === 0 && only !== undefined ? `Use ${only}.` : `Use one of ${methods.join(', ')}.`;
}

/** Describes a failure in one line. */
function describe(error: unknown): string {
  if (error instanceof StorageUnavailable) return error.message;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return text.replaceAll(/\s*\n\s*/g, ' | ');
}
