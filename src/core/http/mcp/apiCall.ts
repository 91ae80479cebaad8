import type { AgentOperation, DocumentedParameter } from '../openapi/document.ts';

/** A request to the API, without a key. */
export interface ApiCall {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or the content of a file. */
  readonly body?: string;
}

/** An answer of the API. */
export interface ApiAnswer {
  readonly status: number;
  readonly etag: string | null;
  /** Whether it is the replayed answer of an earlier request. */
  readonly isReplayed: boolean;
  /** JSON. */
  readonly text: string;
}

/** The arguments of a call as the client sent them, by name. */
export type CallArguments = Readonly<Record<string, unknown>>;

/** The parameters of an operation that become arguments: all but If-None-Match, because a call has no cached answer. */
export function argumentsOf({ parameters = [] }: AgentOperation): readonly DocumentedParameter[] {
  return parameters.filter(({ name }) => name !== 'If-None-Match');
}

/** The name of a parameter as an argument: `Idempotency-Key` becomes `idempotencyKey`. */
export function argumentNameOf({ name, in: place }: DocumentedParameter): string {
  if (place !== 'header') return name;
  return name.toLowerCase().replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * Turns a call of an operation into a request, without validation: unknown arguments go into the body, or into the query of
 * an operation without a body, where the API refuses them with a fix.
 */
export function apiCallOf(operation: AgentOperation, given: CallArguments, fixedBody: CallArguments = {}): ApiCall {
  const { method, requestBody } = operation;
  const argumentsLeft = new Map(Object.entries(given));
  const headers: Record<string, string> = {};
  const query = new URLSearchParams();
  let { path } = operation;
  for (const parameter of argumentsOf(operation)) {
    const name = argumentNameOf(parameter);
    const value = argumentsLeft.get(name);
    argumentsLeft.delete(name);
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, () => pathSegmentOf(value));
    else if (value === undefined || value === null) continue;
    else if (parameter.in === 'header') headers[parameter.name] = headerValueOf(value);
    else query.append(parameter.name, textOf(value));
  }
  const file = fileIn(operation, argumentsLeft);
  if (requestBody === undefined || file !== undefined) {
    for (const [name, value] of argumentsLeft) query.append(name, textOf(value));
    return { method, path: withQuery(path, query), headers, ...file };
  }
  const body = JSON.stringify({ ...Object.fromEntries(argumentsLeft), ...fixedBody });
  return { method, path: withQuery(path, query), headers: { ...headers, 'content-type': 'application/json' }, body };
}

/** The name of the argument with the content of a file. */
export const fileArgument = 'file';

/** Whether the body of an operation is a file. */
export function takesFile({ requestBody }: Pick<AgentOperation, 'requestBody'>): boolean {
  return requestBody !== undefined && requestBody.content['application/json'] === undefined;
}

/** The body of an operation that takes a file; removes it from the arguments. */
function fileIn(operation: AgentOperation, given: Map<string, unknown>): { readonly body: string } | undefined {
  if (!takesFile(operation)) return undefined;
  const content = given.get(fileArgument) ?? '';
  given.delete(fileArgument);
  // The content is text, so no encoding may garble it: a byte order mark wins over the one that is stated.
  return { body: `\ufeff${textOf(content).replace(/^\ufeff/, '')}` };
}

/** A value as one path segment; a value that cannot be a segment becomes an invalid id. */
function pathSegmentOf(value: unknown): string {
  const invalidId = '-';
  // Segments of dots only would change the path.
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) return invalidId;
  return encodeURIComponent(value.toWellFormed());
}

function withQuery(path: string, query: URLSearchParams): string {
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * A text as the value of a header. Characters that a header cannot have are percent-encoded, so that different texts stay
 * different. Other values become an empty text, which is neither a valid key nor an ETag.
 */
function headerValueOf(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  return String(value)
    .toWellFormed()
    .replaceAll(/[^\u0020-\u007e]/gu, (character) => encodeURIComponent(character));
}
