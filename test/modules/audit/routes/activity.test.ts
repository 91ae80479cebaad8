import { describe, expect, test } from 'bun:test';
import { words, expectRefusal, pathOf, withoutWriting } from '../../../support/expectations.ts';
import { addCode, addUser, sessionPath, signedIn, withSession } from '../../../support/people.ts';
import { startService, type Service } from '../../../support/service.ts';

const path = '/api/v1/activity';

interface Entry {
  readonly id: string;
  readonly entityType: string;
  readonly entityId: string | null;
  readonly action: string;
  readonly actor: { readonly kind: string; readonly name: string | null };
  readonly requestId: string;
  readonly metadata: object;
}

async function activity({ call }: Pick<Service, 'call'>, key: string, query = '?limit=100') {
  const answer = await call('GET', path + query, { key });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json as unknown as { readonly data: readonly Entry[]; readonly pagination: object };
}

const actionsOf = ({ data }: { readonly data: readonly Entry[] }) => data.map(({ action }) => action);

/** A service in whose activity there is an entry of each type, by each kind of actor. */
async function busyService() {
  const service = await startService();
  const admin = service.makeKey('first', 'admin');
  const password = 'correct horse battery';
  await addUser(service, 'alex', { password, scope: 'admin' });
  const session = await signedIn(service, { user: 'alex', password });
  const record = await service.create({ name: 'Netflix' });
  await service.call('PATCH', pathOf(record), { ...withSession(session), json: { amount: 17.99 } });
  await service.call('PATCH', '/api/v1/preferences', { ...withSession(session), json: { autoRenew: true } });
  const json = { name: 'phone "1"', scope: 'write' };
  const made = await service.call('POST', '/api/v1/keys', { key: admin, json });
  const { id: keyId, key: phone } = made.json.data as unknown as { readonly id: string; readonly key: string };
  await service.call('PATCH', pathOf(record), { key: phone, json: { amount: 18.99 } });
  const byKey = await signedIn(service, { apiKey: phone });
  await service.call('PATCH', pathOf(record), { ...withSession(byKey), json: { amount: 19.99 } });
  return { service, admin, record, keyId, phone };
}

