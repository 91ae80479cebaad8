import { describe, expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { systemClock } from '../../../src/core/runtime/system.ts';
import { startReceiver } from '../../support/receiver.ts';
import { channelOf, message, testSenders } from '../../support/senders.ts';

const receiver = startReceiver();
const senders = testSenders();

async function received(...[type, secrets, others]: Parameters<typeof channelOf>) {
  const result = await senders.send(channelOf(type, { url: receiver.url, ...secrets }, others), message, 'delivery-1');
  expect(result).toEqual({ outcome: 'sent', status: 200 });
  return lastReceived();
}

function lastReceived() {
  const last = receiver.received.at(-1);
  if (last === undefined) throw new Error('nothing was received');
  return last;
}

const hasPython = Bun.which('python3') !== null;
const guide = await Bun.file(join(import.meta.dir, '../../../docs/reminders.md')).text();
const [, checkInPython = ''] = /```python\n(.*?)```/s.exec(guide) ?? [];

/** Whether the lines of Python in the guide accept a message. */
function isAccepted(secret: string, headers: Headers, body: string): boolean {
  const call = `import json, sys
secret, headers, body = json.load(sys.stdin)
print(is_from_duebook(secret, headers, body.encode()))`;
  const stdin = Buffer.from(JSON.stringify([secret, Object.fromEntries(headers), body]));
  const { stdout, stderr } = Bun.spawnSync(['python3', '-c', `${checkInPython}\n${call}`], { stdin });
  expect(stderr.toString()).toBe('');
  return stdout.toString().trim() === 'True';
}

const { text: whole } = message;
const unmentioned = 'Netflix <b>& *Co*</b> @\u200Beveryone is due in 3 days';

describe('a webhook', () => {
  const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

  test('is verified by the library of Standard Webhooks, and by its formula', async () => {
    const { text: body, headers, json } = await received('webhook', { secret });
    expect(new Webhook(secret).verify(body, Object.fromEntries(headers))).toEqual(json);
    const signed = `delivery-1.${headers.get('webhook-timestamp')}.${body}`;
    const key = Buffer.from(secret.slice(6), 'base64');
    expect(headers.get('webhook-signature')).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    expect(Math.abs(Number(headers.get('webhook-timestamp')) - systemClock.wallMilliseconds() / 1000)).toBeLessThan(60);
  });

  test('of a change is verified by the library, and by the lines of Python in the guide', async () => {
    const change = {
      change: 'subscription.updated',
      at: '2026-06-18T09:00:00.000Z',
      dataJson: '{"subscription":{"name":"Café"}}',
    };
    const channel = channelOf('webhook', { url: receiver.url, secret });
    expect(await senders.send(channel, change, 'delivery-2')).toEqual({ outcome: 'sent', status: 200 });
    const { text: body, headers, json } = lastReceived();
    expect(json).toEqual({ type: change.change, timestamp: change.at, data: { subscription: { name: 'Café' } } });
    expect(new Webhook(secret).verify(body, Object.fromEntries(headers))).toEqual(json);
    if (!hasPython) return;
    const checked = [body, body.replace('Café', 'Cafe')].map((sent) => isAccepted(secret, headers, sent));
    expect(checked).toEqual([true, false]);
  });

  test('is JSON that says what the message says', async () => {
    const { json, headers, method } = await received('webhook', {});
    expect(method).toBe('POST');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.has('webhook-signature')).toBe(false);
    expect(headers.get('webhook-id')).toBe('delivery-1');
    const { title, facts, url, tags, priority, data } = message;
    expect(json).toEqual({
      type: 'reminder.due',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: { ...data, title, text: message.text, facts, url, tags, priority },
    });
  });

  test('keeps the path and the query of its address', async () => {
    const { path } = await received('webhook', { url: `${receiver.url}/hooks/a%20b?token=1#part` });
    expect(path).toBe('/hooks/a%20b?token=1');
  });
});

