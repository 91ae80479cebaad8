import { describe, expect, test } from 'bun:test';
import { expectRefusal, pathOf, quotaHeadersOf, refusalOf, withoutWriting } from '../../../support/expectations.ts';
import { newestEntry, paymentsOf, renewed } from '../../../support/payments.ts';
import { renewalJobOf } from '../../../support/renewalJob.ts';
import { startService, type Call } from '../../../support/service.ts';

// 16 June 2026, noon.
const service = await startService();
const path = (id: string) => `/api/v1/payments/${id}`;
const correct = (id: string, json: object, call: Call = {}) => service.call('PATCH', path(id), { ...call, json });
const remove = (id: string, call: Call = {}) => service.call('DELETE', path(id), call);
const revert = (entryId: string) => service.call('POST', `/api/v1/audit/${entryId}/revert`);
const read = async (record: { readonly id: string }) => (await service.call('GET', pathOf(record))).json.data;
// Without the name, which only the list has.
const paymentsFor = async ({ id }: { readonly id: string }) =>
  (await paymentsOf(service, `?subscriptionId=${id}`)).data.map(({ subscriptionName: _name, ...payment }) => payment);
const shown = async (record: { readonly id: string }) =>
  (await paymentsFor(record)).map(({ dueOn, paidOn, amount }) => [dueOn, paidOn, amount]);

/** A subscription with a payment of 10 June 2026, its payment, and the entry of its renewal. */
async function paidRecord() {
  const record = await service.create({ lastPaymentDate: '2026-05-10', amount: 10 });
  await renewed(service, record);
  const [payment] = await paymentsFor(record);
  if (payment === undefined) throw new Error('no payment');
  return { record, id: payment.id, renewal: (await newestEntry(service, record)).id };
}

interface PaymentEntry {
  readonly id: string;
  readonly action: string;
  readonly metadata: { readonly before: object; readonly after: object; readonly reverts?: string };
}

/** The entries of a payment, newest first. */
async function entriesOf(id: string): Promise<readonly PaymentEntry[]> {
  const { json } = await service.call('GET', `/api/v1/activity?entityType=payment&entityId=${id}`);
  return json.data as unknown as readonly PaymentEntry[];
}

async function newestOf(id: string): Promise<string> {
  return (await entriesOf(id))[0]?.id ?? '';
}

describe('§10.11: a correction of a payment', () => {
  test('changes the day and the amount in the list and in the sums, and nothing of the subscription', async () => {
    const { record, id } = await paidRecord();
    const before = await read(record);
    const answer = await correct(id.toUpperCase(), { amount: 12.5, paidOn: '2026-06-17' });
    const [payment] = await paymentsFor(record);
    expect([answer.status, answer.json.data as object]).toEqual([
      200,
      { ...payment, amount: 12.5, paidOn: '2026-06-17' },
    ]);
    expect(await read(record)).toEqual(before);
    const alone = await service.call('GET', path(id));
    expect([alone.json.data, alone.headers.get('etag')]).toEqual([answer.json.data, answer.headers.get('etag')]);
    const { json } = await service.call('GET', `/api/v1/analytics/spent?subscriptionId=${record.id}&to=2026-06-17`);
    expect(json['spent']).toMatchObject({ totalsByCurrency: { USD: 12.5 } });
  });

  test('is an entry with the payment before and after it', async () => {
    const { record, id } = await paidRecord();
    await correct(id, { amount: 12.5 });
    const payment = {
      id,
      subscriptionId: record.id,
      dueOn: '2026-06-10',
      paidOn: '2026-06-10',
      currency: 'USD',
      source: 'manual',
      removed: false,
    };
    expect(await entriesOf(id)).toMatchObject([
      {
        action: 'payment.update',
        metadata: {
          name: record.name,
          before: { ...payment, amount: 10 },
          after: { ...payment, amount: 12.5 },
          patch: { amount: 12.5 },
        },
      },
    ]);
  });

  test.each([
    [{ paidOn: '2026-06-18' }, 'at most tomorrow (2026-06-17)', 'when it is.'],
    [{ paidOn: '2026-05-10' }, 'after the payment date before this one (2026-05-10)', 'from 2026-05-11 to 2026-06-17'],
  ])('%j is outside the range of a renewal: refused, and not counted', async (json, message, fix) => {
    const { id } = await paidRecord();
    const { answer, cost } = await refusalOf(service, () => correct(id, json));
    expectRefusal(answer, 400, {
      code: 'invalid_field',
      field: 'paidOn',
      message: expect.stringContaining(message) as string,
      suggestedFix: expect.stringContaining(fix) as string,
    });
    expect([cost, quotaHeadersOf(answer)]).toEqual([0, []]);
  });

  test.each<[string, object, string, readonly [string, number][]]>([
    [
      'in advance',
      { dueOn: '2026-07-10', payments: 3 },
      '2026-06-10',
      [
        ['2026-06-10', 400],
        ['2026-06-15', 200],
        ['2026-06-11', 200],
        ['2026-06-18', 400],
      ],
    ],
    [
      'late, on one day',
      { paidOn: '2026-06-15', payments: 3 },
      '2026-03-10',
      [
        ['2026-03-10', 400],
        ['2026-03-11', 200],
        ['2026-06-17', 200],
      ],
    ],
  ])('of the last of several that were recorded %s has the range of the first', async (_, json, last, days) => {
    const record = await service.create({ lastPaymentDate: last });
    await service.call('POST', `${pathOf(record)}/renew`, { json });
    const [payment] = await paymentsFor(record);
    const answers: unknown[] = [];
    for (const [paidOn] of days) answers.push([paidOn, (await correct(payment?.id ?? '', { paidOn })).status]);
    expect(answers).toEqual(days as unknown[]);
  });

  test('of one that was recorded in advance alone may be before the due date before it', async () => {
    const record = await service.create({ lastPaymentDate: '2026-06-10' });
    for (const dueOn of ['2026-07-10', '2026-08-10'])
      await service.call('POST', `${pathOf(record)}/renew`, { json: { dueOn } });
    const [second, first] = await paymentsFor(record);
    expect((await correct(second?.id ?? '', { paidOn: '2026-06-09' })).status).toBe(200);
    expect((await correct(first?.id ?? '', { paidOn: '2026-06-09' })).status).toBe(400);
  });
});