describe('the activity', () => {
  test('§16.1: has the entries of everything of the owner, newest first', async () => {
    const { service } = await busyService();
    const listed = await activity(service, service.keys.read);
    expect(
      actionsOf(listed)
        .toReversed()
        .filter((action) => action !== 'key.create'),
    ).toEqual(
      words(`user.create session.create subscription.create subscription.update preferences.update
        subscription.update session.create subscription.update`),
    );
    expect(new Set(listed.data.map(({ entityType }) => entityType))).toEqual(
      new Set(['subscription', 'key', 'owner', 'session', 'user']),
    );
    const stored = service.database.query<{ id: string }, []>(
      'SELECT id FROM audit_entries WHERE owner_id = 1 ORDER BY sequence DESC',
    );
    expect(listed.data.map(({ id }) => id)).toEqual(stored.all().map(({ id }) => id));
  });

  test('§16.2: says who made a change: the user, the name or the start of the key, and no name for the service', async () => {
    const { service, record } = await busyService();
    const { data } = await activity(service, service.keys.read, `?entityId=${record.id}`);
    expect(data.map(({ actor }) => actor)).toEqual([
      { kind: 'session', name: 'phone "1"' },
      { kind: 'key', name: 'phone "1"' },
      { kind: 'session', name: 'alex' },
      { kind: 'key', name: service.keys.write.slice(0, 11) },
    ]);
    const users = await activity(service, service.keys.read, '?entityType=user');
    expect(users.data.map(({ actor }) => actor)).toEqual([{ kind: 'service', name: null }]);
  });

  test('§16.2: says who signed in, also when the session is no longer stored', async () => {
    const { service } = await busyService();
    const signIns = async () =>
      (await activity(service, service.keys.read, '?entityType=session')).data.map(({ actor }) => actor);
    const expected = [
      { kind: 'session', name: 'phone "1"' },
      { kind: 'session', name: 'alex' },
    ];
    expect(await signIns()).toEqual(expected);
    service.database.run("UPDATE audit_entries SET actor_id = (SELECT id FROM api_keys WHERE kind = 'key' LIMIT 1)");
    service.database.run("DELETE FROM api_keys WHERE kind = 'session'");
    expect(await signIns()).toEqual(expected);
  });

  test('§16.1: of a deleted subscription keeps its name, and who deleted it when, under no id of it', async () => {
    const { service, admin, record } = await busyService();
    const other = await service.create({ name: 'Rent' });
    await withoutWriting(service, () => service.call('DELETE', `${pathOf(record)}?dryRun=true`));
    await service.call('DELETE', pathOf(record));
    const operations = [{ action: 'delete', id: other.id }];
    await service.call('POST', '/api/v1/subscriptions/batch', { key: admin, json: { operations } });
    const { data } = await activity(service, service.keys.read, '?entityType=deletion');
    const told = { entityType: 'deletion', entityId: null, action: 'subscription.delete' };
    const byKey = (key: string) => ({ kind: 'key', name: key.slice(0, 11) });
    expect(data).toMatchObject([
      { ...told, metadata: { before: { name: 'Rent' } }, actor: byKey(admin) },
      { ...told, metadata: { before: { name: 'Netflix' } }, actor: byKey(service.keys.write) },
    ]);
    expect((await service.auditTrail('')).data).toEqual([]);
    const stored = JSON.stringify(service.database.query('SELECT * FROM audit_entries').all());
    expect(stored).not.toContain(record.id);
    expect(stored).not.toContain(other.id);
    expectRefusal(await service.call('POST', `/api/v1/audit/${data[0]?.id}/revert`), 409, { code: 'not_revertible' });
  });

  test('§16.2: keeps the name of a deleted user', async () => {
    const { service, admin } = await busyService();
    const { data: users } = (await service.call('GET', '/api/v1/users', { key: admin })).json as unknown as {
      readonly data: readonly { readonly id: string }[];
    };
    await service.call('DELETE', `/api/v1/users/${users[0]?.id}`, { key: admin });
    const { data } = await activity(service, admin, '?entityType=owner');
    expect(data.map(({ actor, entityId }) => ({ actor, entityId }))).toEqual([
      { actor: { kind: 'session', name: 'alex' }, entityId: null },
    ]);
  });

  test('§16.1: of a preference names the request and what was changed, and no id of the owner', async () => {
    const { service } = await busyService();
    const { data } = await activity(service, service.keys.read, '?entityType=owner');
    expect(data).toEqual([
      {
        id: expect.any(String),
        entityType: 'owner',
        entityId: null,
        action: 'preferences.update',
        actor: { kind: 'session', name: 'alex' },
        requestId: expect.any(String),
        metadata: {
          before: { autoRenew: false, householdName: null },
          after: { autoRenew: true, householdName: null },
          patch: { autoRenew: true },
        },
        createdAt: '2026-06-16T12:00:00.000Z',
      } as never,
    ]);
  });

  test('§16.3: is restricted by type and by entity, in either case of an id', async () => {
    const { service, keyId } = await busyService();
    const ask = async (query: string) => actionsOf(await activity(service, service.keys.read, query));
    expect(await ask(`?entityId=${keyId.toUpperCase()}`)).toEqual(['key.create']);
    expect(await ask(`?entityType=key&entityId=${keyId}`)).toEqual(['key.create']);
    expect(await ask(`?entityType=user&entityId=${keyId}`)).toEqual([]);
    expect(await ask('?entityType=session')).toEqual(['session.create', 'session.create']);
  });

  test.each([
    ['?entityType=keys', 'entityType', 'Send one of the allowed values'],
    ['?entityId=7', 'entityId', 'Send a UUID'],
    ['?action=key.create', 'action', 'Remove "action"'],
  ])('refuses %s', async (query, field, fix) => {
    const service = await startService();
    const answer = await service.call('GET', path + query, {});
    expectRefusal(answer, 400, {
      code: 'invalid_query',
      field,
      suggestedFix: expect.stringContaining(fix) as string,
    });
  });

  test('§4.2: has no entry of another owner, and the audit trail none of other entities', async () => {
    const { service, record, phone } = await busyService();
    const others = await activity(service, service.keys.otherWrite);
    expect(others.data.map(({ action, metadata }) => [action, metadata])).toEqual([
      ['key.create', { after: expect.objectContaining({ owner: 'second' }) as object }],
    ]);
    expect((await activity(service, service.keys.otherWrite, `?entityId=${record.id}`)).data).toEqual([]);
    const trail = await service.auditTrail('?limit=100', phone);
    expect(new Set(trail.data.map(({ action }) => action))).toEqual(
      new Set(['subscription.create', 'subscription.update']),
    );
  });
});

describe('§16.1: the activity has one entry', () => {
  /** The entries that an action adds. */
  async function entriesOf(service: Service, act: () => unknown): Promise<readonly Entry[]> {
    const before = (await activity(service, service.keys.read)).data.length;
    await act();
    const { data } = await activity(service, service.keys.read);
    return data.slice(0, data.length - before);
  }

  test('for a sign-in link, whoever makes it, without its code', async () => {
    const service = await startService();
    const admin = service.makeKey('first', 'admin');
    const userId = await addUser(service, 'alex', { scope: 'admin' });
    let code = '';
    const byOperator = await entriesOf(service, () => (code = addCode(service, userId)));
    const byAdmin = await entriesOf(service, async () => {
      const made = await service.call('POST', `/api/v1/users/${userId}/code`, { key: admin });
      code += made.text;
    });
    const made = { entityType: 'user', entityId: userId, action: 'user.createCode' };
    expect(byOperator).toMatchObject([{ ...made, actor: { kind: 'service' } }]);
    expect(byAdmin).toMatchObject([{ ...made, actor: { kind: 'key' } }]);
    const [, drawn = ''] = /"code":"([^"]+)"/.exec(code) ?? [];
    expect(drawn).toHaveLength(19);
    const all = JSON.stringify([byOperator, byAdmin]);
    for (const secret of [code.slice(0, 19), drawn]) expect(all).not.toContain(secret);
  });

  test('for a sign-out, by the session that ends', async () => {
    const service = await startService();
    const password = 'correct horse battery';
    await addUser(service, 'alex', { password });
    const session = await signedIn(service, { user: 'alex', password });
    const [signedInEntry] = (await activity(service, service.keys.read)).data;
    const entries = await entriesOf(service, () => service.call('DELETE', sessionPath, withSession(session)));
    expect(entries).toMatchObject([
      {
        entityType: 'session',
        entityId: signedInEntry?.entityId,
        action: 'session.end',
        actor: { kind: 'session', name: 'alex' },
      },
    ]);
    expect(await entriesOf(service, () => service.call('DELETE', sessionPath, withSession(session)))).toEqual([]);
  });
});
