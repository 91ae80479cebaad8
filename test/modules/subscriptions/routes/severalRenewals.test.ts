import { describe, expect, test } from 'bun:test';
import { expectRefusal, pathOf, refusalOf, withoutWriting } from '../../../support/expectations.ts';
import { paymentsOf, renew } from '../../../support/payments.ts';
import { startService } from '../../../support/service.ts';

// 16 June 2026, noon.
const service = await startService();
const paymentsFor = async ({ id }: { readonly id: string }) =>
  (await paymentsOf(service, `?subscriptionId=${id}&limit=100`)).data.map(({ dueOn, paidOn, amount }) => [
    dueOn,
    paidOn,
    amount,
  ]);
const read = async (record: { readonly id: string }) => (await service.call('GET', pathOf(record))).json.data;

describe('§10.1: several payments at once', () => {
  test('are the next due dates, anchored on the 31st, each on its own due date unless a day is named', async () => {
    const record = await service.create({ lastPaymentDate: '2025-12-31', amount: 5 });
    const answer = await renew(service, record, { json: { payments: 4 } });
    expect(answer.json.data).toMatchObject({ lastPaymentDate: '2026-04-30', nextPaymentDate: '2026-05-31' });
    expect(await paymentsFor(record)).toEqual([
      ['2026-04-30', '2026-04-30', 5],
      ['2026-03-31', '2026-03-31', 5],
      ['2026-02-28', '2026-02-28', 5],
      ['2026-01-31', '2026-01-31', 5],
    ]);
  });

  test('are all paid alike, and have an audit entry each', async () => {
    const record = await service.create({ lastPaymentDate: '2026-03-10', amount: 5 });
    const json = { dueOn: '2026-04-10', paidOn: '2026-06-15', amount: 4.5, payments: 3 };
    expect((await renew(service, record, { json })).json.data).toEqual(await read(record));
    expect(await paymentsFor(record)).toEqual([
      ['2026-06-10', '2026-06-15', 4.5],
      ['2026-05-10', '2026-06-15', 4.5],
      ['2026-04-10', '2026-06-15', 4.5],
    ]);
    const { data } = await service.auditTrail(`?subscriptionId=${record.id}&limit=3`);
    const dueDates = data.map(({ metadata }) => (metadata['renewal'] as { readonly dueOn: string }).dueOn);
    expect(dueDates).toEqual(['2026-06-10', '2026-05-10', '2026-04-10']);
    expect(new Set(data.map(({ requestId }) => requestId)).size).toBe(1);
    for (const { id } of data) expect((await service.call('POST', `/api/v1/audit/${id}/revert`)).status).toBe(200);
    expect({ ...(await read(record)), updatedAt: '' }).toEqual({ ...record, updatedAt: '' });
    expect(await paymentsFor(record)).toEqual([]);
  });

  test('may be in advance, on one day, when the due date of the first is named', async () => {
    const record = await service.create({ lastPaymentDate: '2026-06-10' });
    const json = { dueOn: '2026-07-10', paidOn: '2026-06-12', payments: 36 };
    expect((await renew(service, record, { json })).json.data.nextPaymentDate).toBe('2029-07-10');
    expect(await paymentsFor(record)).toHaveLength(36);
  });

  test('a dry run shows the record after all of them, and writes none', async () => {
    const record = await service.create({ lastPaymentDate: '2026-03-10' });
    const call = { json: { payments: 2 } };
    const dry = await withoutWriting(service, () => renew(service, record, call, '?dryRun=true'));
    expect(dry.json.data.nextPaymentDate).toBe('2026-06-10');
    expect((await renew(service, record, call)).json.data).toEqual(dry.json.data);
  });

  test('a retry records none twice', async () => {
    const record = await service.create({ lastPaymentDate: '2026-03-10' });
    const call = { json: { payments: 2 }, headers: { 'idempotency-key': 'two-payments' } };
    for (const replayed of [null, 'true'])
      expect((await renew(service, record, call)).headers.get('idempotency-replayed')).toBe(replayed);
    expect(await paymentsFor(record)).toHaveLength(2);
  });
});

