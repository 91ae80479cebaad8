/** What the service says about a request that it refused. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly field?: string | undefined;
  readonly suggestedFix?: string | undefined;
  readonly allowedValues?: readonly string[] | undefined;
  /** The fields that a later write has changed. */
  readonly conflictingFields?: readonly string[] | undefined;
  /** The present state of the record. */
  readonly current?: Readonly<Record<string, unknown>> | undefined;
  readonly requestId?: string | undefined;
  /** How long to wait before the next attempt. */
  readonly retryAfterSeconds?: number | undefined;
}

/** A request that the service refused. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';
  readonly status: number;
  readonly problem: Problem;

  /** @param body the body of the answer, if it has one */
  constructor(answer: Pick<Response, 'status' | 'headers'>, body: unknown) {
    const problem = problemOf(answer, body);
    super(problem.message);
    this.status = answer.status;
    this.problem = problem;
  }
}

/** The service did not answer: the network, the server or a proxy before it is down. */
export class ServerUnreachable extends Error {
  override readonly name = 'ServerUnreachable';
}

/** Whether an error only says that a newer request took the place of this one. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

interface ErrorBody {
  readonly error?: Partial<Problem>;
  readonly requestId?: string;
}

function problemOf({ status, headers }: Pick<Response, 'status' | 'headers'>, body: unknown): Problem {
  const { error, requestId } = (body ?? {}) as ErrorBody;
  const retryAfterSeconds = Number(headers.get('retry-after')) || undefined;
  const general = { code: 'unknown', message: `HTTP ${status}` };
  return { ...general, ...error, requestId, retryAfterSeconds };
}
