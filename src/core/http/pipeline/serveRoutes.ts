import type { AnyElysia } from 'elysia';
import type { WallSpan } from '../../runtime/system.ts';
import { requireSession, type Authenticate } from './authentication.ts';
import { receiveBody } from './requestBody.ts';
import { decodeQuery } from './requestTarget.ts';
import type { Route } from './route.ts';
import { readWriteOptions, refuseWriteOptions } from './writeOptions.ts';

/** The dependencies of the stages that all routes share. */
interface SharedStages {
  /** The prefix of every path; empty for the root. */
  readonly basePath: string;
  readonly authenticate: Authenticate;
  /** How long outcomes of writes with an idempotency key are kept. */
  readonly outcomesKept: WallSpan;
}

/**
 * Gives a function that adds the routes to the app: Elysia would add the routes of a plugin twice, which takes time at each
 * start. Each request passes, in this order: key and scope, the reading of the body, the write options, the
 * decoding of query and body, the schemas of path, query and body, the stages of its route, and its handler.
 */
export function serveRoutes(routes: readonly Route[], shared: SharedStages) {
  return function addRoutes<App extends AnyElysia>(app: App): App {
    for (const route of routes) {
      // Elysia gets the declared function itself, because it reads the source of the handler to see what it uses.
      app.route(route.method, `${shared.basePath}${route.path}`, route.handle as () => unknown, hooksOf(route, shared));
    }
    return app;
  };
}

function hooksOf(route: Route, shared: SharedStages) {
  const { scope, needsSession, params, query, body, takesNoOptions, stages } = route;
  const { authenticate, outcomesKept } = shared;
  const authenticated = scope === null ? [] : [authenticate(scope), ...(needsSession ? [requireSession] : [])];
  const read = body === undefined ? [] : [receiveBody(body.read)];
  const options =
    takesNoOptions === true ? [refuseWriteOptions] : body === undefined ? [] : [readWriteOptions(outcomesKept)];
  const decoded = body?.decode === undefined ? [] : [body.decode];
  return {
    ...(body !== undefined && { parse: body.parse }),
    transform: [...authenticated, ...read, ...options, decodeQuery(query), ...decoded] as Hook[],
    ...(params !== undefined && { params }),
    query,
    ...(body?.schema !== undefined && { body: body.schema }),
    beforeHandle: [...stages] as Hook[],
  };
}

type Hook = () => void;
