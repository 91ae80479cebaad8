import { describe, expect, test } from 'bun:test';
import type { ImportOptions } from '../../../../src/modules/imports/rules/importTypes.ts';
import { readImport } from '../../../../src/modules/imports/rules/readImport.ts';
import { sentenceOf } from '../../../../src/modules/imports/rules/values/remarks.ts';
import { contractCurrencies as currencies } from '../../../../src/core/billing/currencies.ts';

const options: ImportOptions = { format: 'auto', currencies, today: '2026-11-23' };

const exported = {
  Name: 'Paper',
  'Payment Cycle': 'Monthly',
  'Next Payment': '2027-01-31',
  Renewal: 'Automatic',
  Category: 'Press',
  'Payment Method': 'Visa',
  'Paid By': 'A',
  Price: '€9.99',
  Notes: '',
  URL: '',
  State: 'Enabled',
  Notifications: 'Enabled',
  'Cancellation Date': '',
  Active: 'Yes',
};
const answered = {
  name: 'Paper',
  price: 9.99,
  currency_id: 1,
  cycle: 3,
  frequency: 1,
  next_payment: '2027-01-31',
  category_name: 'Press',
  payment_method_name: 'Visa',
  payer_user_name: 'A',
};

/** An export as the export page of Wallos writes it. */
function csvOf(...records: readonly object[]): string {
  return [Object.keys(records[0] ?? {}), ...records.map((one) => Object.values(one))]
    .map((row) => row.join(','))
    .join('\n');
}

function readingOf(content: unknown) {
  const file = typeof content === 'string' ? content : JSON.stringify(content);
  const reading = readImport(Buffer.from(file), { ...options, currencyFor: { '1': 'EUR', $: 'USD' } });
  if ('unreadable' in reading) throw new Error(reading.unreadable.message);
  return reading;
}

describe('the HTML entities in which Wallos stores texts', () => {
  const inHtml = {
    name: 'Smith &amp; Sons',
    category: 'Food &amp; drink',
    method: 'B&amp;B &apos;Gold&apos;',
    notes: 'Mum&#039;s plan; the &quot;basic&quot; one &amp;lt;b&amp;gt; &lt;3 &euro; &#39;',
    url: 'https://shop.example.org/?a=1&amp;b=2',
    payer: 'Ann &amp; Ben',
  };
  const record = {
    ...exported,
    Name: inHtml.name,
    Category: inHtml.category,
    'Payment Method': inHtml.method,
    Notes: inHtml.notes,
    URL: inHtml.url,
    'Paid By': inHtml.payer,
  };
  const answer = {
    ...answered,
    name: inHtml.name,
    category_name: inHtml.category,
    payment_method_name: inHtml.method,
    notes: inHtml.notes,
    url: inHtml.url,
    payer_user_name: inHtml.payer,
  };
  test.each([
    ['JSON', [record, exported]],
    ['CSV', csvOf(record, exported)],
    ['the answer of the API', { success: true, title: 'subscriptions', subscriptions: [answer, answered] }],
  ])('%s: all five are decoded once in each text, and no others', (_, content) => {
    const [row] = readingOf(content).rows;
    expect(row?.faults).toEqual([]);
    expect(row).toMatchObject({
      name: 'Smith & Sons',
      draft: { name: 'Smith & Sons', category: 'Food & drink' },
      details: {
        notes: 'Mum\'s plan; the "basic" one &lt;b&gt; <3 &euro; &#39;',
        url: 'https://shop.example.org/?a=1&b=2',
        paymentMethod: "B&B 'Gold'",
      },
    });
    expect(row?.notes.map(sentenceOf)).toEqual(['The payer "Ann & Ben" is left out.']);
  });
});

