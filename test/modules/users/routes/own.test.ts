import { beforeEach, describe, expect, test } from 'bun:test';
import { absentId } from '../../../support/expectations.ts';
import { fileOf, importFile } from '../../../support/imports.ts';
import { connectMcp } from '../../../support/mcpClient.ts';
import { channelDraft } from '../../../support/operationRequests.ts';
import { addCode, addUser, signedIn, withSession } from '../../../support/people.ts';
import { addDelivery } from '../../../support/reminders.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { startService, validDraft, type Answer, type Call } from '../../../support/service.ts';

// §15.11: what belongs to a person, and everything that somebody else could try with it.

const service = await startService();
const receiver = startReceiver();
const admin: Call = { key: service.makeKey('first', 'admin') };
const writeKey: Call = { key: service.keys.write };
const readKey: Call = { key: service.keys.read };
const otherAdmin: Call = { key: service.makeKey('second', 'admin') };
const sessionFromKey: Call = withSession(await signedIn(service, { apiKey: service.keys.write }));
const channels = '/api/v1/channels';
const feeds = '/api/v1/feeds';
const reminders = '/api/v1/reminders';
type Holder = string | null | undefined;

const rule = { event: 'renewal', daysBefore: [3] };

async function sessionOf(userId: string, scope?: 'read'): Promise<Call> {
  return withSession(await signedIn(service, { code: addCode(service, userId, scope) }));
}

async function makePerson(scope: 'write' | 'admin' = 'write') {
  const id = await addUser(service, `person ${crypto.randomUUID()}`, { scope });
  return { id, call: await sessionOf(id) };
}

const [kim, ada] = [await makePerson(), await makePerson('admin')];
let sam: Awaited<ReturnType<typeof makePerson>>;
let samsReading: Call;

const send = (method: string, path: string, call: Call, json?: unknown): Promise<Answer> =>
  service.call(method, path, { ...call, ...(json !== undefined && { json }) });
const make = (path: string, call: Call, json: unknown) => send('POST', path, call, json);
const idOf = ({ status, text, json }: Answer) => {
  if (status !== 201) throw new Error(text);
  return json.data.id;
};
const makeChannel = async (call: Call, url = 'http://127.0.0.1:9/') =>
  idOf(await make(channels, call, { ...channelDraft, settings: { url } }));
const listed = async (path: string, call: Call) =>
  ((await send('GET', path, call)).json.data as unknown as readonly { readonly id: string }[]).map(({ id }) => id);
const codeOf = ({ status, json }: Answer) => (status < 300 ? status : `${status} ${json.error.code}`);

beforeEach(async () => {
  // An owner has at most 20 channels and 30 rules.
  service.database.run('DELETE FROM reminders');
  service.database.run('DELETE FROM channels');
  sam = await makePerson();
  samsReading = await sessionOf(sam.id, 'read');
});

describe('who makes a channel and a feed', () => {
  test.each([
    ['a person', () => sam.call, (): Holder => sam.id],
    ['an admin in person: for the household', () => ada.call, (): Holder => null],
    ['a key of scope admin: for the household', () => admin, (): Holder => null],
    ['a key of scope write', () => writeKey, (): Holder => undefined],
    ['a session that was signed in with such a key', () => sessionFromKey, (): Holder => undefined],
    ['a person who may only read', () => samsReading, (): Holder => undefined],
  ] as const)('%s', async (_who, call, holder) => {
    const made = [await make(channels, call(), channelDraft), await make(feeds, call(), { name: 'Bills' })];
    const expected = holder() === undefined ? '403 insufficient_scope' : 201;
    expect(made.map(codeOf)).toEqual([expected, expected]);
    const holders = made.map(({ json }) => (json.data as { readonly userId?: string | null } | undefined)?.userId);
    expect(holders).toEqual([holder(), holder()]);
  });

  test.each([
    [channels, { ...channelDraft, userId: absentId }],
    [feeds, { name: 'Bills', userId: absentId }],
    [reminders, { ...rule, userId: absentId }],
  ])('nobody chooses to whom it belongs: %s', async (path, json) => {
    for (const call of [sam.call, admin]) expect(codeOf(await make(path, call, json))).toBe('400 unknown_field');
  });
});

