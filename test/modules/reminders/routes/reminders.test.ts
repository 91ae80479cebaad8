import { describe, expect, test } from 'bun:test';
import { expectRefusal, pathOf } from '../../../support/expectations.ts';
import { insertRecords } from '../../../support/records.ts';
import { addChannel, addDelivery, addRules } from '../../../support/reminders.ts';
import { startService } from '../../../support/service.ts';

// 16 June 2026, noon.
const service = await startService({ writesInline: true });
const path = '/api/v1/reminders';
const add = (json: object, key = service.keys.write) => service.call('POST', path, { json, key });
const change = (id: string, json: object) => service.call('PATCH', `${path}/${id}`, { json });
const renewal = { event: 'renewal', daysBefore: [3, 0] };

describe('§19.1: a rule', () => {
  test('has defaults, and shows how many channels it reaches', async () => {
    const [channelId, off] = [addChannel(service, 'second'), addChannel(service, 'second', 0)];
    const key = service.keys.otherWrite;
    const created = await add(renewal, key);
    expect(created.status).toBe(201);
    expect(created.json.data as object).toEqual({
      id: expect.any(String),
      userId: null,
      subscriptionId: null,
      event: 'renewal',
      daysBefore: [3, 0],
      daysAfter: null,
      at: '09:00',
      channelIds: null,
      enabled: true,
      channelCount: 1,
      createdAt: '2026-06-16T12:00:00.000Z',
    });
    const named = await add({ ...renewal, channelIds: [off.toUpperCase()] }, key);
    expect(named.json.data as object).toMatchObject({ channelIds: [off], channelCount: 0 });
    service.database.run('DELETE FROM channels WHERE id = ?', [channelId]);
    const read = await service.call('GET', `${path}/${created.json.data.id}`, { key });
    expect(read.json.data as object).toMatchObject({ channelCount: 0 });
    expect((await service.call('GET', `${path}/${created.json.data.id}`)).status).toBe(404);
  });

  test.each([
    [{ event: 'renewal' }, 'daysBefore', 'daysBefore is missing.'],
    [{ event: 'overdue' }, 'daysAfter', 'An overdue rule needs daysAfter.'],
    [{ event: 'overdue', daysBefore: [1] }, 'daysBefore', 'An overdue rule has no daysBefore.'],
    [{ event: 'end', daysBefore: [1], daysAfter: [1] }, 'daysAfter', 'Only an overdue rule has daysAfter.'],
    [{ event: 'renewal', daysBefore: [] }, 'daysBefore', undefined],
    [{ event: 'renewal', daysBefore: [1, 1] }, 'daysBefore', undefined],
    [{ event: 'renewal', daysBefore: [401] }, 'daysBefore', undefined],
    [{ event: 'renewal', daysBefore: [1.5] }, 'daysBefore', undefined],
    [{ event: 'renewal', daysBefore: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }, 'daysBefore', undefined],
    [{ ...renewal, at: '24:00' }, 'at', undefined],
    [{ ...renewal, at: '9:00' }, 'at', undefined],
    [{ ...renewal, event: 'renewed' }, 'event', undefined],
    [{ ...renewal, subscriptionId: crypto.randomUUID() }, 'subscriptionId', 'There is no subscription with this id.'],
    [{ ...renewal, channelIds: [crypto.randomUUID()] }, 'channelIds', 'There is no channel with one of these ids.'],
    [{ ...renewal, channelIds: ['phone'] }, 'channelIds', undefined],
  ])('is refused with what is wrong: %j', async (json, field, message) => {
    expectRefusal(await add(json), 400, { code: 'invalid_field', field, ...(message !== undefined && { message }) });
  });

  test('of the budget reminds on the first day of the month, unless it says otherwise', async () => {
    expect((await add({ event: 'budget' })).json.data as object).toMatchObject({ daysBefore: [0] });
    const earlier = (await add({ event: 'budget', daysBefore: [3] })).json.data;
    expect(earlier as object).toMatchObject({ daysBefore: [3], subscriptionId: null });
    const { id: subscriptionId } = await service.create();
    const message = 'A budget rule is of no subscription.';
    expectRefusal(await add({ event: 'budget', subscriptionId }), 400, { field: 'subscriptionId', message });
  });

  test('of another owner names nothing of theirs', async () => {
    const record = await service.create();
    expectRefusal(await add({ ...renewal, subscriptionId: record.id }, service.keys.otherWrite), 400, {
      field: 'subscriptionId',
    });
    const channelId = addChannel(service);
    expectRefusal(await add({ ...renewal, channelIds: [channelId] }, service.keys.otherWrite), 400, {
      field: 'channelIds',
    });
  });

  test('changes its event together with its lead times, and goes with its subscription', async () => {
    const record = await service.create();
    const { id } = (await add({ ...renewal, subscriptionId: record.id })).json.data;
    expectRefusal(await change(id, { event: 'overdue' }), 400, { field: 'daysAfter' });
    const changed = await change(id, { event: 'overdue', daysAfter: [1, 7] });
    expect(changed.json.data as object).toMatchObject({ event: 'overdue', daysBefore: null, daysAfter: [1, 7] });
    await service.call('DELETE', pathOf(record));
    expectRefusal(await service.call('GET', `${path}/${id}`), 404, { code: 'reminder_not_found' });
  });
});

