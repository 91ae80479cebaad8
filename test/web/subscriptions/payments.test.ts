import { describe, expect, test } from 'bun:test';
import { duePayments, upcomingOf } from '../../../src/web/subscriptions/schedule.ts';
import { paymentsOf } from '../../support/payments.ts';
import { opened, refusalOf, signal, today } from '../support/book.ts';
import { noDetails, recordOf } from './records.ts';

describe('the due dates of a subscription', () => {
  const monthEnd = recordOf({ lastPaymentDate: '2025-12-31', nextPaymentDate: '2026-01-31' });

  test.each([
    ['2026-01-30', 0],
    ['2026-01-31', 1],
    ['2026-02-28', 2],
    ['2026-03-30', 2],
    ['2026-03-31', 3],
  ])('by %s are counted from the anchor, that day included: %d', (day, count) => {
    expect(duePayments(monthEnd, day)).toBe(count);
  });

  test('to come are the next six', () => {
    const days = ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30'];
    expect(upcomingOf(monthEnd, '2026-01-01')).toEqual(days);
  });

  test('are none while it is not active, and none after its end', () => {
    expect(duePayments({ ...monthEnd, status: 'paused' }, '2026-06-30')).toBe(0);
    const ending = { ...monthEnd, details: { ...noDetails, endsOn: '2026-03-01' } };
    expect(duePayments(ending, '2026-06-30')).toBe(2);
    expect(upcomingOf(ending, '2026-02-01')).toEqual(['2026-01-31', '2026-02-28']);
  });
});

describe('a payment', () => {
  const missed = { lastPaymentDate: '2026-03-10', amount: 10, currency: 'EUR', name: 'Music' } as const;

  test('of several that were missed is recorded with the others, told, and undone with them', async () => {
    const { service, page } = await opened();
    const record = await service.create(missed);
    await page.recordPayment(record, { payments: 3, amount: 9.5, paidOn: today });
    expect(page.shownToast.value?.text).toBe('Music: 3 payments, €28.50 paid');
    const { payments, spent } = (await page.loadHistory(record.id, today, signal)) ?? {};
    expect(payments?.map(({ dueOn, paidOn, amount }) => [dueOn, paidOn, amount])).toEqual([
      ['2026-06-10', today, 9.5],
      ['2026-05-10', today, 9.5],
      ['2026-04-10', today, 9.5],
    ]);
    expect(spent?.all).toMatchObject({ totalsByCurrency: { EUR: 28.5 }, bySubscription: [{ payments: 3 }] });
    await page.shownToast.value?.undo?.();
    expect((await paymentsOf(service)).data).toEqual([]);
    expect((await service.list()).data).toMatchObject([missed]);
  });

  test('is corrected and removed, each with an undo', async () => {
    const { service, page } = await opened();
    const record = await service.create(missed);
    await page.recordPayment(record);
    const only = async () => (await page.loadHistory(record.id, today, signal))?.payments[0];
    const first = await only();
    if (first === undefined) throw new Error('no payment');
    await page.correctPayment(first, 'Music', { amount: 11, paidOn: '2026-04-12' });
    expect([page.shownToast.value?.text, await only()]).toEqual([
      'Music: payment corrected',
      { ...first, amount: 11, paidOn: '2026-04-12' },
    ]);
    await page.shownToast.value?.undo?.();
    expect(await only()).toEqual(first);
    await page.correctPayment(first, 'Music', { amount: 11 });
    const undoFirst = page.shownToast.value?.undo;
    await page.correctPayment(first, 'Music', { paidOn: '2026-04-12' });
    const undoSecond = page.shownToast.value?.undo;
    await undoFirst?.();
    expect(await only()).toEqual({ ...first, paidOn: '2026-04-12' });
    await undoSecond?.();
    await page.removePayment(first, 'Music');
    expect(await only()).toBeUndefined();
    const undo = page.shownToast.value?.undo;
    expect(await refusalOf(page, page.removePayment(first, 'Music'))).toBe(404);
    await undo?.();
    expect(await only()).toEqual(first);
  });
});
