import { describe, expect, test } from 'bun:test';
import { expectRefusal, pathOf } from '../../../support/expectations.ts';
import { fileOf, importFile } from '../../../support/imports.ts';
import { renew } from '../../../support/payments.ts';
import { startService, validDraft } from '../../../support/service.ts';

const service = await startService();

const owner = (name: string) => service.makeKey(name, 'write');
const draft = (name: string, others: object = {}) => ({ ...validDraft, name, ...others });
const named = async (key: string) =>
  (await service.list('?sort=name', key)).data.map(({ name, amount }) => [name, amount]);
const revisionOf = async (key: string) => (await service.call('GET', '/api/v1/revision', { key })).json['revision'];

async function revert(key: string, id: string | undefined, query = '') {
  return service.call('POST', `/api/v1/imports/${id}/revert${query}`, { key });
}

describe('the revert of an import', () => {
  test('§21.6: removes what it created and restores what it updated, once', async () => {
    const key = owner('reverts');
    const kept = await service.create({ name: 'Kept', amount: 1 }, key);
    await service.call('PATCH', `${pathOf(kept)}/details`, { key, json: { notes: 'Before' } });
    const read = async () => (await service.call('GET', `${pathOf(kept)}?include=details`, { key })).json.data;
    const before = await read();
    const payments = [1, 2, 3, 4, 5].map((month) => {
      return {
        dueOn: `2026-0${month}-01`,
        paidOn: `2026-0${month}-02`,
        amount: 9.5,
        currency: 'EUR',
        source: 'manual',
      };
    });
    const gone = [draft('Gone', { payments: payments.slice(0, 1) }), draft('Gone later', { payments })];
    const file = fileOf(draft('Kept', { amount: 2, details: { notes: 'After' } }), ...gone);
    const { report } = await importFile(service, key, file, '?onDuplicate=update');
    expect(await read()).toMatchObject({ amount: 2, details: { notes: 'After' } });
    const revision = await revisionOf(key);
    const preview = await revert(key, report.id, '?dryRun=true');
    expect([preview.status, preview.json['dryRun'], await revisionOf(key)]).toEqual([200, true, revision]);
    const reverted = await revert(key, report.id);
    expect([reverted.status, reverted.json.data]).toMatchObject([200, { id: report.id, created: 2, updated: 1 }]);
    expect(await read()).toEqual({ ...before, updatedAt: (await read()).updatedAt });
    expect(await named(key)).toEqual([['Kept', 1]]);
    expect((await service.call('GET', '/api/v1/payments', { key })).json.data).toEqual([] as never);
    expect((await service.call('GET', '/api/v1/audit', { key })).json.data).toHaveLength(4);
    expectRefusal(await revert(key, report.id), 409, { code: 'already_reverted' });
    const activity = await service.call('GET', '/api/v1/activity?limit=2', { key });
    expect(activity.json.data).toMatchObject([{ action: 'import.revert' }, { action: 'subscription.update' }] as never);
  });

  const changes: Readonly<Record<string, (record: { readonly id: string }, key: string) => Promise<unknown>>> = {
    'an update': (record, key) => service.call('PATCH', pathOf(record), { key, json: { amount: 5 } }),
    details: (record, key) => service.call('PATCH', `${pathOf(record)}/details`, { key, json: { notes: 'New' } }),
    'a reminder': ({ id: subscriptionId }, key) =>
      service.call('POST', '/api/v1/reminders', {
        key,
        json: { subscriptionId, event: 'renewal', daysBefore: [3] },
      }),
    'a payment': (record, key) => renew(service, record, { key }),
    async 'a correction of a payment'(record, key) {
      const { json } = await service.call('GET', `/api/v1/payments?subscriptionId=${record.id}`, { key });
      const [payment] = json.data as unknown as readonly { readonly id: string }[];
      await service.call('PATCH', `/api/v1/payments/${payment?.id}`, { key, json: { amount: 1 } });
    },
  };

  test.each(Object.entries(changes))('§21.6: is refused whole after %s', async (title, change) => {
    const key = owner(`changed by ${title}`);
    const payments = [{ dueOn: '2026-05-01', paidOn: '2026-05-02', amount: 9.5, currency: 'EUR', source: 'manual' }];
    const lastPaymentDate = '2026-05-10';
    const { report } = await importFile(service, key, fileOf(draft('A', { lastPaymentDate, payments }), draft('B')));
    const id = report.results[0]?.id ?? '';
    await change({ id }, key);
    const revision = await revisionOf(key);
    for (const query of ['?dryRun=true', '']) {
      const answer = await revert(key, report.id, query);
      expectRefusal(answer, 409, { code: 'import_changed' });
      expect((answer.json.error as unknown as { changed: unknown }).changed).toEqual([{ id, name: 'A' }]);
    }
    expect([await revisionOf(key), (await named(key)).length]).toEqual([revision, 2]);
  });

  const undo = async (key: string, record: { readonly id: string }) => {
    const { json } = await service.call('GET', `/api/v1/audit?subscriptionId=${record.id}&limit=1`, { key });
    const [newest] = json.data as unknown as readonly { readonly id: string }[];
    expect((await service.call('POST', `/api/v1/audit/${newest?.id}/revert`, { key })).status).toBe(200);
  };

  test.each([
    { what: 'an update', times: 1, status: 200 },
    { what: 'a payment', times: 1, status: 200 },
    { what: 'an update', times: 2, status: 409 },
  ] as const)(
    '§21.6: answers $status after $what that was undone, counting $times undoes',
    async ({ what, times, status }) => {
      const key = owner(`undone ${what} ${times}`);
      const lastPaymentDate = '2026-05-10';
      await service.create({ name: 'There', amount: 1, lastPaymentDate }, key);
      const file = fileOf(draft('There', { amount: 2, lastPaymentDate }), draft('New', { lastPaymentDate }));
      const { report } = await importFile(service, key, file, '?onDuplicate=update');
      for (const { id = '' } of report.results) {
        await changes[what]?.({ id }, key);
        for (let time = 0; time < times; time += 1) await undo(key, { id });
      }
      expect((await revert(key, report.id)).status).toBe(status);
      if (status === 200) expect(await named(key)).toEqual([['There', 1]]);
    },
  );

  test('§21.6: several imports of the same subscriptions are reverted, the newest first', async () => {
    const key = owner('several');
    const reports = [];
    for (const amount of [1, 2, 3]) {
      const { report } = await importFile(
        service,
        key,
        fileOf(draft('A', { amount }), draft('B')),
        '?onDuplicate=update',
      );
      reports.unshift(report);
    }
    expectRefusal(await revert(key, reports[1]?.id ?? ''), 409, { code: 'import_changed' });
    for (const { id = '' } of reports) expect((await revert(key, id)).status).toBe(200);
    expect(await named(key)).toEqual([]);
  });

  test('§21.6: leaves alone what was created and deleted since, and is refused where an update was', async () => {
    const key = owner('deleted');
    const there = await service.create({ name: 'There', amount: 1 }, key);
    const first = await importFile(service, key, fileOf(draft('A'), draft('B')));
    await service.call('DELETE', pathOf({ id: first.report.results[0]?.id ?? '' }), { key });
    expect((await revert(key, first.report.id)).status).toBe(200);
    expect(await named(key)).toEqual([['There', 1]]);
    const second = await importFile(service, key, fileOf(draft('There', { amount: 2 })), '?onDuplicate=update');
    await service.call('DELETE', pathOf(there), { key });
    const refused = await revert(key, second.report.id);
    expectRefusal(refused, 409, { code: 'import_changed' });
    expect((refused.json.error as unknown as { changed: unknown }).changed).toEqual([{ id: there.id, name: null }]);
  });

  test('§21.6: of another owner is that of an import that does not exist', async () => {
    const { report } = await importFile(service, owner('mine'), fileOf(draft('Mine')));
    expectRefusal(await revert(owner('theirs'), report.id), 404, { code: 'import_not_found' });
    const listed = await service.call('GET', '/api/v1/imports', { key: owner('theirs') });
    expect(listed.json.data).toEqual([] as never);
  });
});