describe("a person's own channel", () => {
  const tries: readonly (readonly [string, () => Call, string | number, string | number])[] = [
    ['its person', () => sam.call, 200, 200],
    ['an admin', () => admin, 200, 200],
    ['a write key', () => writeKey, '404 channel_not_found', '403 insufficient_scope'],
    ['a session from a write key', () => sessionFromKey, '404 channel_not_found', '403 insufficient_scope'],
    ['another person', () => kim.call, '404 channel_not_found', '404 channel_not_found'],
    [
      'a session of the person that may only read',
      () => samsReading,
      '403 insufficient_scope',
      '403 insufficient_scope',
    ],
    ['an admin of another owner', () => otherAdmin, '404 channel_not_found', '404 channel_not_found'],
  ];
  test.each(tries)('for %s', async (_who, call, seen, changed) => {
    const id = await makeChannel(sam.call, receiver.url);
    const [own, missing] = [`${channels}/${id}`, `${channels}/${absentId}`];
    expect(codeOf(await send('GET', own, call()))).toBe(seen);
    expect(codeOf(await send('POST', `${own}/test`, call()))).toBe(seen);
    expect(codeOf(await send('PATCH', own, call(), { userId: kim.id }))).toBe(
      changed === '403 insufficient_scope' ? changed : '400 unknown_field',
    );
    const isHidden = changed === '404 channel_not_found';
    // Byte for byte as a channel that does not exist.
    for (const [method, json] of [
      ['PATCH', { enabled: false }],
      ['DELETE', undefined],
    ] as const) {
      const [answer, other] = [await send(method, own, call(), json), await send(method, missing, call(), json)];
      expect(codeOf(answer)).toBe(changed);
      if (isHidden) expect(answer.json.error).toEqual(other.json.error);
    }
    expect(await listed(channels, admin)).toEqual(changed === 200 ? [] : [id]);
  });

  test('does not open that of the household, which the person sees and may test', async () => {
    const path = `${channels}/${await makeChannel(admin, receiver.url)}`;
    const feed = `${feeds}/${idOf(await make(feeds, admin, { name: 'Bills' }))}`;
    expect(codeOf(await send('GET', path, sam.call))).toBe(200);
    expect(codeOf(await send('POST', `${path}/test`, sam.call))).toBe(200);
    expect(codeOf(await send('PATCH', path, sam.call, { enabled: false }))).toBe('403 insufficient_scope');
    for (const one of [path, feed]) expect(codeOf(await send('DELETE', one, sam.call))).toBe('403 insufficient_scope');
  });
});

