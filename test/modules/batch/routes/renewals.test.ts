import { describe, expect, test } from 'bun:test';
import { absentId, expectRefusal, pathOf, withoutWriting } from '../../../support/expectations.ts';
import { paymentsOf } from '../../../support/payments.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();
const due = { lastPaymentDate: '2026-05-10' };
const send = (operations: readonly object[], query = '', headers = {}) =>
  service.call('POST', `/api/v1/subscriptions/batch${query}`, { json: { operations }, headers });

describe('§10.4: renewals in a batch', () => {
  test('are made with the other operations, in their order', async () => {
    const [one, other] = [await service.create(due), await service.create(due)];
    const etag = (await service.call('GET', pathOf(other))).headers.get('etag');
    const answer = await send([
      { action: 'renew', id: one.id },
      { action: 'update', id: one.id, patch: { amount: 3 } },
      { action: 'renew', id: one.id.toUpperCase(), dueOn: '2026-07-10', amount: 2 },
      { action: 'renew', id: other.id, ifMatch: etag, paidOn: '2026-06-12', reschedule: true },
    ]);
    expect(answer.json['results']).toMatchObject([
      { action: 'renew', data: { nextPaymentDate: '2026-07-10' } },
      { action: 'update', data: { amount: 3 } },
      { action: 'renew', data: { nextPaymentDate: '2026-08-10' } },
      { action: 'renew', data: { lastPaymentDate: '2026-06-12' } },
    ]);
    const { data } = await paymentsOf(service, `?subscriptionId=${one.id}`);
    expect(data.map(({ dueOn, amount }) => [dueOn, amount])).toEqual([
      ['2026-07-10', 2],
      ['2026-06-10', 15.99],
    ]);
  });

  test('are all made or none, and each fault is reported with its index', async () => {
    const [good, paused] = [await service.create(due), await service.create({ ...due, status: 'paused' })];
    const operations = [
      { action: 'renew', id: good.id },
      { action: 'renew', id: paused.id },
      { action: 'renew', id: good.id, dueOn: '2026-06-10' },
      { action: 'renew', id: absentId },
      { action: 'renew', id: good.id, dueOn: '2026-07-10', paidOn: '2026-06-18' },
    ];
    const answer = await withoutWriting(service, () => send(operations));
    expectRefusal(answer, 409, { code: 'not_active' });
    expect(answer.json.error.faults?.map(({ index, code, field }) => [index, code, field])).toEqual([
      [1, 'not_active', undefined],
      [2, 'renewal_conflict', 'dueOn'],
      [3, 'subscription_not_found', undefined],
      [4, 'invalid_field', 'paidOn'],
    ]);
  });

  test.each([
    [{}, [{ dueOn: '2026-06-10' }, { dueOn: '2026-06-10' }], 'or by an earlier operation of the batch.'],
    [{}, [{}, {}], 'add "dueOn": "2026-07-10" to the operation instead.'],
    [{ lastPaymentDate: '9999-11-30' }, [{ dueOn: '9999-12-30' }], 'there is no payment to record.'],
  ])(
    'that need nothing are to be removed, so that the other operations are made: %j',
    async (fields, payments, fix) => {
      const record = await service.create({ ...due, ...fields });
      const operations = payments.map((payment) => ({ action: 'renew', id: record.id, ...payment }));
      const refused = await withoutWriting(service, () => send(operations));
      const { index = 0, suggestedFix } = refused.json.error.faults?.at(-1) ?? {};
      expect(suggestedFix).toMatch(/^Remove this operation and send the batch again/);
      expect(suggestedFix).toEndWith(fix);
      const others = operations.toSpliced(index, 1);
      if (others.length > 0) expect((await send(others)).status).toBe(200);
    },
  );

  test.each([
    [{ action: 'pay', id: absentId }, 'invalid_batch', 'action', 'Send "renew".'],
    [{ action: 'renew' }, 'invalid_subscription_id', 'id', 'Take the id'],
    [{ action: 'renew', id: absentId, due: '2026-06-10' }, 'invalid_batch', 'due', 'Rename "due" to "dueOn"'],
    [{ action: 'renew', id: absentId, note: 1 }, 'invalid_batch', 'note', 'Remove "note"'],
    [{ action: 'renew', id: absentId, dueOn: '2026-06-31' }, 'invalid_field', 'dueOn', 'Send a real calendar day'],
    [{ action: 'renew', id: absentId, amount: '5' }, 'invalid_field', 'amount', 'Send a number from 0 to 999999.99'],
    [{ action: 'renew', id: absentId, ifMatch: 5 }, 'invalid_batch', 'ifMatch', 'Send the ETag'],
  ])('%j is refused before anything is read', async (operation, code, field, fix) => {
    const answer = await send([operation]);
    expectRefusal(answer, 400, { code, field, suggestedFix: expect.stringContaining(fix) as string });
  });
});
