import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expectRefusal } from '../../../support/expectations.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();
const admin = service.makeKey('first', 'admin');
const path = '/api/v1/channels';

interface Channel {
  readonly id: string;
  readonly host: string | null;
  readonly settings: Readonly<Record<string, string>>;
  readonly secretsSet: readonly string[];
  readonly secretsMissing: readonly string[];
}

const call = (method: string, to: string, json?: object, headers = {}, key = admin) =>
  service.call(method, to, { key, headers, ...(json !== undefined && { json }) });

async function created(type: string, settings: object, key = admin): Promise<Channel> {
  const answer = await call('POST', path, { name: 'Phone', type, settings }, {}, key);
  expect(answer.status).toBe(201);
  return answer.json.data as unknown as Channel;
}

const token = 'tk_topSecret7Kx2Qw';
const topic = 'household-topic-91z';

describe('a channel', () => {
  test('is answered with its host and the names of its secrets, and with nothing of them', async () => {
    const settings = { url: 'https://ntfy.example.org:8443/sub', topic, token };
    const answer = await call('POST', path, { name: ' Phone ', type: 'ntfy', settings });
    expect(answer.status).toBe(201);
    expect(answer.json.data as object).toMatchObject({
      name: 'Phone',
      type: 'ntfy',
      enabled: true,
      language: 'en',
      host: 'ntfy.example.org:8443',
      settings: {},
      secretsSet: ['url', 'topic', 'token'],
      secretsMissing: [],
    });
    const { id } = answer.json.data;
    for (const { text } of [answer, await call('GET', `${path}/${id}`), await call('GET', path)]) {
      for (const secret of [topic, token, '/sub']) expect(text).not.toContain(secret);
    }
  });

  test('of a service with a usual address needs none', async () => {
    expect(await created('ntfy', { topic })).toMatchObject({ host: 'ntfy.sh', secretsSet: ['url', 'topic'] });
    const bot = await created('telegram', { token: '12:AAbb', chatId: '-100' });
    expect(bot).toMatchObject({ host: 'api.telegram.org', settings: { chatId: '-100' } });
    expect(await created('email', { to: 'alex@example.org' })).toMatchObject({
      host: null,
      settings: { to: 'alex@example.org' },
      secretsSet: [],
    });
  });

  test.each([
    [{ type: 'ntfy', settings: {} }, 'invalid_field', 'settings.topic'],
    [{ type: 'ntfy', settings: { topic: 'a b' } }, 'invalid_field', 'settings.topic'],
    [{ type: 'gotify', settings: { url: 'http://nas:8080' } }, 'invalid_field', 'settings.token'],
    [{ type: 'home-assistant', settings: { url: 'http://ha:8123' } }, 'invalid_field', 'settings.webhookId'],
    [{ type: 'webhook', settings: { url: 'http://u:p@a/' } }, 'invalid_field', 'settings.url'],
    [{ type: 'webhook', settings: { url: 'http://a/', tokn: 'x' } }, 'unknown_field', 'settings.tokn'],
    [{ type: 'webhook', settings: { url: 7 } }, 'invalid_field', 'settings'],
    [{ type: 'webhook', settings: { url: ['a'] } }, 'invalid_field', 'settings'],
    [{ type: 'webhook', settings: [] }, 'invalid_field', 'settings'],
    [{ type: 'webhook' }, 'invalid_field', 'settings'],
    [{ type: 'pager', settings: {} }, 'invalid_field', 'type'],
    [{ type: 'webhook', settings: { url: 'http://a/' }, host: 'a' }, 'unknown_field', 'host'],
  ] as const)('is refused as %j', async (draft, code, field) => {
    expectRefusal(await call('POST', path, { name: 'Phone', ...draft }), 400, { code, field });
  });

  test('names the setting that was probably meant, and repeats no value', async () => {
    const answer = await call('POST', path, {
      name: 'x',
      type: 'gotify',
      settings: { url: 'http://a/', apptoken: token },
    });
    expectRefusal(answer, 400, {
      field: 'settings.apptoken',
      suggestedFix: 'Rename "apptoken" in settings to "token"; allowed: url, token.',
    });
    const wrong = await call('POST', path, {
      name: 'x',
      type: 'gotify',
      settings: { url: 'http://a/', token: `${token} ` },
    });
    expectRefusal(wrong, 400, { field: 'settings.token' });
    expect(wrong.text).not.toContain(token);
  });

  test('keeps its type', async () => {
    const { id } = await created('ntfy', { topic });
    expectRefusal(await call('PATCH', `${path}/${id}`, { type: 'gotify' }), 400, { field: 'type' });
  });
});

