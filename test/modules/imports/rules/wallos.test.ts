import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { ImportOptions } from '../../../../src/modules/imports/rules/importTypes.ts';
import { readImport } from '../../../../src/modules/imports/rules/readImport.ts';
import { sentenceOf } from '../../../../src/modules/imports/rules/values/remarks.ts';
import { contractCurrencies as currencies } from '../../../../src/core/billing/currencies.ts';

const fixtures = join(import.meta.dir, '../../../fixtures/imports');
const options: ImportOptions = { format: 'auto', currencies, today: '2026-11-23', currencyFor: { $: 'USD' } };

async function rowsOf(file: string, more: Partial<ImportOptions> = {}) {
  const reading = readImport(await Bun.file(join(fixtures, file)).bytes(), { ...options, ...more });
  if ('unreadable' in reading) throw new Error(reading.unreadable.message);
  return reading;
}

const monthly = { period: 'monthly' };
const yearly = { period: 'yearly' };
const days = (customDate: string) => ({ period: 'custom', customDate });

describe('an export page of Wallos', () => {
  const card = { paymentMethod: 'Credit Card', autoRenew: true };
  const on = { notificationEnabled: true, status: 'active' };
  const off = { notificationEnabled: false, status: 'active' };
  const inactive = { code: 'inactiveAsPaused', values: {} } as const;
  const expected = [
    {
      row: 1,
      name: 'Filmhaus',
      draft: {
        name: 'Filmhaus',
        category: 'Entertainment',
        amount: 13.49,
        currency: 'USD',
        ...monthly,
        lastPaymentDate: '2026-11-30',
        ...on,
      },
      details: { ...card, notes: 'Two screens  upstairs', url: 'https://filmhaus.example', anchorDay: 31 },
      faults: [],
      notes: [],
    },
    {
      row: 2,
      name: 'Klangbox',
      draft: {
        name: 'Klangbox',
        category: 'Music',
        amount: 7.95,
        currency: 'EUR',
        ...monthly,
        lastPaymentDate: '2026-11-05',
        ...on,
      },
      details: card,
      faults: [],
      notes: [],
    },
    {
      row: 3,
      name: 'Cloudkiste',
      draft: {
        name: 'Cloudkiste',
        category: 'Cloud Services',
        amount: 1.19,
        currency: 'EUR',
        ...monthly,
        lastPaymentDate: '2026-10-24',
        ...on,
      },
      details: card,
      faults: [],
      notes: [],
    },
    {
      row: 4,
      name: 'Codewerk',
      draft: {
        name: 'Codewerk',
        category: 'Software',
        amount: 176,
        currency: 'EUR',
        ...yearly,
        lastPaymentDate: '2026-02-28',
        ...off,
      },
      details: card,
      faults: [],
      notes: [],
    },
    {
      row: 5,
      name: 'Climbing hall',
      draft: {
        name: 'Climbing hall',
        category: 'Health & Wellbeing',
        amount: 36.4,
        currency: 'EUR',
        ...monthly,
        lastPaymentDate: '2026-11-01',
        notificationEnabled: false,
        status: 'paused',
      },
      details: { ...card, cancelBefore: '2026-12-01' },
      faults: [],
      notes: [inactive],
    },
    {
      row: 6,
      name: 'Boat insurance',
      draft: {
        name: 'Boat insurance',
        category: 'Insurance',
        amount: 318,
        currency: 'EUR',
        ...days('91'),
        lastPaymentDate: '2026-08-30',
        ...off,
      },
      details: { ...card, everyMonths: 3 },
      faults: [],
      notes: [],
    },
    {
      row: 7,
      name: 'Harbour Weekly',
      draft: {
        name: 'Harbour Weekly',
        category: 'News & Magazines',
        amount: 6,
        currency: 'EUR',
        ...days('14'),
        lastPaymentDate: '2026-11-10',
        ...off,
      },
      details: { ...card, autoRenew: false },
      faults: [],
      notes: [],
    },
    {
      row: 8,
      name: 'Morning Bell',
      draft: {
        name: 'Morning Bell',
        category: 'News & Magazines',
        amount: 1.5,
        currency: 'EUR',
        ...days('1'),
        lastPaymentDate: '2026-11-22',
        ...off,
      },
      details: card,
      faults: [],
      notes: [],
    },
    {
      row: 9,
      name: 'Laundry',
      draft: {
        name: 'Laundry',
        category: 'Software',
        amount: 5,
        currency: 'EUR',
        ...monthly,
        lastPaymentDate: '2026-11-01',
        ...off,
      },
      details: card,
      faults: [],
      notes: [],
    },
  ];

  test.each(['wallos-export.json', 'wallos-export.csv'])('%s: each row keeps its next payment', async (file) => {
    const reading = await rowsOf(file);
    expect(reading.format).toBe('wallos');
    expect(reading.rows).toEqual(expected.map((row) => ({ ...row, hasDueDate: true })));
  });

  test('a dollar that may be of several countries is the fault of its row, which keeps the rest', async () => {
    const [netflix, spotify] = (await rowsOf('wallos-export.json', { currencyFor: {} })).rows;
    expect(netflix?.faults).toMatchObject([
      {
        code: 'invalid_subscription',
        field: 'currency',
        message: '"$" is the symbol of several currencies: USD, CAD, AUD, HKD, SGD and others.',
        suggestedFix: 'Say which one the file means, such as currencyFor=$:USD.',
        value: '$',
        allowedValues: ['USD', 'CAD', 'AUD', 'HKD', 'SGD'],
      },
    ]);
    expect(netflix?.draft).toMatchObject({ name: 'Filmhaus', amount: 13.49, lastPaymentDate: '2026-11-30' });
    expect(spotify?.faults).toEqual([]);
  });

  test('who pays is said to be left out where several do', async () => {
    const file = await Bun.file(join(fixtures, 'wallos-export.json')).text();
    const reading = readImport(Buffer.from(file.replace('"Paid By":"rowan"', '"Paid By":"Kim"')), options);
    if ('unreadable' in reading) throw new Error(reading.unreadable.message);
    expect(reading.rows.slice(0, 2).map(({ notes }) => notes.map(sentenceOf))).toEqual([
      ['The payer "Kim" is left out.'],
      ['The payer "rowan" is left out.'],
    ]);
  });

  test('a note with a line break, which Wallos does not quote, is put together again', async () => {
    const csv = await Bun.file(join(fixtures, 'wallos-export.csv')).text();
    const broken = csv.replace('Two screens  upstairs', 'Family plan\nshared by\nall');
    const reading = readImport(Buffer.from(broken), options);
    if ('unreadable' in reading) throw new Error(reading.unreadable.message);
    expect(reading.rows).toHaveLength(9);
    expect(reading.rows[0]?.details?.['notes']).toBe('Family plan\nshared by\nall');
    expect(reading.rows.flatMap(({ faults }) => faults)).toEqual([]);
  });
});

