import { Option, type Command } from 'commander';
import type { Readable } from 'node:stream';
import type { GivenSettings } from '../core/config/settings.ts';
import { duplicateChoices, faultChoices, importOutcomes } from '../modules/imports/rules/importPlan.ts';
import { importFormats, type ImportFault } from '../modules/imports/rules/importTypes.ts';
import { currenciesWith } from '../core/billing/currencies.ts';
import { readRegularFile, readStream, shownBytes, TooLarge } from '../core/runtime/boundedReading.ts';
import { reasonOf } from '../core/runtime/systemErrors.ts';
import { alignedColumns, CliError, exitCode, type ExitCode } from '../core/runtime/terminal.ts';
import { readRunningSettings } from '../server/address.ts';
import { announceUpgrade, refuseMissingDatabase } from '../server/dataDirectory.ts';
import { fileBytesMax, importFile, type ImportChoices } from '../modules/imports/operatorImport.ts';
import type { ImportReport } from '../modules/imports/routes/prepareImport.ts';
import { ownerLimitsOf } from '../server/ownerLimits.ts';
import { openStore } from '../modules/store.ts';
import { dataCommand, labelOf, optionOf, print, settingsOf, type Finish, type ProgramOptions } from './options.ts';
import { unknownOwner } from './owners.ts';

