import { expect, test } from 'bun:test';
import { duplicates } from '../../../src/modules/analytics/reads.ts';
import { changeFromOutside } from '../../support/filledDirectory.ts';
import { openTestStore } from '../../support/testStore.ts';

test('§5.4: whole duplicates are those of one moment, also when one of them is deleted meanwhile', async () => {
  const { directory, create, store } = openTestStore();
  for (let count = 0; count < 3; count += 1) await create({ name: 'Netflix' });
  const whole = () => duplicates(meanwhile, 1, [], '2026-06-16').map(({ records }) => records?.length);
  const { subscriptions } = store;
  const findDetailedView: typeof subscriptions.findDetailedView = (...found) => {
    const view = subscriptions.findDetailedView(...found);
    changeFromOutside(
      directory,
      'DELETE FROM subscriptions WHERE sequence = (SELECT max(sequence) FROM subscriptions)',
    );
    return view;
  };
  const meanwhile = { ...store, subscriptions: { ...subscriptions, findDetailedView } };
  expect(whole()).toEqual([3]);
  expect(whole()).toEqual([]);
});