describe('§10.11: a removed payment', () => {
  test('is in no list and no sum; the dates stay, and it cannot be removed or corrected again', async () => {
    const { record, id } = await paidRecord();
    const before = await read(record);
    expect((await remove(id)).json as object).toMatchObject({ deleted: true });
    expect([await paymentsFor(record), await read(record)]).toEqual([[], before]);
    const { json } = await service.call('GET', `/api/v1/analytics/spent?subscriptionId=${record.id}`);
    expect(json['spent']).toMatchObject({ totalsByCurrency: {}, bySubscription: [] });
    for (const refused of [remove(id), correct(id, { amount: 1 }), service.call('GET', path(id))])
      expectRefusal(await refused, 404, { code: 'payment_not_found' });
    expect(await entriesOf(id)).toMatchObject([
      { action: 'payment.delete', metadata: { before: { removed: false }, after: { removed: true } } },
    ]);
  });

  test('comes back with the revert of its removal, and goes with the revert of that', async () => {
    const { record, id } = await paidRecord();
    const payments = await shown(record);
    await remove(id);
    const removal = await newestOf(id);
    expect((await revert(removal)).json.data as object).toMatchObject({ id, amount: 10 });
    expect(await shown(record)).toEqual(payments);
    expectRefusal(await revert(removal), 409, { code: 'revert_conflict' });
    expect((await revert(await newestOf(id))).status).toBe(200);
    expect(await shown(record)).toEqual([]);
    expect((await entriesOf(id)).map(({ action }) => action)).toEqual([
      'payment.delete',
      'payment.update',
      'payment.delete',
    ]);
  });

  test('is not made again automatically when the dates are set back', async () => {
    const household = await startService({ writesInline: true });
    await household.call('PATCH', '/api/v1/preferences', { json: { autoRenew: true } });
    const record = await household.create({ lastPaymentDate: '2026-05-10' });
    const job = renewalJobOf(household, 'UTC');
    await job.start();
    const [payment] = (await paymentsOf(household)).data;
    expect(payment).toMatchObject({ dueOn: '2026-06-10', source: 'automatic' });
    await household.call('DELETE', path(payment?.id ?? ''));
    await household.call('PATCH', pathOf(record), { json: { lastPaymentDate: '2026-05-10' } });
    await job.wait(2 * 24 * 3600);
    expect((await paymentsOf(household)).data).toEqual([]);
    const { json } = await household.call('GET', pathOf(record));
    expect(json.data.nextPaymentDate).toBe('2026-06-10');
    await job.stop();
  });
});

