import { describe, expect, test } from 'bun:test';
import { activeCharacters } from '../../../support/activeCharacters.ts';
import { absentId, expectRefusal, refusalOf, withoutWriting } from '../../../support/expectations.ts';
import { instantOf } from '../../../../src/core/runtime/system.ts';
import { operatorAt } from '../../../support/operator.ts';
import { startService, type Call } from '../../../support/service.ts';

const service = await startService();
const path = '/api/v1/keys';
const admin = service.makeKey('first', 'admin');

interface KeyView {
  readonly id: string;
  readonly name: string | null;
  readonly kind: string;
  readonly scope: string;
  readonly createdAt: string;
  readonly key?: string;
  readonly revokedAt: string | null;
}

const viewOf = (answer: { readonly json: { readonly data: unknown } }) => answer.json.data as KeyView;
const create = (call: Call = {}, query = '') => service.call('POST', path + query, { key: admin, ...call });
const revoke = (id: string, call: Call = {}, query = '') =>
  service.call('DELETE', `${path}/${id}${query}`, { key: admin, ...call });
const phone = { name: 'phone', scope: 'write' } as const;

async function listed(key = admin, query = ''): Promise<readonly KeyView[]> {
  return (await service.call('GET', path + query, { key })).json.data as unknown as readonly KeyView[];
}

const statusWith = async (key: string) => (await service.call('GET', '/api/v1/subscriptions', { key })).status;

describe('§15.3: a new key', () => {
  test('is shown once, opens what its scope says, and has a Location and the ETag of its entry', async () => {
    const answer = await create({ json: { name: '  phone ', scope: 'read' } });
    const { key = '', ...entry } = viewOf(answer);
    expect(answer.status).toBe(201);
    expect(entry as object).toEqual({
      id: expect.any(String),
      name: 'phone',
      kind: 'key',
      scope: 'read',
      start: key.slice(0, 11),
      createdAt: '2026-06-16T12:00:00.000Z',
      lastUsedAt: null,
      expiresAt: null,
      revokedAt: null,
      user: null,
    });
    expect(answer.headers.get('location')).toBe(`${path}/${entry.id}`);
    expect(await statusWith(key)).toBe(200);
    expect((await listed()).find(({ id }) => id === entry.id)).toEqual(entry);
    const { status } = await revoke(entry.id, { headers: { 'If-Match': answer.headers.get('etag') ?? '' } });
    expect(status).toBe(200);
    const entries = service.database.query<{ metadata: string }, [string]>(
      'SELECT metadata FROM audit_entries WHERE entity_id = ? ORDER BY sequence',
    );
    const revokedAt = entry.createdAt;
    expect(entries.all(entry.id).map(({ metadata }) => metadata)).toEqual([
      JSON.stringify({ after: entry }),
      JSON.stringify({ before: entry, after: { ...entry, revokedAt } }),
    ]);
  });

  test.each(activeCharacters)('has a name without %s, and so has a new user', async (_, character) => {
    for (const where of [path, '/api/v1/users']) {
      const json = { name: `eve${character}il`, scope: 'read' };
      const ask = () => service.call('POST', where, { key: admin, json });
      const answer = await withoutWriting(service, ask);
      expectRefusal(answer, 400, { code: 'invalid_field', field: 'name' });
      expect(answer.json.error.suggestedFix).toContain('without controls of the writing direction');
    }
  });

  test('may be of any scope, and manages keys itself with admin', async () => {
    const { key = '' } = viewOf(await create({ json: { name: 'second admin', scope: 'admin' } }));
    expect((await service.call('POST', path, { key, json: phone })).status).toBe(201);
  });

  test('expires when it says, and not in the past', async () => {
    const expiresAt = '2026-06-16T14:00:30.0001+02:00';
    const { key = '', ...entry } = viewOf(await create({ json: { ...phone, expiresAt } }));
    expect(entry).toMatchObject({ expiresAt: '2026-06-16T12:00:30.001Z' });
    expect(await statusWith(key)).toBe(200);
    const { answer, cost } = await refusalOf(
      service,
      () => create({ json: { ...phone, expiresAt: '2026-06-16T12:00:00Z' } }),
      admin,
    );
    expectRefusal(answer, 400, { code: 'invalid_field', field: 'expiresAt' });
    expect(cost).toBe(0);
  });

  test('is not in the answer to a dry run, which stores nothing', async () => {
    const answer = await withoutWriting(service, () => create({ json: phone }, '?dryRun=true'));
    expect([answer.status, answer.json['dryRun'], viewOf(answer).key]).toEqual([200, true, undefined]);
    expect(answer.text).not.toMatch(/dbk_w_\w{10}/);
  });

  test('is not in a replayed answer, and made once; also when its expiry is over', async () => {
    const started = await startService();
    const key = started.makeKey('first', 'admin');
    const call = {
      key,
      headers: { 'Idempotency-Key': 'one' },
      json: { ...phone, expiresAt: '2026-06-16T12:01:00Z' },
    };
    const first = await started.call('POST', path, call);
    started.clock.advance(120);
    const second = await started.call('POST', path, call);
    const { key: shown, ...entry } = viewOf(first);
    expect([first.status, shown === undefined, second.status]).toEqual([201, false, 201]);
    expect(viewOf(second)).toEqual(entry);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.text).not.toContain(shown ?? 'a key');
  });

  test('is stored as a hash only: neither the database nor an audit entry has it', async () => {
    const { key = '' } = viewOf(await create({ json: phone }));
    const stored = ['api_keys', 'audit_entries', 'idempotency_keys'].map((table) =>
      JSON.stringify(service.database.query(`select * from ${table}`).all()),
    );
    for (const text of stored) expect(text).not.toContain(key.slice(11));
  });

  test.each([
    [{ json: { scope: 'write' } }, 'invalid_field', 'name', 'Add name'],
    [{ json: { ...phone, name: ' ' } }, 'invalid_field', 'name', 'not blank'],
    [{ json: { ...phone, name: 'x'.repeat(81) } }, 'invalid_field', 'name', '1 to 80 characters'],
    [{ json: { ...phone, name: admin } }, 'invalid_field', 'name', 'Send another name'],
    [{ json: { ...phone, scope: 'writer' } }, 'invalid_field', 'scope', 'Send "write"'],
    [{ json: { ...phone, expiresAt: '2027-01-01' } }, 'invalid_field', 'expiresAt', 'Send a date-time with Z'],
    [{ json: { ...phone, role: 'read' } }, 'unknown_field', 'role', 'Remove "role"'],
    [{ raw: '' }, 'invalid_json', undefined, 'Send one JSON object'],
  ] as const)('refuses %j, without counting it', async (call, code, field, fix) => {
    const { answer, cost } = await refusalOf(service, () => withoutWriting(service, () => create(call)), admin);
    const suggestedFix = expect.stringContaining(fix) as string;
    expectRefusal(answer, 400, { code, ...(field !== undefined && { field }), suggestedFix });
    expect(answer.text).not.toContain(admin);
    expect(cost).toBe(0);
  });
});

