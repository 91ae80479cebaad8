import { describe, expect, test } from 'bun:test';
import { startService } from '../../../support/service.ts';

interface ComposedRoute {
  readonly method: string;
  readonly path: string;
  readonly compile: () => { toString(): string };
}

const service = await startService();
const routes = service.app.router.history as unknown as readonly ComposedRoute[];
// The batch has no GET: that route only refuses what the router would take for an id.
const reading = routes.filter(
  ({ method, path }) => method === 'GET' && path.startsWith('/api/') && !path.endsWith('/batch'),
);

// An export is read in parts, perhaps by a worker, and the doctor asks other servers: neither is answered at once.
const inParts = reading.filter(({ path }) => path === '/api/v1/export' || path === '/api/v1/doctor');
const atOnce = reading.filter((route) => !inParts.includes(route));

const writing = routes.filter(
  ({ method, path }) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method) && path.startsWith('/api/'),
);

describe('the handler that Elysia composes', () => {
  test('asks for no promise before the route is found', () => {
    expect(service.app.fetch.toString()).toStartWith('function map(');
  });

  test('there is one for each operation that reads', () => {
    const described = Object.values(service.document.paths).filter((path) => 'get' in path);
    expect(reading).toHaveLength(described.length);
  });

  test.each([...writing, ...inParts])('of $method $path parses no cookies and copies no headers', ({ compile }) => {
    const source = compile().toString();
    expect(source).not.toContain('parseCookie');
    expect(source).not.toContain('headers.toJSON');
  });

  test.each(atOnce)('of $method $path is synchronous, and parses no cookies and copies no headers', ({ compile }) => {
    const source = compile().toString();
    expect(source).toStartWith('function handle(c)');
    expect(source).not.toContain('parseCookie');
    expect(source).not.toContain('headers.toJSON');
  });
});
