import { describe, expect, test } from 'bun:test';
import { expectRefusal } from '../../../support/expectations.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { startService } from '../../../support/service.ts';

const service = await startService({ writesInline: true });
const key = service.makeKey('first', 'admin');
const path = '/api/v1/channels';

const create = (type: string, settings: object, owner = key) =>
  service.call('POST', path, { key: owner, json: { name: 'Phone', type, settings } });

const url = 'https://example.org/hook';
const events = ['subscription.created', 'subscription.deleted'];

describe('§18.2: a setting whose items have commas between them', () => {
  test.each([
    ['webhook', 'events', { url }, events],
    ['email', 'to', {}, ['alex@example.org', 'kim@example.org']],
    ['apprise', 'tag', { url }, ['family', 'phone']],
  ])('of a %s, %s, may be a list, which is stored as the text', async (type, name, others, items) => {
    const owner = service.makeKey(type, 'admin');
    for (const sent of [items, items.join(',')]) {
      const answer = await create(type, { ...others, [name]: sent }, owner);
      expect([answer.status, answer.json.data as object]).toMatchObject([
        201,
        { settings: { [name]: items.join(',') } },
      ]);
      const { id } = answer.json.data;
      const json = { settings: { [name]: items.slice(0, 1) } };
      const changed = await service.call('PATCH', `${path}/${id}`, { key: owner, json });
      expect(changed.json.data as object).toMatchObject({ settings: { [name]: items[0] } });
      await service.call('DELETE', `${path}/${id}`, { key: owner });
    }
  });

  test('is removed by an empty list, as by null', async () => {
    const { id } = (await create('webhook', { url, events })).json.data;
    const json = { settings: { events: [] } };
    const { data } = (await service.call('PATCH', `${path}/${id}`, { key, json })).json;
    expect(data as object).toMatchObject({ settings: {} });
  });

  test('has the rules of its text, and no other setting may be a list', async () => {
    for (const wrong of [['subscription.eaten'], [''], [events[0], events[0]]]) {
      expectRefusal(await create('webhook', { url, events: wrong }), 400, { field: 'settings.events' });
    }
    for (const settings of [{ url: [url] }, { url, events: [7] }, { url, events: [events] }, { url, events: {} }]) {
      expectRefusal(await create('webhook', settings), 400, { code: 'invalid_field', field: 'settings' });
    }
    expectRefusal(await create('email', { to: [] }), 400, { code: 'invalid_field', field: 'settings.to' });
  });
});

describe('§18.2: null in settings is absence', () => {
  // Some clients send every setting that the document names.
  const everything = Object.fromEntries(
    ['url', 'topic', 'token', 'secret', 'events', 'webhookId', 'service', 'key', 'urls', 'tag', 'to', 'chatId']
      .concat(['threadId', 'roomId'])
      .map((name) => [name, null]),
  );

  test.each([
    ['webhook', { url }, ['url']],
    ['ntfy', { topic: 'bills' }, ['url', 'topic']],
    ['email', { to: 'alex@example.org' }, []],
  ])('for a new %s, and in a change', async (type, settings, secretsSet) => {
    const answer = await create(type, { ...everything, ...settings });
    expect([answer.status, answer.json.data as object]).toMatchObject([201, { secretsSet }]);
    const json = { settings: { roomId: null, chatId: null } };
    const changed = await service.call('PATCH', `${path}/${answer.json.data.id}`, { key, json });
    expect([changed.status, changed.json.data as object]).toMatchObject([200, { secretsSet }]);
  });

  test('but what a channel needs can be neither left out nor removed, and an unknown name is none', async () => {
    expectRefusal(await create('webhook', everything), 400, { field: 'settings.url' });
    expectRefusal(await create('webhook', { url, colour: null }), 400, { field: 'settings.colour' });
    const { id } = (await create('webhook', { url })).json.data;
    const answer = await service.call('PATCH', `${path}/${id}`, { key, json: { settings: { url: null } } });
    expectRefusal(answer, 400, { field: 'settings.url' });
  });
});

test.each([[429], [500], [410], [200], [204]])(
  '§18.4: the answer to a test has what the document names, also when the receiver answers %d and asks to wait',
  async (status) => {
    const receiver = startReceiver(() => new Response(null, { status, headers: { 'retry-after': '30' } }));
    const { id } = (await create('webhook', { url: receiver.url })).json.data;
    // Each answer is compared with the document.
    const { json } = await service.call('POST', `${path}/${id}/test`, { key });
    expect(json.data as object).toMatchObject({ status, outcome: status < 300 ? 'sent' : 'failed' });
  },
);
