import { Gauge, Registry } from 'prom-client';
import { counter, gauge } from './series.ts';
import type { Observation } from './requestEvents.ts';
import type { CommitGroup } from '../writer/writeHealth.ts';
import { measureRequests } from './requestMetrics.ts';
import { measureDeliveries, type DeliveryView } from './deliveryMetrics.ts';
import { measureDue, type DueView } from './dueMetrics.ts';
import { measureStorage, type StorageView } from './storageMetrics.ts';
import { runtime } from '../runtime/host.ts';

/** Reads the current metrics. */
export interface MetricsReader {
  /** The content type of the text. */
  readonly contentType: string;
  /** Gives the metrics in the Prometheus text format. */
  readonly read: () => Promise<string>;
}

/** The observers that measure the service, and the reader of the metrics. */
export interface Metrics {
  /** Observes every request. */
  readonly observation: Observation;
  /** Observes every group commit. */
  readonly onGroupCommit: (group: CommitGroup) => void;
  readonly reader: MetricsReader;
}

/** Options of the metrics. */
export interface MetricsOptions extends StorageView {
  readonly version: string;
  readonly due: DueView;
  readonly deliveries: Pick<DeliveryView, 'mails' | 'read'>;
}

/** Creates the metrics in the Prometheus text format. */
export function createMetrics(options: MetricsOptions): Metrics {
  const collection = new Registry();
  const observation = measureRequests(collection);
  const onGroupCommit = measureStorage(collection, options);
  measureDue(collection, options.due);
  measureDeliveries(collection, { ...options, ...options.deliveries });
  describeProcess(collection, options);
  return {
    observation,
    onGroupCommit,
    reader: { contentType: collection.contentType, read: () => collection.metrics() },
  };
}

function describeProcess(registry: Registry, { version, wallMilliseconds }: MetricsOptions): void {
  const registers = [registry];
  new Gauge({
    name: 'duebook_build_info',
    help: 'Always 1; the labels name the version.',
    labelNames: ['version', runtime.name],
    registers,
  }).set({ version, [runtime.name]: runtime.version }, 1);
  const startedAt = wallMilliseconds() / 1000;
  gauge(
    registry,
    'process_start_time_seconds',
    'When the process began to serve, in seconds since 1970.',
    () => startedAt,
  );
  counter(registry, 'process_cpu_seconds_total', 'Processor time used by the process.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  gauge(registry, 'process_resident_memory_bytes', 'Resident memory of the process.', () => process.memoryUsage.rss());
  gauge(
    registry,
    'duebook_heap_used_bytes',
    'Memory used by JavaScript objects.',
    () => process.memoryUsage().heapUsed,
  );
}
