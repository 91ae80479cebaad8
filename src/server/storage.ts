import { outcomeSecondsKept } from '../core/writer/origin.ts';
import { StorageUnavailable } from '../core/writer/storageUnavailable.ts';
import type { Settings } from '../core/config/settings.ts';
import { dayOfInstant, daysBetween } from '../core/billing/days.ts';
import { millisecondsOf } from '../core/billing/instants.ts';
import { isFromFuture } from '../core/access/apiKey.ts';
import { scheduleBackups } from '../core/jobs/backups.ts';
import { scheduleCleanup } from '../core/jobs/cleanup.ts';
import { scheduleDeliveries } from '../modules/deliveries/jobs/deliveries.ts';
import { schedulePurges } from '../modules/deliveries/jobs/purge.ts';
import { scheduleIntegrityChecks } from '../core/jobs/integrity.ts';
import { scheduleRates } from '../modules/rates/jobs.ts';
import { bankTimeZone } from '../modules/rates/rules/publication.ts';
import { scheduleRenewals } from '../modules/subscriptions/jobs.ts';
import { createScheduler } from '../core/jobs/scheduler.ts';
import { scheduleUses } from '../core/jobs/uses.ts';
import type { Log } from '../core/observability/log.ts';
import {
  instantAt,
  instantOf,
  trackWallSpan,
  type Clock,
  type Randomness,
  type WallSpan,
} from '../core/runtime/system.ts';
import type { Terminal } from '../core/runtime/terminal.ts';
import { lockDirectory } from '../core/directory/directoryLock.ts';
import { identifyOpened, watchOpenFiles } from '../core/directory/openFiles.ts';
import { countFailingChannels } from '../modules/channels/store/failingChannels.ts';
import { checkStorage } from '../core/health/readiness.ts';
import type { CommitGroup } from '../core/writer/writeHealth.ts';
import { refuseUnusable } from '../core/database/database.ts';
import { openStore, type OpenedStore } from '../modules/store.ts';
import { watchDescriptors } from '../core/workers/startWorker.ts';
import { openWriteQueue } from '../core/writer/queue.ts';
import { openChannels } from './channels.ts';
import { openImportReader } from '../modules/imports/port.ts';
import { backupFolderOf, announceUpgrade } from './dataDirectory.ts';
import { logCommit } from './serverLog.ts';
import { ownerLimitsOf } from './ownerLimits.ts';
import type { ServerMetrics } from './serverMetrics.ts';

/** The code of the workers: of writes, of imports, of the integrity check and of the backup. */
export interface WorkerUrls {
  readonly write: URL;
  readonly import: URL;
  readonly integrity: URL;
  readonly backup: URL;
}

/** Options of the storage of a server. */
export interface StorageOptions {
  readonly settings: Settings;
  readonly terminal: Terminal;
  readonly clock: Clock;
  readonly randomness: Randomness;
  readonly workerUrls: WorkerUrls;
  readonly log: Log;
  readonly metrics: ServerMetrics | undefined;
}

/** A job that starts its timetable. */
interface StartableJob {
  begin(): void | Promise<void>;
}

/**
 * Locks and opens the data directory, and wires everything that works on it: the store, the write queue, the health
 * checks and the jobs. Jobs run from `begin` on.
 */
export function openStorage(options: StorageOptions) {
  const { settings, clock, workerUrls, log } = options;
  const { lock, store, files, channels } = lockAndOpen(options);
  const outcomesKept = trackWallSpan(clock, outcomeSecondsKept);
  const scheduler = createScheduler(clock);
  const common = { ...clock, dataDirectory: settings.dataDir, files, scheduler, log: log.error };
  const openFiles = watchOpenFiles({ files, log: log.error });
  const onGroupCommit = tellOfCommits(options, openFiles, () => jobs.deliveries.noteWrites());
  const ownerLimits = ownerLimitsOf(settings);
  const writes = openWriteQueue({ ...common, ownerLimits, workerUrl: workerUrls.write, onGroupCommit });
  const imports = openImportReader({ ...common, workerUrl: workerUrls.import });
  // Every job: `begin` starts all of them.
  const jobs = {
    cleanup: scheduleCleanup({ ...common, ...expirySpan(outcomesKept), store, writes }),
    purges: schedulePurges({ ...common, writes }),
    renewals: scheduleRenewals({ ...common, ...renewalPlan(options), store, writes }),
    deliveries: scheduleDeliveries({ ...common, ...deliveryPlan(options, channels), store, writes }),
    rates: scheduleRates({ ...common, ...ratesPlan(options, channels), store, writes }),
    uses: scheduleUses({ ...common, clock, writes }),
    integrity: scheduleIntegrityChecks({ ...common, workerUrl: workerUrls.integrity }),
    backups: scheduleBackups({ ...common, ...backupPlan(settings, log), workerUrl: workerUrls.backup }),
  } satisfies Record<string, StartableJob>;
  const { deliveries, uses, integrity, backups } = jobs;
  const failingChannels = countFailingChannels({ store, clock });
  showIn(options, { ...jobs, store, channels });

  return {
    store,
    writes,
    imports,
    channels,
    backups,
    outcomesKept,
    onUse: (id: string): void => uses.note(id),
    check: checkStorage({ ...common, store, writes, integrity, openFiles, backups }),
    hasDescriptors: watchDescriptors(log),
    /** How old the fetched exchange rates are, in words; nothing for a server that fetches none. */
    agedRates: () => agedRates(options, store),
    failingChannels: () => orNothing(failingChannels) ?? 0,
    integrity: integrity.found,
    /** When the service has last written, as far as it is known. */
    writtenAt: () => lastWriteIn(store),
    begin: () => beginAll(options, store, jobs),
    async close(): Promise<void> {
      await Promise.all([deliveries.end(), uses.end()]);
      // Jobs close their connections first: the last one to close folds the write-ahead log in.
      await Promise.all([scheduler.stop(), writes.close()]);
      store.close();
      lock.release();
    },
  };
}

