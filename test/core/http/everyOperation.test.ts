import { describe, expect, test } from 'bun:test';
import {
  absentId,
  costOf,
  expectRefusal,
  pathOf,
  quotaHeaderNames,
  quotaHeadersOf,
} from '../../support/expectations.ts';
import { extendTrail } from '../../support/longTrails.ts';
import { addImport } from '../../support/imports.ts';
import { callerFor, channelDraft, requestOf, setRates } from '../../support/operationRequests.ts';
import { operationRows } from '../../support/operations.ts';
import { paymentsOf, renewed } from '../../support/payments.ts';
import { addDelivery } from '../../support/reminders.ts';
import { startService } from '../../support/service.ts';

const service = await startService({ writesInline: true });
const key = service.makeKey('first', 'admin');
const rule = { event: 'renewal', daysBefore: [1] };
const watchedReminder = (await service.call('POST', '/api/v1/reminders', { json: rule })).json.data.id;
const watchedChannel = (await service.call('POST', '/api/v1/channels', { key, json: channelDraft })).json.data.id;

/** The operations that take a parameter, in the query or as a header. */
const takers = (parameter: string) => operationRows.filter(({ parameters }) => parameters.includes(parameter));

/** The paths of the lists that have pages. */
const lists = takers('limit').map(({ path }) => path);

// Each list gets several rows.
for (const lastPaymentDate of ['2026-02-10', '2026-03-10', '2026-04-10']) {
  const record = await service.create({ lastPaymentDate });
  await renewed(service, record);
  await service.call('PATCH', pathOf(record), { json: { amount: 20 } });
  await service.call('POST', '/api/v1/reminders', {
    json: { event: 'renewal', daysBefore: [3, 0], subscriptionId: record.id },
  });
  addDelivery(service, 'first', 'sent');
}
for (const name of ['Anna', 'Bob', 'Kim']) {
  await service.call('POST', '/api/v1/channels', { key, json: { ...channelDraft, name } });
  await service.call('POST', '/api/v1/users', { key, json: { name, scope: 'write', password: null } });
  await service.call('POST', '/api/v1/feeds', { key, json: { name } });
  addImport(service, 'first');
}

/** A page of a list, whatever its rows are called. */
async function page(path: string, query: string) {
  const { status, json } = await service.call('GET', `${path}?${query}`, { key });
  expect(status).toBe(200);
  const rows = (json['payments'] ?? json['priceChanges'] ?? json.data) as readonly unknown[];
  return { rows, hasMore: (json['pagination'] as { readonly hasMore: boolean }).hasMore };
}

/** Expects that the last page of a list says so, full or not, that the pages before it do not, and that pages join. */
async function expectLastPage(path: string): Promise<void> {
  const whole = await page(path, 'limit=100');
  const count = whole.rows.length;
  expect(count).toBeGreaterThan(2);
  expect(whole.hasMore).toBe(false);
  for (const [limit, offset] of [
    [count, 0],
    [count - 1, 1],
    [1, count - 1],
    [100, count],
  ] as const) {
    expect([limit, offset, (await page(path, `limit=${limit}&offset=${offset}`)).hasMore]).toEqual([
      limit,
      offset,
      false,
    ]);
  }
  for (const [limit, offset] of [
    [count - 1, 0],
    [1, count - 2],
  ] as const) {
    const { rows, hasMore } = await page(path, `limit=${limit}&offset=${offset}`);
    expect([rows.length, hasMore]).toEqual([limit, true]);
  }
  const joined: unknown[] = [];
  for (let offset = 0; offset < count; offset += 2) joined.push(...(await page(path, `limit=2&offset=${offset}`)).rows);
  expect(joined).toEqual([...whole.rows]);
}

test.each(lists)('§1.5: a wrong page of %s is refused', async (path) => {
  for (const query of ['limit=0', 'limit=1001', 'limit=ten', 'limit=', 'limit=1e1', 'offset=-1', 'offset=1.0']) {
    const answer = await service.call('GET', `${path}?${query}`, { key });
    expectRefusal(answer, 400, { code: 'invalid_pagination', field: query.split('=')[0] ?? '' });
    expect(quotaHeadersOf(answer)).toEqual([]);
  }
});

test.each(operationRows)('§1.5: a parameter that $operationId does not know is refused', async (row) => {
  const path = row.path.replace('{id}', absentId);
  const { call } = await requestOf(service, { ...row, hasId: false }, await callerFor(service, row, 'second'));
  const answer = await service.call(row.method, `${path}?colour=red`, call);
  expectRefusal(answer, 400, { code: 'invalid_query', field: 'colour' });
});

describe('the last page of a list', () => {
  test.each(lists)('of %s says that it is the last, also when it is full', expectLastPage);

  test('is found for each list', () => {
    expect(lists.length).toBeGreaterThan(6);
  });

  test('says so also while the entries of a deleted subscription are purged', async () => {
    const holder = service.store.apiKeys.findHolder(service.keys.write, () => '2026-06-16T12:00:00.000Z');
    if (holder === undefined) throw new Error('the key is unknown');
    const record = await service.create();
    extendTrail(service.database, { ...holder, apiKeyId: holder.id, subscriptionId: record.id }, 1200, () => ({
      patch: { amount: 5 },
    }));
    expect((await service.call('DELETE', pathOf(record))).status).toBe(200);
    for (const path of ['/api/v1/audit', '/api/v1/activity']) await expectLastPage(path);
  });
});

