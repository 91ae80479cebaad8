import type { Database } from 'bun:sqlite';
import { findDamage } from '../../src/core/database/integrity.ts';
import { findStaleRows } from '../../src/modules/subscriptions/store/staleRows.ts';
import { openDatabase } from '../../src/core/database/database.ts';

/** What the server has acknowledged of one subscription, and what was asked of it without an answer. */
interface Known {
  amount: number;
  updates: number;
  isDeleted: boolean;
  pending: { readonly kind: 'update'; readonly amount: number } | { readonly kind: 'delete' } | undefined;
}

/** What the clients know when the server has ended. */
export interface Ledger {
  readonly known: Map<string, Known>;
  /** Creations that were asked for and never answered. */
  unansweredCreations: number;
  acknowledged: number;
}

/** An empty ledger. */
export function openLedger(): Ledger {
  return { known: new Map(), unansweredCreations: 0, acknowledged: 0 };
}

const draft = { name: 'n', category: 'c', currency: 'USD', period: 'monthly', lastPaymentDate: '2026-01-31' };
const writers = 16;

/** Writes with 16 clients at once, each on subscriptions of its own, until the server has ended. */
export async function writeUntilGone(origin: string, key: string, ledger: Ledger, random: () => number): Promise<void> {
  const path = `${origin}/api/v1/subscriptions`;
  const headers = { authorization: `Bearer ${key}` };

  async function send(method: string, url: string, body?: object): Promise<{ id?: string }> {
    const response = await fetch(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(`${method} was answered ${response.status}: ${await response.text()}`);
    const { data } = (await response.json()) as { data?: { id: string } };
    ledger.acknowledged += 1;
    return data ?? {};
  }

  async function create(own: string[]): Promise<void> {
    const amount = Math.floor(random() * 1000);
    ledger.unansweredCreations += 1;
    const { id = '' } = await send('POST', path, { ...draft, amount });
    ledger.unansweredCreations -= 1;
    ledger.known.set(id, { amount, updates: 0, isDeleted: false, pending: undefined });
    own.push(id);
  }

  async function change(id: string, known: Known): Promise<void> {
    const amount = known.amount + 1;
    known.pending = { kind: 'update', amount };
    await send('PATCH', `${path}/${id}`, { amount });
    Object.assign(known, { amount, updates: known.updates + 1, pending: undefined });
  }

  async function remove(id: string, known: Known): Promise<void> {
    known.pending = { kind: 'delete' };
    await send('DELETE', `${path}/${id}`);
    Object.assign(known, { isDeleted: true, pending: undefined });
  }

  async function writer(): Promise<void> {
    const own: string[] = [];
    for (;;) {
      const place = Math.floor(random() * own.length);
      const id = own[place];
      const known = ledger.known.get(id ?? '');
      if (id === undefined || known === undefined || random() < 0.4) await create(own);
      else if (random() < 0.7) await change(id, known);
      else {
        own.splice(place, 1);
        await remove(id, known);
      }
    }
  }

  const ended = await Promise.allSettled(Array.from({ length: writers }, writer));
  for (const { status, ...rest } of ended) {
    const reason = 'reason' in rest ? String(rest.reason) : '';
    if (status === 'rejected' && reason.includes('was answered')) throw new Error(reason);
  }
}

interface Row {
  readonly id: string;
  readonly amount: number;
}

/** Every way in which the database of a directory breaks what its server had acknowledged; empty when nothing was lost. */
export function promisesBrokenIn(dataDirectory: string, ledger: Ledger): string[] {
  const database = openDatabase(dataDirectory);
  try {
    return brokenPromises(database, ledger);
  } finally {
    database.close();
  }
}

function brokenPromises(database: Database, { known, unansweredCreations }: Ledger): string[] {
  const rows = new Map(
    database
      .query<Row, []>('SELECT id, amount_hundredths / 100 AS amount FROM subscriptions')
      .all()
      .map((row) => [row.id, row] as const),
  );
  const entries = new Map(
    database
      .query<{ id: string; entries: number; amount: number }, []>(
        `SELECT entity_id AS id, count(*) AS entries,
           (SELECT json_extract(metadata, '$.after.amount') FROM audit_entries AS last
            WHERE last.entity_id = audit_entries.entity_id ORDER BY sequence DESC LIMIT 1) AS amount
         FROM audit_entries WHERE entity_type = 'subscription' GROUP BY entity_id`,
      )
      .all()
      .map((row) => [row.id, row] as const),
  );
  const broken = Array.from(known, ([id, record]) => brokenPromise(id, record, rows.get(id), entries.get(id)?.entries));
  for (const [id, { entries: count, amount }] of entries) {
    if (rows.get(id)?.amount !== amount) broken.push(`${id} is not as its last audit entry says`);
    if (!known.has(id) && count !== 1) broken.push(`${id}, of which nobody was told, has ${count} audit entries`);
  }
  const untold = Array.from(rows.keys()).filter((id) => !known.has(id));
  if (untold.length > unansweredCreations)
    broken.push(`${untold.length} subscriptions were made that nobody asked for`);
  broken.push(...findDamage(database), ...findStaleRows(database));
  return broken.filter((promise) => promise !== undefined);
}

function brokenPromise(id: string, record: Known, row: Row | undefined, entries = 0): string | undefined {
  const { amount, updates, isDeleted, pending } = record;
  const isGone = row === undefined && entries === 0;
  if (isDeleted) return isGone ? undefined : `${id} was deleted and is there`;
  if (pending?.kind === 'delete' && isGone) return undefined;
  const isAsTold = row?.amount === amount && entries === updates + 1;
  const isAsAsked = pending?.kind === 'update' && row?.amount === pending.amount && entries === updates + 2;
  return isAsTold || isAsAsked
    ? undefined
    : `${id} has ${row?.amount} and ${entries} entries, not ${amount} and ${updates + 1}`;
}