describe('the payload that each service documents', () => {
  test('ntfy: published as JSON at the root, with priority, tags and click', async () => {
    const { json, path, method, headers } = await received('ntfy', { topic: 'bills', token: 'tk_1' });
    expect({ path, method }).toEqual({ path: '/', method: 'POST' });
    expect(headers.get('authorization')).toBe('Bearer tk_1');
    const { title, tags, url } = message;
    expect(json).toEqual({ topic: 'bills', title, message: whole, tags, priority: 4, click: url });
  });

  test('Gotify: a message of an app, plain text, with the address to open', async () => {
    const { json, path, headers } = await received('gotify', { url: `${receiver.url}/gotify/`, token: 'A1' });
    expect(path).toBe('/gotify/message');
    expect(headers.get('x-gotify-key')).toBe('A1');
    expect(json).toEqual({
      title: message.title,
      message: whole,
      priority: 8,
      extras: {
        'client::display': { contentType: 'text/plain' },
        'client::notification': { click: { url: message.url } },
      },
    });
  });

  test('Apprise API: with a key it kept, or with URLs', async () => {
    const kept = await received('apprise', { key: 'home' }, { settings: { tag: 'family' } });
    expect(kept.path).toBe('/notify/home');
    expect(kept.json).toEqual({
      title: unmentioned,
      body: `${whole}\n${message.url}`,
      type: 'warning',
      format: 'text',
      tag: 'family',
    });
    const stateless = await received('apprise', { urls: 'json://localhost' });
    expect([stateless.path, stateless.json['urls']]).toEqual(['/notify', 'json://localhost']);
  });

  test('Telegram: HTML in which only the title is marked up', async () => {
    const settings = { chatId: '-100123', threadId: '42' };
    const { json, path } = await received('telegram', { token: '12:AA_b' }, { settings });
    expect(path).toBe('/bot12:AA_b/sendMessage');
    expect(json).toEqual({
      chat_id: '-100123',
      message_thread_id: 42,
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
      text: `<b>Netflix &lt;b&gt;&amp; *Co*&lt;/b&gt; @\u200Beveryone is due in 3 days</b>\nAmount: 15.99 EUR\nDue: 19 June 2026 &lt;!channel&gt; [x](y)\nhttps://duebook.example.org/subscriptions/01980f3c-0000-7f4c-b0f5-3d1c9f1c2d00?a=1&amp;b=2`,
    });
  });

  test('Discord: mentions nobody and marks nothing up', async () => {
    const { json } = await received('discord', { url: `${receiver.url}/api/webhooks/1/x` });
    expect(json['allowed_mentions']).toEqual({ parse: [] });
    expect(json['content']).toStartWith(String.raw`**Netflix \<b\>& \*Co\*\</b\> @everyone is due in 3 days**`);
    expect(json['embeds']).toEqual([
      {
        fields: [
          { name: 'Amount', value: '15.99 EUR', inline: true },
          { name: 'Due', value: String.raw`19 June 2026 \<!channel\> \[x\]\(y\)`, inline: true },
        ],
      },
    ]);
  });

  test('Slack and Mattermost: blocks of plain text, and a text in which nothing is marked up', async () => {
    const { json, text: sent } = await received('slack', { url: `${receiver.url}/services/T/B/x` });
    expect(sent).not.toContain('<!channel>');
    const [first, fields, link] = json['blocks'] as readonly Record<string, unknown>[];
    const title = 'Netflix &lt;b&gt;&amp; \\*Co\\*&lt;/b&gt; @\u200Beveryone is due in 3 days';
    const due = String.raw`19 June 2026 &lt;!channel&gt; \[x\](y)`;
    expect(json['text']).toBe(`*${title}*\nAmount: 15.99 EUR\nDue: ${due}`);
    const plain = (text: string) => ({ type: 'plain_text', text, emoji: false });
    const heading = 'Netflix &lt;b&gt;&amp; *Co*&lt;/b&gt; @everyone is due in 3 days';
    expect(first).toEqual({ type: 'header', text: plain(heading) });
    expect(fields?.['fields']).toEqual([
      plain('Amount: 15.99 EUR'),
      plain('Due: 19 June 2026 &lt;!channel&gt; [x](y)'),
    ]);
    const address = message.url?.replace('&', '&amp;');
    expect(link).toEqual({ type: 'section', text: { type: 'mrkdwn', text: `<${address}|Open in Duebook>` } });
  });

  test('Matrix: one transaction for a delivery, however often it is sent', async () => {
    const { json, path, method, headers } = await received(
      'matrix',
      { token: 'syt_1' },
      { settings: { roomId: '!a/b:example.org' } },
    );
    expect(method).toBe('PUT');
    expect(path).toBe('/_matrix/client/v3/rooms/!a%2Fb%3Aexample.org/send/m.room.message/delivery-1');
    expect(headers.get('authorization')).toBe('Bearer syt_1');
    expect(json).toMatchObject({ msgtype: 'm.text', format: 'org.matrix.custom.html' });
    // Without it, servers look for names in the text.
    expect(json['m.mentions']).toEqual({});
    expect(json['body']).toBe(`${message.title}\n${whole}\n${message.url}`);
    expect(json['formatted_body']).toStartWith('<strong>Netflix &lt;b&gt;&amp; *Co*&lt;/b&gt;');
  });

  test('Home Assistant: an action that notifies, or a webhook trigger', async () => {
    const action = await received('home-assistant', { token: 'eyJ' }, { settings: { service: 'notify.phone' } });
    expect(action.path).toBe('/api/services/notify/phone');
    expect(action.headers.get('authorization')).toBe('Bearer eyJ');
    const { title, url } = message;
    expect(action.json).toEqual({ title: unmentioned, message: whole, data: { url, clickAction: url } });
    const trigger = await received('home-assistant', { webhookId: 'bills' });
    expect(trigger.path).toBe('/api/webhook/bills');
    expect(trigger.headers.has('authorization')).toBe(false);
    expect(trigger.json).toMatchObject({ event: 'reminder.due', id: 'delivery-1', title, url });
  });
});

