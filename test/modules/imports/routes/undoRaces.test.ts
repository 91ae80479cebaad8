import { expect, spyOn, test } from 'bun:test';
import { StorageUnavailable } from '../../../../src/core/writer/storageUnavailable.ts';
import { costOf, expectRefusal } from '../../../support/expectations.ts';
import { fileOf, importFile } from '../../../support/imports.ts';
import { startService, validDraft } from '../../../support/service.ts';

const service = await startService({ writesInline: true });

/** Lets others write after an undo was looked at, and before it is prepared and made. */
function afterLookingAtUndo(others: () => Promise<unknown>): void {
  const submit = service.writes.submit.bind(service.writes);
  const spied = spyOn(service.writes, 'submit').mockImplementation((async (command: Parameters<typeof submit>[0]) => {
    const result = await submit(command);
    if (command.kind !== 'import.revert' || !('dryRun' in command)) return result;
    spied.mockRestore();
    await others();
    return result;
  }) as typeof submit);
}

/** An owner with a subscription that an import has updated, beside one that it has created. */
async function importUpdate(owner: string, before: object, after: object) {
  const key = service.makeKey(owner, 'write');
  const { id } = await service.create({ name: 'Updated', ...before }, key);
  const file = fileOf({ ...validDraft, name: 'Updated', ...after }, { ...validDraft, name: 'Created' });
  const { report } = await importFile(service, key, file, '?onDuplicate=update&onSameName=update');
  expect(report).toMatchObject({ updated: 1, created: 1 });
  const undo = () => service.call('POST', `/api/v1/imports/${report.id}/revert`, { key });
  const read = async () => (await service.call('GET', `/api/v1/subscriptions/${id}`, { key })).json.data;
  return { key, id, created: report.results[1]?.id, undo, read };
}

test('§21.6: an undo is refused when meanwhile a subscription was changed so that its earlier values do not fit', async () => {
  const interval = { period: 'custom', customDate: '10' };
  const { key, id, undo, read } = await importUpdate('misfit', interval, { period: 'custom', customDate: '20' });
  afterLookingAtUndo(() =>
    service.call('PATCH', `/api/v1/subscriptions/${id}`, { key, json: { period: 'monthly', customDate: null } }),
  );
  const refused = await undo();
  expectRefusal(refused, 409, { code: 'import_changed' });
  expect(refused.json.error.changed).toEqual([{ id, name: 'Updated' }]);
  expect(await read()).toMatchObject({ period: 'monthly' });
});

test('§21.6: an undo that was refused is not half made when meanwhile nothing stands against it any more', async () => {
  const { key, created, undo, read } = await importUpdate('unrefused', { amount: 1 }, { amount: 2 });
  const json = { subscriptionId: created, event: 'renewal', daysBefore: [3] };
  const reminder = await service.call('POST', '/api/v1/reminders', { key, json });
  afterLookingAtUndo(() => service.call('DELETE', `/api/v1/reminders/${reminder.json.data.id}`, { key }));
  const refused = await undo();
  expectRefusal(refused, 409, { code: 'import_changed' });
  expect(refused.json.error.changed).toEqual([{ id: created ?? '', name: 'Created' }]);
  expect(await read()).toMatchObject({ amount: 2 });
  expect((await undo()).status).toBe(200);
  expect(await read()).toMatchObject({ amount: 1 });
});

test('§21.6: an undo that could not be prepared costs one request, and can be made later', async () => {
  const key = service.makeKey('unprepared', 'write');
  const drafts = Array.from({ length: 250 }, (_, place) => ({ ...validDraft, name: `Name ${place}` }));
  await importFile(service, key, fileOf(...drafts));
  const changed = drafts.map((draft) => ({ ...draft, amount: 1 }));
  const { report } = await importFile(service, key, fileOf(...changed), '?onDuplicate=update');
  const undo = () => service.call('POST', `/api/v1/imports/${report.id}/revert`, { key });
  afterLookingAtUndo(() => {
    const prepared = spyOn(service.database, 'prepare').mockImplementation(() => {
      prepared.mockRestore();
      throw new StorageUnavailable('made to fail');
    });
    return Promise.resolve();
  });
  const { result, cost } = await costOf(service, key, undo);
  expectRefusal(result, 503, { code: 'storage_unavailable' });
  expect(cost).toBe(1);
  expect((await costOf(service, key, undo)).cost).toBe(3);
});