describe('the forms in which exports of Wallos come', () => {
  test.each([
    ['as the page saves them', [exported]],
    ['as the server of the page answers', { success: true, subscriptions: [exported] }],
    ['in an object', { subscriptions: [exported] }],
    ['in an answer with data', { success: true, data: [exported] }],
    ['in an object in an answer with data', { success: true, data: { subscriptions: [exported] } }],
    ['of the API, only the list', [answered]],
    ['of the API, in an answer with data', { success: true, data: [answered] }],
  ])('%s: they are read', (_, content) => {
    const { format, rows } = readingOf(content);
    expect(format).toBe('wallos');
    expect(rows).toMatchObject([
      { name: 'Paper', draft: { amount: 9.99, currency: 'EUR', period: 'monthly', lastPaymentDate: '2026-12-31' } },
    ]);
    expect(rows[0]?.faults).toEqual([]);
  });

  test.each([
    ['a bare list', []],
    ['another list', [{ Name: 'Paper', Price: 1 }]],
    ['a list of an answer', { success: true, data: [{ id: 1 }] }],
    ['a refusal', { success: false, message: 'Session expired' }],
  ])('%s is none of them', (_, content) => {
    expect(readImport(Buffer.from(JSON.stringify(content)), options)).toMatchObject({
      unreadable: { reason: { code: 'unknownJson' } },
    });
  });

  const { 'Payment Cycle': _, Renewal: __, Active: ___, Category, ...before } = exported;
  const old = { ...before, Categpry: Category };
  test.each([
    ['JSON', [old]],
    ['JSON of the server', { success: true, subscriptions: [old] }],
    ['CSV', csvOf(old)],
  ])(
    '%s before version 2.41: each record says that the billing cycle is missing, and keeps the rest',
    (_form, content) => {
      const { format, rows } = readingOf(content);
      expect(format).toBe('wallos');
      expect(rows[0]?.draft).toMatchObject({ name: 'Paper', category: 'Press', amount: 9.99, currency: 'EUR' });
      expect(rows[0]?.nextPaymentDate).toBe('2027-01-31');
      expect(rows[0]?.faults).toMatchObject([
        {
          field: 'period',
          message: 'This export has no billing cycle: Wallos exports it since version 2.41.',
          suggestedFix: 'Update Wallos and export again, or add "Payment Cycle" to each record, such as Monthly.',
        },
      ]);
    },
  );

  test('a Payment Cycle that somebody adds to such an export is read', () => {
    const { rows } = readingOf([{ ...old, 'Payment Cycle': 'Yearly' }]);
    expect(rows[0]).toMatchObject({ draft: { period: 'yearly' }, faults: [] });
  });
});

describe('the prices of Wallos', () => {
  // As the program creates them for each user.
  const symbols = {
    EUR: '€',
    BGN: 'лв',
    CZK: 'Kč',
    GBP: '£',
    HUF: 'Ft',
    PLN: 'zł',
    RON: 'lei',
    RUB: '₽',
    TRY: '₺',
    BRL: 'R$',
    HKD: 'HK$',
    IDR: 'Rp',
    ILS: '₪',
    INR: '₹',
    KRW: '₩',
    MXN: 'Mex$',
    MYR: 'RM',
    NZD: 'NZ$',
    PHP: '₱',
    SGD: 'S$',
    THB: '฿',
    ZAR: 'R',
    UAH: '₴',
    TWD: 'NT$',
  };
  test('the symbols that only one of its currencies has are known', () => {
    const rows = readImport(
      Buffer.from(JSON.stringify(Object.values(symbols).map((one) => ({ ...exported, Price: `${one}9` })))),
      { ...options, currencies: Object.keys(symbols) },
    );
    expect('rows' in rows && rows.rows.map(({ draft }) => draft['currency'])).toEqual(Object.keys(symbols));
  });

  test.each([
    ['€1,050.00', 1050],
    ['€1.050,00', 1050],
    ["€1'050.5", 1050.5],
    ['€1 050', 1050],
    ['€9,5', 9.5],
  ])('%s is read', (Price, amount) => {
    const [row] = readingOf([{ ...exported, Price }]).rows;
    expect(row).toMatchObject({ draft: { amount }, faults: [] });
  });

  test('what a price leaves open, the others decide; otherwise it is asked for', () => {
    const amountsOf = (...prices: readonly string[]) =>
      readingOf(prices.map((Price) => ({ ...exported, Price }))).rows.map(({ draft, faults }) => [
        draft['amount'],
        ...faults.map(({ reason }) => reason.code),
      ]);
    expect(amountsOf('€1,050', '€9.99')).toEqual([[1050], [9.99]]);
    expect(amountsOf('€1.050', '€9,99')).toEqual([[1050], [9.99]]);
    expect(amountsOf('€1,050')).toEqual([[undefined, 'amountAmbiguous']]);
    expect(amountsOf('€1,050', '€9.99', '€9,99')).toEqual([[undefined, 'amountAmbiguous'], [9.99], [9.99]]);
  });
});
