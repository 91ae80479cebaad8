import { describe, expect, test } from 'bun:test';
import { expectRefusal, pathOf, storedRows, subscriptionsPath } from '../../support/expectations.ts';
import { startService, validDraft, type ErrorView } from '../../support/service.ts';

const service = await startService();
const record = await service.create();
const currencies = ['CNY', 'USD', 'EUR', 'JPY', 'GBP', 'AUD', 'CAD', 'CHF', 'HKD', 'SGD'];
const periods = ['monthly', 'yearly', 'custom'];
const statuses = ['active', 'paused', 'cancelled'];

/** Holds that a value of a field is refused in a POST and in a PATCH alike, and that nothing is written. */
async function expectRefusedValue(field: string, value: unknown, error: Partial<ErrorView> = {}): Promise<ErrorView> {
  const before = storedRows(service);
  const json = { ...validDraft, [field]: value };
  const posted = await service.call('POST', subscriptionsPath, { json });
  expectRefusal(posted, 400, { code: 'invalid_subscription', field, ...error });
  expect(posted.json.error.suggestedFix).toBeString();
  const patched = await service.call('PATCH', pathOf(record), { json: { [field]: value } });
  expect(patched.status).toBe(400);
  expect(patched.json.error).toEqual(posted.json.error);
  expect(storedRows(service)).toEqual(before);
  return posted.json.error;
}

/** A row of a table for each value, with the value as it is written in JSON; bare lists would be taken for rows. */
function each(values: readonly unknown[]) {
  return values.map((value) => ({ value, shown: JSON.stringify(value) }));
}

/** Holds that a value of a field is accepted in a POST and in a PATCH alike, and read back as expected. */
async function expectAcceptedValue(field: string, value: unknown, readBack = value, fields = {}): Promise<void> {
  const created = await service.create({ ...fields, [field]: value });
  expect(created).toMatchObject({ [field]: readBack });
  const patched = await service.call('PATCH', pathOf(created), { json: { [field]: value } });
  expect(patched.json.data).toMatchObject({ [field]: readBack });
  const read = await service.call('GET', pathOf(created));
  expect(read.json.data).toMatchObject({ [field]: readBack });
}

const labels = [
  { field: 'name', most: 120 },
  { field: 'category', most: 80 },
] as const;

describe.each(labels)('$field', ({ field, most }) => {
  test.each([
    ['one letter', 'x', 'x'],
    ['the most letters', 'x'.repeat(most), 'x'.repeat(most)],
    ['the most characters beyond the basic plane', '😀'.repeat(most), '😀'.repeat(most)],
    ['the most letters within white space', `  ${'x'.repeat(most)}  `, 'x'.repeat(most)],
    ['white space of Unicode around it', '\u00a0\u3000Netflix\u2003\u{feff}', 'Netflix'],
    ['white space inside', 'Amazon  Prime', 'Amazon  Prime'],
  ])('§2.1: %s is accepted and kept trimmed', async (_, sent, kept) => {
    await expectAcceptedValue(field, sent, kept);
  });

  test.each([
    ['one letter more than the most', 'x'.repeat(most + 1)],
    ['one character beyond the basic plane more than the most', '😀'.repeat(most + 1)],
    ['a composed emoji that makes one code point too many', `${'x'.repeat(most - 4)}👨‍👩‍👧`],
    ['white space between letters that makes it too long', `x${' '.repeat(most - 1)}x`],
    ['an empty text', ''],
    ['a space', ' '],
    ['white space of Unicode alone', '\u00a0\u2003\u3000'],
    ['a number', 5],
    ['true', true],
    ['null', null],
    ['a list', ['Netflix']],
    ['an object', { text: 'Netflix' }],
  ])('§2.1: %s is refused', async (_, value) => {
    await expectRefusedValue(field, value);
  });
});

describe.each([
  { field: 'currency', words: currencies, wrong: ['usd', 'BTC', 'US', ' USD', 'USD ', 'Euro'] },
  { field: 'period', words: periods, wrong: ['weekly', 'Monthly', 'month', ' yearly'] },
  { field: 'status', words: statuses, wrong: ['Active', 'canceled', 'deleted', 'paused '] },
])('$field', ({ field, words, wrong }) => {
  test.each(words)('§1.4: "%s" is accepted', async (word) => {
    await expectAcceptedValue(field, word, word, word === 'custom' ? { customDate: '30' } : {});
  });

  test.each(each([...wrong, '', null, 0, true, [words[0]], {}]))(
    '§1.4: $shown is refused with the allowed values',
    async ({ value }) => {
      await expectRefusedValue(field, value, { allowedValues: words });
    },
  );
});

