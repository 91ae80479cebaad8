import type { Given } from './agentCalls.ts';

/** What all agents share: the acknowledged writes and counts of requests. */
export type Ledger = ReturnType<typeof openLedger>;

export function openLedger() {
  const created = new Map<string, { readonly marker: string; readonly amountHundredths: number }>();
  // A change may be acknowledged before the creation of its record.
  const changes = new Map<string, string[]>();
  const addedHundredths = new Map<string, number>();
  const doomed = new Set<string>();
  return {
    created,
    /** The changes of each record, by its id: see {@link changeOf}. */
    changes,
    /** The sum added to the amount of each record, by its id. */
    addedHundredths,
    /** The records that an agent deletes or has deleted. */
    doomed,
    deleted: new Set<string>(),
    /** Violations of what must never happen. */
    harms: [] as string[],
    steps: 0,
    drops: 0,
    resends: 0,
    markers: 0,

    enterCreation({ id, category, amount }: Given): void {
      if (created.has(String(id))) throw new Error(`made twice: ${String(id)}`);
      created.set(String(id), { marker: String(category), amountHundredths: hundredthsOf(amount) });
    },

    /** Records a change, and how much it added to the amount. */
    enterChange(id: string, change: string, hundredths = 0): void {
      changes.set(id, [...(changes.get(id) ?? []), change]);
      addedHundredths.set(id, (addedHundredths.get(id) ?? 0) + hundredths);
    },

    /** The ids of the records that no agent deletes. */
    live: (): string[] => Array.from(created.keys()).filter((id) => !doomed.has(id)),
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
  return typeof reverts === 'string' ? `reverts ${reverts}` : JSON.stringify({ ...patch, ...details?.patch });
}

export function hundredthsOf(amount: unknown): number {
  return Math.round(Number(amount) * 100);
}
