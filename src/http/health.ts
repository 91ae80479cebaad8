import { Elysia } from 'elysia';

/** Names what was looked at, and tells of each whether it is well. */
export type ReadinessChecks = Readonly<Record<string, boolean>>;

interface HealthRouteOptions {
  /** Finds out whether the service can serve now; never throws. */
  readonly checkReadiness: () => Promise<ReadinessChecks>;
  /** What stands before every path; nothing for the root. */
  readonly basePath: string;
  /** What these requests pass before they are answered. */
  readonly stage: Elysia;
}

/**
 * What a supervisor asks: whether the process answers at all, and whether it can serve. Needs no key and counts nowhere.
 * Answered with the base path and without.
 */
export function healthRoutes({ checkReadiness, basePath, stage }: HealthRouteOptions) {
  const hidden = { detail: { hide: true } };
  const routes = new Elysia({ name: 'health', normalize: false }).decorate('requestId', '').use(stage);
  for (const base of new Set(['', basePath])) {
    routes.get(`${base}/livez`, ({ requestId }) => ({ status: 'alive', requestId }), hidden);
    routes.get(
      `${base}/readyz`,
      async ({ set, requestId }) => {
        const checks = Object.entries(await checkReadiness());
        const isReady = checks.every(([, isWell]) => isWell);
        set.status = isReady ? 200 : 503;
        return {
          status: isReady ? 'ready' : 'not ready',
          checks: Object.fromEntries(checks.map(([name, isWell]) => [name, isWell ? 'ok' : 'failing'])),
          requestId,
        };
      },
      hidden,
    );
  }
  return routes;
}
