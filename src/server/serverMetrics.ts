import { tokenCheck } from '../core/observability/routes.ts';
import { bearerToken } from '../core/http/pipeline/authentication.ts';
import { hasSecondHost, targetOf } from '../core/http/pipeline/requestTarget.ts';
import type { Settings } from '../core/config/settings.ts';
import type { Observation } from '../core/observability/requestEvents.ts';
import type { DeliveryView } from '../core/observability/deliveryMetrics.ts';
import type { DueView } from '../core/observability/dueMetrics.ts';
import type { Metrics, MetricsReader } from '../core/observability/metrics.ts';
import type { StorageView } from '../core/observability/storageMetrics.ts';
import { databaseBytes, walBytes } from '../core/database/database.ts';
import type { Clock } from '../core/runtime/system.ts';
import { listenRefused, originOf, type ListeningAddress } from './address.ts';
import { version } from '../core/runtime/ownCommand.ts';
import { serveFunction } from '../core/runtime/host.ts';

type Backups = StorageView['backups'];
type ReadDue = DueView['read'];
type Deliveries = Pick<DeliveryView, 'mails' | 'read'>;

/** The metrics of a server, served on a listener of their own or beside the API. */
export interface ServerMetrics extends Metrics {
  /** What the API needs to serve the metrics; undefined when they have a listener of their own. */
  readonly beside: { readonly token: string; readonly reader: MetricsReader } | undefined;
  /** Their URL on a listener of their own; undefined without one. */
  readonly url: string | undefined;
  /** Its own listener, if it has one. */
  readonly listeners: readonly { readonly host: string; readonly port: number }[];
  /** Shows the state of the backups from now on. */
  readonly showBackups: (backups: Backups) => void;
  /** Shows what is due from now on. */
  readonly showDue: (read: ReadDue) => void;
  /** Shows the deliveries of reminders from now on. */
  readonly showDeliveries: (deliveries: Deliveries) => void;
  /** Closes that listener. */
  readonly close: () => Promise<void>;
}

const noBackups: Backups = {
  state: () => ({ lastBackupFailed: false, failures: 0 }),
  lastBackupAt: () => Promise.resolve(undefined),
};

/**
 * Begins to measure if the settings enable metrics; otherwise, does not even load their library.
 *
 * @throws {CliError} when their listener cannot listen on its address
 */
export async function openServerMetrics(settings: Settings, clock: Clock): Promise<ServerMetrics | undefined> {
  const { dataDir, metricsPort, metricsToken, metricsPerOwner: isPerOwner } = settings;
  if (metricsPort === null && metricsToken === null) return undefined;
  const { createMetrics } = await import('../core/observability/metrics.ts');
  let backups = noBackups;
  let readDue: ReadDue = () => Promise.resolve(undefined);
  let deliveries: Deliveries = { mails: () => ({ sent: 0, failed: 0, refused: 0 }), read: () => undefined };
  const metrics = createMetrics({
    version,
    databaseBytes: () => databaseBytes(dataDir),
    walBytes: () => walBytes(dataDir),
    wallMilliseconds: () => clock.wallMilliseconds(),
    backups: { state: () => backups.state(), lastBackupAt: () => backups.lastBackupAt() },
    due: { isPerOwner, clock, read: () => readDue() },
    deliveries: { mails: () => deliveries.mails(), read: () => deliveries.read() },
  });
  const { reader } = metrics;
  const server =
    metricsPort === null ? undefined : listen(settings, metricsPort, answerMetricsAlone(reader, metricsToken));
  return {
    ...metrics,
    beside: server === undefined && metricsToken !== null ? { token: metricsToken, reader } : undefined,
    url: server === undefined ? undefined : `${originOf(settings.metricsHost, server.port)}/metrics`,
    listeners: server === undefined ? [] : [{ host: settings.metricsHost, port: server.port ?? 0 }],
    showBackups: (shown) => void (backups = shown),
    showDue: (read) => void (readDue = read),
    showDeliveries: (shown) => void (deliveries = shown),
    close: async () => await server?.stop(true),
  };
}

function listen(settings: Settings, port: number, fetch: (request: Request) => Promise<Response>) {
  try {
    return serveFunction({ hostname: settings.metricsHost, port }, fetch);
  } catch (error) {
    throw listenRefused(metricsAddress(settings, port), error);
  }
}

/** The address of the metrics' own listener. */
export function metricsAddress({ metricsHost }: Pick<Settings, 'metricsHost'>, port: number): ListeningAddress {
  return { host: metricsHost, port, hostFlag: '--metrics-host', portFlag: '--metrics-port' };
}

/** Combines two observations; the second one is optional. */
export function shownToBoth(one: Observation, other: Observation | undefined): Observation {
  if (other === undefined) return one;
  return {
    observers: [...one.observers, ...other.observers],
    onAuthenticationFailure(failure) {
      one.onAuthenticationFailure(failure);
      other.onAuthenticationFailure(failure);
    },
    onQuotaUsedUp() {
      one.onQuotaUsedUp();
      other.onQuotaUsedUp();
    },
  };
}

/** Creates the handler of a listener that serves metrics only, and requires the token if there is one. */
export function answerMetricsAlone(metrics: MetricsReader, token: string | null) {
  const isRight = token === null ? () => true : tokenCheck(token);
  return async (request: Request): Promise<Response> => {
    if (hasSecondHost(request)) {
      return new Response('there is more than one Host header\n', { status: 400 });
    }
    const { pathname } = new URL(`http://localhost${targetOf(request)}`);
    if (!['GET', 'HEAD'].includes(request.method) || pathname !== '/metrics') {
      return new Response('only GET /metrics is served here\n', { status: 404 });
    }
    if (!isRight(bearerToken(request) ?? '')) {
      return new Response('the bearer token is missing or wrong\n', {
        status: 401,
        headers: { 'www-authenticate': 'Bearer' },
      });
    }
    return new Response(await metrics.read(), { headers: { 'content-type': metrics.contentType } });
  };
}
