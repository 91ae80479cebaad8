import type { PreparedRecord } from '../commands.ts';
import type { FaultChoice, ImportChoices, ImportOutcome } from '../rules/importPlan.ts';
import {
  unreadable,
  type ImportColumn,
  type ImportFault,
  type ImportFormat,
  type ImportOptions,
  type ImportRow,
} from '../rules/importTypes.ts';
import type { EncodingName } from '../rules/files/encodings.ts';
import { problem } from '../rules/values/problems.ts';
import { remark, sentenceOf, type Remark } from '../rules/values/remarks.ts';
import { readImport } from '../rules/readImport.ts';
import type { DetailsPatch } from '../../subscriptions/detailModel.ts';
import type { SubscriptionDraft } from '../../subscriptions/model.ts';
import { faultInDraft } from '../../subscriptions/rules/subscription.ts';
import type { ImportableRecord, PlanImport, RecordDecision } from '../store/plan.ts';
import { explainRelation } from '../../subscriptions/errors.ts';
import { faultFinder, faultOfError, faultOfTwin } from './rowFaults.ts';
import { wordForNone } from '../rules/values/currencies.ts';
import { sha256 } from '../../../core/runtime/host.ts';

/** A file, and what a client wants to be done with it. */
export interface ImportTask extends ImportChoices {
  readonly bytes: Uint8Array;
  readonly options: ImportOptions;
  readonly ownerId: number;
  readonly importId: string;
  /** The instant of the write, ISO 8601 UTC. */
  readonly at: string;
  readonly onError: FaultChoice;
  readonly isDryRun: boolean;
}

/** How many records of a file become what. */
type OutcomeCounts = Readonly<Record<ImportOutcome, number>>;

/** The report on a file, as far as this program reads it. */
export interface ImportReport extends OutcomeCounts {
  readonly format: ImportFormat;
  readonly encoding: EncodingName;
  readonly rows: number;
  readonly silent: number;
  readonly notes?: readonly string[] | undefined;
  readonly columns?: readonly ImportColumn[] | undefined;
  readonly results: readonly Result[];
}

/** What an import would do, and what it is to store, as plain data that can leave a worker. */
export type PreparedImport =
  | { readonly unreadable: ImportFault }
  | (OutcomeCounts & {
      readonly format: ImportFormat;
      readonly rows: number;
      /** The report that the client gets, as JSON in UTF-8. */
      readonly report: Uint8Array<ArrayBuffer>;
      /** What to store, as the write has it; undefined for a dry run and for a refused file. */
      readonly shared: SharedArrayBuffer | undefined;
      /** How many payments that has, or would have. */
      readonly payments: number;
      /** The revision of the owner's data with which it was prepared. */
      readonly revision: number;
      /** The SHA-256 of the file, in hexadecimal digits. */
      readonly fileHash: string;
    });

/** Reads a file, plans its import, and makes the report. Takes up to a second for a large file: not for the event loop. */
export function prepareImport(planImport: PlanImport, newId: () => string, task: ImportTask): PreparedImport {
  const reading = readImport(task.bytes, task.options);
  if ('unreadable' in reading) return reading;
  const { format, encoding, rows, columns, notes } = reading;
  const { onError, isDryRun, options, rowChoices } = task;
  const unknown = Array.from(rowChoices).find(([row]) => row > rows.length);
  if (unknown !== undefined)
    return unreadable(problem('unknownRow', { row: unknown[0], count: rows.length }).problem, unknown[1]);
  const findFaults = faultFinder(options);
  const checked = rows.map((row) => check(row, findFaults, rowChoices.get(row.row) === 'leaveOut'));
  const importable = checked.flatMap(({ record }) => record ?? []);
  const plan = planImport(importable, { ...task, newId, currencies: options.currencies });
  const decided = plan.decisions.values();
  const results = checked.map((one) => resultOf(one, one.record && decided.next().value, isDryRun));
  const counts = countsOf(results);
  const isSilent = ({ draft }: ImportRow) => draft['notificationEnabled'] === false;
  const silent = rows.filter((row, at) => isSilent(row) && results[at]?.outcome === 'created').length;
  const isStored = !isDryRun && (counts.failed === 0 || onError === 'skip') && plan.prepared.length > 0;
  const id = isStored ? { id: task.importId } : {};
  const about = { ...id, format, encoding, dryRun: isDryRun, rows: rows.length };
  const symbols = symbolsIn(checked, plan.usedCurrencies);
  const ofFile = { columns, ...(symbols.length > 0 && { symbols }), ...remarksIn(notes) };
  const members: ImportReport = { ...about, ...counts, silent, ...ofFile, results };
  return {
    format,
    rows: rows.length,
    ...counts,
    report: utf8(JSON.stringify(members)),
    shared: isStored ? sharedOf(plan.prepared) : undefined,
    payments: plan.prepared.reduce((sum, { payments = [] }) => sum + payments.length, 0),
    revision: plan.revision,
    fileHash: sha256(task.bytes, 'hex'),
  };
}

/** A record of the file with all its faults; without any, it can be imported. */
interface Checked {
  readonly read: ImportRow;
  readonly faults: readonly ImportFault[];
  /** What becomes of it if it cannot be imported. */
  readonly otherwise: 'skipped' | 'failed';
  readonly record?: ImportableRecord;
}

