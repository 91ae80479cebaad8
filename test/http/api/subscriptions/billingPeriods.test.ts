import { describe, expect, test } from 'bun:test';
import { expectRefusal, pathOf, storedRows, subscriptionsPath } from '../../../support/expectations.ts';
import { startService, validDraft } from '../../../support/service.ts';

const service = await startService();
const far = await startService({ now: '2026-03-28T23:59:59.000Z', timeZone: 'Pacific/Kiritimati' });

describe('one billing period', () => {
  test.each([
    ['2026-06-15', '2026-07-15'],
    ['2025-01-31', '2025-02-28'],
    ['2025-01-30', '2025-02-28'],
    ['2025-01-29', '2025-02-28'],
    ['2025-01-28', '2025-02-28'],
    ['2024-01-31', '2024-02-29'],
    ['2024-01-30', '2024-02-29'],
    ['2000-01-31', '2000-02-29'],
    ['1900-01-31', '1900-02-28'],
    ['2025-03-31', '2025-04-30'],
    ['2025-05-31', '2025-06-30'],
    ['2025-08-31', '2025-09-30'],
    ['2025-10-31', '2025-11-30'],
    ['2025-07-31', '2025-08-31'],
    ['2025-12-31', '2026-01-31'],
    ['2025-02-28', '2025-03-28'],
    ['2024-02-29', '2024-03-29'],
    ['2025-04-30', '2025-05-30'],
    ['9999-11-30', '9999-12-30'],
  ])('§2.4: the month after %s ends on %s', async (lastPaymentDate, nextPaymentDate) => {
    expect(await service.create({ period: 'monthly', lastPaymentDate })).toMatchObject({ nextPaymentDate });
  });

  test.each([
    ['2025-06-15', '2026-06-15'],
    ['2024-02-29', '2025-02-28'],
    ['2023-02-28', '2024-02-28'],
    ['2096-02-29', '2097-02-28'],
    ['2099-12-31', '2100-12-31'],
    ['9998-12-31', '9999-12-31'],
  ])('§2.4: the year after %s ends on %s', async (lastPaymentDate, nextPaymentDate) => {
    expect(await service.create({ period: 'yearly', lastPaymentDate })).toMatchObject({ nextPaymentDate });
  });

  test.each([
    ['2025-01-31', '1', '2025-02-01'],
    ['2025-01-31', '30', '2025-03-02'],
    ['2024-01-31', '30', '2024-03-01'],
    ['2024-02-28', '1', '2024-02-29'],
    ['2024-01-01', '365', '2024-12-31'],
    ['2025-01-01', '365', '2026-01-01'],
    ['2026-03-28', '1', '2026-03-29'],
    ['2026-03-29', '1', '2026-03-30'],
    ['2026-10-25', '1', '2026-10-26'],
    ['2026-06-15', '14', '2026-06-29'],
    ['2000-01-01', '36525', '2100-01-01'],
    ['9999-12-30', '1', '9999-12-31'],
    ['2026-06-15', '2912277', '9999-12-31'],
  ])('§2.4: from %s, %s days later is %s', async (lastPaymentDate, customDate, nextPaymentDate) => {
    const created = await service.create({ period: 'custom', lastPaymentDate, customDate });
    expect(created).toMatchObject({ nextPaymentDate, customDate });
  });

  test.each([
    ['monthly', undefined, '2001-02-28'],
    ['yearly', undefined, '2002-01-31'],
    ['custom', '3', '2001-02-03'],
  ])('§2.4: a %s period is one step from the last payment even when that is past', async (period, customDate, next) => {
    const created = await service.create({ period, customDate, lastPaymentDate: '2001-01-31' });
    expect(created.nextPaymentDate).toBe(next);
  });

  test('§2.4: the stored date does not move when time passes', async () => {
    const created = await far.create();
    far.clock.advance(400 * 86_400);
    const read = await far.call('GET', pathOf(created));
    expect(read.json.data).toEqual(created);
    expect((await far.list()).data).toContainEqual(created);
  });

  test('§2.4: the time zone of the server does not move a date', async () => {
    expect(await far.create({ lastPaymentDate: '2026-03-29' })).toMatchObject({
      lastPaymentDate: '2026-03-29',
      nextPaymentDate: '2026-04-29',
    });
  });
});