describe('§19.2: the preview', () => {
  test('lists what will be sent when, to which channels, and nothing of what is paused', async () => {
    const key = service.makeKey('previewed', 'write');
    const channelId = addChannel(service, 'previewed');
    const record = await service.create({ name: 'Netflix', lastPaymentDate: '2026-05-20', amount: 4 }, key);
    await service.create({ name: 'Paused', lastPaymentDate: '2026-05-20', status: 'paused' }, key);
    const rule = (await add({ ...renewal, at: '18:30' }, key)).json.data;
    const preview = async (query = '') => (await service.call('GET', `${path}/preview${query}`, { key })).json;
    const { data } = await preview('?days=34');
    expect(data as object).toMatchObject([
      {
        sendAt: '2026-06-17T18:30:00.000Z',
        ruleId: rule.id,
        event: 'renewal',
        subscriptionId: record.id,
        name: 'Netflix',
        amount: 4,
        dueOn: '2026-06-20',
        days: 3,
        channelIds: [channelId],
      },
      { sendAt: '2026-06-20T18:30:00.000Z', dueOn: '2026-06-20', days: 0 },
      { sendAt: '2026-07-17T18:30:00.000Z', dueOn: '2026-07-20', days: 3 },
    ]);
    expect((await preview('?days=34&limit=1&offset=1')) as object).toMatchObject({
      data: [{ days: 0 }],
      pagination: { limit: 1, offset: 1, hasMore: true },
    });
    await service.call('PATCH', `${path}/${rule.id}`, { key, json: { enabled: false } });
    expect((await preview()).data as object).toEqual([]);
  });
});

describe('§19.1: an owner has', () => {
  test('at most 30 rules', async () => {
    const key = service.makeKey('diligent', 'write');
    const create = () => service.call('POST', path, { key, json: { event: 'renewal', daysBefore: [1] } });
    addRules(service, 'diligent', 29);
    expect((await create()).status).toBe(201);
    expectRefusal(await create(), 409, { code: 'too_many_reminders' });
  });

  test('at most 60 lead times in all rules, also by an update and by undoing one', async () => {
    const key = service.makeKey('early', 'write');
    const call = (method: string, to: string, json: object) => service.call(method, to, { key, json });
    const create = (leads: number, event = 'renewal') =>
      call('POST', path, {
        event,
        [event === 'overdue' ? 'daysAfter' : 'daysBefore']: Array.from({ length: leads }, (_, place) => place),
      });
    for (let rule = 0; rule < 5; rule += 1) await create(10);
    const { id } = (await create(10, 'overdue')).json.data;
    expectRefusal(await create(1), 409, {
      code: 'too_many_reminders',
      message: 'The rules would have more than 60 lead times together.',
    });
    const setDays = (daysAfter: readonly number[]) => call('PATCH', `${path}/${id}`, { daysAfter });
    expect((await setDays([1, 2])).status).toBe(200);
    expect((await create(8)).status).toBe(201);
    expectRefusal(await setDays([1, 2, 3]), 409, { code: 'too_many_reminders' });
    const { data } = (await service.call('GET', '/api/v1/activity?limit=2', { key })).json;
    const entry = (data as unknown as readonly { readonly id: string }[])[1]?.id;
    expectRefusal(await call('POST', `/api/v1/audit/${entry}/revert`, {}), 409, { code: 'revert_conflict' });
    expect((await call('PATCH', `${path}/${id}`, { at: '10:00' })).status).toBe(200);
  });

  test('a preview of at most 100,000 reminders', async () => {
    const key = service.makeKey('busy', 'write');
    const records = Array.from({ length: 1200 }, () => ({
      period: 'custom' as const,
      customDays: 1,
      lastPaymentDate: '2026-06-15',
      nextPaymentDate: '2026-06-16',
    }));
    insertRecords(service.database, 'busy', records);
    await service.call('POST', path, { key, json: renewal });
    const preview = (query: string) => service.call('GET', `${path}/preview${query}`, { key });
    expectRefusal(await preview('?days=90'), 400, {
      code: 'invalid_query',
      field: 'days',
      message: 'There are more than 100,000 reminders in these days.',
      suggestedFix: 'Send a smaller number of days, or disable a rule.',
    });
    const { json } = await preview('?days=40&limit=1&offset=95999');
    expect(json as object).toMatchObject({ data: [{ dueOn: '2026-07-29', days: 3 }], pagination: { hasMore: false } });
  });
});

describe('§19.3: a delivery', () => {
  test('is listed by state and channel, and only a failed one can be retried', async () => {
    const key = service.makeKey('delivered', 'write');
    const [sent, failed] = [
      addDelivery(service, 'delivered', 'sent'),
      addDelivery(service, 'delivered', 'failed', addChannel(service, 'delivered')),
    ];
    const list = async (query = '') => {
      const { json } = await service.call('GET', `/api/v1/deliveries${query}`, { key });
      return json.data as unknown as readonly { readonly id: string; readonly channelId: string }[];
    };
    expect((await list()).map(({ id }) => id)).toEqual([failed, sent]);
    expect((await list('?state=sent')).map(({ id }) => id)).toEqual([sent]);
    const channelId = (await list('?state=failed'))[0]?.channelId ?? '';
    expect((await list(`?channelId=${channelId.toUpperCase()}`)).map(({ id }) => id)).toEqual([failed]);
    const retry = (id: string, call: object = { key }) => service.call('POST', `/api/v1/deliveries/${id}/retry`, call);
    expectRefusal(await retry(sent), 409, { code: 'delivery_not_failed' });
    expectRefusal(await retry(failed, {}), 404, { code: 'delivery_not_found' });
    expect((await retry(failed)).json.data as object).toMatchObject({ id: failed, state: 'pending', attempts: 0 });
    expectRefusal(await retry(failed), 409, { message: 'The delivery has not failed: it is pending.' });
    expectRefusal(await retry(addDelivery(service, 'delivered', 'failed')), 409, { code: 'channel_disabled' });
  });
});
