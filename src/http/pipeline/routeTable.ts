import { nearest } from '../../domain/text/nearest.ts';

interface Route {
  readonly method: string;
  readonly path: string;
}

/** The paths of the service and their methods. */
export type RouteTable = ReturnType<typeof createRouteTable>;

/**
 * Which methods each path has, learnt from the routes themselves, to tell an unsupported method from an unknown path.
 *
 * @param basePath what stands before every path; nothing for the root
 */
export function createRouteTable(basePath: string) {
  let table: readonly { readonly path: string; readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];

  /** The routes that a path is one of: a path with a name of its own is not taken for one with an id in that place. */
  function routesOf(path: string) {
    const named = table.find((route) => route.path === path);
    return named === undefined ? table.filter(({ pattern }) => pattern.test(path)) : [named];
  }

  return {
    /** Takes in the routes, once all are there. */
    learn(routes: readonly Route[]): void {
      const byPath = Map.groupBy(routes, (route) => route.path);
      table = Array.from(byPath, ([path, ofPath]) => ({ path, pattern: patternOf(path), methods: methodsOf(ofPath) }));
    },

    /** The known path that an unknown one seems to mean, if it does. */
    pathMeantBy(path: string): string | undefined {
      const trimmed = path.endsWith('/') ? path.slice(0, -1) : path;
      // A proxy may have taken the base path away.
      for (const meant of [trimmed, `${basePath}${trimmed}`]) {
        if (table.some(({ pattern }) => pattern.test(meant))) return meant;
      }
      return nearest(
        trimmed,
        table.map((route) => route.path).filter((known) => !known.includes(':')),
      );
    },

    /** The template of a known path; undefined when it is unknown. */
    templateOf(path: string): string | undefined {
      return (table.find((route) => route.path === path) ?? table.find(({ pattern }) => pattern.test(path)))?.path;
    },

    /** The methods a path supports; none when it is unknown. */
    methodsOf(path: string): readonly string[] {
      const methods = new Set(routesOf(path).flatMap((route) => route.methods));
      return methodsInOrder.filter((method) => methods.has(method));
    },

    /**
     * The routes that the router would serve as others with an id: each method that a path with a name of its own does not
     * have, where a path with an id in that place has it. HEAD is not among them; it goes where GET goes.
     */
    mistakenForIds(): readonly Route[] {
      return table.flatMap(({ path, methods }) => {
        const withIds = table.filter((route) => route.path !== path && route.pattern.test(path));
        const others = new Set(withIds.flatMap((route) => route.methods));
        return methodsInOrder
          .filter((method) => method !== 'HEAD' && others.has(method) && !methods.includes(method))
          .map((method) => ({ method, path }));
      });
    },
  };
}

function patternOf(path: string): RegExp {
  const segments = path.split('/').map((segment) => (segment.startsWith(':') ? '[^/]+' : RegExp.escape(segment)));
  return new RegExp(`^${segments.join('/')}$`);
}

const methodsInOrder = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'];

/** HEAD is served wherever GET is. */
function methodsOf(routes: readonly Route[]): readonly string[] {
  const own = new Set(routes.map((route) => route.method));
  return methodsInOrder.filter((method) => own.has(method === 'HEAD' ? 'GET' : method));
}
