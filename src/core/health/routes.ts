import { Elysia } from 'elysia';

/** The outcome of each readiness check: passed, failed, or words for what does not count, such as `not configured`. */
export type ReadinessChecks = Readonly<Record<string, boolean | string>>;

interface HealthRouteOptions {
  /** Checks whether the service is ready; never throws. */
  readonly checkReadiness: () => Promise<ReadinessChecks>;
  /** Identifies the data directory of the service. */
  readonly instanceId?: string;
  /** The prefix of every path; empty for the root. */
  readonly basePath: string;
  /** The stage of these requests before their handler. */
  readonly stage: Elysia;
}

/**
 * The health checks for a supervisor: liveness and readiness, with and without the base path. They need no key and do not
 * count as requests.
 */
export function healthRoutes({ checkReadiness, instanceId, basePath, stage }: HealthRouteOptions) {
  const routes = new Elysia({ name: 'health', normalize: false }).decorate('requestId', '').use(stage);
  for (const base of new Set(['', basePath])) {
    routes.get(`${base}/livez`, ({ requestId }) => ({ status: 'alive', requestId }));
    routes.get(`${base}/readyz`, async ({ set, requestId }) => {
      const checks = Object.entries(await checkReadiness());
      const isReady = checks.every(([, passed]) => passed !== false);
      set.status = isReady ? 200 : 503;
      return {
        status: isReady ? 'ready' : 'not ready',
        instance: instanceId,
        checks: Object.fromEntries(checks.map(([name, passed]) => [name, wordFor(passed)])),
        requestId,
      };
    });
  }
  return routes;
}

function wordFor(passed: ReadinessChecks[string]): string {
  if (typeof passed === 'string') return passed;
  return passed ? 'ok' : 'failing';
}