describe('a next payment after 9999-12-31', () => {
  test.each([
    ['the date, when a month is too long', { period: 'monthly', lastPaymentDate: '9999-12-01' }, 'lastPaymentDate'],
    ['the date, when a year is too long', { period: 'yearly', lastPaymentDate: '9999-01-01' }, 'lastPaymentDate'],
    [
      'the date, when it is the last day of all',
      { period: 'custom', customDate: '1', lastPaymentDate: '9999-12-31' },
      'lastPaymentDate',
    ],
    ['the interval, when fewer days would do', { period: 'custom', customDate: '2912278' }, 'customDate'],
    [
      'the interval, when only one day is left',
      { period: 'custom', customDate: '2', lastPaymentDate: '9999-12-30' },
      'customDate',
    ],
    ['an interval past any count', { period: 'custom', customDate: '9'.repeat(400) }, 'customDate'],
    ['an interval past exact counting', { period: 'custom', customDate: '9007199254740993' }, 'customDate'],
  ])('§2.3: in a POST is refused on %s', async (_, fields, field) => {
    const before = storedRows(service);
    const answer = await service.call('POST', subscriptionsPath, { json: { ...validDraft, ...fields } });
    expectRefusal(answer, 400, { code: 'invalid_subscription', field });
    expect(answer.json.error.suggestedFix).toBeString();
    expect(storedRows(service)).toEqual(before);
  });

  const lateMonthly = { lastPaymentDate: '9999-06-01' };
  const lateCustom = { period: 'custom', customDate: '5', lastPaymentDate: '9999-12-15' };
  test.each([
    ['the date that was sent', {}, { lastPaymentDate: '9999-12-05' }, 'lastPaymentDate'],
    ['the period that was sent', lateMonthly, { period: 'yearly' }, 'period'],
    [
      'the period, when null says that there is no interval',
      lateMonthly,
      { period: 'yearly', customDate: null },
      'period',
    ],
    ['the period, when "" says that there is no interval', lateMonthly, { period: 'yearly', customDate: '' }, 'period'],
    ['the period that ends a custom one', lateCustom, { period: 'monthly' }, 'period'],
    ['the date, beside a period', {}, { period: 'yearly', lastPaymentDate: '9999-06-01' }, 'lastPaymentDate'],
    ['the interval that was sent', lateCustom, { customDate: '17' }, 'customDate'],
    ['the interval, beside a period', lateMonthly, { period: 'custom', customDate: '214' }, 'customDate'],
    [
      'the interval, beside a date',
      {},
      { period: 'custom', customDate: '2', lastPaymentDate: '9999-12-30' },
      'customDate',
    ],
    ['the date that leaves no day', lateCustom, { customDate: '1', lastPaymentDate: '9999-12-31' }, 'lastPaymentDate'],
    ['the date, for the stored interval', lateCustom, { lastPaymentDate: '9999-12-27' }, 'lastPaymentDate'],
  ])('§2.3: in a PATCH is refused on %s', async (_, stored, json, field) => {
    const record = await service.create(stored);
    const before = storedRows(service);
    const answer = await service.call('PATCH', pathOf(record), { json });
    expectRefusal(answer, 400, { code: 'invalid_subscription', field });
    expect(storedRows(service)).toEqual(before);
  });

  test.each([
    [lateMonthly, { lastPaymentDate: '9999-11-30' }, '9999-12-30'],
    [lateCustom, { customDate: '16' }, '9999-12-31'],
    [lateCustom, { lastPaymentDate: '9999-12-26' }, '9999-12-31'],
    [lateMonthly, { period: 'custom', customDate: '213' }, '9999-12-31'],
  ])('§2.3: in a PATCH the very last days are accepted: %j with %j', async (stored, json, nextPaymentDate) => {
    const record = await service.create(stored);
    const answer = await service.call('PATCH', pathOf(record), { json });
    expect(answer.status).toBe(200);
    expect(answer.json.data).toMatchObject({ ...json, nextPaymentDate });
  });
});