test('lists have for each what they may see', async () => {
  const [household, sams] = [await makeChannel(admin), await makeChannel(sam.call)];
  const kims = await makeChannel(kim.call);
  const rules = [
    idOf(await make(reminders, writeKey, rule)),
    idOf(await make(reminders, sam.call, { ...rule, channelIds: [sams] })),
  ];
  service.database.run('DELETE FROM feeds');
  const feedIds = [await make(feeds, admin, { name: 'Bills' }), await make(feeds, sam.call, { name: 'Bills' })].map(
    idOf,
  );
  service.database.run('DELETE FROM deliveries');
  // The newest is listed first.
  const deliveries = [
    addDelivery(service, 'first', 'failed', sams),
    addDelivery(service, 'first', 'failed', household),
  ];
  deliveries.reverse();
  await service.create();
  const remindedBy = async (call: Call) => {
    const { json } = await send('GET', `${reminders}/preview?days=90`, call);
    const planned = json.data as unknown as readonly { readonly ruleId: string; readonly channelIds: string[] }[];
    return new Map(planned.map(({ ruleId, channelIds }) => [ruleId, channelIds]));
  };
  for (const call of [admin, ada.call]) {
    expect(await listed(channels, call)).toEqual([household, sams, kims]);
    expect([await listed(reminders, call), await listed(feeds, call)]).toEqual([rules, feedIds]);
    expect(await listed('/api/v1/deliveries', call)).toEqual(deliveries);
  }
  for (const call of [sam.call, samsReading]) {
    expect([await listed(reminders, call), await listed(feeds, call)]).toEqual([rules, feedIds]);
    expect(await listed('/api/v1/deliveries', call)).toEqual(deliveries);
    // A rule of the household for all channels reaches those of the household alone.
    expect(Array.from(await remindedBy(call))).toEqual([
      [rules[0] ?? '', [household]],
      [rules[1] ?? '', [sams]],
    ]);
  }
  expect(await listed(channels, sam.call)).toEqual([household, sams]);
  for (const call of [writeKey, readKey, kim.call, sessionFromKey]) {
    expect([await listed(reminders, call), await listed(feeds, call)]).toEqual([
      rules.slice(0, 1),
      feedIds.slice(0, 1),
    ]);
    expect(await listed('/api/v1/deliveries', call)).toEqual(deliveries.slice(0, 1));
    expect(Array.from((await remindedBy(call)).keys())).toEqual(rules.slice(0, 1));
  }
  expect(await listed(channels, writeKey)).toEqual([household]);
  const retry = `/api/v1/deliveries/${deliveries[1]}/retry`;
  expect(codeOf(await send('POST', retry, writeKey))).toBe('404 delivery_not_found');
  expect(codeOf(await send('POST', retry, sam.call))).toBe(200);
});

describe('the channels of a rule', () => {
  test('decide at its creation to whom it belongs, and cannot move it', async () => {
    const [household, sams, kims] = [
      await makeChannel(admin),
      await makeChannel(sam.call),
      await makeChannel(kim.call),
    ];
    const naming = (...channelIds: string[]) => ({ ...rule, channelIds });
    const unknown = codeOf(await make(reminders, sam.call, naming(absentId)));
    const refused: readonly (readonly [Call, string[]])[] = [
      [sam.call, [sams, household]],
      [sam.call, [household, sams]],
      [sam.call, [kims]],
      [sam.call, [sams, kims]],
      [writeKey, [sams]],
      [writeKey, [household, sams]],
      [sessionFromKey, [sams]],
      [admin, [household, sams]],
      [admin, [kims, sams]],
    ];
    for (const [call, ids] of refused) expect(codeOf(await make(reminders, call, naming(...ids)))).toBe(unknown);
    expect(unknown).toBe('400 invalid_field');

    const own = await make(reminders, sam.call, naming(sams.toUpperCase()));
    expect(own.json.data).toMatchObject({ userId: sam.id, channelCount: 1 });
    const shared = await make(reminders, sam.call, naming(household));
    expect(shared.json.data).toMatchObject({ userId: null, channelCount: 1 });
    const [ofSam, ofHousehold] = [`${reminders}/${idOf(own)}`, `${reminders}/${idOf(shared)}`];
    const changes: readonly (readonly [string, Call, unknown, string | number])[] = [
      [ofSam, sam.call, { channelIds: [household] }, '400 invalid_field'],
      [ofSam, admin, { channelIds: [kims] }, '400 invalid_field'],
      [ofHousehold, sam.call, { channelIds: [sams] }, '400 invalid_field'],
      [ofHousehold, sam.call, { userId: sam.id }, '400 unknown_field'],
      [ofSam, writeKey, { at: '10:00' }, '404 reminder_not_found'],
      [ofSam, kim.call, { enabled: false }, '404 reminder_not_found'],
      [ofSam, samsReading, { enabled: false }, '403 insufficient_scope'],
      [ofSam, sam.call, { at: '10:00' }, 200],
    ];
    for (const [path, call, json, expected] of changes)
      expect(codeOf(await send('PATCH', path, call, json))).toBe(expected);
    for (const call of [writeKey, kim.call]) {
      expect(codeOf(await send('DELETE', ofSam, call))).toBe('404 reminder_not_found');
      expect(codeOf(await send('GET', ofSam, call))).toBe('404 reminder_not_found');
    }
    // All channels of a person's rule are the person's.
    await send('PATCH', ofSam, sam.call, { channelIds: null });
    expect((await send('GET', ofSam, sam.call)).json.data).toMatchObject({ channelIds: null, channelCount: 1 });
    expect(codeOf(await send('DELETE', ofSam, sam.call))).toBe(200);
  });
});

