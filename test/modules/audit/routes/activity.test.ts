import { describe, expect, test } from 'bun:test';
import { words, expectRefusal, pathOf, withoutWriting } from '../../../support/expectations.ts';
import { addUser, signedIn, withSession } from '../../../support/people.ts';
import { paymentsOf, renew } from '../../../support/payments.ts';
import { startService, type Service } from '../../../support/service.ts';

const path = '/api/v1/activity';

interface Entry {
  readonly id: string;
  readonly entityType: string;
  readonly entityId: string | null;
  readonly action: string;
  readonly actor: { readonly kind: string; readonly name: string | null };
  readonly requestId: string;
  readonly createdAt: string;
  readonly metadata: object;
  readonly name: string | null;
  readonly amount: number | null;
  readonly undone: boolean;
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

  test('§16.2: has with include=actors all who made a change, on every page: people, keys, the service', async () => {
    const { service } = await busyService();
    const { data } = await activity(service, service.keys.read);
    const { actors } = (await activity(service, service.keys.read, '?limit=1&include=actors')) as {
      readonly actors?: unknown;
    };
    const keys = data.flatMap(({ actor: { kind, name } }) => (kind === 'key' ? [name ?? ''] : [])).sort();
    expect(actors).toEqual([
      { kind: 'session', name: 'alex' },
      { kind: 'session', name: 'phone "1"' },
      ...Array.from(new Set(keys), (name) => ({ kind: 'key', name })),
      { kind: 'service', name: null },
    ]);
    expect(data.some(({ actor }) => actor.kind === 'service')).toBe(true);
    expect(await activity(service, service.keys.otherWrite, '?include=actors')).not.toMatchObject({ actors });
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
        name: null,
        action: 'preferences.update',
        actor: { kind: 'session', name: 'alex' },
        requestId: expect.any(String),
        metadata: {
          before: { autoRenew: false, householdName: null, monthlyBudget: null },
          after: { autoRenew: true, householdName: null, monthlyBudget: null },
          patch: { autoRenew: true },
        },
        amount: null,
        undone: false,
        createdAt: '2026-06-16T12:00:00.000Z',
      },
    ]);
  });

  test('§16.1: says the name, what was paid, and whether the change is undone', async () => {
    const service = await startService();
    const key = service.makeKey('other household', 'write');
    const record = await service.create({ name: 'Netflix', amount: 9, lastPaymentDate: '2026-03-10' }, key);
    const renewed = await renew(service, record, { key, json: { payments: 2, amount: 7.5 } });
    const { data: made } = await paymentsOf(service, '', key);
    await service.call('PATCH', `/api/v1/payments/${made[0]?.id}`, { key, json: { amount: 8.25 } });
    await service.call('PATCH', pathOf(record), { key, json: { name: 'Films' } });
    const all = async () =>
      (await activity(service, key)).data.map(({ name, amount, undone }) => [name, amount, undone]);
    expect((await all()).slice(0, 5)).toEqual([
      ['Films', null, false],
      ['Netflix', null, false],
      ['Netflix', 8.25, false],
      ['Netflix', 7.5, false],
      ['Netflix', null, false],
    ]);
    const revert = async (requestId: string) =>
      (await service.call('POST', `/api/v1/requests/${requestId}/revert`, { key })).json.requestId;
    const reverted = await revert(renewed.json.requestId);
    // The entries of the reverts come first.
    const later = async () => (await all()).map(([, amount, undone]) => `${amount}:${undone}`);
    expect((await later()).slice(2, 6)).toEqual(words('null:false null:false null:true null:true'));
    await revert(reverted);
    expect((await later()).slice(2, 8)).toEqual(
      words('null:true null:true null:false null:false 8.25:false 7.5:false'),
    );
  });

  test('§16.3: has what passes all of its filters, in pages', async () => {
    const { service, record, admin, keyId } = await busyService();
    await service.create({ name: 'Übung' });
    await renew(service, record, { json: {} });
    const [payment] = (await paymentsOf(service, '')).data;
    await service.call('PATCH', `/api/v1/payments/${payment?.id}`, { json: { amount: 1 } });
    await service.call('POST', '/api/v1/channels', {
      key: admin,
      json: { name: 'x', type: 'ntfy', settings: { server: 'https://ntfy.sh', topic: 'topic-of-home' } },
    });
    service.clock.advance(36 * 3600);
    await service.call('PATCH', pathOf(record), { json: { amount: 3 } });
    const { data: all } = await activity(service, service.keys.read);
    const ofRecord = (entry: Entry) => [record.id, payment?.id].includes(entry.entityId ?? '');
    const cases: readonly (readonly [query: string, passes: (entry: Entry) => boolean])[] = [
      [`entityId=${keyId.toUpperCase()}&entityType=key`, ({ entityId }) => entityId === keyId],
      [`entityType=user&entityId=${keyId}`, () => false],
      ['entityType=session', ({ entityType }) => entityType === 'session'],
      [`subscriptionId=${record.id.toUpperCase()}`, ofRecord],
      [`subscriptionId=${record.id}&entityType=payment`, (entry) => entry.entityId === payment?.id],
      [`subscriptionId=${record.id}&area=people`, () => false],
      ['q=FLIX', ofRecord],
      ['q=%C3%BCB', ({ name }) => name === 'Übung'],
      ['area=subscriptions', ({ entityType }) => ['subscription', 'payment'].includes(entityType)],
      ['area=reminders', ({ entityType }) => entityType === 'channel'],
      ['area=people', ({ entityType }) => !['subscription', 'payment', 'channel'].includes(entityType)],
      ['actorKind=service', ({ actor }) => actor.kind === 'service'],
      ['actorKind=session', ({ actor }) => actor.kind === 'session'],
      ['actor=alex', ({ actor }) => actor.name === 'alex'],
      ['actor=phone%20%221%22', ({ actor }) => actor.name === 'phone "1"'],
      ['actor=phone%20%221%22&actorKind=key', ({ actor }) => actor.name === 'phone "1"' && actor.kind === 'key'],
      [`actor=${service.keys.write.slice(0, 11)}`, ({ actor }) => actor.name === service.keys.write.slice(0, 11)],
      ['actor=nobody', () => false],
      ['to=2026-06-17', ({ createdAt }) => createdAt < '2026-06-18T00:00:00.000Z'],
      ['from=2026-06-18', ({ createdAt }) => createdAt === '2026-06-18T00:00:00.000Z'],
      [
        'from=2026-06-16&to=2026-06-16&actor=alex',
        ({ actor, createdAt }) => actor.name === 'alex' && createdAt < '2026-06-17',
      ],
      ['to=9999-12-31', () => true],
    ];
    for (const [query, passes] of cases) {
      const expected = all.filter(passes).map(({ id }) => id);
      const found = (await activity(service, service.keys.read, `?limit=100&${query}`)).data.map(({ id }) => id);
      expect([query, found]).toEqual([query, expected]);
      const second = (await activity(service, service.keys.read, `?limit=1&offset=1&${query}`)).data.map(
        ({ id }) => id,
      );
      expect([query, second]).toEqual([query, expected.slice(1, 2)]);
    }
    expect((await activity(service, service.keys.otherWrite, `?subscriptionId=${record.id}`)).data).toEqual([]);
  });

  test.each([
    ['?from=2026-06-17&to=2026-06-16', 'from', 'Send a from that is not after'],
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
