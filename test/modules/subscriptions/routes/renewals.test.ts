import { describe, expect, test } from 'bun:test';
import { expectRefusal, pathOf, quotaHeadersOf, refusalOf, withoutWriting } from '../../../support/expectations.ts';
import { newestEntry, paymentsOf, renew, renewed } from '../../../support/payments.ts';
import { startService } from '../../../support/service.ts';

// 16 June 2026, noon.
const service = await startService();
const due = { lastPaymentDate: '2026-05-10' };
const paymentsFor = async ({ id }: { readonly id: string }) =>
  (await paymentsOf(service, `?subscriptionId=${id}`)).data.map(
    ({ id: _id, subscriptionId: _of, subscriptionName: _name, ...rest }) => rest,
  );

describe('§10.1: a renewal', () => {
  test.each([
    ['without a body', {}],
    ['with an empty object', { json: {} }],
    ['with white space', { raw: ' \n' }],
    ['with the due date', { json: { dueOn: '2026-06-10' } }],
    [
      'with a body of another content type',
      { raw: '{"dueOn":"2026-06-10"}', headers: { 'content-type': 'text/plain' } },
    ],
  ] as const)('%s makes the next payment the last one, and records it', async (_, call) => {
    const record = await service.create(due);
    service.clock.advance(1);
    const answer = await renew(service, record, call);
    expect(answer.status).toBe(200);
    const { updatedAt, ...dates } = { ...answer.json.data };
    expect({ ...dates, updatedAt: record.updatedAt }).toEqual({
      ...record,
      lastPaymentDate: '2026-06-10',
      nextPaymentDate: '2026-07-10',
    });
    expect(updatedAt > record.updatedAt).toBe(true);
    const read = await service.call('GET', pathOf(record));
    expect([read.json.data, read.headers.get('etag')]).toEqual([answer.json.data, answer.headers.get('etag')]);
    expect(await paymentsFor(record)).toEqual([
      { dueOn: '2026-06-10', paidOn: '2026-06-10', amount: 15.99, currency: 'USD', source: 'manual' },
    ]);
  });

  test('with an amount and a day records both, and leaves the price as it is', async () => {
    const record = await service.create(due);
    const after = await renewed(service, record, { amount: 12.5, paidOn: '2026-06-17' });
    expect(after.amount).toBe(record.amount);
    expect(await paymentsFor(record)).toEqual([
      { dueOn: '2026-06-10', paidOn: '2026-06-17', amount: 12.5, currency: 'USD', source: 'manual' },
    ]);
  });

  test('with an amount from now on changes the price, too, in one entry and price history', async () => {
    const record = await service.create(due);
    const after = await renewed(service, record, { amount: 17.99, fromNowOn: true });
    expect(after).toMatchObject({ amount: 17.99, lastPaymentDate: '2026-06-10' });
    expect(await paymentsFor(record)).toMatchObject([{ dueOn: '2026-06-10', amount: 17.99 }]);
    const [entry, ...older] = (await service.auditTrail(`?subscriptionId=${record.id}`)).data;
    expect(entry?.metadata).toMatchObject({ patch: { amount: 17.99 }, renewal: { dueOn: '2026-06-10' } });
    expect(older.map(({ action }) => action)).toEqual(['subscription.create']);
    const prices = async () => (await service.call('GET', `${pathOf(record)}/prices`)).json['prices'];
    expect(await prices()).toMatchObject([{ amount: 17.99 }, { amount: 15.99 }]);
    const { json } = await service.call('POST', `/api/v1/audit/${entry?.id}/revert`);
    expect(json.data).toMatchObject({ amount: 15.99, lastPaymentDate: record.lastPaymentDate });
    expect([await paymentsFor(record), await prices()]).toMatchObject([[], [{ amount: 15.99 }]]);
  });

  test('of several from now on costs the same each, and a batch does it, too', async () => {
    const record = await service.create({ lastPaymentDate: '2026-03-10' });
    await renewed(service, record, { payments: 2, amount: 3, fromNowOn: true });
    const operations = [{ action: 'renew', id: record.id, amount: 4, fromNowOn: true }];
    const { json } = await service.call('POST', '/api/v1/subscriptions/batch', { json: { operations } });
    expect(json['results']).toMatchObject([{ data: { amount: 4, lastPaymentDate: '2026-06-10' } }]);
    expect((await paymentsFor(record)).map(({ amount }) => amount)).toEqual([4, 3, 3]);
  });

  test('a payment keeps its currency and amount when the subscription gets others', async () => {
    const record = await service.create(due);
    await renewed(service, record);
    await service.call('PATCH', pathOf(record), { json: { currency: 'EUR', amount: 3 } });
    expect(await paymentsFor(record)).toMatchObject([{ amount: 15.99, currency: 'USD' }]);
  });
});

