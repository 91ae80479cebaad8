import { duebookColumns, duebookVersion, readDuebookRecords, readDuebookTable } from './duebook.ts';
import { decodeText } from './files/decodeText.ts';
import { readJson } from './files/jsonText.ts';
import { importRowsMax, unreadable, type ImportFormat, type ImportOptions, type ImportReading } from './importTypes.ts';
import { isMembers } from '../../../core/fields/fieldTypes.ts';
import { memberOf, someHave } from './members.ts';
import { readRecords } from './record.ts';
import type { RecordContext, SourceRecord } from './recordInProgress.ts';
import { currencyWordsOf } from './recordMoney.ts';
import { subscriptionManagerExport, subscriptionManagerMembers } from './subscriptionManager.ts';
import { subtrackrColumns, subtrackrExport, subtrackrMembers, subtrackrTable } from './subtrackr.ts';
import { mapTable, readTable, type Table } from './table.ts';
import { decimalMarkOf } from './values/amounts.ts';
import { dateOrderOf } from './values/dates.ts';
import { problem, type Problem } from './values/problems.ts';
import { remark } from './values/remarks.ts';
import {
  isWallosAnswer,
  wallosAnswer,
  wallosColumns,
  wallosColumnsBefore,
  wallosExport,
  wallosMembers,
  wallosTable,
} from './wallos.ts';

const titles: Readonly<Record<ImportFormat, string>> = {
  duebook: 'an export of Duebook',
  csv: 'a CSV table',
  wallos: 'an export of Wallos',
  subtrackr: 'an export of SubTrackr',
  'subscription-manager': 'an export of subscription-manager',
};

type ReadFile = Exclude<ImportReading, { unreadable: unknown }>;

/** A file whose format is known, before its records are read. */
interface KnownFile {
  readonly format: ImportFormat;
  readonly rows: number;
  readonly read: () => Pick<ReadFile, 'rows' | 'columns'>;
}

type Recognition = KnownFile | { readonly problem: Problem; readonly field?: 'mapping' };

/**
 * Reads a file of records to import. The content decides on the format. It never throws, whatever the bytes are.
 *
 * @param bytes at most 10 MiB
 */
