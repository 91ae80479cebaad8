import { describe, expect, test } from 'bun:test';
import type { Paged, Page } from '../../../src/store/sqlite/page.ts';
import type { ActivityFilters } from '../../../src/store/trail/activity.ts';
import type { AuditFilters } from '../../../src/store/trail/auditTrail.ts';
import { extendTrail } from '../../support/longTrails.ts';
import { ageKeys } from '../../support/operator.ts';
import { openTestStore, storedId } from '../../support/testStore.ts';

const { database, store, writes, first, create, update, remove } = openTestStore();

// Entries of a record that is deleted, and between them those of one that is kept.
const doomed = await storedId(create({ name: 'Doomed' }));
const kept = await storedId(create({ name: 'Kept' }));
for (let round = 0; round < 4; round += 1) {
  extendTrail(database, { ...first, subscriptionId: doomed }, 150, (place) => ({ patch: { amount: place + 1 } }));
  await update(kept, { amount: 100 + round });
}
// Instants that rise with the entries, but three entries have each.
database.run(`UPDATE audit_entries SET created_at = strftime('%FT%H:%M:%fZ', 1781600000 + sequence / 3, 'unixepoch')`);
await remove(doomed);
ageKeys(database);

interface Row {
  readonly id: string;
  readonly action: string;
  readonly created_at: string;
}

/** The entries of the kept record, newest first. */
const entries = database
  .query<Row, [string]>('SELECT * FROM audit_entries WHERE entity_id = ? ORDER BY sequence DESC')
  .all(kept);
const [newest = '', , middle = ''] = entries.map(({ created_at: at }) => at);

/** The pages have the wanted entries, whatever their size. */
function expectPages(list: (page: Page) => Paged<string>, wanted: readonly string[]): void {
  for (const limit of [2, 100]) {
    for (let offset = 0; offset <= wanted.length; offset += limit) {
      const { items, hasMore } = list({ limit, offset });
      const ids = items.map((json) => (JSON.parse(json) as Row).id);
      expect([ids, hasMore]).toEqual([wanted.slice(offset, offset + limit), wanted.length > offset + limit]);
    }
  }
}

describe('while a deleted record with a long trail is not purged', () => {
  test.each<[AuditFilters, (entry: Row) => boolean]>([
    [{}, () => true],
    [{ subscriptionId: kept }, () => true],
    [{ subscriptionId: doomed }, () => false],
    [{ action: 'subscription.create' }, ({ action }) => action === 'subscription.create'],
    [{ apiKeyId: first.apiKeyId }, () => true],
    [{ since: middle }, ({ created_at: at }) => at >= middle],
    [{ until: middle }, ({ created_at: at }) => at < middle],
    [
      { until: newest, action: 'subscription.update' },
      ({ created_at: at, action }) => at < newest && /up/.test(action),
    ],
  ])('§6.3: the trail filtered by %j has no entry of it, and its pages join', (filters, passes) => {
    const wanted = entries.filter(passes).map(({ id }) => id);
    expectPages((page) => store.auditTrail.list(first.ownerId, filters, page), wanted);
  });

  test('§16.1: the activity has no entry of it, and its pages join', async () => {
    const auditEntryId = '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a7a';
    const actor = { ...first.principal, requestId: 'preferences' };
    const patch = { autoRenew: false };
    await writes.submit({ kind: 'preferences.update', actor, at: newest, auditEntryId, patch });
    const ofKept = entries.map(({ id }) => id);
    const cells: readonly (readonly [ActivityFilters, string[]])[] = [
      [{}, [auditEntryId, ...ofKept]],
      [{ entityType: 'subscription' }, ofKept],
      [{ entityId: kept }, ofKept],
      [{ entityType: 'owner' }, [auditEntryId]],
      [{ entityId: doomed }, []],
      [{ entityType: 'subscription', entityId: doomed }, []],
    ];
    for (const [filters, wanted] of cells)
      expectPages((page) => store.activity.list(first.ownerId, filters, page), wanted);
  });

  test('§12.3: its prices and their changes are gone', () => {
    const changes = store.prices.changesSince(first.ownerId, '2026-01-01T00:00:00.000Z');
    expect(changes.map(({ subscriptionId }) => subscriptionId)).toEqual(Array.from({ length: 4 }, () => kept));
    expect(database.query('SELECT count(*) FROM audit_entries').values()).toEqual([[4 * 150 + 7]]);
  });
});
