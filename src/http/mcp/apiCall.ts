import type { AgentOperation, DocumentedParameter } from '../openapi/document.ts';

/** A request to the API, before anybody's key is put to it. */
export interface ApiCall {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: string;
}

/** What the API answered. */
export interface ApiAnswer {
  readonly status: number;
  readonly etag: string | null;
  /** Whether the same write was answered so before. */
  readonly isReplayed: boolean;
  /** JSON. */
  readonly text: string;
}

/** The arguments of a call, by name; whatever a client sent. */
export type CallArguments = Readonly<Record<string, unknown>>;

/** The parameters of an operation that are of use in a call: a call has no answer at hand that could still be right. */
export function argumentsOf({ parameters = [] }: AgentOperation): readonly DocumentedParameter[] {
  return parameters.filter(({ name }) => name !== 'If-None-Match');
}

/** The name of the argument that a parameter becomes: `Idempotency-Key` is `idempotencyKey`. */
export function argumentNameOf({ name, in: place }: DocumentedParameter): string {
  if (place !== 'header') return name;
  return name.toLowerCase().replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * The request that a call of an operation stands for. Arguments are not judged here: what the operation does not know
 * goes where it will be refused with the fix for it, into the body, or into the query of an operation without a body.
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
  if (requestBody === undefined) {
    for (const [name, value] of argumentsLeft) query.append(name, textOf(value));
    return { method, path: withQuery(path, query), headers };
  }
  const body = JSON.stringify({ ...Object.fromEntries(argumentsLeft), ...fixedBody });
  return { method, path: withQuery(path, query), headers: { ...headers, 'content-type': 'application/json' }, body };
}

/** A value as one segment of a path; one that cannot be a segment becomes one that no id is. */
function pathSegmentOf(value: unknown): string {
  const noId = '-';
  // Dots alone would lead to another path.
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) return noId;
  return encodeURIComponent(value.toWellFormed());
}

function withQuery(path: string, query: URLSearchParams): string {
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * A text as the value of a header: what a header cannot carry is percent-encoded, so that different texts stay different.
 * What is no text becomes an empty one, which is neither a key nor a version.
 */
function headerValueOf(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  return String(value)
    .toWellFormed()
    .replaceAll(/[^\u0020-\u007e]/gu, (character) => encodeURIComponent(character));
}
