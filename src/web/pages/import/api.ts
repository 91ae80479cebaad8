import { allPages, Explained, RequestRefused, ServerUnreachable } from '../../api/answers.ts';
import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { openLarge } from '../../api/openLarge.ts';
import { t } from '../../messages/messages.ts';
import { type FileRecord, fileOf, type Mapping, pairsText, type ReportRow } from './report.ts';

/** A report of an import, or of its dry run. */
export type Report = Schemas['ImportAnswer']['import'];

/** The format of a file, or that the service finds it out. */
type Format = Report['format'] | 'auto';

/** What to do with rows that are stored already. */
export const duplicateChoices = ['skip', 'create', 'update'] as const;

/** How to read a file. */
export interface Choices {
  readonly format: Format;
  readonly onDuplicate: (typeof duplicateChoices)[number];
  /** The fields of columns that the user has chosen. */
  readonly mapping: Mapping;
  /** Currencies by the symbols that the file has for them. */
  readonly currencyFor: Readonly<Record<string, string>>;
  /** The encoding of the file, if the user has chosen one. */
  readonly encoding?: string | undefined;
}

const mebibyte = 1_048_576;
/** The largest file that the service takes, in MiB. */
const largestMebibytes = 10;

/**
 * A file that the service takes.
 *
 * @param text says that it is too large, and what to do
 * @throws {Explained} when it is
 */
export function withinLimit(file: Blob, text: 'imports.tooLarge' | 'imports.tooLarge.corrected'): Blob {
  if (file.size > largestMebibytes * mebibyte) throw new Explained(t(text, { count: largestMebibytes }));
  return file;
}

interface ImportOptions {
  readonly isDryRun: boolean;
  /** The idempotency key of an import. */
  readonly key?: string;
}

/**
 * Imports a file, or says what an import would do. Rows with errors are left out.
 *
 * @throws {Explained} when the file is too large
 * @throws {RequestRefused} when the service cannot read it
 */
export async function sendFile(file: Blob, choices: Choices, { isDryRun, key }: ImportOptions): Promise<Report> {
  withinLimit(file, 'imports.tooLarge');
  const { format, onDuplicate, mapping, currencyFor, encoding } = choices;
  const query = {
    format,
    onDuplicate,
    onError: 'skip',
    ...(isDryRun && { dryRun: true }),
    ...(Object.keys(mapping).length > 0 && { mapping: pairsText(mapping) }),
    ...(Object.keys(currencyFor).length > 0 && { currencyFor: pairsText(currencyFor) }),
    ...(encoding !== undefined && { encoding }),
  } as const;
  const params = { query, ...(key !== undefined && { header: { 'Idempotency-Key': key } }) };
  const upload = { params, body: file as never, bodySerializer: asItIs, headers: binary };
  const answer = await bodyOf(api.POST('/api/v1/import', upload));
  return answer.import;
}

const binary = { 'content-type': 'application/octet-stream' };

function asItIs<Body>(body: Body): Body {
  return body;
}

/**
 * What an import would do with a corrected row.
 *
 * @throws {RequestRefused} for what is still wrong with it
 */
export async function checkRecord(record: FileRecord, choices: Choices): Promise<ReportRow> {
  const [result] = await checkRecords([record], choices);
  if (result === undefined) throw new Error('a report without a row');
  if (result.error !== undefined) throw new RequestRefused({ status: 422, headers: new Headers() }, result);
  return result;
}

/** What an import would do with some corrected rows, in their order. */
export async function checkRecords(records: readonly FileRecord[], choices: Choices): Promise<readonly ReportRow[]> {
  if (records.length === 0) return [];
  const { results } = await sendFile(new Blob([fileOf(records)]), asDuebook(choices), { isDryRun: true });
  return results;
}

/** How to read a file that this page has made. */
export function asDuebook(choices: Choices): Choices {
  return { ...choices, format: 'duebook', mapping: {}, currencyFor: {}, encoding: undefined };
}

/** An import that was made. */
export type MadeImport = Schemas['Import'];

/** The imports that were made, newest first. */
export function loadImports(signal: AbortSignal): Promise<readonly MadeImport[]> {
  return allPages((query) => bodyOf(api.GET('/api/v1/imports', { params: { query }, signal })));
}

/**
 * Undoes an import: what it added is deleted, and what it changed is as before.
 *
 * @throws {RequestRefused} 409 when some of it was changed since
 */
export async function revertImport(id: string): Promise<void> {
  await bodyOf(api.POST('/api/v1/imports/{id}/revert', { params: { path: { id } } }));
}

/** How to write an export. */
export interface ExportChoices {
  readonly format: 'json' | 'csv';
  /** Whether a spreadsheet takes no text for a formula. */
  readonly isSafe: boolean;
}

/** Everything that is stored, as a file. */
export async function loadExport({ format, isSafe }: ExportChoices): Promise<Blob> {
  const query = new URLSearchParams({ format, ...(isSafe && format === 'csv' && { safe: 'true' }) });
  const response = await openLarge(`api/v1/export?${query.toString()}`);
  try {
    // Browsers keep large ones on their disk.
    return await response.blob();
  } catch (error) {
    throw new ServerUnreachable('the answer was cut off', { cause: error });
  }
}