export function readImport(bytes: Uint8Array, options: ImportOptions): ImportReading {
  const decoded = decodeText(bytes, options.encoding);
  if ('problem' in decoded) return unreadable(decoded.problem, options.encoding === undefined ? 'file' : 'encoding');
  const { text, encoding, isGuessed } = decoded.value;
  if (text.trim() === '') return unreadable(problem('fileEmpty').problem);
  const notAFile = faultOfText(text);
  if (notAFile !== undefined) return unreadable(notAFile.problem);
  const context: RecordContext = {
    currencies: currencyWordsOf(options),
    today: options.today,
    ...(options.timeZone !== undefined && { timeZone: options.timeZone }),
  };
  const file = /^\s*[{[]/.test(text) ? recogniseJson(text, context) : recogniseTable(text, options, context);
  if ('problem' in file) return unreadable(file.problem, file.field);
  const { format, rows, read } = file;
  if (options.format !== 'auto' && options.format !== format) return otherFormat(options.format, format);
  if (rows > importRowsMax) return unreadable(problem('tooManyRecords', { count: rows, max: importRowsMax }).problem);
  return { format, ...read(), encoding, notes: isGuessed ? [remark('encodingGuessed', { encoding })] : [] };
}

const sampleLength = 65_536;
// Of what is not text, one in ten characters or more is a control character.
const controlShareMax = 0.02;

/** What is wrong with a text that is none, or is a form around a file. */
function faultOfText(text: string): ReturnType<typeof problem> | undefined {
  if (/^--[^\r\n]{1,80}\r?\nContent-Disposition: form-data/i.test(text)) {
    return problem('fileInForm');
  }
  const sample = text.slice(0, sampleLength);
  // eslint-disable-next-line no-control-regex -- they are what is searched for
  const controls = sample.match(/[\u0000-\u0008\u000e-\u001f\ufffd]/g)?.length ?? 0;
  return controls <= sample.length * controlShareMax ? undefined : problem('notAText');
}

function otherFormat(wanted: ImportFormat, found: ImportFormat): ImportReading {
  const values = { wanted: titles[wanted], found: titles[found], format: found };
  return unreadable(problem('otherFormat', values).problem, 'format');
}

/** An export of another tracker as JSON: how it is told from others, and how its records are found. */
interface JsonExport {
  readonly format: ImportFormat;
  /** Whether a file is one, by its list of records and what stands around it. */
  readonly isIt: (list: readonly unknown[], file: unknown) => boolean;
  readonly records: (list: readonly unknown[], file: unknown) => readonly SourceRecord[];
  readonly lacks?: NonNullable<RecordContext['lacks']>;
}

const withoutCycle: NonNullable<RecordContext['lacks']> = { period: problem('cycleNotExported').problem };

const jsonExports: readonly JsonExport[] = [
  { format: 'wallos', isIt: (list) => someHave(list, ['Name', 'Payment Cycle', 'Price']), records: wallosExport },
  {
    format: 'wallos',
    isIt: (list) => someHave(list, wallosColumnsBefore.needed),
    records: wallosExport,
    lacks: withoutCycle,
  },
  {
    format: 'wallos',
    isIt: (list, file) => isWallosAnswer(file) || someHave(list, wallosMembers),
    records: wallosAnswer,
  },
  {
    format: 'subtrackr',
    isIt: (list, file) =>
      hasMember(file, 'exported_at') || hasMember(file, 'backup_date') || someHave(list, subtrackrMembers),
    records: subtrackrExport,
  },
  {
    format: 'subscription-manager',
    isIt: (list, file) => hasMember(file, 'exportDate') || someHave(list, subscriptionManagerMembers),
    records: (list, file) => subscriptionManagerExport(list, memberOf(file, 'categories')),
  },
];

function recogniseJson(text: string, context: RecordContext): Recognition {
  const parsed = readJson(text);
  if ('problem' in parsed) return parsed;
  const file = unwrapped(parsed.value);
  const list = Array.isArray(file) ? file : memberOf(file, 'subscriptions');
  if (memberOf(file, 'format') === 'duebook') return recogniseDuebook(file, list, context);
  if (!Array.isArray(list)) return problem('unknownJson');
  const found = jsonExports.find(({ isIt }) => isIt(list, file));
  if (found === undefined) return problem('unknownJson');
  const { format, records, lacks } = found;
  const ofProgram = { ...context, hasPlainAmounts: true, ...(lacks && { lacks }) };
  return fileOf(format, list.length, () => records(list, file), ofProgram);
}

/** The export in the answer of a program that somebody has saved: `{"success": true, "data": …}`. */
function unwrapped(value: unknown): unknown {
  const data = hasMember(value, 'subscriptions') ? undefined : memberOf(value, 'data');
  return typeof data === 'object' && data !== null ? unwrapped(data) : value;
}

function recogniseDuebook(value: unknown, list: unknown, context: RecordContext): Recognition {
  const version = memberOf(value, 'version');
  if (version !== duebookVersion) return problem('otherVersion', { value: version, version: duebookVersion });
  if (!Array.isArray(list)) return problem('noList');
  const read = () => ({ rows: readDuebookRecords(list, context) });
  return { format: 'duebook', rows: list.length, read };
}

function recogniseTable(text: string, options: ImportOptions, context: RecordContext): Recognition {
  const table = readTable(text, options, context.currencies);
  if ('problem' in table) return table;
  const { header, rows } = table.value;
  const headers = header.map((one) => one.trim());
  // A table with other columns, or whose columns the request names, is the user's own: none of them may be lost.
  const isOwn = options.format === 'csv' || Object.keys(options.mapping ?? {}).length > 0;
  const hasAll = (names: readonly string[]) => names.every((name) => headers.includes(name));
  const isOf = ({ needed, others }: Readonly<Record<'needed' | 'others', readonly string[]>>, format: ImportFormat) =>
    !isOwn &&
    hasAll(needed) &&
    (options.format === format || headers.every((one) => one === '' || [...needed, ...others].includes(one)));
  if (!isOwn && hasAll(duebookColumns)) return duebookTable(table.value, context);
  const plain = { ...context, hasPlainAmounts: true };
  const ofWallos = () => wallosTable(header, rows);
  if (isOf(wallosColumns, 'wallos')) return fileOf('wallos', rows.length, ofWallos, plain);
  if (isOf(wallosColumnsBefore, 'wallos')) {
    return fileOf('wallos', rows.length, ofWallos, { ...plain, lacks: withoutCycle });
  }
  if (isOf(subtrackrColumns, 'subtrackr')) {
    return fileOf('subtrackr', rows.length, () => subtrackrTable(header, rows), plain);
  }
  const mapped = mapTable(table.value, options, context.currencies);
  if ('problem' in mapped) return { ...mapped, field: 'mapping' };
  const { records, columns } = mapped.value;
  const ofTable = { ...context, ...mapped.value.context };
  const read = () => ({ rows: readRecords(records, ofTable), columns });
  return { format: 'csv', rows: rows.length, read };
}

function duebookTable({ header, rows }: Table, context: RecordContext): KnownFile {
  const dateOrder = dateOrderOf(rows.flatMap(({ cells }) => cells));
  const amounts = header.findIndex((name) => name.trim() === 'amount');
  const decimalMark = decimalMarkOf(rows.map(({ cells }) => cells[amounts]));
  const ofTable = { ...context, dateOrder, decimalMark, hasOldDays: true };
  const read = () => ({ rows: readDuebookTable(header, rows, ofTable) });
  return { format: 'duebook', rows: rows.length, read };
}

function fileOf(
  format: ImportFormat,
  rows: number,
  records: () => readonly SourceRecord[],
  context: RecordContext,
): KnownFile {
  return { format, rows, read: () => ({ rows: readRecords(records(), context) }) };
}

function hasMember(value: unknown, name: string): boolean {
  return isMembers(value) && Object.hasOwn(value, name);
}
