/** What the service says about a request that it refused. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly field?: string | undefined;
  readonly suggestedFix?: string | undefined;
  readonly allowedValues?: readonly unknown[] | undefined;
}

/** A request that the service refused. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';
  readonly status: number;
  readonly problem: Problem;

  constructor(status: number, problem: Problem) {
    super(problem.message);
    this.status = status;
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

/** The problem in the body of an answer; a general one if the body has none. */
export function problemOf(body: unknown, status: number): Problem {
  const error = (body as { readonly error?: Partial<Problem> } | null | undefined)?.error;
  return { ...error, code: error?.code ?? 'unknown', message: error?.message ?? `HTTP ${status}` };
}
