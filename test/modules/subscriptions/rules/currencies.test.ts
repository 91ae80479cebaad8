import { describe, expect, test } from 'bun:test';
import {
  byOrderIn,
  contractAlone,
  contractCurrencies,
  currenciesWith,
  faultInCurrency,
  hasFurtherCurrencies,
} from '../../../../src/core/billing/currencies.ts';

describe('the currencies of a server', () => {
  test('are the ten of the contract, then those of the setting in the order given, each once', () => {
    const ofContract = ['CNY', 'USD', 'EUR', 'JPY', 'GBP', 'AUD', 'CAD', 'CHF', 'HKD', 'SGD'];
    expect(contractAlone).toEqual({ allowed: ofContract, kept: [] });
    expect(currenciesWith([])).toEqual(contractAlone);
    expect(currenciesWith(['SEK', 'PLN', 'EUR', 'SEK'])).toEqual({ allowed: [...ofContract, 'SEK', 'PLN'], kept: [] });
    expect([hasFurtherCurrencies(contractAlone), hasFurtherCurrencies(currenciesWith(['PLN']))]).toEqual([false, true]);
  });

  test('give reports their order; those that are not allowed come last, in the order of the alphabet', () => {
    const compare = byOrderIn([...contractCurrencies, 'SEK', 'PLN']);
    expect(['PLN', 'INR', 'SGD', 'BRL', 'CNY', 'SEK', 'USD'].toSorted(compare)).toEqual([
      'CNY',
      'USD',
      'SGD',
      'SEK',
      'PLN',
      'BRL',
      'INR',
    ]);
  });
});

test.each([
  ['USD', undefined, true],
  ['USD', 'EUR', true],
  ['INR', 'INR', true],
  ['INR', 'EUR', true],
  ['USD', 'INR', false],
  ['INR', 'SEK', false],
])('a record in %s that is given %p is possible: %p', (stored, given, isPossible) => {
  const fault = faultInCurrency(stored, given, contractCurrencies);
  expect(fault).toEqual(
    isPossible ? undefined : { field: 'currency', reason: 'currencyTakenOff', allowed: contractCurrencies },
  );
});
