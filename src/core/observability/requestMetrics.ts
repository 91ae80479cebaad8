import { Counter, Histogram, type Registry } from 'prom-client';
import { gauge } from './series.ts';
import { failureReasons, type AnsweredRequest, type Observation, type RequestObserver } from './requestEvents.ts';

interface Counts {
  readonly method: string;
  readonly route: string;
  readonly byStatus: Map<number, number>;
  readonly observeSeconds: (seconds: number) => void;
}

const durationBucketsSeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const limits = ['quota', 'invalid_keys'] as const;

/** Counts requests and refused ones. */
export function measureRequests(registry: Registry): Observation {
  return { observers: [countRequests(registry)], ...countRefusals(registry) };
}

function countRequests(registry: Registry): RequestObserver {
  const duration = new Histogram({
    name: 'duebook_http_request_duration_seconds',
    help: 'Duration of requests.',
    labelNames: ['method', 'route'],
    buckets: durationBucketsSeconds,
    registers: [registry],
  });
  const counted = new Map<string, Map<string, Counts>>();
  let inFlight = 0;
  showCounts(registry, counted, () => inFlight);

  function countsOf({ method, route }: AnsweredRequest): Counts {
    let methods = counted.get(route);
    if (methods === undefined) counted.set(route, (methods = new Map()));
    let counts = methods.get(method);
    if (counts === undefined) {
      const series = duration.labels(method, route);
      const observeSeconds = (seconds: number) => series.observe(seconds);
      methods.set(method, (counts = { method, route, byStatus: new Map(), observeSeconds }));
    }
    return counts;
  }

  return {
    begun: () => void (inFlight += 1),
    answered(answer) {
      inFlight -= 1;
      const { byStatus, observeSeconds } = countsOf(answer);
      byStatus.set(answer.status, (byStatus.get(answer.status) ?? 0) + 1);
      observeSeconds(answer.milliseconds / 1000);
    },
    probed: () => void (inFlight -= 1),
  };
}

/** Fills the series when they are collected, not for each request. */
function showCounts(
  registry: Registry,
  counted: ReadonlyMap<string, ReadonlyMap<string, Counts>>,
  inFlight: () => number,
): void {
  void new Counter({
    name: 'duebook_http_requests_total',
    help: 'Answered requests.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { method, route, byStatus } of [...counted.values()].flatMap((methods) => [...methods.values()])) {
        for (const [status, count] of byStatus) this.inc({ method, route, status }, count);
      }
    },
  });
  gauge(registry, 'duebook_http_requests_in_flight', 'Requests in progress.', inFlight);
}

function countRefusals(registry: Registry): Omit<Observation, 'observers'> {
  const registers = [registry];
  const failures = new Counter({
    name: 'duebook_authentication_failures_total',
    help: 'Requests with a missing or invalid key, or with a scope that is too small.',
    labelNames: ['reason'],
    registers,
  });
  const rateLimited = new Counter({
    name: 'duebook_rate_limited_total',
    help: 'Requests refused by a rate limit: the quota of an owner, or the limit on invalid keys.',
    labelNames: ['limit'],
    registers,
  });
  // A series that exists from the start shows its first increase.
  for (const reason of failureReasons) failures.inc({ reason }, 0);
  for (const limit of limits) rateLimited.inc({ limit }, 0);
  return {
    onAuthenticationFailure({ reason }) {
      failures.inc({ reason });
      if (reason === 'too_many_invalid_keys') rateLimited.inc({ limit: 'invalid_keys' });
    },
    onQuotaUsedUp: () => rateLimited.inc({ limit: 'quota' }),
  };
}
