import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { messageOf, type RemindedOf } from '../../src/modules/reminders/rules/messages.ts';
import { createKey, runProgram, startServer } from '../support/binary.ts';
import { isNightly } from '../support/nightly.ts';
import { freePort } from '../support/proxies.ts';
import { pythonWith } from '../support/python.ts';
import { startReceiver } from '../support/receiver.ts';
import { channelOf, testSenders } from '../support/senders.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const context = { language: 'en', today: '2026-12-01', publicUrl: 'https://duebook.example.org' } as const;
const reminded: RemindedOf = {
  event: 'renewal',
  subscriptionId: 'a',
  name: 'Netflix <b>&',
  amountHundredths: 1599,
  currency: 'EUR',
  dueOn: '2026-12-04',
};
const message = messageOf([reminded], context);

/** Makes a channel at the executable, sends its test, and returns what came of it. */
async function resultOfTest(type: string, settings: object): Promise<unknown> {
  const cwd = temporaryDirectory();
  const { key } = await createKey(cwd, 'home', 'admin');
  const server = await startServer([], { cwd });
  const { json } = await server.call(key, 'POST', '/api/v1/channels', { name: type, type, settings });
  const { id } = json['data'] as { readonly id: string };
  const answer = await server.call(key, 'POST', `/api/v1/channels/${id}/test`);
  await server.stop();
  return answer.json['data'];
}

/** The receivers that were started. */
const started: Bun.Subprocess[] = [];
afterAll(() => {
  for (const child of started) child.kill();
});

const python = pythonWith('ensurepip');

describe.if(isNightly && python !== undefined)('the package apprise', () => {
  const receiver = startReceiver();
  const service = receiver.url.replace('http:', 'json:');
  const directory = temporaryDirectory();
  let url = '';

  beforeAll(async () => {
    const bin = join(directory, 'venv/bin');
    await runProgram([python ?? '', '-m', 'venv', 'venv'], { cwd: directory });
    const installed = await runProgram([join(bin, 'pip'), 'install', '--quiet', 'apprise==2.2.0'], { cwd: directory });
    expect(installed).toMatchObject({ exitCode: 0 });
    const script = join(import.meta.dir, '../fixtures/receivers/appriseApi.py');
    const child = Bun.spawn([join(bin, 'python'), script, service], { stdout: 'pipe' });
    started.push(child);
    const { value } = await child.stdout.getReader().read();
    url = `http://127.0.0.1:${new TextDecoder().decode(value).trim()}`;
  }, 300_000);

  test.each([
    ['named in the channel', () => ({ urls: service }), {}],
    ['kept under a key', () => ({ key: 'duebook' }), { tag: 'family' }],
  ])('takes a reminder for services %s, and sends it on', async (_, secrets, settings) => {
    const channel = channelOf('apprise', { url, ...secrets() }, { settings });
    expect(await testSenders().send(channel, message, 'delivery-1')).toEqual({ outcome: 'sent', status: 200 });
    const { title, message: text, type } = receiver.received.at(-1)?.json ?? {};
    expect([title, type]).toEqual([message.title, 'info']);
    expect(text).toContain(message.text);
    expect(text).toContain(message.url);
  });

  test('says when no service gets it, and the channel then fails', async () => {
    const channel = channelOf('apprise', { url, key: 'duebook' }, { settings: { tag: 'nobody' } });
    const failure = { outcome: 'failed', reason: 'status', status: 204 };
    expect(await testSenders().send(channel, message, 'delivery-1')).toMatchObject(failure);
  });

  test('gets the test of a channel of the executable', async () => {
    expect(await resultOfTest('apprise', { url, urls: service })).toEqual({ outcome: 'sent', status: 200 });
  });
});

// The program of github.com/gotify/server, under this name.
const gotify = Bun.which('gotify-server');

describe.if(isNightly && gotify !== null)('a Gotify server', () => {
  const port = freePort();
  const url = `http://127.0.0.1:${port}`;
  const headers = { authorization: `Basic ${btoa('admin:secret')}`, 'content-type': 'application/json' };
  const cwd = temporaryDirectory();
  let token = '';

  beforeAll(async () => {
    const child = Bun.spawn([gotify ?? ''], {
      cwd,
      env: {
        GOTIFY_SERVER_PORT: String(port),
        GOTIFY_SERVER_LISTENADDR: '127.0.0.1',
        GOTIFY_DEFAULTUSER_NAME: 'admin',
        GOTIFY_DEFAULTUSER_PASS: 'secret',
      },
      stdout: 'ignore',
      stderr: 'ignore',
    });
    started.push(child);
    const isThere = () =>
      fetch(`${url}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isThere())) await Bun.sleep(100);
    const made = await fetch(`${url}/application`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: 'Duebook' }),
    });
    token = ((await made.json()) as { readonly token: string }).token;
  }, 60_000);

  /** The newest message, as its apps get it. */
  async function newest(): Promise<Readonly<Record<string, unknown>>> {
    const answer = await fetch(`${url}/message?limit=1`, { headers });
    const { messages } = (await answer.json()) as { readonly messages: readonly Record<string, unknown>[] };
    return messages[0] ?? {};
  }

  test('keeps a reminder with its title, its text, its priority and its link', async () => {
    const sent = await testSenders().send(channelOf('gotify', { url, token }), message, 'delivery-1');
    expect(sent).toEqual({ outcome: 'sent', status: 200 });
    expect(await newest()).toMatchObject({
      title: message.title,
      message: message.text,
      priority: 5,
      extras: {
        'client::display': { contentType: 'text/plain' },
        'client::notification': { click: { url: message.url } },
      },
    });
  });

  test('refuses another token, and the channel then fails', async () => {
    const sent = await testSenders().send(channelOf('gotify', { url, token: 'Aother' }), message, 'delivery-1');
    expect(sent).toMatchObject({ outcome: 'failed', reason: 'status', status: 401 });
  });

  test('gets the test of a channel of the executable', async () => {
    expect(await resultOfTest('gotify', { url, token })).toEqual({ outcome: 'sent', status: 200 });
    expect(await newest()).toMatchObject({ appid: 1 });
  });
});
