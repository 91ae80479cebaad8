import { expect, test } from 'bun:test';
import { contractCurrencies } from '../../../../src/core/billing/currencies.ts';
import { insertRecords, removeRecords, type RecordFields } from '../../../support/records.ts';
import { openTestStore } from '../../../support/testStore.ts';

const { database, store } = openTestStore();

const categories = Array.from({ length: 1500 }, (_, place) => `Category ${place}`);

function recordsIn(currencyOf: (place: number) => string): Partial<RecordFields>[] {
  return categories.map((category, place) => ({ category, currency: currencyOf(place) }));
}

test('subscriptions in other currencies are counted, however many owners and categories there are', () => {
  removeRecords(database);
  insertRecords(
    database,
    'first',
    recordsIn((place) => (place % 3 === 0 ? 'PLN' : 'USD')),
  );
  insertRecords(
    database,
    'second',
    recordsIn((place) => (place % 500 === 0 ? 'INR' : place % 3 === 1 ? 'PLN' : 'EUR')),
  );
  expect(store.countOtherCurrencies(contractCurrencies)).toEqual([
    { currency: 'INR', subscriptions: 3 },
    { currency: 'PLN', subscriptions: 500 + 499 },
  ]);
  expect(store.countOtherCurrencies([...contractCurrencies, 'PLN'])).toEqual([{ currency: 'INR', subscriptions: 3 }]);
});
