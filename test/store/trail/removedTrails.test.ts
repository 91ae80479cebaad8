import { describe, expect, test } from 'bun:test';
import type { ActivityFilters } from '../../../src/store/trail/activity.ts';
import type { AuditFilters } from '../../../src/store/trail/auditTrail.ts';
import type { Page } from '../../../src/store/sqlite/page.ts';
import { extendTrail } from '../../support/longTrails.ts';
import { openTestStore, storedId } from '../../support/testStore.ts';

const { database, store, writes, first, create, update, remove } = openTestStore();

/** Adds updates of a record. */
function extend(subscriptionId: string, count: number): void {
  extendTrail(database, { ...first, subscriptionId }, count, (place) => ({ patch: { amount: place + 1 } }));
}

// Entries of a record that is deleted, and between them those of one that is kept.
const doomed = await storedId(create({ name: 'Doomed' }));
const kept = await storedId(create({ name: 'Kept' }));
for (let round = 0; round < 4; round += 1) {
  extend(doomed, 700);
  await update(kept, { amount: 100 + round });
}
// Instants that rise with the entries, but three entries have each.
database.run(`UPDATE audit_entries SET created_at = strftime('%FT%H:%M:%fZ', 1781600000 + sequence / 3, 'unixepoch')`);

await remove(doomed);

interface Row {
  readonly sequence: number;
  readonly id: string;
  readonly action: string;
  readonly created_at: string;
}

/** The entries of the kept record, newest first. */
const entries = database
  .query<Row, [string]>('SELECT * FROM audit_entries WHERE entity_id = ? ORDER BY sequence DESC')
  .all(kept);
const instants = entries.map(({ created_at: at }) => at);
const [newest = '', , middle = ''] = instants;

const idIn = (json: string) => (JSON.parse(json) as { id: string }).id;

function idsOf(filters: AuditFilters, page: Page) {
  const { items, hasMore } = store.auditTrail.list(first.ownerId, filters, page);
  return { ids: items.map(idIn), hasMore };
}

describe('while a deleted record with a long trail is purged', () => {
  test.each<[AuditFilters, (entry: Row) => boolean]>([
    [{}, () => true],
    [{ action: 'subscription.create' }, ({ action }) => action === 'subscription.create'],
    [{ apiKeyId: first.apiKeyId }, () => true],
    [{ apiKeyId: doomed }, () => false],
    [{ since: middle }, ({ created_at: at }) => at >= middle],
    [{ until: middle }, ({ created_at: at }) => at < middle],
    [{ since: middle, until: newest }, ({ created_at: at }) => at >= middle && at < newest],
    [
      { until: newest, action: 'subscription.update' },
      ({ created_at: at, action }) => at < newest && action.endsWith('update'),
    ],
  ])('§6.3: the trail filtered by %j has no entry of it, and its pages join', (filters, passes) => {
    const wanted = entries.filter(passes).map(({ id }) => id);
    expect(idsOf(filters, { limit: 100, offset: 0 })).toEqual({ ids: wanted, hasMore: false });
    for (let offset = 0; offset < wanted.length; offset += 2) {
      const page = { ids: wanted.slice(offset, offset + 2), hasMore: wanted.length > offset + 2 };
      expect(idsOf(filters, { limit: 2, offset })).toEqual(page);
    }
  });

  test('§16.1: the activity has no entry of it, and its pages join', async () => {
    await writes.submit({
      kind: 'preferences.update',
      actor: { ...first.principal, requestId: 'preferences' },
      at: newest,
      auditEntryId: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a7a',
      patch: { autoRenew: false },
    });
    const activityIds = (filters: ActivityFilters, page: Page) => {
      const { items, hasMore } = store.activity.list(first.ownerId, filters, page);
      return { ids: items.map(idIn), hasMore };
    };
    const ofKept = entries.map(({ id }) => id);
    const all = ['01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a7a', ...ofKept];
    const cells: readonly (readonly [ActivityFilters, string[]])[] = [
      [{}, all],
      [{ entityType: 'subscription' }, ofKept],
      [{ entityId: kept }, ofKept],
      [{ entityType: 'owner' }, all.slice(0, 1)],
      [{ entityId: doomed }, []],
      [{ entityType: 'subscription', entityId: doomed }, []],
    ];
    for (const [filters, wanted] of cells) {
      expect(activityIds(filters, { limit: 100, offset: 0 })).toEqual({ ids: wanted, hasMore: false });
      for (let offset = 0; offset < wanted.length; offset += 2) {
        const page = { ids: wanted.slice(offset, offset + 2), hasMore: wanted.length > offset + 2 };
        expect(activityIds(filters, { limit: 2, offset })).toEqual(page);
      }
    }
  });

  test('§12.3: its prices and their changes are gone', () => {
    const changes = store.prices.changesSince(first.ownerId, '2026-01-01T00:00:00.000Z');
    expect(changes.map(({ subscriptionId }) => subscriptionId)).toEqual(Array.from({ length: 4 }, () => kept));
  });

  test('nothing of it was purged yet', () => {
    expect(database.query('SELECT count(*) AS entries FROM audit_entries').get()).toEqual({ entries: 4 * 700 + 7 });
  });
});
