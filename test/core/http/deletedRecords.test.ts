import { describe, expect, test } from 'bun:test';
import { expectRefusal, pathOf, subscriptionsPath, withoutWriting } from '../../support/expectations.ts';
import { fileOf, importFile, type ImportReport } from '../../support/imports.ts';
import { channelDraft } from '../../support/operationRequests.ts';
import { newestEntry, paymentsOf, renew } from '../../support/payments.ts';
import { startService, validDraft, type Answer } from '../../support/service.ts';

const service = await startService({ writesInline: true });
const key = service.makeKey('first', 'admin');
// What no answer may have once its record is deleted.
const secret = 'Doctor Kowalski';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly json?: unknown;
}

let keysUsed = 0;
/** Gives a function that sends a request with a key of its own, again and again. */
function repeatable({ method, path, ...body }: Sent) {
  const headers = { 'idempotency-key': `deleted-${(keysUsed += 1)}` };
  return () => service.call(method, path, { key, headers, ...body });
}

const remove = async (path: string) => expect((await service.call('DELETE', path, { key })).status).toBe(200);

/** Expects that nothing of a record is stored for retries, and that a retry, which writes nothing, is answered without it. */
async function replayed(send: () => Promise<Answer>): Promise<Answer> {
  expect(JSON.stringify(service.database.query('select * from idempotency_keys').all())).not.toContain(secret);
  const answer = await withoutWriting(service, send);
  expect(answer.text).not.toContain(secret);
  expect(answer.headers.get('idempotency-replayed')).toBe('true');
  return answer;
}

const name = secret;
const create = () => service.create({ name, lastPaymentDate: '2026-05-10' }, key);

/** For each operation on one subscription: a request that writes it. */
const writes: Readonly<Record<string, (record: { readonly id: string }) => Sent | Promise<Sent>>> = {
  updateSubscription: (record) => ({ method: 'PATCH', path: pathOf(record), json: { amount: 3 } }),
  'updateSubscription with details': (record) => ({
    method: 'PATCH',
    path: `${pathOf(record)}?include=details`,
    json: { amount: 3 },
  }),
  updateDetails: (record) => ({ method: 'PATCH', path: `${pathOf(record)}/details`, json: { notes: secret } }),
  renewSubscription: (record) => ({ method: 'POST', path: `${pathOf(record)}/renew`, json: {} }),
  async updatePayment(record) {
    await renew(service, record, { key });
    const id = (await paymentsOf(service, `?subscriptionId=${record.id}`, key)).data[0]?.id ?? '';
    return { method: 'PATCH', path: `/api/v1/payments/${id}`, json: { amount: 2 } };
  },
  createReminder: ({ id }) => ({
    method: 'POST',
    path: '/api/v1/reminders',
    json: { event: 'renewal', daysBefore: [1], subscriptionId: id },
  }),
  async revertAuditEntry(record) {
    await service.call('PATCH', pathOf(record), { key, json: { amount: 7 } });
    return { method: 'POST', path: `/api/v1/audit/${(await newestEntry(service, record, key)).id}/revert` };
  },
};

