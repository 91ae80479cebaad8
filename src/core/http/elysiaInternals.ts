import type { TObject } from '@sinclair/typebox';
import type { Elysia, ValidationError } from 'elysia';

// The only file that uses undocumented parts of Elysia. A test of each fails when Elysia changes it.

/**
 * Marks the request hooks of a plugin as synchronous. Elysia guesses from their source, takes some calls for asynchronous
 * ones, and would then await a promise in each request.
 */
export function withSynchronousRequestHooks<Plugin extends { readonly event: Elysia['event'] }>(
  plugin: Plugin,
): Plugin {
  for (const hook of plugin.event.request ?? []) hook.isAsync = false;
  return plugin;
}

/**
 * Marks an app as having no lazily loaded plugins. Otherwise Elysia composes all routes a second time after `listen`, and
 * runs the garbage collector, just when the first request arrives.
 */
export function withoutLatePlugins<App extends object>(app: App): App {
  return Object.defineProperty(app, 'promisedModules', {
    value: new Promise<never>(() => undefined),
    configurable: true,
  });
}

/** The schema that refused the path, the query or the body of a request. */
export function schemaOfFault({ validator }: ValidationError): TObject {
  return (validator as unknown as { readonly schema: TObject }).schema;
}

/** Makes the OpenAPI plugin of a host describe these routes instead of the host's own. */
export function withDescribedRoutes<Host extends object>(host: Host, routes: readonly object[]): Host {
  return Object.assign(host, { getGlobalRoutes: () => routes });
}
