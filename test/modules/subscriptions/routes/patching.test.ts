import { describe, expect, test } from 'bun:test';
import { expectRefusal, pathOf, storedRows, withoutWriting } from '../../../support/expectations.ts';
import { statuses } from '../../../../src/modules/subscriptions/rules/limits.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();

describe('a PATCH', () => {
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

describe('the status', () => {
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
