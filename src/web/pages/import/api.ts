import { allPages, Explained, ServerUnreachable } from '../../api/answers.ts';
import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { openLarge } from '../../api/openLarge.ts';
import { t } from '../../messages/messages.ts';
import { type Decision, type Mapping, pairsText, rangesText } from './report.ts';

/** A report of an import, or of its dry run. */
export type Report = Schemas['ImportAnswer']['import'];

/** What to do with rows that are stored already; `each` skips duplicates and asks about those that only have the same name. */
export const twinChoices = ['each', 'create', 'skip', 'update'] as const;

export interface Choices {
  readonly twins: (typeof twinChoices)[number];
  /** The fields of columns that the user has chosen. */
  readonly mapping: Mapping;
  /** Currencies by the symbols that the file has for them. */
  readonly currencyFor: Readonly<Record<string, string>>;
  readonly encoding?: string | undefined;
}

const mebibyte = 1_048_576;
/** The largest file that the service takes, in MiB. */
const largestMebibytes = 10;

interface ImportOptions {
  readonly isDryRun: boolean;
  readonly key?: string;
  /** What the user decides about single rows, by their number. */
  readonly decisions?: ReadonlyMap<number, Decision>;
}

/**
 * Imports a file, or says what an import would do. Rows with errors are left out.
 *
 * @throws {Explained} when the file is too large
 * @throws {RequestRefused} when the service cannot read it
 */
export async function sendFile(
  file: Blob,
  choices: Choices,
  { isDryRun, key, decisions }: ImportOptions,
): Promise<Report> {
  if (file.size > largestMebibytes * mebibyte) throw new Explained(t('imports.tooLarge', { count: largestMebibytes }));
  const { twins, mapping, currencyFor, encoding } = choices;
  const choice = twins === 'each' ? 'skip' : twins;
  const rowsOf = (wanted: Decision) =>
    rangesText(Array.from(decisions ?? []).flatMap(([row, one]) => (one === wanted ? [row] : [])));
  const texts = {
    leaveOut: rowsOf('leaveOut'),
    create: rowsOf('create'),
    update: rowsOf('update'),
    mapping: pairsText(mapping),
    currencyFor: pairsText(currencyFor),
    encoding: encoding ?? '',
  };
  const query = {
    onDuplicate: choice,
    onSameName: choice,
    onError: 'skip',
    ...(isDryRun && { dryRun: true }),
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
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

export type MadeImport = Schemas['Import'];

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

export interface ExportChoices {
  readonly format: 'json' | 'csv';
  /** Whether a spreadsheet takes no text for a formula. */
  readonly isSafe: boolean;
}

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
