import { describe, expect, test } from 'bun:test';
import { subscriptionsPath } from '../../support/expectations.ts';
import { startService, validDraft } from '../../support/service.ts';

const service = await startService();

/** The error for a draft with one wrong value, which is that of the field and nothing else. */
async function errorFor(field: string, value: unknown) {
  const answer = await service.call('POST', subscriptionsPath, { json: { ...validDraft, [field]: value } });
  const { code, ...error } = answer.json.error;
  expect([answer.status, code, error.field]).toEqual([400, 'invalid_subscription', field]);
  return error;
}

describe('an amount as people write it', () => {
  test.each([
    ['15,99', '15.99'],
    ['15,9', '15.9'],
    ['1,299.00', '1299'],
    ['1.299,00', '1299'],
    ['1 299,50', '1299.5'],
    ["1'299.50", '1299.5'],
    ['1\u00a0299', '1299'],
    ['123,456.78', '123456.78'],
    ['€5', '5'],
    ['5 €', '5'],
    ['US$ 15.99', '15.99'],
    ['15,99 EUR', '15.99'],
    [' USD 15.99 ', '15.99'],
  ])('%j is corrected to %s', async (value, amount) => {
    expect((await errorFor('amount', value)).suggestedFix).toBe(`Send the number alone: ${amount}.`);
  });

  test.each([
    '1,299',
    '1.299',
    '€1.299',
    '-5',
    '1,29,900',
    '1.299.00',
    '1,299,000',
    '5 per month',
    '15.999',
    '5%',
    'free',
    '',
    `5${' '.repeat(60_000)}x`,
  ])('that is not clear is answered with an example only: %#', async (value) => {
    expect((await errorFor('amount', value)).suggestedFix).toBe(
      'Send a number such as 19.99, with a decimal point and no other signs.',
    );
  });

  test('with a decimal comma outside of quotes is named in the error for invalid JSON', async () => {
    const raw = JSON.stringify(validDraft).replace('15.99', '15,99');
    const { error } = (await service.call('POST', subscriptionsPath, { raw })).json;
    expect(error.code).toBe('invalid_json');
    expect(error.suggestedFix).toContain('15.99, not 15,99');
  });
});

describe('a day as people write it', () => {
  test.each([
    '2026/11/01',
    '2026/11/1',
    '2026.11.01',
    '20261101',
    20_261_101,
    '2026-11-1',
    '2026-11-01T00:00:00Z',
    '20261101T000000Z',
    ' 2026-11-01 ',
    '1 Nov 2026',
    '1. November 2026',
    '01-Nov-2026',
    'November 1st, 2026',
    'nov 01 2026',
  ])('%j is corrected', async (value) => {
    expect((await errorFor('lastPaymentDate', value)).suggestedFix).toBe('Send "2026-11-01".');
  });

  test.each([
    ['15/11/2026', '2026-11-15'],
    ['11/15/2026', '2026-11-15'],
    ['15.11.2026', '2026-11-15'],
    ['11-11-2026', '2026-11-11'],
  ])('%s, in which only one number can be the month, is corrected to %s', async (value, day) => {
    expect((await errorFor('lastPaymentDate', value)).suggestedFix).toBe(`Send "${day}".`);
  });

  test.each(['01/11/2026', '1.2.2026', '11/01/26', '31/31/2026', '1 Foo 2026', 'today', 1_781_481_600])(
    '%j, which is not clear, is answered with the format only',
    async (value) => {
      expect((await errorFor('lastPaymentDate', value)).suggestedFix).toStartWith('Send the day as YYYY-MM-DD');
    },
  );

  test('in a query is corrected, too', async () => {
    const answer = await service.call('GET', `${subscriptionsPath}?expiringBefore=2026/11/01`);
    expect(answer.json.error.suggestedFix).toBe('Send "2026-11-01".');
  });
});

test.each([
  ['90 days', '90'],
  ['90d', '90'],
  ['1 day', '1'],
  [' 030 ', '30'],
  ['2 weeks', '14'],
  [90, '90'],
])('the interval %j is corrected to "%s"', async (value, days) => {
  expect((await errorFor('customDate', value)).suggestedFix).toBe(`Send it as a string: "${days}".`);
});

test.each(['3 months', 'days', '1.5 days', '0 days'])(
  'the interval %j is answered with an example only',
  async (value) => {
    expect((await errorFor('customDate', value)).suggestedFix).toStartWith('Send the days as a string, such as');
  },
);

test.each([
  ['weekly', '7', 0],
  ['every two weeks', '14', 0],
  ['quarterly', '91', 3],
  ['Every quarter', '91', 3],
  ['half-yearly', '182', 6],
  ['semi-annual', '182', 6],
])('the unknown period %j is corrected to a custom one', async (value, days, months) => {
  const { suggestedFix, allowedValues } = await errorFor('period', value);
  const exactly = ` For exactly ${months} months, also set everyMonths to ${months} in its details.`;
  expect(suggestedFix).toBe(`Send "custom", and with it "customDate": "${days}".${months === 0 ? '' : exactly}`);
  expect(allowedValues).toEqual(['monthly', 'yearly', 'custom']);
});

test.each(['bimonthly', 'biannual', 'once'])(
  'the period %j, which has no fixed length, is answered with the allowed values only',
  async (value) => {
    expect((await errorFor('period', value)).suggestedFix).toBe('Send one of the allowed values.');
  },
);

test.each([
  ['SEK', 'Duebook does not support SEK: ask the user '],
  ['btc', 'Duebook does not support BTC: ask the user '],
  ['$', 'Ask the user '],
  ['', 'Ask the user '],
])('for the currency %j no other one is suggested', async (value, start) => {
  const { suggestedFix, allowedValues } = await errorFor('currency', value);
  expect(suggestedFix).toStartWith(start);
  expect(allowedValues).toContain('EUR');
});
