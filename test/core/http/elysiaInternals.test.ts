import { swagger } from '@elysiajs/swagger';
import { Type } from '@sinclair/typebox';
import { describe, expect, test } from 'bun:test';
import { Elysia, ValidationError } from 'elysia';
import {
  schemaOfFault,
  withDescribedRoutes,
  withoutLatePlugins,
  withSynchronousRequestHooks,
} from '../../../src/core/http/elysiaInternals.ts';

/** A plugin whose request hook looks to Elysia as if it might give a promise. */
function pluginWithCall() {
  const next = (): undefined => undefined;
  return new Elysia().onRequest(function look() {
    return next();
  });
}

/** How often a listening app makes its server take over recomposed handlers. */
async function reloadsOf(app: Elysia): Promise<number> {
  let reloads = 0;
  app.listen({ port: 0, hostname: '127.0.0.1' });
  const { server } = app;
  if (server === null) throw new Error('nothing listens');
  Object.defineProperty(server, 'reload', { value: () => void (reloads += 1) });
  await Bun.sleep(20);
  await server.stop(true);
  return reloads;
}

describe('request hooks marked as synchronous', () => {
  test('Elysia still takes a call for a promise', () => {
    expect(new Elysia().use(pluginWithCall()).compile().fetch.toString()).toStartWith('async function map(');
  });

  test('Elysia composes a synchronous entry for them', () => {
    const app = new Elysia().use(withSynchronousRequestHooks(pluginWithCall()));
    expect(app.compile().fetch.toString()).toStartWith('function map(');
  });
});

describe('an app without late plugins', () => {
  test('Elysia still composes any other app a second time after listen', async () => {
    expect(await reloadsOf(new Elysia())).toBeGreaterThan(0);
  });

  test('is composed once', async () => {
    expect(await reloadsOf(withoutLatePlugins(new Elysia()))).toBe(0);
  });
});

test.each(['params', 'query', 'body'] as const)(
  'the schema that refused the %s is found in the error',
  async (part) => {
    const schemas = {
      params: Type.Object({ id: Type.Literal('one') }),
      query: Type.Object({ size: Type.Literal('two') }),
      body: Type.Object({ name: Type.Literal('three') }),
    };
    let found: unknown;
    const app = new Elysia()
      .onError(({ error }) => {
        if (error instanceof ValidationError) found = schemaOfFault(error);
      })
      .post('/:id', () => 'here', schemas);
    const [id, size, name] = [
      part === 'params' ? 'x' : 'one',
      part === 'query' ? 'x' : 'two',
      part === 'body' ? 'x' : 'three',
    ];
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify({ name }) };
    await app.handle(new Request(`http://localhost/${id}?size=${size}`, init));
    expect(found).toMatchObject({ properties: schemas[part].properties });
  },
);

test('the OpenAPI plugin describes the routes that it is given, and not those of its host', async () => {
  const described = [{ method: 'GET', path: '/given/:id', hooks: { detail: { operationId: 'getGiven' } } }];
  const host = withDescribedRoutes(new Elysia(), described);
  host.use(swagger({ path: '/docs', specPath: '/openapi.json' })).get('/own', () => 'own');
  const answer = await host.handle(new Request('http://localhost/openapi.json'));
  expect(await answer.json()).toMatchObject({ paths: { '/given/{id}': { get: { operationId: 'getGiven' } } } });
});
