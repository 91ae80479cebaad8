import { afterAll, expect, spyOn, test } from 'bun:test';
import type { SubscriptionDraft, SubscriptionPatch } from '../../../src/domain/subscriptions/fields.ts';
import { openDatabaseInMemory } from '../../../src/store/database/database.ts';
import { createExecutor } from '../../../src/store/writer/executor.ts';
import { validDraft as draft } from '../../support/validDraft.ts';

const database = openDatabaseInMemory();
const { perform } = createExecutor(database);
const at = '2026-06-15T00:00:00.000Z';
const service = { kind: 'service', requestId: Bun.randomUUIDv7() } as const;
const keyId = Bun.randomUUIDv7();
const ofKey = {
  start: 'dbk_w_',
  hash: 'hash',
  owner: 'one',
  scope: 'write',
  name: null,
  expiresAt: null,
  anyNewOwner: true,
} as const;
perform({ kind: 'key.create', actor: service, at, auditEntryId: Bun.randomUUIDv7(), id: keyId, ...ofKey });
const actor = { kind: 'key', id: keyId, ownerId: 1, scope: 'write', requestId: service.requestId } as const;
const other = {
  name: 'Ökostrom',
  category: 'Power',
  amount: 80,
  currency: 'EUR',
  period: 'custom',
  customDate: '45',
  lastPaymentDate: '2026-06-01',
  status: 'paused',
  notificationEnabled: false,
} as const;

const prepared = spyOn(database, 'prepare');
afterAll(() => database.close());

function create(sent: SubscriptionDraft): string {
  const subscriptionId = Bun.randomUUIDv7();
  perform({ kind: 'subscription.create', actor, at, auditEntryId: Bun.randomUUIDv7(), subscriptionId, draft: sent });
  return subscriptionId;
}

function update(subscriptionId: string, patch: SubscriptionPatch): void {
  const about = { actor, at, auditEntryId: Bun.randomUUIDv7(), subscriptionId } as const;
  expect(perform({ kind: 'subscription.update', ...about, patch })).toMatchObject({ outcome: 'stored' });
}

/** The stored row of a record, without what differs between any two records. */
function rowOf(id: string): Record<string, unknown> {
  const row = database.query<Record<string, unknown>, [string]>('SELECT * FROM subscriptions WHERE id = ?').get(id);
  const { sequence: _sequence, id: _id, revision: _revision, view_json: view, ...columns } = row ?? {};
  return { ...columns, view: String(view).replace(id, '') };
}

/** The indexes that a statement writes. */
function indexesWrittenBy(text: string): string[] {
  const places = database.query<{ rootpage: number; name: string }, []>(
    "SELECT rootpage, name FROM sqlite_schema WHERE type = 'index'",
  );
  const nameOf = new Map(places.all().map(({ rootpage, name }) => [rootpage, name]));
  const steps = database.query<{ opcode: string; p1: number; p2: number }, []>(`EXPLAIN ${text}`).all();
  const opened = new Map(
    steps.filter(({ opcode }) => opcode === 'OpenWrite').map(({ p1, p2 }) => [p1, nameOf.get(p2)]),
  );
  const written = steps.filter(({ opcode }) => opcode === 'IdxInsert').flatMap(({ p1 }) => opened.get(p1) ?? []);
  return written.toSorted();
}

test.each([
  [{ notificationEnabled: false }, []],
  [{ amount: 20.5 }, ['subscriptions_by_amount', 'subscriptions_by_spend']],
  [{ name: 'Other' }, ['subscriptions_by_name', 'subscriptions_by_normalised_name']],
  [{ lastPaymentDate: '2026-06-02' }, ['subscriptions_by_renewal', 'subscriptions_renewed_by_choice']],
  [{ status: 'paused' }, ['subscriptions_by_end', 'subscriptions_by_spend']],
] satisfies [SubscriptionPatch, string[]][])(
  'the update %j writes the indexes of the changed columns alone',
  (patch, indexes) => {
    const id = create(draft);
    const before = prepared.mock.calls.length;
    update(id, patch);
    const texts = prepared.mock.calls.slice(before).map(([text]) => text);
    const [text = '', ...others] = texts.filter((one) => one.startsWith('UPDATE subscriptions'));
    expect(others).toEqual([]);
    expect(indexesWrittenBy(text)).toEqual(indexes);
  },
);

const fields = Object.keys(other).filter((name) => name !== 'customDate') as (keyof typeof other)[];
// An interval belongs to the period.
const patches: readonly Partial<SubscriptionDraft>[] = fields.map((name) =>
  name === 'period' ? { period: other.period, customDate: other.customDate } : { [name]: other[name] },
);

test.each(patches)('after the update %j a record is stored as if it had been created so', (patch) => {
  const [updated, created] = [create(draft), create({ ...draft, ...patch })];
  update(updated, patch);
  expect(rowOf(updated)).toEqual(rowOf(created));
  update(updated, { ...draft, status: 'active', notificationEnabled: true });
  expect(rowOf(updated)).toEqual(rowOf(create(draft)));
  expect(database.query('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
});

test('many different updates compile few statements', () => {
  const id = create(draft);
  const before = prepared.mock.calls.length;
  for (let bits = 0; bits < 2 ** patches.length; bits += 1) {
    const chosen = patches.filter((_, place) => (bits & (1 << place)) !== 0);
    update(id, Object.assign({}, ...chosen) as SubscriptionPatch);
    update(id, { ...draft, status: 'active', notificationEnabled: true });
  }
  expect(prepared.mock.calls.length - before).toBeLessThanOrEqual(16);
});
