import type { Caller } from './caller.ts';
import { database, selectOne, view } from './database.ts';

const insert = database.prepare(
  `INSERT INTO subscriptions (id, owner_id, name, name_folded, name_normalised, category, amount_hundredths, currency, period,
   custom_days, last_payment_date, next_payment_date, notification_enabled, status, created_at, updated_at)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?, ?, 1, 'active', ?, ?)`,
);
const update = database.prepare(
  'UPDATE subscriptions SET amount_hundredths = ?, updated_at = ? WHERE id = ? AND owner_id = ?',
);
const remove = database.prepare('DELETE FROM subscriptions WHERE id = ? AND owner_id = ?');
const removeEntries = database.prepare(
  "DELETE FROM audit_entries WHERE entity_id = ? AND entity_type = 'subscription' AND owner_id = ?",
);
const insertEntry = database.prepare(
  `INSERT INTO audit_entries (id, owner_id, entity_type, entity_id, actor_kind, actor_id, request_id, action, metadata, created_at)
   VALUES (?, ?, 'subscription', ?, 'key', ?, ?, ?, ?, ?)`,
);

/** The fields of a new, monthly subscription. */
export interface Draft {
  readonly name: string;
  readonly category: string;
  readonly amount: number;
  readonly currency: string;
  readonly period: string;
  readonly lastPaymentDate: string;
}

const createTransaction = database.transaction((caller: Caller, draft: Draft) => {
  const now = new Date().toISOString();
  const id = Bun.randomUUIDv7();
  const { name, category, amount, currency, period, lastPaymentDate } = draft;
  const folded = name.toLowerCase();
  const hundredths = Math.round(amount * 100);
  const nextPaymentDate = Temporal.PlainDate.from(lastPaymentDate).add({ months: 1 }).toString();
  const { ownerId } = caller;
  const dates = [lastPaymentDate, nextPaymentDate, now, now] as const;
  insert.run(id, ownerId, name, folded, folded, category, hundredths, currency, period, ...dates);
  const after = {
    id,
    name,
    category,
    amount,
    currency,
    period,
    lastPaymentDate,
    nextPaymentDate,
    notificationEnabled: true,
    status: 'active',
    createdAt: now,
    updatedAt: now,
  };
  record(caller, 'subscription.create', id, { after }, now);
  return after;
});

/** Stores a new subscription and its audit entry. */
export function create(caller: Caller, draft: Draft) {
  return createTransaction.immediate(caller, draft);
}

const changeTransaction = database.transaction((caller: Caller, id: string, patch: { readonly amount: number }) => {
  const row = selectOne.get(caller.ownerId, id);
  if (row === null) return undefined;
  const now = new Date().toISOString();
  const before = view(row);
  const after = { ...before, amount: patch.amount, updatedAt: now };
  update.run(Math.round(patch.amount * 100), now, id, caller.ownerId);
  record(caller, 'subscription.update', id, { before, after, patch }, now);
  return after;
});

/** Changes the amount of a subscription and adds an audit entry; undefined when it is not there. */
export function changeAmount(caller: Caller, id: string, patch: { readonly amount: number }) {
  return changeTransaction.immediate(caller, id, patch);
}

const eraseTransaction = database.transaction((caller: Caller, id: string) => {
  if (remove.run(id, caller.ownerId).changes === 0) return false;
  removeEntries.run(id, caller.ownerId);
  return true;
});

/** Removes a subscription with its audit entries; false when it is not there. */
export function erase(caller: Caller, id: string): boolean {
  return eraseTransaction.immediate(caller, id);
}

function record(caller: Caller, action: string, subscriptionId: string, metadata: object, now: string): void {
  const { ownerId, apiKeyId, requestId } = caller;
  const text = JSON.stringify(metadata);
  insertEntry.run(Bun.randomUUIDv7(), ownerId, subscriptionId, apiKeyId, requestId, action, text, now);
}