describe('§8.3: after a deletion, a retry is answered without the record, and writes nothing:', () => {
  test.each(Object.entries(writes))('%s', async (_, sentOf) => {
    const record = await create();
    const send = repeatable(await sentOf(record));
    expect((await send()).status).toBeLessThan(300);
    await remove(pathOf(record));
    const answer = await replayed(send);
    expectRefusal(answer, 404, { message: expect.stringContaining('deleted since') as string });
  });

  test.each([
    ['createSubscription', subscriptionsPath, { ...validDraft, name }, 'subscription_not_found'],
    ['createReminder', '/api/v1/reminders', { event: 'renewal', daysBefore: [2] }, 'reminder_not_found'],
    ['createChannel', '/api/v1/channels', { ...channelDraft, name }, 'channel_not_found'],
    ['createFeed', '/api/v1/feeds', { name }, 'feed_not_found'],
    ['createUser', '/api/v1/users', { name, scope: 'read' }, 'user_not_found'],
  ])('%s, which does not create it again', async (_, path, json, code) => {
    const send = repeatable({ method: 'POST', path, json });
    const { id } = (await send()).json.data;
    await remove(`${path}/${id}`);
    const answer = await replayed(send);
    expectRefusal(answer, 404, { code, suggestedFix: expect.stringContaining('new Idempotency-Key') as string });
  });

  test('deleteSubscription and deleteDetails, as the first time', async () => {
    const record = await create();
    const clear = repeatable({ method: 'DELETE', path: `${pathOf(record)}/details` });
    const send = repeatable({ method: 'DELETE', path: pathOf(record) });
    for (const one of [clear, send]) expect((await one()).json.deleted).toBe(true);
    for (const one of [clear, send]) expect((await replayed(one)).json.deleted).toBe(true);
  });

  test('batchSubscriptions, whose other results stay', async () => {
    const stays = await service.create({}, key);
    const operations = [
      { action: 'create', subscription: { ...validDraft, name } },
      { action: 'update', id: stays.id, patch: { amount: 4 } },
      { action: 'create', subscription: validDraft, details: { notes: 'Kept' } },
    ];
    const send = repeatable({ method: 'POST', path: `${subscriptionsPath}/batch`, json: { operations } });
    const [first, ...others] = (await send()).json['results'] as readonly { readonly data: { readonly id: string } }[];
    const id = first?.data.id ?? '';
    await remove(pathOf({ id }));
    const answer = await replayed(send);
    expect([answer.status, answer.json['results']]).toEqual([
      200,
      [{ action: 'delete', id, deleted: true }, ...others],
    ]);
  });

  test('importSubscriptions, whose counts stay, also when the import is undone', async () => {
    for (const isUndone of [false, true]) {
      const owner = service.makeKey(`importer ${isUndone}`, 'write');
      const headers = { 'idempotency-key': 'import' };
      const send = async () =>
        (await importFile(service, owner, fileOf({ ...validDraft, name }, validDraft), '', headers)).answer;
      const { id: importId, results } = (await send()).json['import'] as {
        readonly id: string;
        readonly results: readonly { readonly id: string }[];
      };
      const path = isUndone ? `/api/v1/imports/${importId}/revert` : pathOf({ id: results[0]?.id ?? '' });
      expect((await service.call(isUndone ? 'POST' : 'DELETE', path, { key: owner })).status).toBe(200);
      const answer = await replayed(send);
      expect(answer.status).toBe(200);
      expect(answer.json['import']).toMatchObject({ id: importId, rows: 2, created: 2, results: [] });
    }
  });

  test('importSubscriptions of a table, whose columns are shown with values of its rows', async () => {
    const owner = service.makeKey('importer of a table', 'write');
    const table = `Service;Price;Cycle;Last payment\n${name};9.99 EUR;monthly;2026-05-10`;
    const send = async () => (await importFile(service, owner, table, '', { 'idempotency-key': 'table' })).answer;
    const { columns, results } = (await send()).json['import'] as ImportReport & { readonly columns: unknown };
    expect(JSON.stringify(columns)).toContain(name);
    await service.call('DELETE', pathOf({ id: results[0]?.id ?? '' }), { key: owner });
    expect((await replayed(send)).json['import']).toMatchObject({ rows: 1, created: 1, results: [] });
  });

  test('updateSubscription, also when a batch deletes the record', async () => {
    const record = await create();
    const send = repeatable({ method: 'PATCH', path: pathOf(record), json: { amount: 3 } });
    await send();
    const operations = [{ action: 'delete', id: record.id }];
    expect((await service.call('POST', `${subscriptionsPath}/batch`, { key, json: { operations } })).status).toBe(200);
    expectRefusal(await replayed(send), 404, { code: 'subscription_not_found' });
  });

  test('but a dry run of a deletion, and another owner, change no stored answer', async () => {
    const record = await service.create({}, key);
    const send = repeatable({ method: 'PATCH', path: pathOf(record), json: { amount: 3 } });
    const first = await send();
    await service.call('DELETE', `${pathOf(record)}?dryRun=true`, { key });
    await service.call('DELETE', pathOf(record), { key: service.keys.otherWrite });
    expect((await replayed(send)).json.data).toEqual(first.json.data);
  });
});