interface ImportFlags extends Omit<ImportChoices, 'isDryRun'> {
  readonly owner: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** The argument for standard input. */
const standardInput = '-';

/** Adds `import`. */
export function addImport(program: Command, options: ProgramOptions, finish: Finish): void {
  dataCommand(program, 'import', 'import the subscriptions in a file, even while the server runs')
    .argument('<file>', `export of Duebook or of another tracker, or a CSV file; ${standardInput} reads standard input`)
    .addOption(optionOf('currencies'))
    .addOption(optionOf('subscriptionsPerOwner'))
    .addOption(optionOf('paymentsPerOwner'))
    .addOption(optionOf('auditEntriesPerOwner'))
    .requiredOption('--owner <name>', 'owner who gets the subscriptions (required)', labelOf)
    .option('--dry-run', 'print what would be imported, and write nothing')
    .addOption(
      new Option('--format <format>', 'format of the file; auto detects it')
        .choices(['auto', ...importFormats])
        .default('auto'),
    )
    .addOption(
      new Option('--on-duplicate <choice>', 'what to do if a subscription has the same name, currency and period')
        .choices(duplicateChoices)
        .default('skip'),
    )
    .addOption(
      new Option('--on-same-name <choice>', 'the same, if only the name is the same')
        .choices(duplicateChoices)
        .default('create'),
    )
    .option('--leave-out <records>', 'records to leave out, by their place in the file, such as 3,8-12')
    .option('--create <records>', 'records to create, although a subscription has their name')
    .option('--update <records>', 'records to write to the subscription that has their name')
    .addOption(
      new Option('--on-error <choice>', 'what to do with faulty records: refuse the whole file, or skip them')
        .choices(faultChoices)
        .default('refuse'),
    )
    .option('--currency-for <pairs>', 'what symbols mean, such as $:USD,kr:SEK; * is for amounts without a currency')
    .option('--mapping <pairs>', 'what columns of a CSV file are, such as Betrag:amount,Farbe: (nothing: ignore it)')
    .option('--encoding <name>', 'encoding of the file, such as windows-1250; by default, it is detected')
    .action(async (file: string, { dryRun = false, ...flags }: GivenSettings & ImportFlags) => {
      finish(await importSubscriptions(file, { ...flags, isDryRun: dryRun }, options));
    });
}

type ImportRequest = GivenSettings & ImportChoices & Pick<ImportFlags, 'owner' | 'json'>;

/** Imports a file, and prints the report. */
async function importSubscriptions(file: string, request: ImportRequest, options: ProgramOptions): Promise<ExitCode> {
  const { owner, json = false, ...choices } = request;
  const settings = settingsOf(request, options);
  const { dataDir, timezone, currencies: further } = settings;
  const { terminal } = options;
  refuseMissingDatabase(dataDir);
  const bytes = file === standardInput ? await bytesOf(options.openStreams().input) : bytesIn(file);
  const store = openStore(dataDir, undefined, (upgraded) => announceUpgrade(upgraded, terminal));
  try {
    const ownerId = store.owners.idOf(owner);
    if (ownerId === undefined) throw unknownOwner(owner);
    store.limitOwners(ownerLimitsOf(settings));
    // The server of these records may have been started with currencies that this command was not told.
    const { allowed } = currenciesWith([...further, ...(readRunningSettings(dataDir).currencies ?? [])]);
    const currencies = [...allowed, ...store.countOtherCurrencies(allowed).map(({ currency }) => currency)];
    const outcome = await importFile(store, { ...choices, ownerId, bytes }, { ...options, timezone, currencies });
    if ('unreadable' in outcome) throw unreadable(file, outcome.unreadable);
    if ('beyond' in outcome)
      throw new CliError(`nothing was imported, because ${owner} has no room. ${outcome.beyond}`);
    const { report, isRefused } = outcome;
    print(
      { json, terminal },
      report,
      ...linesOf(report, isRefused),
      ...(isRefused ? [] : ['', doneOf(report, choices)]),
    );
    if (isRefused) terminal.notice(`duebook: ${refusalOf(report)}`);
    return isRefused ? exitCode.failed : exitCode.done;
  } finally {
    store.close();
  }
}

/** The content of a file. @throws {CliError} when it cannot be read, or is too large */
function bytesIn(path: string): Uint8Array {
  try {
    return readRegularFile(path, fileBytesMax);
  } catch (error) {
    if (error instanceof TooLarge) throw tooLarge(path);
    throw new CliError(`cannot read ${path}: ${reasonOf(error, path)}`, { cause: error });
  }
}

/** The content of standard input. @throws {CliError} when it is too large */
async function bytesOf(input: Readable): Promise<Uint8Array> {
  try {
    return await readStream(input, fileBytesMax);
  } catch (error) {
    throw error instanceof TooLarge ? tooLarge('standard input') : error;
  }
}

function tooLarge(what: string): CliError {
  return new CliError(`${what} is larger than ${shownBytes(fileBytesMax)}: split it into smaller files`);
}

function unreadable(file: string, fault: ImportFault): CliError {
  return new CliError(`cannot import ${file === standardInput ? 'standard input' : file}: ${worded(fault)}`);
}

/** The numbers of the report, then a table of the records about which there is something to know. */
function linesOf(report: ImportReport, isRefused: boolean): string[] {
  const { format, encoding, rows, silent, results, columns = [], notes = [] } = report;
  // Nothing was created or updated if the file is refused.
  const counts = importOutcomes
    .filter((one) => !isRefused || one === 'failed')
    .map((outcome) => [outcome, String(report[outcome])]);
  const ignored = columns
    .filter(({ field }) => field === '')
    .map(({ header, candidateFor }) => (candidateFor === undefined ? header : `${header} (${candidateFor}?)`));
  const told = results.map((result) => ({ result, told: toldOf(result) })).filter((one) => one.told !== '');
  const isNotStored = ({ outcome }: (typeof results)[number]) =>
    isRefused && (outcome === 'created' || outcome === 'updated');
  const outcomeOf = (result: (typeof results)[number]) => (isNotStored(result) ? 'not stored' : result.outcome);
  const table = told.map(({ result, told: text }) => [String(result.row), outcomeOf(result), result.name, text]);
  return [
    ...alignedColumns([
      ['format', format],
      ...(encoding === 'utf-8' ? [] : [['encoding', encoding]]),
      ['records', String(rows)],
      ...counts,
      ...(silent > 0 && !isRefused ? [['without notifications', String(silent)]] : []),
      ...(ignored.length > 0 ? [['ignored columns', ignored.join(', ')]] : []),
    ]),
    ...notes,
    ...(table.length > 0 ? ['', ...alignedColumns([['RECORD', 'OUTCOME', 'NAME', 'REMARK'], ...table])] : []),
  ];
}

/** What there is to know about a record: what is wrong and how to correct it, what it duplicates, what was left out. */
function toldOf({ outcome, id, error, notes = [], remarks = [] }: ImportReport['results'][number]): string {
  const fault = error === undefined ? [] : [`${error.field === '' ? '' : `${error.field}: `}${worded(error)}`];
  const isTwin = outcome === 'skipped' && id !== undefined && !remarks.some(({ code }) => code === 'sameName');
  const twin = isTwin ? [`The subscription ${id} has the same name, currency and period.`] : [];
  return [...fault, ...twin, ...notes].join(' ');
}

/** What is wrong and how to correct it, with the flag in the place of the parameter. */
function worded({ message, suggestedFix }: ImportFault): string {
  const fix = suggestedFix
    .replace(/currencyFor=(\S+:[A-Z]{3,4})/g, "--currency-for '$1'")
    .replace(/mapping=(.+:\w*)\.$/, "--mapping '$1'.")
    .replace(/encoding=([\w-]+)/, '--encoding $1')
    .replace(/Send format=(\S+), or format=auto\./, 'Use --format $1, or --format auto.')
    // No server runs that has it, so this command has to be told.
    .replace(/Start the server with (--currencies \S+),/, 'Add $1 to this command and to the settings of the server,')
    .replace(
      /Start it with --currencies and the code, such as (\w+),/,
      'Add its code to this command, such as --currencies $1,',
    );
  return `${message} ${fix}`;
}

/** Why nothing was imported. */
function refusalOf({ failed }: ImportReport): string {
  const what = failed === 1 ? 'one record is faulty' : `${failed} records are faulty`;
  return `nothing was imported, because ${what}: correct the file, or add --on-error skip to leave them out`;
}

function doneOf({ created, updated }: ImportReport, { isDryRun }: ImportChoices): string {
  const done = `${created} created, ${updated} updated`;
  if (isDryRun) return `dry run, nothing was written; the import would be: ${done}`;
  return created + updated === 0 ? 'there was nothing to import' : `imported: ${done}`;
}
