import { batch, computed, effect, signal, type Signal } from '@preact/signals';
import { ServerUnreachable } from '../../api/answers.ts';
import { randomKey } from '../../api/randomKey.ts';
import { token } from '../../api/storage.ts';
import { asDuebook, checkRecord, checkRecords, type Choices, type Report, sendFile, withinLimit } from './api.ts';
import {
  type AmbiguousSymbol,
  ambiguousSymbols,
  correctedFile,
  type FileRecord,
  recheckedRows,
  recordOf,
  type ReportRow,
  resultOf,
  withCorrections,
  withLeftOut,
  withTaken,
} from './report.ts';
import { withTwins } from './twins.ts';

// The state lasts longer than the page is shown: who looks at another page finds the file as it was.

/** The file to import. */
interface ImportFile {
  /** Empty for a text that was pasted. */
  readonly name: string;
  readonly content: Blob;
}

/** The file that was chosen. */
export const file = signal<ImportFile | undefined>(undefined);

const atFirst: Choices = { format: 'auto', onDuplicate: 'skip', mapping: {}, currencyFor: {} };

/** How to read it. */
export const choices = signal<Choices>(atFirst);

/** What the last dry run said, and how it read the file. */
const checked = signal<{ readonly report: Report; readonly choices: Choices } | undefined>(undefined);

/** The symbols of the file that may mean several currencies. */
export const symbols = signal<readonly AmbiguousSymbol[]>([]);

/** The rows that were corrected, with what the service says about them, by their number. */
const corrections = signal<ReadonlyMap<number, ReportRow>>(new Map());

/** The numbers of the rows that the user leaves out. */
const leftOut = signal<ReadonlySet<number>>(new Set());

/** The numbers of the duplicates that the user imports all the same. */
const taken = signal<ReadonlySet<number>>(new Set());

/** What the page waits for. */
export const work = signal<'checking' | 'importing' | undefined>(undefined);

/** Why the last check or import failed. */
export const failure = signal<unknown>(undefined);

let tryAgain = check;

/** Tries again what has failed: the check or the import. */
export function retry(): void {
  void tryAgain();
}

/** What became of the rows, and the import that can be undone if something was written. */
export interface Result {
  readonly id: string | undefined;
  readonly rows: readonly ReportRow[];
}

/** What the import has done. */
export const result = signal<Result | undefined>(undefined);

/** What the dry run said about the file as a whole. */
export const report = computed(() => checked.value?.report);

/** What will become of each row. */
export const rows = computed(() => {
  const read = report.value?.results ?? [];
  if (!isChanged.value) return read;
  const { onDuplicate } = choices.value;
  const changed = withTwins(withLeftOut(withCorrections(read, corrections.value), leftOut.value), onDuplicate);
  return onDuplicate === 'skip' ? withTaken(changed, taken.value) : changed;
});

/** Whether another file than the one of the user has to be sent. */
const isChanged = computed(() => [corrections, leftOut, taken].some(({ value }) => value.size > 0));

/** Whether the page shows what an import would do now. */
export const isCurrent = computed(
  () => work.value === undefined && checked.value !== undefined && checked.value.choices === choices.value,
);

/** Whether leaving would lose something that the user has typed. */
export const hasCorrections = computed(() => corrections.value.size > 0 && result.value === undefined);

let rounds = 0;
/** The key of an import whose answer may be lost. */
let key: string | undefined;

/** Forgets the file. */
export function startOver(): void {
  rounds += 1;
  key = undefined;
  batch(() => {
    file.value = undefined;
    choices.value = atFirst;
    checked.value = undefined;
    symbols.value = [];
    corrections.value = new Map();
    leftOut.value = new Set();
    taken.value = new Set();
    work.value = undefined;
    failure.value = undefined;
    result.value = undefined;
  });
}

// The next user must not see the file of this one.
effect(() => {
  if (token.value === null) startOver();
});

/** Opens a file, or a text that was pasted, and says what an import would do. */
export function openFile(content: Blob, name = ''): void {
  batch(() => {
    startOver();
    file.value = { name, content };
  });
  void check();
}