function check(read: ImportRow, findFaults: ReturnType<typeof faultFinder>, isLeftOut: boolean): Checked {
  if (read.skip !== undefined) return { read, faults: [], otherwise: 'skipped' };
  const otherwise = isLeftOut ? 'skipped' : 'failed';
  const withFaults = (found: readonly ImportFault[]) => ({ read, faults: isLeftOut ? [] : found, otherwise }) as const;
  const faults = findFaults(read);
  if (faults.length > 0) return withFaults(faults);
  // Their values have passed the checks of a write.
  const draft = read.draft as SubscriptionDraft;
  const details = read.details as DetailsPatch | undefined;
  const fault = faultInDraft(draft, details);
  if (fault !== undefined) return withFaults([faultOfError(explainRelation(fault, draft), fault.reason)]);
  return { read, faults, otherwise, record: { ...read, draft, details } };
}

/** What the report says of a record; JSON leaves out what is undefined. */
interface Result extends Pick<ImportRow, 'row' | 'name'> {
  readonly outcome: ImportOutcome;
  readonly id?: string | undefined;
  readonly error?: ImportFault | undefined;
  readonly notes?: readonly string[] | undefined;
  readonly remarks?: readonly Remark[] | undefined;
}

function resultOf(one: Checked, decision: RecordDecision | undefined, isDryRun: boolean): Result {
  const { read } = one;
  const { row, name, details } = read;
  const { outcome = one.otherwise, duplicateOf, sameNameAs }: Partial<RecordDecision> = decision ?? {};
  const [error] = [...faultsOfDecision(read, decision), ...one.faults];
  const draft = isDryRun ? shownDraft(read, decision) : undefined;
  // What a dry run would create gets its id by the import, and so does an earlier record of the file.
  const isNamed = duplicateOf?.row === undefined && !(isDryRun && outcome === 'created');
  const id = isNamed ? decision?.id : undefined;
  const said = remarksOf(read, decision);
  const values = isDryRun && { draft, details, duplicateOf, sameNameAs };
  return { row, outcome, id, name, ...values, error, ...said };
}

function faultsOfDecision({ draft }: ImportRow, { fault, twinFault }: Partial<RecordDecision> = {}) {
  if (fault !== undefined) return [faultOfError(explainRelation(fault, draft), fault.reason)];
  return twinFault === undefined ? [] : [faultOfTwin(twinFault)];
}

/** The symbols whose currency the file does not say. Of those that it may mean, one that the owner uses alone is proposed. */
function symbolsIn(checked: readonly Checked[], used: readonly string[]) {
  const faults = checked.flatMap(({ faults: [first] }) => (first?.value === undefined ? [] : [first]));
  const bySymbol = new Map(faults.map(({ value: symbol = '', allowedValues }) => [symbol, allowedValues]));
  return Array.from(bySymbol, ([symbol, allowedValues]) => {
    const meant = symbol === wordForNone ? used : (allowedValues ?? []).filter((code) => used.includes(code));
    const proposed = meant.length === 1 ? meant[0] : undefined;
    return { symbol, allowedValues, proposed };
  });
}

/** The fields of a record, as far as they could be read. */
function shownDraft(read: ImportRow, decision: RecordDecision | undefined): ImportRow['draft'] {
  const { draft, nextPaymentDate } = read;
  const { category: _category, ...others } = draft;
  return {
    ...(keepsCategory(read, decision) ? others : draft),
    ...(nextPaymentDate !== undefined && { nextPaymentDate }),
  };
}

/** Whether a subscription is there whose category stays, because the file names none. */
function keepsCategory({ assumesCategory }: ImportRow, decision: RecordDecision | undefined): boolean {
  const twin = decision?.duplicateOf ?? decision?.sameNameAs;
  return assumesCategory === true && twin?.id !== undefined && decision?.outcome !== 'created';
}

function remarksOf(read: ImportRow, decision: RecordDecision | undefined): Pick<Result, 'notes' | 'remarks'> {
  const { skip, notes } = read;
  const { duplicateOf, notes: ofPlan = [] } = decision ?? {};
  const ofFile = duplicateOf?.row === undefined ? [] : [remark('earlierRecord', { row: duplicateOf.row })];
  const ofValues = keepsCategory(read, decision) ? notes.filter(({ code }) => code !== 'categoryMissing') : notes;
  return remarksIn([...(skip === undefined ? [] : [skip]), ...ofFile, ...ofPlan, ...ofValues]);
}

function remarksIn(remarks: readonly Remark[]): Pick<Result, 'notes' | 'remarks'> {
  const none = { notes: undefined, remarks: undefined };
  return remarks.length === 0 ? none : { notes: remarks.map(sentenceOf), remarks };
}

function countsOf(results: readonly Result[]): OutcomeCounts {
  const counts = { created: 0, updated: 0, skipped: 0, failed: 0 };
  for (const { outcome } of results) counts[outcome] += 1;
  return counts;
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** Records as a write takes them from another thread: JSON in UTF-8. */
export function sharedOf(records: readonly PreparedRecord[]): SharedArrayBuffer {
  const bytes = utf8(JSON.stringify(records));
  const shared = new SharedArrayBuffer(bytes.length);
  new Uint8Array(shared).set(bytes);
  return shared;
}
