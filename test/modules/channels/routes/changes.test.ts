import { describe, expect, test } from 'bun:test';
import { expectRefusal } from '../../../support/expectations.ts';
import { addChannel } from '../../../support/reminders.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();
const admin = service.makeKey('first', 'admin');
const path = '/api/v1/channels';

interface Channel {
  readonly id: string;
  readonly settings: Readonly<Record<string, string>>;
}

const call = (method: string, to: string, json?: object, key = admin) =>
  service.call(method, to, { key, ...(json !== undefined && { json }) });

async function created(settings: object, key = admin): Promise<Channel> {
  const answer = await call('POST', path, { name: 'Hook', type: 'webhook', settings }, key);
  expect(answer.status).toBe(201);
  return answer.json.data as unknown as Channel;
}

describe('a webhook', () => {
  test('gets the changes that its setting names', async () => {
    const url = 'http://127.0.0.1:9/';
    const hook = await created({ url, events: 'subscription.created, subscription.deleted' });
    expect(hook.settings).toEqual({ events: 'subscription.created, subscription.deleted' });
    for (const events of ['subscription.paid', '', 'subscription.created,', 'reminder.due', 'subscription.*'])
      expectRefusal(await call('PATCH', `${path}/${hook.id}`, { settings: { events } }), 400, {
        code: 'invalid_field',
        field: 'settings.events',
      });
    const phone = { name: 'Phone', type: 'ntfy', settings: { topic: 'bills-7Kx2', events: 'subscription.created' } };
    expectRefusal(await call('POST', path, phone), 400, { code: 'unknown_field', field: 'settings.events' });
    const without = await call('PATCH', `${path}/${hook.id}`, { settings: { events: null } });
    expect((without.json.data as unknown as Channel).settings).toEqual({});
  });

  test('is one of five that get changes at most', async () => {
    const key = service.makeKey('many webhooks', 'admin');
    const settings = { url: 'http://127.0.0.1:9/', events: 'subscription.created' };
    const draft = { name: 'Hook', type: 'webhook', settings };
    const hooks: Channel[] = [];
    for (let count = 0; count < 5; count += 1) hooks.push(await created(settings, key));
    const refused = { code: 'too_many_webhooks' };
    expectRefusal(await call('POST', path, draft, key), 409, refused);
    expectRefusal(await call('POST', `${path}?dryRun=true`, draft, key), 409, refused);
    const { events, ...without } = settings;
    const other = await created(without, key);
    const more = { settings: { events } };
    expectRefusal(await call('PATCH', `${path}/${other.id}`, more, key), 409, refused);
    expect((await call('PATCH', `${path}/${hooks[0]?.id}`, { enabled: false, ...more }, key)).status).toBe(200);
    expect((await call('DELETE', `${path}/${hooks[0]?.id}`, undefined, key)).status).toBe(200);
    expect((await call('PATCH', `${path}/${other.id}`, more, key)).status).toBe(200);
    // A revert that would give another one changes.
    const none = { settings: { events: null } };
    expect((await call('PATCH', `${path}/${other.id}`, none, key)).status).toBe(200);
    const activity = (await call('GET', '/api/v1/activity?limit=1', undefined, key)).json.data as unknown;
    const [{ id }] = activity as readonly [{ readonly id: string }];
    await created(settings, key);
    expectRefusal(await call('POST', `/api/v1/audit/${id}/revert`, undefined, key), 409, {
      code: 'revert_conflict',
    });
  });
});

test('§18.1: an owner has at most 20 channels', async () => {
  const key = service.makeKey('many channels', 'admin');
  const [first] = Array.from({ length: 19 }, () => addChannel(service, 'many channels', 0));
  const settings = { url: 'http://127.0.0.1:9/' };
  await created(settings, key);
  const draft = { name: 'Hook', type: 'webhook', settings };
  for (const query of ['', '?dryRun=true'])
    expectRefusal(await call('POST', path + query, draft, key), 409, { code: 'too_many_channels' });
  expect((await call('PATCH', `${path}/${first}`, { enabled: true }, key)).status).toBe(200);
  expect((await call('DELETE', `${path}/${first}`, undefined, key)).status).toBe(200);
  await created(settings, key);
});
