import { batch, computed, effect, signal } from '@preact/signals';
import { ServerUnreachable } from '../../api/answers.ts';
import { randomKey } from '../../api/randomKey.ts';
import { token } from '../../api/storage.ts';
import { type Choices, type Report, sendFile } from './api.ts';
import { type AmbiguousSymbol, type Decision, existingOf, type ReportRow, withDecision } from './report.ts';

// The state lasts longer than the page is shown: who looks at another page finds the file as it was.

interface ImportFile {
  /** Empty for a text that was pasted. */
  readonly name: string;
  readonly content: Blob;
}

export const file = signal<ImportFile | undefined>(undefined);

const atFirst: Choices = { twins: 'each', mapping: {}, currencyFor: {} };

export const choices = signal<Choices>(atFirst);

/** What the last dry run said, and how it read the file. */
const checked = signal<{ readonly report: Report; readonly choices: Choices } | undefined>(undefined);

/** The symbols of the file that may mean several currencies. */
export const symbols = signal<readonly AmbiguousSymbol[]>([]);

/** What the user decides about single rows, by their number. */
const decisions = signal<ReadonlyMap<number, Decision>>(new Map());

/** The subscriptions that the user has added by hand, by the number of the row. */
const added = signal<ReadonlyMap<number, string>>(new Map());

/** What the page waits for. */
export const work = signal<'checking' | 'importing' | undefined>(undefined);

export const failure = signal<unknown>(undefined);

let tryAgain = check;

export function retry(): void {
  void tryAgain();
}

/** What became of the rows, and the import that can be undone if something was written. */
export interface Result {
  readonly id: string | undefined;
  readonly rows: readonly ReportRow[];
}

export const result = signal<Result | undefined>(undefined);

/** What the dry run said about the file as a whole. */
export const report = computed(() => checked.value?.report);

/** What will become of each row. */
export const rows = computed((): readonly ReportRow[] => {
  const asks = choices.value.twins === 'each';
  return (report.value?.results ?? []).map((row: ReportRow) => {
    const open = asks && row.sameNameAs !== undefined ? { ...row, outcome: 'failed' as const } : row;
    return withDecision(open, decisions.value.get(row.row), added.value.get(row.row));
  });
});

/** Whether the page shows what an import would do now. */
export const isCurrent = computed(
  () => work.value === undefined && checked.value !== undefined && checked.value.choices === choices.value,
);

let rounds = 0;
/** The key of an import whose answer may be lost. */
let key: string | undefined;

export function startOver(): void {
  rounds += 1;
  key = undefined;
  batch(() => {
    file.value = undefined;
    choices.value = atFirst;
    checked.value = undefined;
    symbols.value = [];
    decisions.value = new Map();
    added.value = new Map();
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

export function choose(part: Partial<Choices>): void {
  if (work.peek() === 'importing') return;
  key = undefined;
  // A choice for all that is stored already replaces those for single rows.
  if (part.twins !== undefined) {
    const twins = new Set(rows.peek().flatMap((row) => (existingOf(row) ? [row.row] : [])));
    decisions.value = new Map(Array.from(decisions.peek()).filter(([row]) => !twins.has(row)));
  }
  choices.value = { ...choices.peek(), ...part };
  void check();
}

async function check(): Promise<void> {
  const [content, asked] = [file.peek()?.content, choices.peek()];
  if (content === undefined) return;
  tryAgain = check;
  await during('checking', async (isLatest) => {
    const made = await sendFile(content, asked, { isDryRun: true });
    if (!isLatest()) return;
    const known = new Set(symbols.peek().map(({ symbol }) => symbol));
    const found = (made.symbols ?? []).filter(({ symbol }) => !known.has(symbol));
    const proposed = found.flatMap((one) => (one.proposed === undefined ? [] : [[one.symbol, one.proposed]]));
    batch(() => {
      // Read in another way, the rows may be others.
      if (checked.peek()?.report.rows !== made.rows) decisions.value = new Map();
      checked.value = { report: made, choices: asked };
      symbols.value = [...symbols.peek(), ...found];
      if (proposed.length > 0) choose({ currencyFor: { ...asked.currencyFor, ...Object.fromEntries(proposed) } });
    });
  });
}

/** Decides about a row, or takes the decision back. */
export function decide(row: number, decision: Decision | undefined): void {
  if (work.peek() === 'importing') return;
  key = undefined;
  decisions.value = withRow(decisions.peek(), row, decision);
}

/** Takes note that a subscription was added by hand in the place of a row, or was removed again. */
export function markAdded(row: number, id: string | undefined): void {
  key = undefined;
  added.value = withRow(added.peek(), row, id);
}

/** The same with another value for a row, or without one. */
function withRow<Value>(all: ReadonlyMap<number, Value>, row: number, value: Value | undefined) {
  const others = Array.from(all).filter(([one]) => one !== row);
  return new Map<number, Value>(value === undefined ? others : [...others, [row, value]]);
}

/** Imports the file as it is, as one import: without the rows that wait for an answer or were added by hand. */
export async function importAll(): Promise<void> {
  const [content, asked, all] = [file.peek()?.content, choices.peek(), rows.peek()];
  if (content === undefined) return;
  key ??= randomKey();
  const sentAs = key;
  const decided = new Map([
    ...decisions.peek(),
    ...Array.from(added.peek().keys(), (row) => [row, 'leaveOut'] as const),
  ]);
  tryAgain = importAll;
  await during('importing', async (isLatest) => {
    const { id, results } = await sendFile(content, asked, { isDryRun: false, key: sentAs, decisions: decided });
    const made = all.map((one, at): ReportRow =>
      one.isLeftOut === undefined ? { ...one, error: undefined, ...results[at] } : one,
    );
    if (isLatest()) result.value = { id, rows: made };
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