test('§10.9: a due date whose payment a client had recorded and removed is paid automatically', async () => {
  const household = await startService({ writesInline: true });
  const record = await household.create({ lastPaymentDate: '2026-05-10' });
  await renewed(household, record);
  const [recorded] = (await paymentsOf(household)).data;
  await household.call('DELETE', path(recorded?.id ?? ''));
  await household.call('PATCH', pathOf(record), { json: { lastPaymentDate: '2026-05-10' } });
  await household.call('PATCH', '/api/v1/preferences', { json: { autoRenew: true } });
  const job = renewalJobOf(household, 'UTC');
  await job.start();
  expect((await paymentsOf(household)).data).toMatchObject([{ dueOn: '2026-06-10', source: 'automatic' }]);
  await job.stop();
});

describe('§10.11: the revert of a renewal', () => {
  const renewalAgain = async (record: { readonly id: string }) => (await newestEntry(service, record)).id;

  test('of a corrected payment removes it, and brings it back as it was corrected', async () => {
    const { record, id, renewal } = await paidRecord();
    await correct(id, { amount: 12.5, paidOn: '2026-06-12' });
    expect((await revert(renewal)).status).toBe(200);
    expect([await shown(record), (await read(record)).nextPaymentDate]).toEqual([[], '2026-06-10']);
    expectRefusal(await correct(id, { amount: 1 }), 404, { code: 'payment_not_found' });
    expect((await revert(await renewalAgain(record))).status).toBe(200);
    expect(await shown(record)).toEqual([['2026-06-10', '2026-06-12', 12.5]]);
  });

  test('of a removed payment sets the dates back, and never brings the payment back by itself', async () => {
    const { record, id, renewal } = await paidRecord();
    await remove(id);
    const removal = await newestOf(id);
    expect((await revert(renewal)).status).toBe(200);
    expect((await read(record)).nextPaymentDate).toBe('2026-06-10');
    // There is no payment to bring back.
    const refused = await withoutWriting(service, () => revert(removal));
    expectRefusal(refused, 409, { code: 'revert_conflict', conflictingFields: ['removed'] });
    expect((await revert(await renewalAgain(record))).status).toBe(200);
    expect([await shown(record), (await read(record)).nextPaymentDate]).toEqual([[], '2026-07-10']);
    const restored = await revert(removal);
    expect([restored.status, restored.json.data as object]).toEqual([200, (await paymentsFor(record))[0] as object]);
    expect(await shown(record)).toEqual([['2026-06-10', '2026-06-10', 10]]);
  });
});

describe('§10.11: corrections in any order', () => {
  test('an earlier one can be reverted after a later one of another field, and not after one of its own', async () => {
    const { record, id } = await paidRecord();
    await correct(id, { amount: 11 });
    const first = await newestOf(id);
    await correct(id, { paidOn: '2026-06-11' });
    await correct(id, { amount: 12 });
    expectRefusal(await withoutWriting(service, () => revert(first)), 409, {
      code: 'revert_conflict',
      conflictingFields: ['amount'],
    });
    await revert(await newestOf(id));
    expect((await revert(first)).status).toBe(200);
    expect(await shown(record)).toEqual([['2026-06-10', '2026-06-11', 10]]);
  });

  test('none of a removed payment can be reverted before its removal is', async () => {
    const { record, id } = await paidRecord();
    await correct(id, { amount: 11 });
    const correction = await newestOf(id);
    await remove(id);
    expectRefusal(await withoutWriting(service, () => revert(correction)), 409, {
      code: 'revert_conflict',
      conflictingFields: ['removed'],
    });
    await revert(await newestOf(id));
    expect((await revert(correction)).status).toBe(200);
    expect(await shown(record)).toEqual([['2026-06-10', '2026-06-10', 10]]);
  });

  test('of ten clients with the same entity tag, one succeeds', async () => {
    const { id } = await paidRecord();
    const etag = (await service.call('GET', path(id))).headers.get('etag') ?? '';
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => correct(id, { amount: at + 1 }, { headers: { 'if-match': etag } })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(9);
    expect(await entriesOf(id)).toHaveLength(1);
  });

  test.each([1, 150])('go with the subscription, after %d of them', async (corrections) => {
    const { record, id } = await paidRecord();
    for (let amount = 1; amount <= corrections; amount += 1) await correct(id, { amount });
    const entry = await newestOf(id);
    await service.call('DELETE', pathOf(record));
    expect(await entriesOf(id)).toEqual([]);
    expectRefusal(await revert(entry), 404, { code: 'audit_entry_not_found' });
    expectRefusal(await service.call('GET', path(id)), 404, { code: 'payment_not_found' });
  });

  test('to a day after tomorrow is refused before it is asked whether there is such a payment', async () => {
    expectRefusal(await correct(crypto.randomUUID(), { paidOn: '2026-06-18' }), 400, { field: 'paidOn' });
  });
});