describe('a change of a channel', () => {
  test('of another host loses the secrets of the earlier one, and says so', async () => {
    const { id } = await created('gotify', { url: 'http://gotify.lan/a', token });
    const same = await call('PATCH', `${path}/${id}`, { settings: { url: 'http://gotify.lan/b' } });
    expect(same.json.data as object).toMatchObject({ secretsSet: ['url', 'token'], secretsMissing: [] });
    const moved = await call('PATCH', `${path}/${id}`, { settings: { url: 'http://evil.lan/b' } });
    expect(moved.json.data as object).toMatchObject({
      host: 'evil.lan',
      secretsSet: ['url'],
      secretsMissing: ['token'],
    });
    const sent = await call('POST', `${path}/${id}/test`);
    expect(sent.json.data as object).toEqual({ outcome: 'failed', reason: 'secretsMissing', isPermanent: true });
    const given = await call('PATCH', `${path}/${id}`, { settings: { token } });
    expect(given.json.data as object).toMatchObject({ secretsSet: ['url', 'token'], secretsMissing: [] });
  });

  test('keeps what is not sent, and removes what is null', async () => {
    const { id } = await created('telegram', { token: '12:AA', chatId: '1', threadId: '7' });
    const changed = await call('PATCH', `${path}/${id}`, { language: 'de', settings: { threadId: null } });
    expect(changed.json.data as object).toMatchObject({ language: 'de', settings: { chatId: '1' } });
    expectRefusal(await call('PATCH', `${path}/${id}`, { settings: { chatId: null } }), 400, {
      field: 'settings.chatId',
    });
  });

  test('is reverted without its secrets: they stay as they are', async () => {
    const { id } = await created('telegram', { token: '12:AA', chatId: '1' });
    await call('PATCH', `${path}/${id}`, { name: 'Moved', settings: { chatId: '2', token: '13:BB' } });
    const { data } = (await call('GET', '/api/v1/activity?limit=1')).json;
    const [entry] = data as unknown as readonly [{ readonly id: string; readonly metadata: object }];
    expect(entry.metadata).toMatchObject({ patch: { name: 'Moved', settings: ['chatId'], secrets: ['token'] } });
    const reverted = await call('POST', `/api/v1/audit/${entry.id}/revert`);
    expect(reverted.json.data as object).toMatchObject({ name: 'Phone', settings: { chatId: '1' } });
    expect(reverted.json.data as object).toMatchObject({ secretsSet: ['url', 'token'], secretsMissing: [] });
  });

  test('of a secret alone cannot be reverted', async () => {
    const { id } = await created('ntfy', { topic });
    await call('PATCH', `${path}/${id}`, { settings: { token } });
    const { data } = (await call('GET', '/api/v1/activity?limit=1')).json;
    const [entry] = data as unknown as readonly [{ readonly id: string }];
    expectRefusal(await call('POST', `/api/v1/audit/${entry.id}/revert`), 409, { code: 'not_revertible' });
  });

  test('as a dry run shows which secrets would be set, and stores nothing', async () => {
    const { id } = await created('ntfy', { topic });
    const tried = await call('PATCH', `${path}/${id}?dryRun=true`, { settings: { token } });
    expect(tried.json.data as object).toMatchObject({ secretsSet: ['url', 'topic', 'token'] });
    expect((await call('GET', `${path}/${id}`)).json.data as object).toMatchObject({ secretsSet: ['url', 'topic'] });
  });

  test('is replayed with an idempotency key, and only for the same secrets', async () => {
    const draft = (topicOf: string) => ({ name: 'Once', type: 'ntfy', settings: { topic: topicOf } });
    const headers = { 'idempotency-key': 'channel-1' };
    const first = await call('POST', path, draft('one-topic'), headers);
    const again = await call('POST', path, draft('one-topic'), headers);
    expect([again.status, again.json.data.id]).toEqual([201, first.json.data.id]);
    expectRefusal(await call('POST', path, draft('two-topic'), headers), 422, { code: 'idempotency_key_reused' });
    const stored = service.database
      .query<{ fingerprint: string }, []>('SELECT fingerprint FROM idempotency_keys')
      .all();
    const canonical = 'POST /api/v1/channels?\n{"name":"Once","settings":{"topic":"one-topic"},"type":"ntfy"}';
    expect(stored.length).toBeGreaterThan(0);
    // Whoever has the database cannot find out a short secret by comparing.
    expect(stored.map(({ fingerprint }) => fingerprint)).not.toContain(Bun.SHA256.hash(canonical, 'hex'));
  });
});