describe('§1.8: an id', () => {
  test.each(operationRows.filter(({ hasId }) => hasId))('in capitals is accepted by $operationId', async (row) => {
    const caller = await callerFor(service, row);
    const { path, call } = await requestOf(service, row, caller);
    const capitals = path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, (id) => id.toUpperCase());
    expect(capitals).not.toBe(path);
    expect((await service.call(row.method, capitals, call)).status).toBe(row.status);
  });

  test.each(operationRows.filter(({ hasId }) => hasId))('that is none is refused by $operationId', async (row) => {
    const answer = await service.call(row.method, row.path.replace('{id}', 'x'), await callerFor(service, row));
    const code = expect.stringMatching(/^invalid_(\w+_)?id$/) as string;
    expectRefusal(answer, 400, { code, field: 'id' });
    expect(quotaHeadersOf(answer)).toEqual([]);
  });
});

describe('§8.2: If-None-Match', () => {
  const watched = service.create({ name: 'Watched', amount: 900 });
  const watchedPaid = service.create({ name: 'Watched and paid', lastPaymentDate: '2026-05-10' });

  /** The payment of a record, which is renewed for it. */
  async function paymentOf(record: { readonly id: string }): Promise<string> {
    const made = async () => (await paymentsOf(service, `?subscriptionId=${record.id}`)).data[0]?.id;
    if ((await made()) === undefined) await renewed(service, record);
    return (await made()) ?? '';
  }

  /** The id of what a path reads: a payment, a channel, or the record. */
  async function idFor(path: string, record: { readonly id: string }): Promise<string> {
    if (path.includes('/channels/')) return watchedChannel;
    if (path.includes('/reminders/')) return watchedReminder;
    return path.includes('/payments/') ? paymentOf(await watchedPaid) : record.id;
  }

  /** Changes a record, and adds one of everything else. */
  async function changeAll(record: { readonly id: string }): Promise<void> {
    const name = crypto.randomUUID();
    const amount = Math.floor(service.clock.wallMilliseconds() / 1000) % 1000;
    await service.call('PATCH', pathOf(record), {
      json: { name, amount },
    });
    await service.call('PATCH', `${pathOf(record)}/details`, { json: { notes: name, trialEndsOn: '2026-07-01' } });
    const payment = await paymentOf(await watchedPaid);
    await service.call('PATCH', `/api/v1/payments/${payment}`, { json: { amount } });
    const { autoRenew } = (await service.call('GET', '/api/v1/preferences')).json.data as { autoRenew?: boolean };
    await service.call('PATCH', '/api/v1/preferences', {
      json: { autoRenew: autoRenew !== true, monthlyBudget: { amount, currency: 'USD' } },
    });
    await service.create({ name, period: 'yearly', amount });
    await setRates(service, 'first', { base: 'EUR', rates: { USD: amount + 1 } });
    await renewed(service, await service.create({ name: 'Watched twice', lastPaymentDate: '2026-05-10' }));
    await service.call('POST', '/api/v1/keys', { key, json: { name, scope: 'read' } });
    await service.call('PATCH', `/api/v1/channels/${watchedChannel}`, { key, json: { name } });
    await service.call('POST', '/api/v1/users', { key, json: { name, scope: 'read', password: null } });
    await service.call('POST', '/api/v1/feeds', { key, json: { name } });
    addImport(service, 'first');
    const at = `10:${String(amount % 60).padStart(2, '0')}`;
    await service.call('PATCH', `/api/v1/reminders/${watchedReminder}`, { json: { at } });
    addDelivery(service, 'first', 'sent');
  }

  // The doctor tells of the server, which the test does not change.
  const isOfOwner = ({ needs, operationId }: (typeof operationRows)[number]) =>
    needs !== 'session' && operationId !== 'getDoctor';

  test.each(takers('If-None-Match').filter(isOfOwner))(
    'of $operationId is 304 while nothing has changed, which costs a request, and then the whole answer',
    async ({ path }) => {
      const record = await watched;
      const id = await idFor(path, record);
      const ask = (method: string, tag = '') =>
        service.call(method, path.replace('{id}', id), { key, headers: { 'if-none-match': tag } });
      const tag = (await ask('GET')).headers.get('etag') ?? '';
      service.clock.advance(1);
      const { result, cost } = await costOf(service, key, () => ask('GET', `"other", ${tag}`));
      expect([result.status, result.text, result.headers.get('etag'), cost]).toEqual([304, '', tag, 1]);
      expect(result.headers.get('x-request-id')).not.toBeNull();
      expect(result.headers.has('content-type')).toBe(false);
      expect(quotaHeadersOf(result)).toEqual(quotaHeaderNames);
      expect((await ask('HEAD', tag)).status).toBe(304);
      await changeAll(record);
      const changed = await ask('GET', tag);
      expect(changed.status).toBe(200);
      expect(changed.headers.get('etag')).not.toBe(tag);
    },
  );

  test('is of most reads', () => expect(takers('If-None-Match').length).toBeGreaterThan(10));
});
