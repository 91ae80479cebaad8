interface Route {
  readonly method: string;
  readonly path: string;
}

/** Which methods each path has, learnt from the routes themselves, to tell an unsupported method from an unknown path. */
export function createRouteTable() {
  let table: readonly { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];
  return {
    /** Takes in the routes, once all are there. */
    learn(routes: readonly Route[]): void {
      const byPath = Map.groupBy(routes, (route) => route.path);
      table = Array.from(byPath, ([path, ofPath]) => ({ pattern: patternOf(path), methods: methodsOf(ofPath) }));
    },

    /** The methods a path supports; none when it is unknown. */
    methodsOf: (path: string): readonly string[] => table.find(({ pattern }) => pattern.test(path))?.methods ?? [],
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