test('a row of Wallos that was cut takes no other one along', () => {
  const lines = [
    'Name,Payment Cycle,Next Payment,Renewal,Category,Payment Method,Paid By,Price,Notes,URL,State,Notifications,Cancellation Date,Active',
    'Filmhaus,Monthly,2026-12-31,Automatic,Entertainment,Card',
    'Klangbox,Monthly,2026-12-05,Automatic,Music,Card,rowan,€7.95,,,Enabled,Enabled,,Yes',
  ];
  const reading = readImport(Buffer.from(`${lines.join('\n')}\n`), options);
  if ('unreadable' in reading) throw new Error(reading.unreadable.message);
  expect(reading.rows.map(({ name, faults }) => [name, faults.length > 0])).toEqual([
    ['Filmhaus', true],
    ['Klangbox', false],
  ]);
});

describe('the answer of the API of Wallos', () => {
  const file = 'wallos-api-get_subscriptions.json';

  test('the start of each record keeps the day of the month, and the numbers of currencies are named by the request', async () => {
    const { format, rows } = await rowsOf(file, { currencyFor: { '1': 'EUR', '2': 'USD' } });
    expect(format).toBe('wallos');
    expect(rows.flatMap(({ faults }) => faults)).toEqual([]);
    const facts = rows.map(({ name, draft, details }) => [
      name,
      draft['amount'],
      draft['currency'],
      draft['customDate'] ?? draft['period'],
      details?.['everyMonths'],
      draft['lastPaymentDate'],
      details?.['anchorDay'],
      draft['status'],
    ]);
    expect(facts).toEqual([
      ['Morning Bell', 1.5, 'EUR', '1', undefined, '2026-11-22', undefined, 'active'],
      ['Cloudkiste', 1.19, 'EUR', 'monthly', undefined, '2026-10-24', undefined, 'active'],
      ['Harbour Weekly', 6, 'EUR', '14', undefined, '2026-11-10', undefined, 'active'],
      ['Boat insurance', 318, 'EUR', '91', 3, '2026-08-30', undefined, 'active'],
      ['Laundry', 5, 'EUR', 'monthly', undefined, '2026-11-01', undefined, 'active'],
      ['Climbing hall', 36.4, 'EUR', 'monthly', undefined, '2026-11-01', undefined, 'paused'],
      ['Klangbox', 7.95, 'EUR', 'monthly', undefined, '2026-11-05', undefined, 'active'],
      ['Filmhaus', 13.49, 'USD', 'monthly', undefined, '2026-11-30', 31, 'active'],
      ['Codewerk', 176, 'EUR', 'yearly', undefined, '2026-02-28', 29, 'active'],
    ]);
    expect(rows[5]?.details).toEqual({ paymentMethod: 'Credit Card', autoRenew: true, cancelBefore: '2026-12-01' });
    expect(rows[7]?.details).toEqual({
      notes: 'Two screens, upstairs',
      url: 'https://filmhaus.example',
      paymentMethod: 'Credit Card',
      autoRenew: true,
      anchorDay: 31,
    });
  });

  test('a number of a currency that the request does not name is the fault of its row', async () => {
    const { rows } = await rowsOf(file, { currencyFor: { '2': 'USD' } });
    expect(rows[0]?.faults).toMatchObject([
      {
        code: 'invalid_subscription',
        field: 'currency',
        message: 'The file gives the currency by its number 1 in the other tracker.',
        suggestedFix: 'Say which currency it is: currencyFor=1:CODE, with its code for CODE.',
        value: '1',
      },
    ]);
    expect(rows[7]?.faults).toEqual([]);
  });
});
