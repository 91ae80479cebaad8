import { nearest } from '../../text/nearest.ts';

interface Route {
  readonly method: string;
  readonly path: string;
}

interface KnownPath {
  readonly path: string;
  readonly segments: readonly string[];
  readonly methods: readonly string[];
}

/** The beginning of every path of the API. */
export const apiPrefix = '/api/v1';

/** The paths of the service and their methods. */
export type RouteTable = ReturnType<typeof createRouteTable>;

/**
 * Knows the methods of each path, so that an unsupported method (405) is distinct from an unknown path (404).
 *
 * @param basePath the prefix of every path; empty for the root
 */
export function createRouteTable(basePath: string) {
  let table: readonly KnownPath[] = [];

  /** The routes that match a path; a fixed path takes precedence over one with an id in the same place. */
  function routesOf(path: string) {
    const named = table.find((route) => route.path === path);
    return named === undefined ? table.filter(matching(path)) : [named];
  }

  return {
    /**
     * Reads the routes, once all are registered.
     *
     * @param viewPaths paths that are there for browsers alone: to any other client they are unknown
     */
    learn(routes: readonly Route[], viewPaths: readonly string[] = []): void {
      const byPath = Map.groupBy(routes, (route) => route.path);
      table = Array.from(byPath, ([path, ofPath]) => {
        const methods = viewPaths.includes(path) ? [] : methodsOf(ofPath);
        return { path, segments: path.split('/'), methods };
      });
    },

    /** The known path nearest to an unknown one, if one is near. */
    pathMeantBy(path: string): string | undefined {
      const trimmed = path.endsWith('/') ? path.slice(0, -1) : path;
      const below = trimmed.startsWith(`${basePath}/`) ? trimmed.slice(basePath.length) : trimmed;
      // A proxy may have removed the base path.
      for (const meant of [trimmed, `${basePath}${trimmed}`, `${basePath}${apiPrefix}${below}`]) {
        if (table.filter(matching(meant)).some(({ methods }) => methods.length > 0)) return meant;
      }
      const fixed = table
        .filter(({ path: known, methods }) => methods.length > 0 && !known.includes(':'))
        .map((route) => route.path);
      // Paths with a long common beginning are near, however different their last words are.
      return nearest(
        trimmed,
        fixed.filter((known) => nearest(lastSegment(trimmed), [lastSegment(known)]) !== undefined),
      );
    },

    /** The template of a known path, such as `/api/v1/subscriptions/:id`; undefined for an unknown one. */
    templateOf(path: string): string | undefined {
      return (table.find((route) => route.path === path) ?? table.find(matching(path)))?.path;
    },

    /** The methods of a path; none for an unknown one. */
    methodsOf(path: string): readonly string[] {
      const methods = new Set(routesOf(path).flatMap((route) => route.methods));
      return methodsInOrder.filter((method) => methods.has(method));
    },

    /**
     * The methods that a fixed path lacks, but that a path with an id in the same place has: the router would take the
     * last segment for an id. Without HEAD, which follows GET.
     */
    mistakenForIds(): readonly Route[] {
      return table.flatMap(({ path, methods }) => {
        const withIds = table.filter(matching(path)).filter((route) => route.path !== path);
        const others = new Set(withIds.flatMap((route) => route.methods));
        return methodsInOrder
          .filter((method) => method !== 'HEAD' && others.has(method) && !methods.includes(method))
          .map((method) => ({ method, path }));
      });
    },
  };
}

/** Gives a function that tells whether a known path matches this one, segment by segment; an id matches any segment. */
function matching(path: string) {
  const given = path.split('/');
  return function matches({ segments }: KnownPath): boolean {
    if (segments.length !== given.length) return false;
    return segments.every(
      (segment, place) => segment === given[place] || (segment.startsWith(':') && given[place] !== ''),
    );
  };
}

const methodsInOrder = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The methods of routes; HEAD goes with GET. */
function methodsOf(routes: readonly Route[]): readonly string[] {
  const own = new Set(routes.map((route) => route.method));
  return methodsInOrder.filter((method) => own.has(method === 'HEAD' ? 'GET' : method));
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