describe('§10.1: the quota', () => {
  const small = (limit: number) => startService({ quota: { limit, windowSeconds: 3600 } });
  const left = ({ headers }: { readonly headers: Headers }) => headers.get('x-ratelimit-remaining');

  test('is charged for each payment, also of a dry run and of a retry', async () => {
    const household = await small(12);
    const record = await household.create({ lastPaymentDate: '2026-03-10' });
    const call = { json: { payments: 3 }, headers: { 'idempotency-key': 'three' } };
    expect(left(await renew(household, record, call, '?dryRun=true'))).toBe('8');
    expect(left(await renew(household, record, call))).toBe('5');
    expect(left(await renew(household, record, call))).toBe('2');
  });

  test('with room for only some of them refuses all, and says how many fit', async () => {
    const household = await small(3);
    const record = await household.create({ lastPaymentDate: '2026-03-10' });
    const refused = await renew(household, record, { json: { payments: 3 } });
    expectRefusal(refused, 429, {
      code: 'rate_limit_exceeded',
      message: 'Each payment counts as one request, and only 2 are left.',
      suggestedFix: expect.stringContaining('Send at most 2 payments') as string,
    });
    expect(left(await renew(household, record, { json: { payments: 2 } }))).toBe('0');
  });

  test('gets all of them back for a fault against the stored record', async () => {
    const household = await small(12);
    const record = await household.create({ lastPaymentDate: '2026-03-10' });
    const faulty = await renew(household, record, { json: { payments: 3, paidOn: '2026-03-10' } });
    expect([faulty.status, left(faulty)]).toEqual([400, null]);
    expect(left(await renew(household, record))).toBe('10');
  });
});

describe('§10.2: several payments of which one cannot be recorded', () => {
  test.each([
    [
      { payments: 4 },
      'not_due',
      'Only 3 of these payments are due: the next one is due on 2026-07-10.',
      'Send "payments": 3;',
    ],
    [
      { dueOn: '2026-05-10', payments: 2 },
      'renewal_conflict',
      'The next payment is due on 2026-04-10, not on 2026-05-10.',
      'Read current',
    ],
  ])('%j is refused whole', async (json, code, message, fix) => {
    const record = await service.create({ lastPaymentDate: '2026-03-10' });
    const { answer, cost } = await refusalOf(service, () => renew(service, record, { json }));
    expectRefusal(answer, 409, { code, message, suggestedFix: expect.stringContaining(fix) as string });
    expect(cost).toBe(json.payments);
  });

  test('beyond the end of the subscription is refused whole, and says how many there are', async () => {
    const record = await service.create({ lastPaymentDate: '2026-03-10' });
    await service.call('PATCH', `${pathOf(record)}/details`, { json: { endsOn: '2026-05-31' } });
    const refused = await withoutWriting(service, () => renew(service, record, { json: { payments: 3 } }));
    expectRefusal(refused, 409, {
      code: 'not_renewable',
      message: 'The subscription ends on 2026-05-31, before the payment due on 2026-06-10.',
      suggestedFix: 'Send "payments": 2: there are no others.',
    });
  });

  test.each([
    [{ payments: 0 }, 'payments', 'from 1 to 36'],
    [{ payments: 37 }, 'payments', 'from 1 to 36'],
    [{ payments: '2' }, 'payments', 'without quotes'],
    [{ payments: 2, reschedule: true }, 'reschedule', 'Remove reschedule'],
    [{ payments: 2, paidOn: '2026-03-10' }, 'paidOn', 'from 2026-03-11 to 2026-06-17'],
  ])('%j is a fault, and does not count', async (json, field, fix) => {
    const record = await service.create({ lastPaymentDate: '2026-03-10' });
    const { answer, cost } = await refusalOf(service, () => renew(service, record, { json }));
    const suggestedFix = expect.stringContaining(fix) as string;
    expectRefusal(answer, 400, { code: 'invalid_field', field, suggestedFix });
    expect(cost).toBe(0);
  });
});
