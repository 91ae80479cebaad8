import { expect, test } from 'bun:test';
import { expectRefusal } from '../../support/expectations.ts';
import { fileOf, importFile } from '../../support/imports.ts';
import { renewalJobOf } from '../../support/renewalJob.ts';
import { startService, validDraft } from '../../support/service.ts';

test('§21.6: what the service does by itself to new subscriptions does not block the undo, to updated ones it does', async () => {
  const service = await startService({ writesInline: true });
  const key = service.keys.write;
  const job = renewalJobOf(service, 'UTC');
  const revert = (id: string | undefined) => service.call('POST', `/api/v1/imports/${id}/revert`, { key });
  const details = { autoRenew: true, endsOn: '2026-06-15' };
  const old = { ...validDraft, lastPaymentDate: '2026-04-10', details };
  const { report } = await importFile(service, key, fileOf({ ...old, name: 'New' }));
  await service.create({ ...old, details: undefined, name: 'There' });
  const updated = await importFile(service, key, fileOf({ ...old, name: 'There' }), '?onDuplicate=update');
  await job.start();
  await job.stop();
  const states = (await service.list('?sort=name')).data.map(({ name, status }) => [name, status]);
  expect(states).toEqual([
    ['New', 'cancelled'],
    ['There', 'cancelled'],
  ]);
  expect((await service.call('GET', '/api/v1/payments', { key })).json.data).toHaveLength(4);
  expectRefusal(await revert(updated.report.id), 409, { code: 'import_changed' });
  expect((await revert(report.id)).status).toBe(200);
  expect((await service.list('')).data.map(({ name }) => name)).toEqual(['There']);
});