describe('notificationEnabled', () => {
  test.each([true, false])('§1.4: %s is accepted', async (value) => {
    await expectAcceptedValue('notificationEnabled', value);
  });

  test.each(each(['true', 'false', '', 0, 1, null, [], {}]))('§1.4: $shown is refused', async ({ value }) => {
    await expectRefusedValue('notificationEnabled', value);
  });
});

describe('lastPaymentDate', () => {
  test.each(['2024-02-29', '2000-02-29', '1970-01-01', '1900-02-28', '1582-10-10', '2026-12-31', '9999-11-30'])(
    '§2.3: %s is a day and accepted',
    async (day) => {
      await expectAcceptedValue('lastPaymentDate', day);
    },
  );

  test.each([
    ['2026-02-30', '2026-02-28'],
    ['2026-02-29', '2026-02-28'],
    ['1900-02-29', '1900-02-28'],
    ['2100-02-29', '2100-02-28'],
    ['2024-02-30', '2024-02-29'],
    ['2026-04-31', '2026-04-30'],
    ['2026-01-32', '2026-01-31'],
    ['2026-01-00', '2026-01-31'],
    ['2026-12-99', '2026-12-31'],
  ])('§2.3: %s is not in its month, whose last day %s is advised', async (day, last) => {
    const { suggestedFix } = await expectRefusedValue('lastPaymentDate', day);
    expect(suggestedFix).toContain(last);
  });

  test.each(
    each([
      '2026-00-15',
      '2026-13-01',
      '0000-00-00',
      '2026-6-15',
      '26-06-15',
      '12026-06-15',
      '+002026-06-15',
      '-2026-06-15',
      '2026/06/15',
      '20260615',
      '15-06-2026',
      '2026-06',
      '2026-W25-1',
      '2026-166',
      '2026-06-15T00:00:00Z',
      '2026-06-15Z',
      ' 2026-06-15',
      '2026-06-15 ',
      '２０２６-06-15',
      '٢٠٢٦-٠٦-١٥',
      '2026−06−15',
      'today',
      '',
      null,
      20260615,
      1781481600000,
      true,
      [],
      {},
    ]),
  )('§2.3: $shown is not a day in the right form and refused', async ({ value }) => {
    await expectRefusedValue('lastPaymentDate', value);
  });
});

describe('customDate', () => {
  test.each(['1', '7', '30', '365', '100000'])('§2.5: "%s" is accepted while the period is custom', async (days) => {
    await expectAcceptedValue('customDate', days, days, { period: 'custom' });
  });

  test.each(['0', '-1', '+3', '1.5', '030', '1e3', '3 ', ' 3', '3d', '0x10', '1,000', '٣٠', '３０', 'soon', ' '])(
    '§2.5: "%s" is refused',
    async (value) => {
      await expectRefusedValue('customDate', value);
    },
  );

  test.each(each([30, 0, true, [], ['30'], {}]))('§2.5: $shown, which is no text, is refused', async ({ value }) => {
    await expectRefusedValue('customDate', value);
  });
});

describe('required fields', () => {
  test.each([
    ['name', undefined],
    ['category', undefined],
    ['amount', undefined],
    ['currency', currencies],
    ['period', periods],
    ['lastPaymentDate', undefined],
  ])('§1.4: a POST without %s is refused on it', async (missing, allowedValues) => {
    const before = storedRows(service);
    const json = Object.fromEntries(Object.entries(validDraft).filter(([name]) => name !== missing));
    const answer = await service.call('POST', subscriptionsPath, { json });
    expectRefusal(answer, 400, { code: 'invalid_subscription', field: missing });
    expect(answer.json.error.suggestedFix).toContain(missing);
    expect(answer.json.error.allowedValues).toEqual(allowedValues);
    expect(storedRows(service)).toEqual(before);
  });

  test('§1.4: without the optional fields a subscription is active and notifies', async () => {
    expect(await service.create()).toMatchObject({ status: 'active', notificationEnabled: true });
  });
});