describe('a side door', () => {
  test('a revert is for those who may make the change', async () => {
    const [own, household] = [await makeChannel(sam.call), await makeChannel(admin)];
    const ofSam = idOf(await make(reminders, sam.call, { ...rule, channelIds: [own] }));
    const changed = [
      await send('PATCH', `${channels}/${own}`, sam.call, { name: 'New phone' }),
      await send('PATCH', `${channels}/${household}`, admin, { name: 'New phone' }),
      await send('PATCH', `${reminders}/${ofSam}`, sam.call, { at: '10:00' }),
    ];
    const entryOf = async ({ json: { requestId } }: Answer) => {
      const { json } = await send('GET', '/api/v1/activity', admin);
      const entries = json.data as unknown as readonly { readonly id: string; readonly requestId: string }[];
      return entries.find((entry) => entry.requestId === requestId)?.id ?? '';
    };
    const [ofOwn, ofHousehold, ofRule] = await Promise.all(changed.map(entryOf));
    const revert = async (id: string | undefined, call: Call) =>
      codeOf(await send('POST', `/api/v1/audit/${id}/revert`, call));
    const revertAll = async ({ json }: Answer, call: Call) =>
      codeOf(await send('POST', `/api/v1/requests/${json.requestId}/revert`, call));
    for (const call of [writeKey, kim.call, sessionFromKey]) {
      expect(await revert(ofOwn, call)).toBe('403 insufficient_scope');
      expect(await revert(ofRule, call)).toBe('404 audit_entry_not_found');
      expect(await revertAll(changed[0] as Answer, call)).toBe('403 insufficient_scope');
      expect(await revertAll(changed[2] as Answer, call)).toBe('409 not_revertible');
    }
    expect(await revert(ofHousehold, sam.call)).toBe('403 insufficient_scope');
    expect([await revert(ofOwn, sam.call), await revert(ofRule, sam.call)]).toEqual([200, 200]);
  });

  test('a batch and an import make neither channels nor rules', async () => {
    const operations = [{ action: 'create', channel: channelDraft }];
    expect(codeOf(await make('/api/v1/subscriptions/batch', writeKey, { operations }))).toBe('400 invalid_batch');
    await importFile(service, service.keys.write, { ...fileOf(validDraft), channels: [channelDraft] });
    expect(await listed(channels, admin)).toEqual([]);
  });

  test('MCP offers no such tool to a write key, and takes no session', async () => {
    const client = await connectMcp(service.origin, service.keys.write, '2026', 'reminders');
    const names = (await client.tools()).map(({ name }) => name);
    expect(names).toContain('createReminder');
    for (const name of ['createChannel', 'updateChannel', 'deleteChannel', 'createFeed', 'deleteFeed'])
      expect(names).not.toContain(name);
    const { status } = await fetch(`${service.origin}/mcp`, {
      method: 'POST',
      headers: sam.call.headers ?? {},
      body: '{}',
    });
    expect(status).toBe(401);
  });

  test('an idempotency key shows nobody what another person has made with it', async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const withKey = (call: Call): Call => ({ ...call, headers: { ...call.headers, ...headers } });
    expect(codeOf(await make(channels, withKey(sam.call), channelDraft))).toBe(201);
    expect((await make(channels, withKey(sam.call), channelDraft)).headers.get('idempotency-replayed')).toBe('true');
    for (const call of [kim.call, ada.call, admin])
      expect(codeOf(await make(channels, withKey(call), channelDraft))).toBe('422 idempotency_key_reused');
  });
});
