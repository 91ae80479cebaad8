import { Option, type Command } from 'commander';
import { closeSync, lstatSync, openSync, rmSync, writeSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { SettingRefused } from '../core/config/sources.ts';
import {
  beginExport,
  endExport,
  exportFormats,
  type ExportFormat,
  type ExportStyle,
} from '../modules/exports/rules/exportFile.ts';
import { instantOf } from '../core/runtime/system.ts';
import { reasonOf } from '../core/runtime/systemErrors.ts';
import { CliError, printableLines } from '../core/runtime/terminal.ts';
import { announceUpgrade, refuseMissingDatabase, refusingUnusable } from '../server/dataDirectory.ts';
import { putInPlace } from '../core/directory/durableFiles.ts';
import { openStore, type OpenedStore } from '../modules/store.ts';
import { configOption, labelOf, optionOf, settingsOf, type ProgramOptions } from './options.ts';
import { unknownOwner } from './owners.ts';
import type { GivenSettings } from '../core/config/settings.ts';

interface ExportFlags {
  readonly owner: string;
  readonly format?: ExportFormat;
  readonly safe?: boolean;
  /** The file to write; undefined for standard output. */
  readonly output?: string;
}

/** Adds `export`. */
export function addExport(program: Command, options: ProgramOptions): void {
  program
    .command('export')
    .description('write all subscriptions of an owner to a file, or to standard output, even while the server runs')
    .addOption(optionOf('dataDir'))
    .addOption(configOption())
    .requiredOption('--owner <name>', 'owner of the subscriptions (required)', labelOf)
    .addOption(
      new Option(
        '--format <format>',
        'format; csv is for spreadsheets (default: csv if FILE ends in .csv, else json)',
      ).choices(exportFormats),
    )
    .option('--safe', 'put an apostrophe before each text in CSV that a spreadsheet could take for a formula')
    .option('--output <file>', 'file to write; an existing one is replaced when the export is complete')
    .action(async (flags: GivenSettings & ExportFlags) => {
      const { dataDir } = settingsOf(flags, options);
      await exportSubscriptions(flags, { ...options, dataDir });
    });
}

type ExportOptions = ProgramOptions & { readonly dataDir: string };

async function exportSubscriptions({ owner, output, ...flags }: ExportFlags, options: ExportOptions): Promise<void> {
  const style = styleOf(flags, output);
  const { dataDir, terminal } = options;
  refuseMissingDatabase(dataDir);
  const store = openStore(dataDir, undefined, (upgraded) => announceUpgrade(upgraded, terminal));
  try {
    const ownerId = store.owners.idOf(owner);
    if (ownerId === undefined) throw unknownOwner(owner);
    const texts = textsOf(store, ownerId, style, options);
    if (output === undefined) return await writeToOutput(texts, options);
    refusingUnusable(dataDir, () => writeToFile(texts, output));
    terminal.result(`exported the subscriptions of ${owner} to ${output}`);
  } finally {
    store.close();
  }
}

function styleOf({ format, safe = false }: Pick<ExportFlags, 'format' | 'safe'>, output = ''): ExportStyle {
  const chosen = format ?? (output.toLowerCase().endsWith('.csv') ? 'csv' : 'json');
  if (safe && chosen === 'json') {
    throw new SettingRefused('--safe is only for a CSV file, because JSON has no formulas: add --format csv');
  }
  return { format: chosen, isSafe: safe };
}

/** The parts of the export, all from one snapshot. */
function* textsOf(store: OpenedStore, ownerId: number, style: ExportStyle, options: ExportOptions): Generator<string> {
  const { clock, randomness } = options;
  yield beginExport(style, instantOf(clock));
  yield* store.exports.parts(ownerId, style);
  yield endExport(style, randomness.uuid());
}

/** Writes to standard output, as fast as it is read. */
async function writeToOutput(texts: Iterable<string>, { openStreams, dataDir }: ExportOptions): Promise<void> {
  const { output } = openStreams();
  const isTerminal = 'isTTY' in output && output.isTTY === true;
  // The failure of a write is reported by the write itself.
  output.on('error', () => undefined);
  const parts = texts[Symbol.iterator]();
  try {
    for (let next = nextOf(parts, dataDir); next.done !== true; next = nextOf(parts, dataDir)) {
      await write(output, isTerminal ? printableLines(next.value) : next.value);
    }
  } finally {
    parts.return?.();
  }
}

function nextOf(parts: Iterator<string>, dataDir: string): IteratorResult<string> {
  return refusingUnusable(dataDir, () => parts.next());
}

/** Writes a text, and waits until it is taken. */
async function write(output: Writable, text: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  output.write(text, (error) => {
    if (error) reject(new CliError(`cannot write the output: ${reasonOf(error)}`, { cause: error }));
    else resolve();
  });
  return promise;
}

/**
 * Writes to a file that only the user can read. It gets its name when it is complete and on the disk.
 *
 * @throws {SettingRefused} when the name is taken by something else than a file
 * @throws {CliError} when it cannot be written
 */
function writeToFile(texts: Iterable<string>, path: string): void {
  const draft = `${path}.part`;
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false) {
    throw new SettingRefused(`--output is ${path}, which is not a file: name a new file, or one to replace`);
  }
  try {
    rmSync(draft, { force: true });
    writeDraft(texts, draft);
    putInPlace(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new CliError(`cannot write the export: ${reasonOf(error, path)}`, { cause: error });
  }
}

function writeDraft(texts: Iterable<string>, draft: string): void {
  const file = openSync(draft, 'wx', 0o600);
  try {
    for (const text of texts) {
      let rest = Buffer.from(text);
      while (rest.length > 0) rest = rest.subarray(writeSync(file, rest));
    }
  } finally {
    closeSync(file);
  }
}