describe('§15.4: a revoked key', () => {
  test('is refused on the next request, and stays in the list', async () => {
    const { key = '', id } = viewOf(await create({ json: phone }));
    expect((await revoke(id)).text).toContain('"deleted":true');
    expect(await statusWith(key)).toBe(401);
    expect((await listed()).find((entry) => entry.id === id)).toMatchObject({ revokedAt: '2026-06-16T12:00:00.000Z' });
  });

  test('can be revoked again, which changes nothing', async () => {
    const { id } = viewOf(await create({ json: phone }));
    await revoke(id.toUpperCase());
    expect((await withoutWriting(service, () => revoke(id))).status).toBe(200);
  });

  test('keeps the instant of its end, which the answer to a later dry run has', async () => {
    const { id } = viewOf(await create({ json: phone }));
    await revoke(id);
    const { revokedAt } = (await listed()).find((entry) => entry.id === id) ?? {};
    service.clock.advance(1);
    const preview = viewOf(await withoutWriting(service, () => revoke(id, {}, '?dryRun=true')));
    expect(preview).toMatchObject({ id, revokedAt });
  });

  test('may be the one that revokes', async () => {
    const { key = '', id } = viewOf(await create({ json: { name: 'leaving', scope: 'admin' } }));
    expect((await revoke(id, { key })).status).toBe(200);
    expectRefusal(await revoke(id, { key }), 401, { code: 'invalid_api_key' });
  });

  test('§15.1: leaves no successor: a key that was revoked before the write is stored makes none', async () => {
    const { key, id } = service.makeKeyRecord('first', 'admin');
    const [revoked, made] = await Promise.all([revoke(id), service.call('POST', path, { key, json: phone })]);
    expect([revoked.status, made.status]).toEqual([200, 401]);
  });
});

describe('§15.2: the list of keys', () => {
  test('has the newest first, and no key of the service', async () => {
    const started = await startService();
    const key = started.makeKey('paged', 'admin');
    await started.call('PATCH', '/api/v1/preferences', { key, json: { autoRenew: true } });
    for (let number = 0; number < 7; number += 1) {
      started.clock.advance(number % 2);
      await started.call('POST', path, { key, json: { name: `key ${number}`, scope: 'read' } });
    }
    const whole = await started.call('GET', path, { key });
    const names = (whole.json.data as unknown as readonly KeyView[]).map(({ name }) => name);
    expect(names).toEqual(['key 6', 'key 5', 'key 4', 'key 3', 'key 2', 'key 1', 'key 0', null]);
  });
});

test('§15.1: the key of the service is answered as an absent one, and cannot be revoked', async () => {
  const find = service.database.query<{ id: string; revokedAt: string | null }, []>(
    "SELECT id, revoked_at AS revokedAt FROM api_keys WHERE kind = 'service' AND owner_id = 1",
  );
  const [{ id } = { id: '' }] = find.all();
  expect(id).toHaveLength(36);
  for (const query of ['', '?dryRun=true']) expectRefusal(await revoke(id, {}, query), 404, { code: 'key_not_found' });
  const successor = { id: absentId, start: 'dbk_a_', hash: 'hash' };
  const origin = { ...operatorAt(instantOf(service.clock)), keyId: id };
  const { inProcess } = service.store;
  const rotated = inProcess.commit({ ...origin, kind: 'key.rotate', successor, graceSeconds: 0 });
  expect([inProcess.commit({ ...origin, kind: 'key.revoke' }), rotated]).toEqual([
    { outcome: 'missing' },
    { outcome: 'missing' },
  ]);
  expect(find.all().map((row) => row.revokedAt)).toEqual([null]);
});

test('§13.1: creating and revoking a key raise the revision of the owner once each', async () => {
  const revision = async () => (await service.call('GET', '/api/v1/revision', { key: admin })).json['revision'];
  const before = Number(await revision());
  const { id } = viewOf(await create({ json: phone }));
  expect(await revision()).toBe(before + 1);
  await revoke(id);
  await revoke(id);
  expect(await revision()).toBe(before + 2);
});