/** When the service has last written, as far as it is known. */
function lastWriteIn(store: OpenedStore): string | undefined {
  return orNothing(() => store.renewals.lastRunAt());
}

/** Says why keys and sessions are refused after a start with the clock in the past, or after one with the clock ahead. */
function warnOfClock({ clock, log }: StorageOptions, store: OpenedStore): void {
  const [now, writtenAt] = [instantOf(clock), lastWriteIn(store)];
  if (writtenAt === undefined || !isFromFuture(writtenAt, now)) return;
  log.warn(
    `the clock shows ${now}, but the database was written at ${writtenAt}, so one of them is wrong. If the clock is, set it: keys and sessions from later than it shows are not valid`,
  );
}

/** Says how somebody can sign in while nobody can. */
function recommendSignIn({ log }: StorageOptions, store: OpenedStore): void {
  if (orNothing(() => store.users.hasAny()) === false)
    log.info('nobody can sign in to the dashboard yet: run "duebook sign-in"');
}

function beginAll(options: StorageOptions, store: OpenedStore, jobs: Readonly<Record<string, StartableJob>>): void {
  warnOfClock(options, store);
  recommendSignIn(options, store);
  for (const job of Object.values(jobs)) void job.begin();
}

/** Shows in the metrics, if there are any, what the storage and its jobs know. */
function showIn(options: StorageOptions, { backups, store, channels }: Shown): void {
  const { metrics } = options;
  metrics?.showBackups(backups);
  metrics?.showDue(() => dueNow(options, store));
  metrics?.showDeliveries({ mails: channels.mailCounts, read: () => orNothing(() => figuresOf(store)) });
}

interface Shown {
  readonly backups: Parameters<ServerMetrics['showBackups']>[0];
  readonly store: OpenedStore;
  readonly channels: ReturnType<typeof openChannels>;
}

function tellOfCommits(
  { log, metrics }: StorageOptions,
  openFiles: ReturnType<typeof watchOpenFiles>,
  noteWrites: () => void,
) {
  return (group: CommitGroup): void => {
    logCommit(log, group);
    noteWrites();
    openFiles.noteCommit(group.isFailed);
    metrics?.onGroupCommit(group);
  };
}

function figuresOf({ deliveryWork }: OpenedStore) {
  const oldest = deliveryWork.oldestPending();
  return {
    byState: deliveryWork.countByState(),
    oldestPending: oldest === undefined ? undefined : millisecondsOf(oldest),
  };
}

/** What a read gives; undefined when the storage cannot serve, which the health check reports. */
function orNothing<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof StorageUnavailable) return undefined;
    throw error;
  }
}

/** What is due now; undefined when the storage cannot serve, which the health check reports. */
function dueNow({ clock, settings }: StorageOptions, store: OpenedStore) {
  const today = dayOfInstant(instantOf(clock), settings.timezone);
  return Promise.resolve(orNothing(() => store.dueFigures(today, { isPerOwner: settings.metricsPerOwner })));
}

function agedRates({ settings, clock }: StorageOptions, store: OpenedStore): { readonly rates?: string } {
  if (settings.exchangeRates === 'none') return {};
  const asOf = orNothing(() => store.rates.reference())?.asOf;
  if (asOf === undefined) return { rates: 'none fetched yet' };
  const days = Math.max(0, daysBetween(asOf, dayOfInstant(instantOf(clock), bankTimeZone)));
  return { rates: `of ${asOf}, ${days} ${days === 1 ? 'day' : 'days'} old` };
}

function expirySpan(outcomesKept: WallSpan) {
  return {
    keptSince: () => instantAt(outcomesKept.earliest()),
    stampedUntil: () => instantAt(outcomesKept.latest()),
  };
}

function renewalPlan({ clock, randomness, settings, log }: StorageOptions) {
  return { clock, randomness, timeZone: settings.timezone, warn: log.warn, logMade: log.info };
}

function ratesPlan(
  { clock, randomness, settings, log }: StorageOptions,
  { read }: Pick<ReturnType<typeof openChannels>, 'read'>,
) {
  const { exchangeRates, exchangeRatesUrl: url } = settings;
  return { clock, randomness, isOn: exchangeRates === 'ecb', url, read, logMade: (line: string) => log.info(line) };
}

function deliveryPlan({ clock, settings }: StorageOptions, { find, send }: ReturnType<typeof openChannels>) {
  return { clock, timeZone: settings.timezone, publicUrl: settings.publicUrl, openChannel: find, send };
}

function backupPlan(settings: Settings, log: Log) {
  const target = { ...backupFolderOf(settings), keepMax: settings.backupKeep };
  return { target, everySeconds: settings.backupEvery, logMade: log.info };
}

function lockAndOpen(options: StorageOptions) {
  const {
    settings: { dataDir },
    terminal,
  } = options;
  // Before the lock, so that a directory with a database that is refused gets no lock file either.
  refuseUnusable(dataDir);
  const lock = lockDirectory(dataDir);
  try {
    const open = () => openStore(dataDir, lock, (upgraded) => announceUpgrade(upgraded, terminal));
    const { opened: store, files } = identifyOpened(dataDir, open);
    return { lock, store, files, channels: openOrClose(options, store) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function openOrClose(options: StorageOptions, store: OpenedStore) {
  try {
    return openChannels({ ...options, store });
  } catch (error) {
    store.close();
    throw error;
  }
}
