import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { ImportOptions } from '../../../../src/modules/imports/rules/importTypes.ts';
import { readImport } from '../../../../src/modules/imports/rules/readImport.ts';
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

describe('SubTrackr', () => {
  const files = ['subtrackr-export.json', 'subtrackr-backup.json', 'subtrackr-export.csv'] as const;

  test.each(files)('%s: schedules, trials, ends and dates are read', async (file) => {
    const { format, rows } = await rowsOf(file);
    expect(format).toBe('subtrackr');
    const facts = rows
      .slice(1)
      .map(({ name, draft, details }) => [
        name,
        draft['amount'],
        draft['currency'],
        draft['customDate'] ?? draft['period'],
        draft['lastPaymentDate'],
        draft['status'],
        details,
      ]);
    expect(facts).toEqual([
      ['Notewell trial', 8, 'USD', 'monthly', '2026-10-29', 'active', { trialEndsOn: '2026-11-28' }],
      ['Picture Suite', 41.5, 'USD', 'monthly', '2026-10-15', 'cancelled', { endsOn: '2026-10-15' }],
      ['Harbour Weekly', 6, 'USD', '14', '2026-11-10', 'active', undefined],
      ['Boat insurance', 318, 'USD', '91', '2026-08-30', 'active', { everyMonths: 3 }],
      ['Climbing hall', 36.4, 'USD', 'monthly', '2026-11-01', 'paused', undefined],
      ['Codewerk', 176, 'USD', 'yearly', '2026-03-01', 'active', undefined],
      ['Cloudkiste', 1.19, 'USD', 'monthly', '2026-10-24', 'active', undefined],
      ['Klangbox', 7.95, 'EUR', 'monthly', '2026-11-05', 'active', undefined],
      [
        'Filmhaus',
        13.49,
        'USD',
        'monthly',
        '2026-10-31',
        'active',
        { notes: 'Two screens, upstairs', url: 'https://filmhaus.example', paymentMethod: 'Visa' },
      ],
    ]);
    expect(rows.slice(1).flatMap(({ faults }) => faults)).toEqual([]);
    expect(rows.slice(1).flatMap(({ notes }) => notes)).toEqual([
      { code: 'trialGuessed', values: { trialEndsOn: '2026-11-28' } },
    ]);
  });

  test.each([0, '0', 1, '', null])('an interval of %p is one schedule', (schedule_interval) => {
    const records = [
      { name: 'A', cost: 9, schedule: 'Quarterly', schedule_interval, renewal_date: '2027-01-31T00:00:00Z' },
    ];
    const reading = readImport(Buffer.from(JSON.stringify({ exported_at: '', subscriptions: records })), options);
    expect('rows' in reading && reading.rows[0]?.details).toMatchObject({ everyMonths: 3 });
  });

  test.each(files)('%s: a record without a name and a possible amount has a fault for each field', async (file) => {
    const [first] = (await rowsOf(file)).rows;
    expect(first?.faults.map(({ field, message }) => [field, message])).toEqual([
      ['name', 'name is missing.'],
      ['amount', expect.stringMatching(/^The amount "-5(\.00)?" is negative\.$/)],
      ['status', '"Whatever" is not a status.'],
      ['period', '"Never" is not an interval.'],
      ['lastPaymentDate', 'lastPaymentDate is missing.'],
    ]);
    expect(first?.draft).toMatchObject({ category: 'Entertainment', currency: 'USD' });
  });
});

describe('subscription-manager', () => {
  test('categories have their names, and each record its dates', async () => {
    const { format, rows } = await rowsOf('subscription-manager-export.json');
    expect(format).toBe('subscription-manager');
    const rest = { notificationEnabled: true, status: 'active' };
    expect(rows.map(({ draft }) => draft)).toEqual([
      {
        name: 'Filmhaus',
        category: 'Entertainment',
        amount: 13.49,
        currency: 'USD',
        ...monthly,
        lastPaymentDate: '2026-10-31',
        ...rest,
      },
      {
        name: 'Klangbox',
        category: 'Entertainment',
        amount: 7.95,
        currency: 'EUR',
        ...monthly,
        lastPaymentDate: '2026-11-05',
        ...rest,
      },
      {
        name: 'Cloudkiste',
        category: 'Productivity',
        amount: 1.19,
        currency: 'USD',
        ...monthly,
        lastPaymentDate: '2026-10-24',
        ...rest,
      },
      {
        name: 'Codewerk',
        category: 'development',
        amount: 176,
        currency: 'USD',
        ...yearly,
        lastPaymentDate: '2026-02-28',
        ...rest,
      },
      {
        name: 'Climbing hall',
        category: 'health',
        amount: 36.4,
        currency: 'EUR',
        ...monthly,
        lastPaymentDate: '2026-11-01',
        ...rest,
        status: 'paused',
      },
      {
        name: 'Boat insurance',
        category: 'Other',
        amount: 318,
        currency: 'EUR',
        ...days('91'),
        lastPaymentDate: '2026-08-31',
        ...rest,
      },
      {
        name: 'Old phone plan',
        category: 'Other',
        amount: 20,
        currency: 'CNY',
        ...monthly,
        lastPaymentDate: '2026-10-31',
        ...rest,
      },
    ]);
    expect(rows.flatMap(({ faults, notes, details }) => [...faults, ...notes, ...(details ? [details] : [])])).toEqual(
      [],
    );
  });
});

describe('a format that the request names', () => {
  test.each([
    [
      'subtrackr',
      'wallos-export.json',
      'The file is not an export of SubTrackr: it looks like an export of Wallos.',
      'wallos',
    ],
    [
      'duebook',
      'subtrackr-export.csv',
      'The file is not an export of Duebook: it looks like an export of SubTrackr.',
      'subtrackr',
    ],
    ['csv', 'subtrackr-export.json', 'The file is not a CSV table: it looks like an export of SubTrackr.', 'subtrackr'],
  ] as const)('%s does not read %s', async (format, file, message, found) => {
    const reading = readImport(await Bun.file(join(fixtures, file)).bytes(), { ...options, format });
    expect(reading).toMatchObject({
      unreadable: {
        code: 'unreadable_import',
        field: 'format',
        message,
        suggestedFix: `Send format=${found}, or format=auto.`,
      },
    });
  });
});
