import { createApp, listenOn, type App, type AppDependencies } from '../app.ts';
import type { Settings } from '../core/config/settings.ts';
import type { Log } from '../core/observability/log.ts';
import { beginGracefulShutdown, type StopSignal } from '../core/runtime/gracefulShutdown.ts';
import { machineTimeZone, type Clock, type Randomness } from '../core/runtime/system.ts';
import { reasonOf } from '../core/runtime/systemErrors.ts';
import { notifyReady } from '../core/runtime/serviceManager.ts';
import { exitCode, type ExitCode, type ServerTerminal } from '../core/runtime/terminal.ts';
import { instanceIdOf } from '../core/directory/instanceId.ts';
import type { OpenedStore } from '../modules/store.ts';
import type { WriteDoor } from '../core/writer/queue.ts';
import { announceFirstStart, prepareFirstStart, type FirstStart } from './firstStart.ts';
import {
  listenRefused,
  localOrigin,
  originOf,
  refuseTakenAddress,
  removeRunningAddress,
  writeRunningSettings,
} from './address.ts';
import { logStart, openServerLog, type ServerLog } from './serverLog.ts';
import { findCurrencies } from './currencies.ts';
import { metricsAddress, openServerMetrics, shownToBoth, type ServerMetrics } from './serverMetrics.ts';
import {
  mailSettings,
  refuseMissingBackupFolder,
  refuseMissingOwner,
  refuseSharedPort,
  signInSettings,
} from './settingsChecks.ts';
import { ownerLimitsOf } from './ownerLimits.ts';
import { pageFiles, pageScript } from './builtFiles.ts';
import { openStorage, type WorkerUrls } from './storage.ts';

/** Options of a server. */
export interface ServeOptions {
  readonly settings: Settings;
  /** Where a service manager wants to be notified that the server is ready, if it does. */
  readonly notifySocket: string | undefined;
  readonly terminal: ServerTerminal;
  /** What to type to run this program again. */
  readonly ownCommand: () => string;
  readonly clock: Clock;
  readonly randomness: Randomness;
  readonly workerUrls: WorkerUrls;
  /** Resolves when the server is asked to stop. */
  readonly stopRequested: Promise<void>;
  /** Registers what to do when somebody asks for a backup. */
  readonly onBackupRequest: (action: () => void) => void;
  /** Ends the process as a signal without a handler does, whatever hangs. */
  readonly endImmediately: (signal: StopSignal) => void;
  readonly demo?: Demo;
}

/** What makes a server a demonstration. */
export interface Demo {
  /** Fills the server before it says that it listens; returns what to print instead of the words of the first start. */
  readonly fill: (origin: string, store: OpenedStore) => Promise<readonly string[]>;
  /** The writes of clients. */
  readonly doorTo: (writes: WriteDoor) => WriteDoor;
}

// A connection to a loopback address comes from the same address, unless a local client binds to another one on purpose.
const loopbackAddresses = ['127.0.0.1', '::1'];

/**
 * Serves until it is asked to stop; then answers the requests in flight and closes the database.
 *
 * @throws {SettingRefused} when the settings contradict each other
 * @throws {CliError} when an address cannot be listened on or the backup directory is missing, before the data directory
 *   is touched
 * @throws {DatabaseRefused} when the database cannot be used, or another server runs on it
 */
export async function serve(options: ServeOptions): Promise<ExitCode> {
  const { settings, clock } = options;
  const address = apiAddress(settings);
  if (settings.metricsPort !== null) refuseSharedPort(address, metricsAddress(settings, settings.metricsPort));
  signInSettings(settings);
  mailSettings(settings);
  refuseMissingBackupFolder(settings);
  const metrics = await openServerMetrics(settings, clock);
  const serverLog = await openServerLog(options);
  try {
    // After the metrics have their address, which may be the same one under another name.
    refuseTakenAddress(address);
    return await serveWith(options, serverLog, metrics);
  } finally {
    await metrics?.close();
    await serverLog.close();
  }
}

// Somebody probably waits for the first answers: they come before the jobs, of which none is so urgent.
const beginMilliseconds = 100;