describe('a test of a channel', () => {
  test('sends a message in the language of the channel, and answers its status', async () => {
    const receiver = startReceiver(() => new Response('the body is not shown', { status: 202 }));
    const { id } = await created('webhook', { url: `${receiver.url}/hook` });
    await call('PATCH', `${path}/${id}`, { enabled: false, language: 'de' });
    const answer = await call('POST', `${path}/${id}/test`, undefined, {}, service.keys.write);
    expect(answer.json.data as object).toEqual({ outcome: 'sent', status: 202 });
    const [received] = receiver.received;
    expect(received?.path).toBe('/hook');
    expect(received?.json).toMatchObject({ type: 'channel.test', data: { title: 'Testnachricht von Duebook' } });
  });

  test('has limits of its own: ten in a minute, and ten to a channel in an hour', async () => {
    const key = service.makeKey('tester', 'admin');
    const url = startReceiver().url;
    const [one, other] = [await created('webhook', { url }, key), await created('webhook', { url }, key)];
    const tested = (id: string) => call('POST', `${path}/${id}/test`, undefined, {}, key);
    for (let sent = 0; sent < 10; sent += 1) expect((await tested(one.id)).status).toBe(200);
    const ofMinute = await tested(other.id);
    expectRefusal(ofMinute, 429, { code: 'rate_limit_exceeded', message: expect.stringContaining('in a minute') });
    expect(Number(ofMinute.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    service.clock.advance(61);
    expect((await tested(other.id)).status).toBe(200);
    const ofHour = await tested(one.id);
    expectRefusal(ofHour, 429, { code: 'rate_limit_exceeded', message: expect.stringContaining('in an hour') });
    expect(Number(ofHour.headers.get('retry-after'))).toBe(3600 - 61);
    service.clock.advance(3600 - 61);
    expect((await tested(one.id)).status).toBe(200);
  });

  test('is refused while another one of the channel has no result', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const { promise: hasArrived, resolve: arrive } = Promise.withResolvers<void>();
    const receiver = startReceiver(() => {
      arrive();
      return answered.then(() => new Response('ok'));
    });
    const key = service.makeKey('patient', 'admin');
    const { id } = await created('webhook', { url: receiver.url }, key);
    const first = call('POST', `${path}/${id}/test`, undefined, {}, key);
    await hasArrived;
    const second = await call('POST', `${path}/${id}/test`, undefined, {}, key);
    expectRefusal(second, 429, { code: 'rate_limit_exceeded' });
    expect(second.headers.get('retry-after')).toBe('10');
    answer();
    expect((await first).json.data as object).toEqual({ outcome: 'sent', status: 200 });
    expect((await call('POST', `${path}/${id}/test`, undefined, {}, key)).status).toBe(200);
    expect(receiver.received.length).toBe(2);
  });
});

test('where a channel sends to is not in the activity, which a key reads that may not read channels', async () => {
  const reader = service.makeKey('first', 'read');
  const { id } = await created('telegram', { url: 'https://hidden.example.org', token: '12:AA', chatId: '551301' });
  await call('PATCH', `${path}/${id}`, { settings: { chatId: '551302' } });
  const entries = () => call('GET', `/api/v1/activity?entityType=channel&entityId=${id}`, undefined, {}, reader);
  const { data } = (await entries()).json as unknown as { readonly data: readonly [{ readonly id: string }] };
  expect((await call('POST', `/api/v1/audit/${data[0].id}/revert`)).status).toBe(200);
  await call('DELETE', `${path}/${id}`);
  const { text } = await entries();
  expect(text).toContain('"channel.delete"');
  expect(text).not.toMatch(/hidden\.example|55130/);
  expectRefusal(await call('GET', path, undefined, {}, reader), 403, { code: 'insufficient_scope' });
});

test('no secret is in the data directory, in the log, in the activity or in an answer', async () => {
  const secrets = {
    url: 'https://gotify.example.org/hidden-path-5513',
    token: 'AhiddenToken77',
  };
  const { id } = await created('gotify', secrets);
  await call('POST', `${path}/${id}/test`);
  const next = 'AhiddenToken88';
  await call('PATCH', `${path}/${id}`, { settings: { token: next } }, { 'idempotency-key': 'hidden-1' });
  await call('PATCH', `${path}/${id}`, { settings: { token: next } }, { 'if-match': '"0"' });
  const hidden = ['hidden-path-5513', secrets.token, next];
  const forms = hidden.flatMap((secret) => [secret, btoa(secret), encodeURIComponent(secret)]);
  const files = readdirSync(service.directory, { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  expect(files.map(({ name }) => name)).toContain('secret.key');
  const texts = [
    ...files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1')),
    service.log.join('\n'),
    (await call('GET', '/api/v1/activity?limit=100')).text,
    (await call('GET', `${path}?limit=100`)).text,
  ];
  for (const text of texts) for (const form of forms) expect(text.includes(form)).toBe(false);
  expect(statSync(join(service.directory, 'secret.key')).mode & 0o777).toBe(0o600);
});
