import type { TObject } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { markHeader } from '../../outgoing/message.ts';
import { withSynchronousRequestHooks } from '../elysiaInternals.ts';
import { ApiError } from '../errors/apiError.ts';

// Where the host begins in `http://host/path`. A host may be one character long, so the path may begin right behind it.
const hostStart = 'http://'.length;
const slash = '/'.charCodeAt(0);

/** The path and the query of a request. The host may be one that `URL` rejects. */
export function targetOf({ url }: Request): string {
  return hasNoHost(url) ? url : url.slice(url.indexOf('/', hostStart));
}

/** Whether a URL is only a path: the Host header is missing, which HTTP/1.0 allows, or not valid. */
function hasNoHost(url: string): boolean {
  return url.charCodeAt(0) === slash;
}

/** A stage that adds a host to a URL without one, because the router expects it, and dispatches the request again. */
export function completeUrls(dispatch: (request: Request) => Response | Promise<Response>): Elysia {
  const stage = new Elysia({ name: 'request-urls' });
  stage.onRequest(function completeUrl({ request, set }) {
    const { url } = request;
    if (!hasNoHost(url)) return;
    // The same object, because the server finds the connection by it.
    Object.defineProperty(request, 'url', { value: `http://localhost${url}` });
    // The second dispatch sets all headers.
    set.headers = {};
    return dispatch(request);
  });
  return withSynchronousRequestHooks(stage);
}

/**
 * A stage that refuses more than one Host header, because a proxy may have used another one than the first; and the messages of this
 * server, which an address of it that it does not know has led back.
 *
 * @param mark that of the messages of this server; undefined if it sends none
 */
export function refuseTargets(mark: string | undefined) {
  return function refuseTarget({ request }: { readonly request: Request }): void {
    if (hasSecondHost(request)) {
      const suggestedFix = 'Send one Host header, with the name or the address of the server.';
      throw new ApiError('invalid_host', { suggestedFix });
    }
    if (mark === undefined || request.headers.get(markHeader) !== mark) return;
    const message = 'This server takes no messages of its own.';
    const suggestedFix = 'Give the channel the address of another service.';
    throw new ApiError('invalid_host', { message, suggestedFix }, { [markHeader]: mark });
  };
}

/** Whether a request has more than one Host header. Repeated headers are joined with commas, and no host contains one. */
export function hasSecondHost({ headers }: Request): boolean {
  return headers.get('host')?.includes(',') === true;
}

/** Replaces a query parameter without one readable value. Validation refuses it when its turn comes. */
export const QueryFault = {
  repeated: Symbol('the parameter is given more than once'),
  malformed: Symbol('the parameter is not percent-encoded UTF-8'),
} as const;

const plainDecimal = /^(0|[1-9]\d*)$/;

function integersOf({ properties = {} }: Partial<TObject>): ReadonlySet<string> {
  const integers = Object.entries(properties).filter(([, parameter]) => parameter['type'] === 'integer');
  return new Set(integers.map(([name]) => name));
}

/** A route of Elysia, as far as its query is concerned. */
interface QueryRoute {
  readonly method: string;
  readonly path: string;
  readonly hooks: { readonly query?: unknown };
}

/** Finds the parameters of a route that are whole numbers. */
export type QuerySchemas = (method: string, route: string) => ReadonlySet<string>;

/** Finds them in the schemas of routes, which are complete when the first request arrives. */
export function querySchemasOf(routes: () => readonly QueryRoute[]): QuerySchemas {
  let known: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  const none = new Set<string>();
  const entryOf = ({ method, path, hooks }: QueryRoute) =>
    [`${method} ${path}`, integersOf(hooks.query ?? {})] as const;
  return (method, route) => {
    known ??= new Map(routes().map(entryOf));
    return known.get(`${method === 'HEAD' ? 'GET' : method} ${route}`) ?? none;
  };
}

/**
 * Gives a function that reads the query of a request strictly: it marks repeated and badly encoded parameters, and only plain decimals
 * become numbers.
 */
export function queriesOf(schemas: QuerySchemas) {
  return ({ request, route }: { readonly request: Request; readonly route: string }) =>
    parseQuery(request.url, schemas(request.method, route)) as Record<string, string>;
}

function parseQuery(url: string, integers: ReadonlySet<string>): Record<string, unknown> {
  const query: Record<string, unknown> = Object.create(null);
  const start = url.indexOf('?');
  if (start === -1) return query;
  const end = url.indexOf('#', start);
  for (const pair of url.slice(start + 1, end === -1 ? undefined : end).split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const rawName = equals === -1 ? pair : pair.slice(0, equals);
    const name = decodeComponent(rawName) ?? rawName;
    const text = equals === -1 ? '' : decodeComponent(pair.slice(equals + 1));
    query[name] = name in query ? QueryFault.repeated : valueOf(text, integers.has(name));
  }
  return query;
}

function valueOf(text: string | undefined, isInteger: boolean): unknown {
  if (text === undefined) return QueryFault.malformed;
  return isInteger && plainDecimal.test(text) ? Number(text) : text;
}

// Bun turns each byte that a client did not percent-encode into one character.
const byteCharacter = /[\u0080-\u00ff]/;
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes unencoded bytes, such as those of `?q=ü` typed into a shell, as UTF-8. Throws when they are not UTF-8. */
function asUtf8(text: string): string {
  return byteCharacter.test(text) ? strictUtf8.decode(Buffer.from(text, 'latin1')) : text;
}

function decodeComponent(text: string): string | undefined {
  try {
    return decodeURIComponent(asUtf8(text.replaceAll('+', ' ')));
  } catch {
    return undefined;
  }
}
