import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { closest, nearest } from '../../../src/core/text/nearest.ts';
import { periods } from '../../../src/core/billing/periodTable.ts';
import { contractCurrencies as currencies } from '../../../src/core/billing/currencies.ts';
import { writableFieldsInOrder } from '../../../src/modules/subscriptions/model.ts';
import { statuses } from '../../../src/modules/subscriptions/rules/limits.ts';

describe('the nearest word', () => {
  test.each([
    ['notificationsEnabled', writableFieldsInOrder, 'notificationEnabled'],
    ['NotificationEnabled', writableFieldsInOrder, 'notificationEnabled'],
    ['ammount', writableFieldsInOrder, 'amount'],
    ['Name', writableFieldsInOrder, 'name'],
    ['nmae', writableFieldsInOrder, 'name'],
    ['lastpaymentdate', writableFieldsInOrder, 'lastPaymentDate'],
    ['last_payment_date', writableFieldsInOrder, 'lastPaymentDate'],
    ['nextPaymentDate', writableFieldsInOrder, 'lastPaymentDate'],
    ['catagory', writableFieldsInOrder, 'category'],
    ['id', writableFieldsInOrder, undefined],
    ['colour', writableFieldsInOrder, undefined],
    ['__proto__', writableFieldsInOrder, undefined],
    ['constructor', writableFieldsInOrder, undefined],
    ['', writableFieldsInOrder, undefined],
    ['montly', periods, 'monthly'],
    ['MONTHLY', periods, 'monthly'],
    ['yearli', periods, 'yearly'],
    ['annual', periods, undefined],
    ['canceled', statuses, 'cancelled'],
    ['usd', currencies, 'USD'],
    ['EUX', currencies, undefined],
    ['BTC', currencies, undefined],
    ['anything', [], undefined],
  ])('§1.3: %j among %j is %j', (typed, words, meant) => {
    expect(nearest(typed, words)).toBe(meant);
  });

  test('§1.3: each word is its own nearest, in any case', () => {
    for (const words of [writableFieldsInOrder, periods, statuses, currencies]) {
      for (const word of words) {
        expect(nearest(word, words)).toBe(word);
        expect(nearest(word.toUpperCase(), words)).toBe(word);
      }
    }
  });

  test('§1.3: a word with one letter left out is still known, if it is long enough to be recognised', () => {
    for (const word of writableFieldsInOrder) {
      for (let at = 0; at < word.length; at += 1) {
        expect(nearest(word.slice(0, at) + word.slice(at + 1), writableFieldsInOrder)).toBe(word);
      }
    }
  });

  test('§1.3: every text is answered, with one of the words or with none', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ minLength: 90, maxLength: 5000 })), (typed) => {
        const meant = nearest(typed, writableFieldsInOrder);
        expect(meant === undefined || (writableFieldsInOrder as readonly string[]).includes(meant)).toBe(true);
      }),
    );
  });

  test('§1.3: a very long text is not compared at all, so that it costs nothing', () => {
    expect(nearest('name'.repeat(1_000_000), writableFieldsInOrder)).toBeUndefined();
  });
});

test.each([
  ['PLM', 'PLN'],
  ['LPN', 'PLN'],
  ['IRN', 'INR'],
  ['QQQ', 'EUR'],
  ['', 'EUR'],
  ['a text that is much longer', undefined],
])('of all words, the closest to %j is %j', (typed, expected) => {
  expect(closest(typed, ['EUR', 'INR', 'PLN', 'SEK'])).toBe(expected);
});
