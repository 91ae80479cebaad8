import { dayOfInstant } from '../../core/billing/days.ts';
import type { Scheduler } from '../../core/jobs/scheduler.ts';
import { newestDueDay } from '../../core/jobs/timetable.ts';
import type { ReadResult } from '../../core/outgoing/httpRequest.ts';
import { instantOf, type Clock, type Randomness } from '../../core/runtime/system.ts';
import type { WriteDoor } from '../../core/writer/queue.ts';
import type { Store } from '../store.ts';
import { bankTimeZone, newestPublicationDay, publishedAt } from './rules/publication.ts';

/** Options of the fetching of exchange rates. */
export interface RatesOptions {
  readonly scheduler: Scheduler;
  readonly store: Pick<Store, 'rates'>;
  readonly writes: WriteDoor;
  readonly clock: Clock;
  readonly randomness: Pick<Randomness, 'uuid'>;
  /** Whether rates are fetched. */
  readonly isOn: boolean;
  /** The address of the document. */
  readonly url: string;
  /** Reads a document from an address. */
  readonly read: (url: string) => Promise<ReadResult>;
  /** Takes a log line at level error. */
  readonly log: (line: string) => void;
  /** Takes a log line at level info. */
  readonly logMade: (line: string) => void;
}

// Serves the first requests after a start first.
const firstSeconds = 3;
const retry = { firstSeconds: 60, longestSeconds: 3600 };
// While the bank is late.
const lateSeconds = 3600;

const timetable = { at: publishedAt, timeZone: bankTimeZone } as const;

/**
 * Schedules the fetching of the bank's exchange rates: after their publication on each working day, and at the start when the stored
 * ones are older. What is stored says what is due, so a clock that is set back fetches nothing twice. A failure keeps the
 * last rates, and is logged once until a fetch succeeds again.
 */
export function scheduleRates(options: RatesOptions) {
  const { scheduler, store, clock, isOn, log } = options;
  let isFailing = false;
  const job = scheduler.schedule({
    timetable,
    retry,
    async run() {
      const due = newestPublicationDay(newestDueDay(clock.wallMilliseconds(), timetable).toString());
      if (isStored(store, due)) return undefined;
      await fetchRates(options);
      isFailing = false;
      return isStored(store, due) ? undefined : { nextInSeconds: lateSeconds };
    },
    onFailure(error) {
      if (!isFailing) log(`the exchange rates could not be fetched: ${reasonIn(error)}. The last ones stay in use`);
      isFailing = true;
    },
  });
  return {
    /** Fetches what is due soon, and after each publication from then on. */
    begin(): void {
      if (isOn) job.begin(firstSeconds);
    },
  };
}

function isStored({ rates }: Pick<Store, 'rates'>, day: string): boolean {
  const stored = rates.reference();
  return stored !== undefined && stored.asOf >= day;
}

async function fetchRates({ writes, clock, randomness, url, read, logMade }: RatesOptions): Promise<void> {
  const result = await read(url);
  if (result.outcome === 'failed') throw new Error(reasonOfFailure(result));
  // Loaded with the first document.
  const { readReferenceRates } = await import('./rules/referenceDocument.ts');
  const reference = readReferenceRates(result.text);
  const at = instantOf(clock);
  if (reference.asOf > dayOfInstant(at, bankTimeZone))
    throw new Error(`they are of ${reference.asOf}, which is to come`);
  const actor = { kind: 'service', requestId: randomness.uuid() } as const;
  const { isNew } = await writes.submit({ kind: 'rates.fetched', at, actor, reference });
  if (isNew) logMade(`exchange rates of ${reference.asOf} fetched`);
}

const reasons: Readonly<Partial<Record<Failure['reason'], string>>> = {
  timeout: 'there was no answer within 10 seconds',
  unknownHost: 'the host name has no address',
  notConnected: 'the connection failed',
  certificate: 'the certificate is not valid',
  refusedAddress: 'no requests are sent to this address',
  notAllowed: '--outgoing-allow does not list the host',
  invalidAnswer: 'the answer is too large, incomplete or no text',
};

type Failure = Extract<ReadResult, { outcome: 'failed' }>;

function reasonOfFailure({ reason, status }: Failure): string {
  return reasons[reason] ?? `the status of the answer is ${status}`;
}

function reasonIn(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