/** Reads the file in another way. */
export function choose(part: Partial<Choices>): void {
  if (work.peek() === 'importing') return;
  key = undefined;
  choices.value = { ...choices.peek(), ...part };
  void check();
}

/** Asks again what an import would do. */
async function check(): Promise<void> {
  const [content, asked, corrected] = [file.peek()?.content, choices.peek(), Array.from(corrections.peek().values())];
  if (content === undefined) return;
  tryAgain = check;
  await during('checking', async (isLatest) => {
    const made = await sendFile(content, asked, { isDryRun: true });
    const again = await checkRecords(corrected.map(recordOf), asked);
    if (!isLatest()) return;
    batch(() => {
      checked.value = { report: made, choices: asked };
      symbols.value = ambiguousSymbols(made.results, symbols.peek());
      corrections.value = new Map(recheckedRows(corrected, again).map((one) => [one.row, one]));
    });
  });
}

/**
 * Takes what the user has corrected in the place of a row.
 *
 * @throws {RequestRefused} for what is still wrong with it; the row then stays as it was
 */
export async function correct(row: ReportRow, record: FileRecord): Promise<void> {
  const [own, asked] = [rounds, choices.peek()];
  const found = await inTurn(() => checkRecord(record, asked));
  if (own !== rounds) return;
  key = undefined;
  corrections.value = new Map(corrections.peek()).set(row.row, { ...found, ...record, row: row.row, payer: row.payer });
}

/** Leaves a row out of the import, or takes it back in. */
export function leaveOut(row: number, isOut: boolean): void {
  mark(leftOut, row, isOut);
}

/** Imports a duplicate all the same, or skips it as the others. */
export function takeDuplicate(row: number, isTaken: boolean): void {
  mark(taken, row, isTaken);
}

/** Adds a row to some, or removes it from them. */
function mark(marked: Signal<ReadonlySet<number>>, row: number, isMarked: boolean): void {
  if (work.peek() === 'importing') return;
  key = undefined;
  const rest = Array.from(marked.peek()).filter((one) => one !== row);
  marked.value = new Set(isMarked ? [...rest, row] : rest);
}

/** Imports the file as it was read and corrected, as one import. */
export async function importAll(): Promise<void> {
  const [content, asked, all] = [file.peek()?.content, choices.peek(), rows.peek()];
  if (content === undefined) return;
  key ??= randomKey();
  const sentAs = key;
  tryAgain = importAll;
  await during('importing', async (isLatest) => {
    const made = isChanged.peek() ? correctedFile(all) : undefined;
    const sent = made === undefined ? content : withinLimit(new Blob([made.text]), 'imports.tooLarge.corrected');
    const how = made === undefined ? asked : asDuebook(made.hasTaken ? { ...asked, onDuplicate: 'create' } : asked);
    const { id, results } = await sendFile(sent, how, { isDryRun: false, key: sentAs });
    if (isLatest()) result.value = { id, rows: resultOf(all, results, made?.rows) };
  });
  // Only an import whose answer was lost is sent under the same key again.
  if (!(failure.peek() instanceof ServerUnreachable)) key = undefined;
}

let last: Promise<unknown> = Promise.resolve();

/** Does one thing after the other: the service takes one file of a household at a time. */
function inTurn<Value>(action: () => Promise<Value>): Promise<Value> {
  const own = last.then(action);
  last = own.catch(() => undefined);
  return own;
}

/** Does something with the file, unless the user does something else meanwhile. */
async function during(
  what: 'checking' | 'importing',
  action: (isLatest: () => boolean) => Promise<void>,
): Promise<void> {
  rounds += 1;
  const own = rounds;
  const isLatest = () => own === rounds;
  batch(() => {
    work.value = what;
    failure.value = undefined;
  });
  try {
    await inTurn(async () => (isLatest() ? action(isLatest) : undefined));
  } catch (error) {
    if (isLatest()) failure.value = error;
  } finally {
    if (isLatest()) work.value = undefined;
  }
}
