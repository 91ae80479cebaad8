import { nearest } from '../domain/nearest.ts';

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
      const methods = new Set(table.flatMap((route) => (route.pattern.test(path) ? route.methods : [])));
      return methodsInOrder.filter((method) => methods.has(method));
    },

    /** The methods of a path that has a name of its own where others have an id; none of any other path. */
    methodsBesideIds(path: string): readonly string[] {
      const isWithId = table.some((route) => route.path !== path && route.pattern.test(path));
      const named = isWithId ? table.find((route) => route.path === path) : undefined;
      return named?.methods.filter((method) => method !== 'OPTIONS') ?? [];
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
