import pageScript from 'documentation-page-script' with { type: 'file' };
import { createApp, listenOn, type App, type AppDependencies } from '../app.ts';
import type { Settings, Supervision } from '../config/settings.ts';
import { outcomeSecondsKept } from '../commands/idempotency.ts';
import type { Log } from '../observability/log.ts';
import { scheduleBackups } from '../jobs/backups.ts';
import { refuseUnusable, walBytes } from '../store/sqlite/database.ts';
import { holdDescriptors } from '../store/workers/descriptors.ts';
import { lockDirectory } from '../store/directory/directoryLock.ts';
import { instanceIdOf } from '../store/directory/instanceId.ts';
import { scheduleIntegrityChecks } from '../jobs/integrity.ts';
import { storageAnswers } from '../store/health/liveness.ts';
import { identifyOpened, watchOpenFiles, type OpenFiles } from '../store/directory/openFiles.ts';
import { checkStorage } from '../store/health/readiness.ts';
import { scheduleIdempotencyExpiry } from '../jobs/idempotencyExpiry.ts';
import { openReadQueue } from '../store/reader/queue.ts';
import { openStore, type OpenedStore } from '../store/store.ts';
import type { CommitGroup } from '../store/health/writeHealth.ts';
import { openWriteQueue } from '../store/writer/queue.ts';
import { instantAt, trackWallSpan, type Clock, type Randomness, type WallSpan } from '../runtime/system.ts';
import { backupFolderOf, refuseMissingBackupFolder } from './backupFolder.ts';
import { announceUpgrade, refusingUnusable } from './dataDirectory.ts';
import { curlLine, writeInitialKey } from './initialKey.ts';
import { listenRefused, originOf, refuseSharedPort, refuseTakenAddress } from './listening.ts';
import { logBatch, logStart, openServerLog, type ServerLog } from './serverLog.ts';
import { metricsAddress, openServerMetrics, shownToBoth, type ServerMetrics } from './serverMetrics.ts';
import { reportReady } from '../runtime/systemd.ts';
import { beginGracefulShutdown } from '../runtime/gracefulShutdown.ts';
import { exitCode, type ExitCode, type ServerTerminal, type Terminal } from '../runtime/terminal.ts';

/** Where the code of the threads is: of those that write, do long reads, look for damage, back up. */
export interface WorkerUrls {
  readonly write: URL;
  readonly read: URL;
  readonly integrity: URL;
  readonly backup: URL;
}

/** What serving needs. */
export interface ServeOptions {
  readonly settings: Settings;
  readonly supervision: Supervision | undefined;
  readonly terminal: ServerTerminal;
  readonly clock: Clock;
  readonly randomness: Randomness;
  readonly workerUrls: WorkerUrls;
  /** Resolves when the server is asked to stop. */
  readonly stopRequested: Promise<void>;
  /** Takes what is to be done whenever a backup is asked for. */
  readonly onBackupRequest: (action: () => void) => void;
  /** Ends the process with a code, whatever hangs. */
  readonly exitImmediately: (code: number) => Promise<void>;
}

// Whoever connects to one of these does so from it, but for a client on this machine that takes pains to look different.
const loopbackAddresses = ['127.0.0.1', '::1'];

/**
 * Serves until it is asked to stop; then answers the requests in flight and closes the database.
 *
 * @throws {SettingRefused} when the settings contradict each other
 * @throws {CliError} when an address cannot be listened on, or backups have no place; then the data directory was not touched
 * @throws {DatabaseRefused} when the database cannot be used, or another server runs on it
 */
export async function serve(options: ServeOptions): Promise<ExitCode> {
  const { settings, terminal, clock } = options;
  const address = apiAddress(settings);
  if (settings.metricsPort !== null) refuseSharedPort(address, metricsAddress(settings, settings.metricsPort));
  refuseMissingBackupFolder(settings);
  const metrics = await openServerMetrics(settings, clock);
  const serverLog = await openServerLog(settings, terminal, clock);
  try {
    // Once the metrics have theirs, which may be the same under another name.
    refuseTakenAddress(address);
    return await serveWith(options, serverLog, metrics);
  } finally {
    await metrics?.close();
    await serverLog.close();
  }
}

