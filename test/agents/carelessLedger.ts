import type { Given } from './carelessCalls.ts';

/** What the agents know to have been done to one record. */
interface KnownRecord {
  readonly marker: string;
  /** The amount that it was created with, in hundredths. */
  readonly amountHundredths: number;
  /** Somebody is about to delete it. */
  isDoomed: boolean;
  isDeleted: boolean;
}

/** What all agents share: what was done, and what it took. */
export type Ledger = ReturnType<typeof openLedger>;

/** A record that somebody remembers. */
export interface Known extends KnownRecord {
  readonly id: string;
}

/** Opens an empty ledger. */
export function openLedger() {
  const records = new Map<string, KnownRecord>();
  // A change may be acknowledged before the creation of its record is.
  const changes = new Map<string, string[]>();
  const addedHundredths = new Map<string, number>();
  const faults = new Map<string, { made: number; mended: number }>();
  return {
    records,
    /** What was changed in each record, by its id: see {@link changeOf}. */
    changes,
    /** How much was added to the amount of each record, by its id. */
    addedHundredths,
    /** For each kind of fault, how often it was made, and how often doing what the answer said mended it at once. */
    faults,
    /** The stories of faults that were not. */
    unmended: [] as string[],
    /** What must never happen. */
    harms: [] as string[],
    steps: 0,
    drops: 0,
    resends: 0,
    markers: 0,

    /** Enters a record that was created. */
    enterCreation(view: Given): void {
      const { id, category, amount } = view;
      if (records.has(String(id))) throw new Error(`made twice: ${String(id)}`);
      const amountHundredths = hundredthsOf(amount);
      records.set(String(id), { marker: String(category), amountHundredths, isDoomed: false, isDeleted: false });
    },

    /** Enters a change of a record, and how much it added to the amount. */
    enterChange(id: string, change: string, hundredths = 0): void {
      changes.set(id, [...(changes.get(id) ?? []), change]);
      addedHundredths.set(id, (addedHundredths.get(id) ?? 0) + hundredths);
    },

    /** Enters that a record is to be deleted, or that it was. */
    enterDeletion(id: string, mark: 'isDoomed' | 'isDeleted'): void {
      const record = records.get(id);
      if (record !== undefined) record[mark] = true;
    },

    /** Counts a fault. */
    countFault(name: string, isMended: boolean, story: string): void {
      const tally = faults.get(name) ?? { made: 0, mended: 0 };
      faults.set(name, { made: tally.made + 1, mended: tally.mended + (isMended ? 1 : 0) });
      if (!isMended) this.unmended.push(`${name}: ${story}`);
    },

    /** The records that nobody is about to delete. */
    live: (): Known[] => Array.from(records, ([id, record]) => ({ id, ...record })).filter((one) => !one.isDoomed),

    /** Whether a record was deleted, or will be. */
    isDoomed: (id: string) => records.get(id)?.isDoomed === true,
  };
}

/** A change in words that are the same for the same change: the fields that are set, or the audit entry that is taken back. */
export function changeOf({ patch, reverts }: { patch?: Given | undefined; reverts?: unknown }): string {
  if (typeof reverts === 'string') return `reverts ${reverts}`;
  return JSON.stringify(Object.entries(patch ?? {}).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** An amount in hundredths. */
export function hundredthsOf(amount: unknown): number {
  return Math.round(Number(amount) * 100);
}