describe('a name in the text of Mattermost', () => {
  test.each([
    ['@channel', '@\u200Bchannel'],
    ['@all <!here> @here', '@\u200Ball &lt;!here&gt; @\u200Bhere'],
    ['![x](https://example.org/a.png)', String.raw`!\[x\](https://example.org/a.png)`],
    ['# Title', String.raw`\# Title`],
    ['- item', String.raw`\- item`],
    ['1. item', String.raw`1\. item`],
    ['`code` ~x~ __y__ a|b \\', '\\`code\\` \\~x\\~ \\_\\_y\\_\\_ a\\|b \\\\'],
    ['> &lt;', '&gt; &amp;lt;'],
    ['iCloud (family), 2 TB - 10.5 + 1!', 'iCloud (family), 2 TB - 10.5 + 1!'],
  ])('%j is shown as it is, and mentions nobody', async (name, shown) => {
    await senders.send(channelOf('slack', { url: receiver.url }), { ...message, text: name, facts: [] }, 'delivery-3');
    expect(String(lastReceived().json['text']).split('\n')[1]).toBe(shown);
  });
});

describe('the longest messages stay within the limits of', () => {
  const long = { ...message, title: 'ä'.repeat(5000), text: '<*é😀'.repeat(5000) };
  const many = {
    ...long,
    facts: Array.from({ length: 40 }, () => ({ label: '*'.repeat(500), value: '>'.repeat(900) })),
  };

  async function sent(...channel: Parameters<typeof channelOf>) {
    await senders.send(channelOf(channel[0], { url: receiver.url, ...channel[1] }, channel[2]), many, 'delivery-2');
    const { json = {}, text: body = '' } = receiver.received.at(-1) ?? {};
    expect(body.isWellFormed()).toBe(true);
    return json;
  }

  test('Telegram: 4096 characters after the markup', async () => {
    const { text: body } = await sent('telegram', { token: '1:a' }, { settings: { chatId: '1' } });
    const plain = String(body)
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/&(lt|gt|amp);/g, '_');
    expect(plain.length).toBeLessThanOrEqual(4096);
  });

  test('Discord: 2000 characters, 25 fields, 256 and 1024 in a field, 6000 in all fields', async () => {
    const { content, embeds } = await sent('discord', {});
    const [{ fields }] = embeds as [{ fields: readonly { name: string; value: string }[] }];
    expect(String(content).length).toBeLessThanOrEqual(2000);
    expect(fields.length).toBeLessThanOrEqual(25);
    expect(Math.max(...fields.map(({ name }) => name.length))).toBeLessThanOrEqual(256);
    expect(Math.max(...fields.map(({ value }) => value.length))).toBeLessThanOrEqual(1024);
    const total = fields.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
    expect(total).toBeLessThanOrEqual(6000);
  });

  test('Slack: 150 characters in a header, 10 fields of 2000, 3000 in a section; Mattermost: 4000', async () => {
    const { blocks, text } = await sent('slack', {});
    expect(String(text).length).toBeLessThanOrEqual(4000);
    const [first, second] = blocks as [{ text: { text: string } }, { fields: readonly { text: string }[] }];
    expect(first.text.text.length).toBeLessThanOrEqual(150);
    expect(second.fields.length).toBeLessThanOrEqual(10);
    expect(Math.max(...second.fields.map((field) => field.text.length))).toBeLessThanOrEqual(2000);
  });

  test('ntfy: 4096 bytes', async () => {
    const { message: body } = await sent('ntfy', { topic: 'a' });
    expect(Buffer.byteLength(String(body))).toBeLessThanOrEqual(4096);
  });
});
