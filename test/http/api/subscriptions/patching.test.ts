import { describe, expect, test } from 'bun:test';
import { expectRefusal, pathOf, storedRows, withoutWriting } from '../../../support/expectations.ts';
import {
  statuses,
  type SubscriptionPatch,
  type SubscriptionView,
} from '../../../../src/domain/subscriptions/fields.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();

/** A stored next payment date that no computation gives, so that it shows whether it was computed anew. */
const marked = '2031-03-03';

/** Creates a subscription and puts the marked date into its row. */
async function createMarked(fields: Readonly<Record<string, unknown>> = {}): Promise<SubscriptionView> {
  const created = await service.create(fields);
  service.database.run('update subscriptions set next_payment_date = ? where id = ?', [marked, created.id]);
  return { ...created, nextPaymentDate: marked };
}

const unrelated = [
  { name: 'Renamed' },
  { category: 'Other' },
  { amount: 1 },
  { currency: 'EUR' },
  { notificationEnabled: false },
  { status: 'paused' },
  { name: 'Renamed', category: 'Other', amount: 0, currency: 'JPY', status: 'cancelled' },
];

describe('the next payment date', () => {
  test.each([
    [{}, { lastPaymentDate: '2026-01-31' }, '2026-02-28'],
    [{}, { period: 'yearly' }, '2027-06-15'],
    [{}, { period: 'custom', customDate: '7' }, '2026-06-22'],
    [{ period: 'custom', customDate: '30' }, { customDate: '7' }, '2026-06-22'],
    [{ period: 'custom', customDate: '30' }, { period: 'monthly' }, '2026-07-15'],
    [{ period: 'custom', customDate: '30' }, { lastPaymentDate: '2026-01-31' }, '2026-03-02'],
    [{}, { lastPaymentDate: '2026-01-31', name: 'Renamed' }, '2026-02-28'],
  ])('§2.4: of %j is computed again by %j', async (fields, json, next) => {
    const record = await createMarked(fields);
    const answer = await service.call('PATCH', pathOf(record), { json });
    expect(answer.json.data.nextPaymentDate).toBe(next);
  });
});

describe('a stored date that would not be accepted today', () => {
  test.each(unrelated)('§2.4: is kept by a PATCH with %j', async (json) => {
    const record = await service.create();
    // One month after this day there is no day any more.
    const late = '9999-12-31';
    service.database.run('update subscriptions set last_payment_date = ?, next_payment_date = ? where id = ?', [
      late,
      late,
      record.id,
    ]);
    const answer = await service.call('PATCH', pathOf(record), { json });
    expect(answer.status).toBe(200);
    expect(answer.json.data).toMatchObject({ ...json, lastPaymentDate: late, nextPaymentDate: late });
  });
});

describe('a PATCH', () => {
  test('§2.4: may change every writable field at once', async () => {
    const record = await service.create();
    const json: Required<SubscriptionPatch> = {
      name: 'Domain',
      category: 'Hosting',
      amount: 12.34,
      currency: 'CHF',
      period: 'custom',
      customDate: '90',
      lastPaymentDate: '2026-05-01',
      notificationEnabled: false,
      status: 'cancelled',
    };
    const answer = await service.call('PATCH', pathOf(record), { json });
    expect(answer.json.data).toMatchObject({ ...json, id: record.id, nextPaymentDate: '2026-07-30' });
  });

  test('§2.4: changes no other record', async () => {
    const [first, second] = [await service.create(), await service.create()];
    await service.call('PATCH', pathOf(first), { json: { name: 'Renamed' } });
    const read = await service.call('GET', pathOf(second));
    expect(read.json.data).toEqual(second);
  });

  test('§1.4: with one wrong field among right ones changes nothing at all', async () => {
    const record = await service.create();
    const json = { name: 'Renamed', category: 'Other', status: 'gone' };
    const answer = await withoutWriting(service, () => service.call('PATCH', pathOf(record), { json }));
    expectRefusal(answer, 400, { code: 'invalid_subscription', field: 'status' });
  });
});

const moves = statuses.flatMap((from) => statuses.map((to) => ({ from, to })));

describe('the status', () => {
  test.each(moves)('§2.6: moves from $from to $to and back, again and again, with its history', async (move) => {
    const { from, to } = move;
    const record = await service.create({ status: from });
    expect(record.status).toBe(from);
    const [creation] = (await service.auditTrail(`?subscriptionId=${record.id}`)).data;
    for (const [before, status] of [
      [from, to],
      [to, to],
      [to, from],
    ]) {
      service.clock.advance(60);
      const answer = await service.call('PATCH', pathOf(record), { json: { status } });
      const updatedAt = new Date(service.clock.wallMilliseconds()).toISOString();
      expect([answer.status, answer.json.data]).toEqual([200, { ...record, status, updatedAt } as SubscriptionView]);
      expect((await service.call('GET', pathOf(record))).json.data).toEqual(answer.json.data);
      const trail = await service.auditTrail(`?subscriptionId=${record.id}`);
      expect(trail.data[0]?.metadata).toMatchObject({ before: { status: before }, after: { status } });
      expect(trail.data.at(-1)).toEqual(creation);
    }
    expect((await service.auditTrail(`?subscriptionId=${record.id}`)).data).toHaveLength(4);
  });

  test.each(statuses)('§2.6: %s lets a record be changed, listed and deleted with its history', async (status) => {
    const record = await service.create({ status, name: `Kept ${status}` });
    const patched = await service.call('PATCH', pathOf(record), { json: { amount: 3 } });
    expect(patched.json.data).toMatchObject({ status, amount: 3 });
    expect((await service.list(`?q=Kept%20${status}`)).data).toEqual([patched.json.data]);
    const deleted = await service.call('DELETE', pathOf(record));
    expect([deleted.status, deleted.json.deleted]).toEqual([200, true]);
    expectRefusal(await service.call('GET', pathOf(record)), 404, { code: 'subscription_not_found' });
    expect((await service.auditTrail(`?subscriptionId=${record.id}`)).data).toEqual([]);
    expect(JSON.stringify(storedRows(service))).not.toContain(record.id);
  });
});
