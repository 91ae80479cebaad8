import { Elysia } from 'elysia';

/** Names what was looked at, and tells of each whether it is well, or that it is not configured. */
export type ReadinessChecks = Readonly<Record<string, boolean | 'not configured'>>;

interface HealthRouteOptions {
  /** Finds out whether the service can serve now; never throws. */
  readonly checkReadiness: () => Promise<ReadinessChecks>;
  /** What the data directory of the service is known by. */
  readonly instanceId?: string;
  /** What stands before every path; nothing for the root. */
  readonly basePath: string;
  /** What these requests pass before they are answered. */
  readonly stage: Elysia;
}

/**
 * What a supervisor asks: whether the process answers at all, and whether it can serve. Needs no key and counts nowhere.
 * Answered with the base path and without.
 */
export function healthRoutes({ checkReadiness, instanceId, basePath, stage }: HealthRouteOptions) {
  const routes = new Elysia({ name: 'health', normalize: false }).decorate('requestId', '').use(stage);
  for (const base of new Set(['', basePath])) {
    routes.get(`${base}/livez`, ({ requestId }) => ({ status: 'alive', requestId }));
    routes.get(`${base}/readyz`, async ({ set, requestId }) => {
      const checks = Object.entries(await checkReadiness());
      const isReady = checks.every(([, isWell]) => isWell !== false);
      set.status = isReady ? 200 : 503;
      return {
        status: isReady ? 'ready' : 'not ready',
        instance: instanceId,
        checks: Object.fromEntries(checks.map(([name, isWell]) => [name, wordFor(isWell)])),
        requestId,
      };
    });
  }
  return routes;
}

function wordFor(isWell: ReadinessChecks[string]): string {
  if (typeof isWell === 'string') return isWell;
  return isWell ? 'ok' : 'failing';
}