async function serveWith(
  options: ServeOptions,
  serverLog: ServerLog,
  metrics: ServerMetrics | undefined,
): Promise<ExitCode> {
  const { settings, supervision, terminal, clock, randomness, stopRequested } = options;
  const { log } = serverLog;
  const outcomesKept = trackWallSpan(clock, outcomeSecondsKept);
  const storage = openStorage(options, log, metrics, outcomesKept);
  let stop: ReturnType<typeof beginGracefulShutdown> | undefined;
  const checkReadiness = async () => {
    const descriptors = storage.hasDescriptors();
    return { ...(await storage.check()), descriptors, serving: stop === undefined };
  };
  try {
    const { store, writes, longReads } = storage;
    const keyFile = leaveFirstKey(options, store);
    const observation = shownToBoth(serverLog.observation, metrics?.observation);
    const reached = { store, writes, longReads, checkReadiness };
    const parts = { ...reached, clock, randomness, outcomesKept, log: log.error, warn: log.warn };
    const server = listen(createService({ ...parts, observation, metrics: metrics?.beside }, settings), settings);
    terminal.result(`duebook listening on ${originOf(settings.host, server.port)}${settings.basePath}`);
    logStart(log, settings, `${originOf(settings.host, server.port)}${settings.basePath}`);
    serverLog.begin();
    if (metrics?.url !== undefined) log.info(`metrics are served at ${metrics.url}`);
    if (keyFile !== undefined)
      announceKey(keyFile, `${localOrigin(settings.host, server.port)}${settings.basePath}`, terminal);
    storage.watch();
    options.onBackupRequest(() => storage.backups.request());
    const manager = await reportReady({ supervision, clock, log: log.error, storageAnswers: storage.answers });
    await stopRequested;
    stop = beginGracefulShutdown(clock);
    log.info('stopping');
    manager.stopping();
    await stop.drain(server);
    return exitCode.done;
  } finally {
    const isClosed = await (stop ?? beginGracefulShutdown(clock)).waitFor(storage.close());
    if (!isClosed) await leaveStorage(options, serverLog);
    else if (stop !== undefined) log.info('stopped');
  }
}

function leaveFirstKey(
  { settings: { dataDir }, clock, randomness }: ServeOptions,
  store: OpenedStore,
): string | undefined {
  return refusingUnusable(dataDir, () => writeInitialKey(store, dataDir, clock, randomness));
}

/** What is on the disk is whole, and the process must not wait for the rest any longer. */
async function leaveStorage({ terminal, exitImmediately }: ServeOptions, serverLog: ServerLog): Promise<void> {
  // Of all that is logged, this is told where nothing is gathered first: the process ends without more ado.
  terminal.notice('the disk takes too long: the database is left as after a crash, the next start puts it in order');
  await serverLog.close();
  return exitImmediately(exitCode.done);
}