/** Starts the server, waits for the request to stop, and stops it. */
async function serveWith(
  options: ServeOptions,
  serverLog: ServerLog,
  metrics: ServerMetrics | undefined,
): Promise<ExitCode> {
  const { settings, notifySocket, clock, stopRequested } = options;
  const { log } = serverLog;
  const storage = openStorage({ ...options, log, metrics });
  let stop: ReturnType<typeof beginGracefulShutdown> | undefined;
  try {
    const { store } = storage;
    refuseMissingOwner(settings, store);
    const firstStart = prepareFirstStart({ ...options, store });
    const observation = shownToBoth(serverLog.observation, metrics?.observation);
    const currencies = findCurrencies(settings, { store, log });
    const parts = {
      storage,
      log,
      currencies,
      observation,
      metrics: metrics?.beside,
      isStopping: () => stop !== undefined,
    };
    const server = listen(createService(options, parts), settings);
    storage.channels.listenAt([{ host: settings.host, port: server.port ?? 0 }, ...(metrics?.listeners ?? [])]);
    // Before the start is announced, so that whoever reads of it finds the address.
    const unwritten = noteAddress(settings, server.port);
    const demoWords = await options.demo?.fill(`${localOrigin(settings.host, server.port)}${settings.basePath}`, store);
    announceStart(options, serverLog, { port: server.port, metricsUrl: metrics?.url, firstStart, demoWords });
    if (unwritten !== undefined) log.warn(unwritten);
    const cancelBegin = clock.after(beginMilliseconds, storage.begin);
    options.onBackupRequest(() => storage.backups.request());
    void notifyReady(notifySocket, log.error);

    await stopRequested;
    cancelBegin();
    stop = beginGracefulShutdown(clock);
    log.info('stopping');
    await stop.drain(server);
    removeRunningAddress(settings.dataDir);
    return exitCode.done;
  } finally {
    const isClosed = await (stop ?? beginGracefulShutdown(clock)).waitFor(storage.close());
    if (!isClosed) await abandonStorage(options, serverLog);
    else if (stop !== undefined) log.info('stopped');
  }
}

/** Ends the process while the disk hangs. Everything that was acknowledged is on the disk. */
async function abandonStorage({ terminal, endImmediately }: ServeOptions, serverLog: ServerLog): Promise<void> {
  // On standard error, which is not buffered: the process ends without another write of the log.
  terminal.notice('the disk takes too long: the database is left as after a crash, and the next start recovers it');
  await serverLog.close();
  endImmediately('SIGTERM');
}

interface Started {
  readonly port: number | undefined;
  readonly metricsUrl: string | undefined;
  /** What this start has created, if it is the first one. */
  readonly firstStart: FirstStart | undefined;
  /** What a demonstration prints instead of the words of the first start. */
  readonly demoWords: readonly string[] | undefined;
}

/** Prints and logs the address of the server, and begins to write the log. */
function announceStart(
  options: ServeOptions,
  { log, begin }: ServerLog,
  { port, metricsUrl, firstStart, demoWords }: Started,
): void {
  const { settings, terminal } = options;
  const url = `${originOf(settings.host, port)}${settings.basePath}`;
  terminal.result(`duebook listening on ${url}`);
  logStart(log, settings, url);
  begin();
  if (metricsUrl !== undefined) log.info(`metrics are served at ${metricsUrl}`);
  if (demoWords !== undefined) return demoWords.forEach((line) => terminal.notice(line));
  if (firstStart !== undefined) announceFirstStart(firstStart, options, port);
}

/** A full disk must not stop the start: without the address, only links that commands print are wrong. Returns the failure. */
function noteAddress(settings: Settings, port: number | undefined): string | undefined {
  try {
    writeRunningSettings(settings.dataDir, { ...settings, port: port ?? 0 });
    return undefined;
  } catch (error) {
    return `the address of the server could not be written to the data directory: ${reasonOf(error)}`;
  }
}

interface Parts extends Pick<AppDependencies, 'currencies' | 'observation' | 'metrics'> {
  readonly storage: ReturnType<typeof openStorage>;
  readonly log: Log;
  readonly isStopping: () => boolean;
}

function createService(
  { settings, clock, randomness, demo }: ServeOptions,
  { storage, log, isStopping, ...seen }: Parts,
): App {
  const { store, writes, outcomesKept } = storage;
  return createApp({
    ...seen,
    store,
    writes: demo?.doorTo(writes) ?? writes,
    outcomesKept,
    clock,
    randomness,
    log: log.error,
    warn: log.warn,
    async checkReadiness() {
      const descriptors = storage.hasDescriptors();
      const failing = storage.failingChannels();
      // A number alone: the names are those of all owners, and anybody may ask.
      const channels = failing > 0 && { channels: `failing: ${failing}` };
      return { ...(await storage.check()), descriptors, serving: !isStopping(), ...channels, ...storage.agedRates() };
    },
    diagnose: async (arrival) => {
      const { diagnose } = await import('./doctor/doctor.ts');
      const { integrity, writtenAt } = storage;
      const isServing = () => Promise.resolve(true);
      return diagnose({ settings, clock, machineZone: machineTimeZone(), writtenAt, integrity, isServing, arrival });
    },
    timeZone: settings.timezone,
    ownerLimits: ownerLimitsOf(settings),
    quota: { limit: settings.quota, windowSeconds: settings.quotaWindow },
    trustedProxies: settings.trustedProxies,
    loopbackAddress: loopbackAddresses.find((address) => address === settings.host),
    basePath: settings.basePath,
    instanceId: instanceIdOf(settings.dataDir),
    invalidKeys: { limit: settings.invalidKeyLimit, windowSeconds: settings.invalidKeyWindow },
    signIn: signInSettings(settings),
    channels: storage.channels.port,
    imports: storage.imports,
    messageMark: storage.channels.mark,
    fetchesRates: settings.exchangeRates === 'ecb',
    onUse: storage.onUse,
    pageScript,
    pageFiles,
    mcpOrigins: { ownHost: settings.host, allowedOrigins: settings.mcpAllowedOrigins },
  });
}

function listen(app: App, settings: Settings) {
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
