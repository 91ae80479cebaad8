import type { Given } from './carelessCalls.ts';

/** The acknowledged writes of one record. */
interface KnownRecord {
  readonly marker: string;
  /** The amount that it was created with, in hundredths. */
  readonly amountHundredths: number;
  /** Whether an agent deletes it or has deleted it. */
  isDoomed: boolean;
  isDeleted: boolean;
}

/** What all agents share: the acknowledged writes and statistics. */
export type Ledger = ReturnType<typeof openLedger>;

/** A record that an agent remembers. */
export interface Known extends KnownRecord {
  readonly id: string;
}

/** Opens an empty ledger. */
export function openLedger() {
  const records = new Map<string, KnownRecord>();
  // A change may be acknowledged before the creation of its record.
  const changes = new Map<string, string[]>();
  const addedHundredths = new Map<string, number>();
  const faults = new Map<string, { made: number; corrected: number }>();
  return {
    records,
    /** The changes of each record, by its id: see {@link changeOf}. */
    changes,
    /** The sum added to the amount of each record, by its id. */
    addedHundredths,
    /** For each kind of fault, how often it was made, and how often the first suggested fix corrected it. */
    faults,
    /** Descriptions of faults that were not corrected. */
    uncorrected: [] as string[],
    /** Violations of what must never happen. */
    harms: [] as string[],
    steps: 0,
    drops: 0,
    resends: 0,
    markers: 0,

    /** Records a creation. */
    enterCreation(view: Given): void {
      const { id, category, amount } = view;
      if (records.has(String(id))) throw new Error(`made twice: ${String(id)}`);
      const amountHundredths = hundredthsOf(amount);
      records.set(String(id), { marker: String(category), amountHundredths, isDoomed: false, isDeleted: false });
    },

    /** Records a change, and how much it added to the amount. */
    enterChange(id: string, change: string, hundredths = 0): void {
      changes.set(id, [...(changes.get(id) ?? []), change]);
      addedHundredths.set(id, (addedHundredths.get(id) ?? 0) + hundredths);
    },

    /** Records a deletion, before or after it. */
    enterDeletion(id: string, mark: 'isDoomed' | 'isDeleted'): void {
      const record = records.get(id);
      if (record !== undefined) record[mark] = true;
    },

    /** Counts a fault. */
    countFault(name: string, isCorrected: boolean, story: string): void {
      const tally = faults.get(name) ?? { made: 0, corrected: 0 };
      faults.set(name, { made: tally.made + 1, corrected: tally.corrected + (isCorrected ? 1 : 0) });
      if (!isCorrected) this.uncorrected.push(`${name}: ${story}`);
    },

    /** The records that no agent deletes. */
    live: (): Known[] => Array.from(records, ([id, record]) => ({ id, ...record })).filter((one) => !one.isDoomed),

    /** Whether a record is deleted or being deleted. */
    isDoomed: (id: string) => records.get(id)?.isDoomed === true,
  };
}

/** What an audit entry says of its change. */
interface Change {
  readonly patch?: Given | undefined;
  readonly details?: { readonly patch?: Given } | undefined;
  readonly reverts?: unknown;
}

/** A text that identifies a change: the fields and details that are set, or the audit entry that is reverted. */
export function changeOf({ patch, details, reverts }: Change): string {
  if (typeof reverts === 'string') return `reverts ${reverts}`;
  return JSON.stringify(
    Object.entries({ ...patch, ...details?.patch }).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** An amount in hundredths. */
export function hundredthsOf(amount: unknown): number {
  return Math.round(Number(amount) * 100);
}
