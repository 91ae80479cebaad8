import type { TObject } from '@sinclair/typebox';
import type { Elysia, ValidationError } from 'elysia';

// The only file that touches parts of Elysia that it does not document. A test of each fails when Elysia changes them.

/**
 * Marks the request hooks of a plugin as synchronous. Elysia reads their source, takes some calls for promises, and would
 * then wait for a promise in each request.
 */
export function withSynchronousRequestHooks<Plugin extends { readonly event: Elysia['event'] }>(
  plugin: Plugin,
): Plugin {
  for (const hook of plugin.event.request ?? []) hook.isAsync = false;
  return plugin;
}

/**
 * Tells an app that none of its plugins is loaded late. Otherwise Elysia composes everything a second time after `listen`,
 * and collects garbage, just when the first request comes.
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

/** Has the OpenAPI plugin of a host describe these routes in place of the host's own. */
export function withDescribedRoutes<Host extends object>(host: Host, routes: readonly object[]): Host {
  return Object.assign(host, { getGlobalRoutes: () => routes });
}
