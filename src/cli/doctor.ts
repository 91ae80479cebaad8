import type { Command } from 'commander';
import { valuesOf, type Settings } from '../core/config/settings.ts';
import { connectToRead } from '../core/database/database.ts';
import { databaseOn } from '../core/database/db.ts';
import { knowsSchemaOf } from '../core/database/migrations.ts';
import { instanceIdOf } from '../core/directory/instanceId.ts';
import { checkIntegrity } from '../core/health/integrityCheck.ts';
import { askReadiness } from '../core/outgoing/readiness.ts';
import { machineTimeZone, type Clock } from '../core/runtime/system.ts';
import { alignedColumns, exitCode, type ExitCode } from '../core/runtime/terminal.ts';
import { findStaleRows } from '../modules/subscriptions/store/staleRows.ts';
import { readRenewalsToMake } from '../modules/subscriptions/store/renewalsToMake.ts';
import { localOrigin, readRunningSettings } from '../server/address.ts';
import { refuseMissingDatabase } from '../server/dataDirectory.ts';
import { diagnose } from '../server/doctor/doctor.ts';
import {
  addEverySetting,
  explainedSettings,
  print,
  type DataFlags,
  type Finish,
  type ProgramOptions,
} from './options.ts';

/** Adds `doctor`. */
export function addDoctor(program: Command, options: ProgramOptions, finish: Finish): void {
  const command = program
    .command('doctor')
    .description('say what is wrong with this installation, and what to do, even while the server runs');
  addEverySetting(command)
    .option('--json', 'print JSON')
    .action(async (flags: DataFlags) => finish(await examine(flags, options)));
}

/** Prints what each check finds; fails if something is wrong. */
async function examine(flags: DataFlags, options: ProgramOptions): Promise<ExitCode> {
  const { clock, terminal } = options;
  const settings = settingsInUse(flags, options);
  const { dataDir } = settings;
  const findings = await diagnose({
    settings,
    clock,
    machineZone: machineTimeZone(),
    writtenAt: () => writtenAt(dataDir),
    integrity() {
      refuseMissingDatabase(dataDir);
      return checkIntegrity({ dataDirectory: dataDir }, findStaleRows);
    },
    isServing: () => isServing(settings, clock),
  });
  const rows = findings.flatMap(({ check, ok, message, nextStep }) => [
    [ok ? 'ok' : 'WRONG', check, message],
    ...(nextStep === undefined ? [] : [['', '', nextStep]]),
  ]);
  print({ terminal, json: flags.json === true }, { findings }, ...alignedColumns(rows));
  return findings.every(({ ok }) => ok) ? exitCode.done : exitCode.failed;
}

/** The settings, with those of the running server where none was given. */
function settingsInUse(flags: DataFlags, options: ProgramOptions): Settings {
  const explained = explainedSettings(flags, options);
  const settings = valuesOf(explained);
  const defaults = new Set(explained.filter(({ source }) => source.kind === 'default').map(({ name }) => name));
  const running = Object.entries(orNothing(() => readRunningSettings(settings.dataDir)) ?? {});
  return { ...settings, ...Object.fromEntries(running.filter(([name]) => defaults.has(name))) };
}

function writtenAt(dataDir: string): string | undefined {
  return orNothing(() => {
    const database = connectToRead(dataDir);
    try {
      return knowsSchemaOf(database) ? readRenewalsToMake(databaseOn(database)).lastRunAt() : undefined;
    } finally {
      database.close(true);
    }
  });
}

async function isServing({ host, port, dataDir }: Settings, clock: Clock): Promise<boolean> {
  const own = orNothing(() => instanceIdOf(dataDir));
  const asked = await askReadiness(`${localOrigin(host, port)}/readyz`, clock).catch(() => undefined);
  return own !== undefined && asked?.instance === own;
}

/** What an action returns; undefined when it fails, which another check reports. */
function orNothing<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