describe('§10.2: a refused renewal writes nothing', () => {
  test.each([
    ['{ "dueOn":', 'invalid_json', undefined, 'Send one JSON object'],
    ['{ "fromNowOn": true }', 'invalid_field', 'fromNowOn', 'Send the amount that the subscription costs from now on'],
    ['[]', 'invalid_json', undefined, 'Send one JSON object'],
    ['{"paid": true}', 'unknown_field', 'paid', 'Rename "paid" to "paidOn".'],
    ['{"note": "x"}', 'unknown_field', 'note', 'Remove "note" from the body.'],
    ['{"dueOn": "10.6.2026"}', 'invalid_field', 'dueOn', 'Send'],
    ['{"paidOn": "2026-06-31"}', 'invalid_field', 'paidOn', 'Send a real calendar day'],
    ['{"paidOn": null}', 'invalid_field', 'paidOn', 'Send a real calendar day'],
    ['{"amount": 1.006}', 'invalid_field', 'amount', 'at most two decimals'],
    ['{"reschedule": "yes"}', 'invalid_field', 'reschedule', 'Send true or false'],
    ['{"paidOn": "2026-06-18"}', 'invalid_field', 'paidOn', 'Send the day on which it was paid'],
    ['{"dryRun": true}', 'unknown_field', 'dryRun', 'as the query parameter ?dryRun=true'],
  ])('%s is a fault of the body, and does not count', async (raw, code, field, fix) => {
    const record = await service.create(due);
    const { answer, cost } = await refusalOf(service, () => renew(service, record, { raw }));
    expectRefusal(answer, 400, {
      code,
      ...(field !== undefined && { field }),
      suggestedFix: expect.stringContaining(fix) as string,
    });
    expect([cost, quotaHeadersOf(answer)]).toEqual([0, []]);
  });

  test.each([
    [{ status: 'paused' }, {}, 'not_active', 'send {"status": "active"} with PATCH'],
    [{ status: 'cancelled' }, { dueOn: '2020-01-01' }, 'not_active', 'Ask the user'],
    [{}, { dueOn: '2026-05-10' }, 'renewal_conflict', 'Do nothing: the payment due on 2026-05-10 is probably recorded'],
    [
      {},
      { dueOn: '2026-05-30' },
      'renewal_conflict',
      'if it is among them. Else ask the user whether the payment due on 2026-06-10',
    ],
    [{}, { dueOn: '2026-07-10' }, 'renewal_conflict', 'if so, send "dueOn": "2026-06-10" first.'],
    [{}, { dueOn: '2026-05-10', paidOn: '2026-01-01' }, 'renewal_conflict', 'Do nothing'],
    [{ lastPaymentDate: '2026-05-17' }, {}, 'not_due', 'send "dueOn": "2026-06-17"'],
    [{ lastPaymentDate: '9999-11-30' }, { dueOn: '9999-12-30' }, 'not_renewable', 'Do nothing'],
  ])('of the record %j with %j', async (fields, json, code, fix) => {
    const record = await service.create({ ...due, ...fields });
    const { answer, cost } = await refusalOf(service, () => renew(service, record, { json }));
    expectRefusal(answer, 409, { code, suggestedFix: expect.stringContaining(fix) as string });
    expect(answer.json.error.current).toEqual(code === 'renewal_conflict' ? record : (undefined as never));
    expect([cost, quotaHeadersOf(answer).length]).toEqual([1, 3]);
  });

  test.each([
    [{ paidOn: '2026-05-10' }, due, 'from 2026-05-11 to 2026-06-17'],
    [{ dueOn: '2026-07-17', paidOn: '2026-06-16' }, { lastPaymentDate: '2026-06-17' }, 'Remove paidOn: the payment'],
    [{ dueOn: '2026-07-17', reschedule: true }, { lastPaymentDate: '2026-06-17' }, 'Remove reschedule: the payment'],
  ])('%j of the record %j is 400 and refunded', async (json, fields, fix) => {
    const record = await service.create(fields);
    const { answer, cost } = await refusalOf(service, () => renew(service, record, { json }));
    expectRefusal(answer, 400, {
      code: 'invalid_field',
      field: 'paidOn',
      suggestedFix: expect.stringContaining(fix) as string,
    });
    expect([cost, quotaHeadersOf(answer)]).toEqual([0, []]);
  });

  test('after the end of the subscription', async () => {
    const record = await service.create(due);
    service.database.run(`UPDATE subscriptions SET ends_on = '2026-06-09' WHERE id = '${record.id}'`);
    const { answer } = await refusalOf(service, () => renew(service, record));
    expectRefusal(answer, 409, {
      code: 'not_renewable',
      message: expect.stringContaining('ends on 2026-06-09') as string,
    });
  });
});

