import { afterAll } from 'bun:test';

/** A request that a receiver of messages got. */
interface Received {
  readonly method: string;
  /** The path with the query. */
  readonly path: string;
  readonly headers: Headers;
  readonly text: string;
  /** The body, if it is JSON. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** A server on the loopback interface that keeps what it gets; it stops when the test file ends. */
export function startReceiver(
  answer: (request: Request) => Response | Promise<Response> = () => new Response('ok'),
  tls?: { readonly cert: string; readonly key: string },
) {
  const received: Received[] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    ...(tls !== undefined && { tls }),
    async fetch(request) {
      const text = await request.clone().text();
      const { pathname, search } = new URL(request.url);
      const isJson = request.headers.get('content-type')?.startsWith('application/json') === true;
      const json = isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
      received.push({ method: request.method, path: pathname + search, headers: request.headers, text, json });
      return answer(request);
    },
  });
  afterAll(() => server.stop(true));
  return { url: `http://127.0.0.1:${server.port}`, port: server.port ?? 0, received };
}
