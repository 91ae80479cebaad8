import { expect, test } from 'bun:test';
import { openTestStore, storedId } from '../../../support/testStore.ts';

const today = '2026-06-16';
const { store, create, first, second } = openTestStore();

test('§4.2: a record is read by its id for its owner alone, with and without its details', async () => {
  const id = await storedId(create());
  const { subscriptions } = store;
  for (const read of ['find', 'findView', 'findDetails', 'findDetailsView', 'findDetailedView'] as const) {
    expect(subscriptions[read](first.ownerId, id, today)).toBeDefined();
    expect([read, subscriptions[read](second.ownerId, id, today)]).toEqual([read, undefined]);
  }
});