/** All that works on the data directory: what reads, what writes, and, once it is told to watch, what looks for damage and backs up. */
function openStorage(
  { settings, terminal, clock, workerUrls }: ServeOptions,
  log: Log,
  metrics: ServerMetrics | undefined,
  outcomesKept: WallSpan,
) {
  const { hold, store, files } = holdAndOpen(settings.dataDir, terminal);
  const openFiles = watchOpenFiles({ files, log: log.error });
  const basis = partsOfAll({ settings, clock, files, log });
  const descriptors = holdDescriptors({ ...basis, logWell: log.info });
  const common = { ...basis, startWorker: descriptors.startWorker };
  const onBatch = (batch: CommitGroup) => {
    logBatch(log, batch);
    openFiles.noteBatch(batch.isFailed);
    metrics?.onBatch(batch);
  };
  const writes = openWriteQueue({ ...common, workerUrl: workerUrls.write, onBatch });
  const longReads = openReadQueue({ ...common, workerUrl: workerUrls.read, writes });
  const keptSince = () => instantAt(outcomesKept.earliest());
  const stampedUntil = () => instantAt(outcomesKept.latest());
  const expiry = scheduleIdempotencyExpiry({ ...common, store, writes, keptSince, stampedUntil });
  const integrity = scheduleIntegrityChecks({ ...common, workerUrl: workerUrls.integrity });
  const target = { ...backupFolderOf(settings), keepMax: settings.backupKeep };
  const everySeconds = settings.backupEvery;
  const backups = scheduleBackups({ ...common, logMade: log.info, target, everySeconds, workerUrl: workerUrls.backup });
  metrics?.showBackups(backups);
  return {
    store,
    writes,
    longReads,
    backups,
    check: checkStorage({ ...common, store, writes, longReads, integrity, openFiles, backups }),
    answers: () => storageAnswers({ store, writes }),
    hasDescriptors: () => descriptors.areEnough(),
    watch(): void {
      descriptors.begin();
      expiry.begin();
      integrity.begin();
      void backups.begin();
    },
    async close(): Promise<void> {
      expiry.close();
      await Promise.all([longReads.close(), integrity.close(), backups.close(), writes.close()]);
      store.close();
      hold.release();
      descriptors.close();
    },
  };
}

interface PartOptions extends Pick<ServeOptions, 'settings' | 'clock'> {
  readonly files: OpenFiles;
  readonly log: Log;
}

/** What all that works on the data directory needs. */
function partsOfAll({ settings, clock, files, log }: PartOptions) {
  return {
    dataDirectory: settings.dataDir,
    files,
    walBytes: () => walBytes(settings.dataDir),
    wallMilliseconds: () => clock.wallMilliseconds(),
    monotonicMilliseconds: () => clock.monotonicMilliseconds(),
    after: (milliseconds: number, action: () => void) => clock.after(milliseconds, action),
    log: log.error,
  };
}

function holdAndOpen(dataDir: string, terminal: Terminal) {
  // First, so that a directory of which the database is refused gets no lock file either.
  refuseUnusable(dataDir);
  const hold = lockDirectory(dataDir);
  try {
    const open = () => openStore(dataDir, hold, (upgraded) => announceUpgrade(upgraded, terminal));
    const { opened: store, files } = identifyOpened(dataDir, open);
    return { hold, store, files };
  } catch (error) {
    hold.release();
    throw error;
  }
}

type Server = ReturnType<typeof listenOn>;

type Parts = Pick<
  AppDependencies,
  'store' | 'writes' | 'longReads' | 'clock' | 'randomness' | 'log' | 'warn' | 'checkReadiness'
> &
  Pick<AppDependencies, 'observation' | 'metrics' | 'outcomesKept'>;

function createService(parts: Parts, settings: Settings): App {
  return createApp({
    ...parts,
    timeZone: settings.timezone,
    quota: { limit: settings.quota, windowSeconds: settings.quotaWindow },
    trustedProxies: settings.trustedProxies,
    loopbackAddress: loopbackAddresses.find((address) => address === settings.host),
    basePath: settings.basePath,
    instanceId: instanceIdOf(settings.dataDir),
    invalidKeys: { limit: settings.invalidKeyLimit, windowSeconds: settings.invalidKeyWindow },
    pageScript,
    mcpOrigins: { ownHost: settings.host, allowedOrigins: settings.mcpAllowedOrigins },
  });
}

function listen(app: App, settings: Settings): Server {
  const { host, port } = settings;
  try {
    return listenOn(app, { host, port });
  } catch (error) {
    throw listenRefused(apiAddress(settings), error);
  }
}

function apiAddress({ host, port }: Settings) {
  return { host, port, hostFlag: '--host', portFlag: '--port' };
}

function announceKey(keyFile: string, origin: string, terminal: Terminal): void {
  terminal.notice(`A first API key, which may read and write, is in ${keyFile}. Try it:`);
  terminal.notice(curlLine(keyFile, origin));
}

/** How this machine itself reaches a server that listens on all addresses. */
export function localOrigin(host: string, port: number | undefined): string {
  const local = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return originOf(local, port);
}