describe('the write options of a renewal', () => {
  test('§8.2: If-Match is compared before anything else of the record', async () => {
    const record = await service.create({ ...due, status: 'paused' });
    const stale = await withoutWriting(service, () => renew(service, record, { headers: { 'if-match': '"0"' } }));
    expectRefusal(stale, 412, { code: 'precondition_failed', current: record });
    await service.call('PATCH', pathOf(record), { json: { status: 'active' } });
    const etag = (await service.call('GET', pathOf(record))).headers.get('etag') ?? '';
    expect((await renew(service, record, { headers: { 'if-match': etag } })).status).toBe(200);
  });

  test('§8.3: a retry without a body is the same request as one with an empty object', async () => {
    const record = await service.create({ lastPaymentDate: '2026-01-10' });
    const headers = { 'idempotency-key': 'paid-without-body' };
    await renew(service, record, { headers });
    for (const call of [{}, { json: {} }, { raw: ' \n' }]) {
      const answer = await renew(service, record, { ...call, headers });
      expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    }
    expect(await paymentsFor(record)).toHaveLength(1);
    const other = await renew(service, record, { json: { amount: 1 }, headers });
    expectRefusal(other, 422, { code: 'idempotency_key_reused' });
  });

  test('§10.2: of ten clients that record the same payment at once, one succeeds', async () => {
    const record = await service.create(due);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => renew(service, record, { json: { dueOn: '2026-06-10' } })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status, text }) => status === 409 && text.includes('renewal_conflict'))).toHaveLength(9);
    expect(await paymentsFor(record)).toHaveLength(1);
  });
});

test('§10.3: the audit entry of a renewal has its dates', async () => {
  const record = await service.create({ lastPaymentDate: '2026-03-31' });
  const after = await renewed(service, record, { paidOn: '2026-05-02' });
  const { action, metadata } = await newestEntry(service, record);
  expect({ action, metadata }).toEqual({
    action: 'subscription.update',
    metadata: {
      before: record,
      after,
      patch: { lastPaymentDate: '2026-04-30' },
      renewal: {
        dueOn: '2026-04-30',
        paidOn: '2026-05-02',
        anchorDay: { before: null, after: 31 },
        nextPaymentDate: { before: '2026-04-30', after: '2026-05-31' },
      },
    },
  });
});
