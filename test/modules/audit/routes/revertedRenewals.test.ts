import { describe, expect, test } from 'bun:test';
import { expectRefusal, pathOf, withoutWriting } from '../../../support/expectations.ts';
import { newestEntry, paymentsOf, renewed } from '../../../support/payments.ts';
import { startService, type Call } from '../../../support/service.ts';

const service = await startService();
const revert = (entry: { readonly id: string }, call: Call = {}, query = '') =>
  service.call('POST', `/api/v1/audit/${entry.id}/revert${query}`, call);
const read = async (record: { readonly id: string }) => (await service.call('GET', pathOf(record))).json.data;
const paymentsFor = async ({ id }: { readonly id: string }) =>
  (await paymentsOf(service, `?subscriptionId=${id}`)).data;
const datesOf = ({ lastPaymentDate, nextPaymentDate }: { lastPaymentDate: string; nextPaymentDate: string }) => [
  lastPaymentDate,
  nextPaymentDate,
];

describe('§10.3: the revert of a renewal', () => {
  test('restores the dates and the anchor day, and removes the payment', async () => {
    const record = await service.create({ lastPaymentDate: '2026-01-31' });
    await renewed(service, record, { dueOn: '2026-02-28' });
    await renewed(service, record, { dueOn: '2026-03-31' });
    await renewed(service, record, { dueOn: '2026-04-30' });
    expect((await revert(await newestEntry(service, record))).status).toBe(200);
    expect(datesOf(await read(record))).toEqual(['2026-03-31', '2026-04-30']);
    expect((await paymentsFor(record)).map(({ dueOn }) => dueOn).sort()).toEqual(['2026-02-28', '2026-03-31']);
    // The anchor day is still known.
    expect(datesOf(await renewed(service, record, { dueOn: '2026-04-30' }))).toEqual(['2026-04-30', '2026-05-31']);
  });

  test('of the first renewal restores that there was no anchor day', async () => {
    const record = await service.create({ lastPaymentDate: '2026-01-31' });
    await renewed(service, record, { dueOn: '2026-02-28' });
    const renewal = await newestEntry(service, record);
    const { json } = await revert(renewal);
    expect({ ...json.data, updatedAt: '' }).toEqual({ ...record, updatedAt: '' });
    const { metadata } = await newestEntry(service, record);
    expect(metadata['renewal']).toEqual({
      dueOn: '2026-02-28',
      paidOn: '2026-02-28',
      anchorDay: { before: 31, after: null },
      nextPaymentDate: { before: '2026-03-31', after: '2026-02-28' },
      entryId: renewal.id,
    });
  });

  test('that is reverted itself brings the payment back, as often as that is done', async () => {
    const record = await service.create({ lastPaymentDate: '2026-01-31' });
    await renewed(service, record, { dueOn: '2026-02-28', amount: 3 });
    const [payments, after] = [await paymentsFor(record), datesOf(await read(record))];
    for (let times = 0; times < 3; times += 1) {
      await revert(await newestEntry(service, record));
      expect([await paymentsFor(record), datesOf(await read(record))]).toEqual([[], datesOf(record)]);
      await revert(await newestEntry(service, record));
      expect([await paymentsFor(record), datesOf(await read(record))]).toEqual([payments, after]);
    }
    expect(datesOf(await renewed(service, record, { dueOn: '2026-03-31' }))).toEqual(['2026-03-31', '2026-04-30']);
  });

  test('after another renewal is refused, and removes nothing', async () => {
    const record = await service.create({ lastPaymentDate: '2026-03-10' });
    await renewed(service, record);
    const entry = await newestEntry(service, record);
    await renewed(service, record);
    const answer = await withoutWriting(service, () => revert(entry));
    expectRefusal(answer, 409, { code: 'revert_conflict', conflictingFields: ['lastPaymentDate'] });
  });

  test('keeps a later change of other fields, and follows a new period', async () => {
    const record = await service.create({ lastPaymentDate: '2026-03-10' });
    await renewed(service, record);
    const entry = await newestEntry(service, record);
    await service.call('PATCH', pathOf(record), { json: { period: 'yearly', amount: 99 } });
    const { json } = await revert(entry);
    expect([...datesOf(json.data), json.data.amount]).toEqual(['2026-03-10', '2027-03-10', 99]);
    expect(await paymentsFor(record)).toEqual([]);
  });
});
