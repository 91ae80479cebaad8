import { describe, expect, test } from 'bun:test';
import { auditActions, revertibleActions } from '../../../../src/core/audit/auditEntry.ts';
import type { UserPatch } from '../../../../src/modules/users/model.ts';
import { expectRefusal, withoutWriting } from '../../../support/expectations.ts';
import { operations } from '../../../support/operations.ts';
import { updatedValues as values, type UpdateId } from '../../../support/updatedValues.ts';
import { channelDraft, makeRoom, setRates } from '../../../support/operationRequests.ts';
import { paymentsOf, renewed } from '../../../support/payments.ts';
import { addCode, addUser, signedIn, statusWith, withSession } from '../../../support/people.ts';
import { startService, type Call } from '../../../support/service.ts';

const service = await startService();
const admin = service.makeKey('first', 'admin');

const revert = (entryId: string, call: Call = {}, query = '') =>
  service.call('POST', `/api/v1/audit/${entryId}/revert${query}`, call);

/** The newest entry of an owner, about anything. */
async function newest(key = service.keys.write) {
  const { data } = (await service.call('GET', '/api/v1/activity?limit=1', { key })).json as unknown as {
    readonly data: readonly { readonly id: string; readonly action: string; readonly metadata: object }[];
  };
  const [entry] = data;
  if (entry === undefined) throw new Error('the owner has no entry');
  return entry;
}

/** Renews a record, and gives the id of the payment. */
async function paymentOf(record: Renewable): Promise<string> {
  await renewed(service, record, { dueOn: record.nextPaymentDate });
  return (await paymentsOf(service, `?subscriptionId=${record.id}`)).data[0]?.id ?? '';
}

interface Renewable {
  readonly id: string;
  readonly nextPaymentDate: string;
}

const updates = (Object.keys(values) as UpdateId[]).flatMap((operationId) =>
  Object.entries(values[operationId]).map(([field, value]) => [operationId, field, value as unknown] as const),
);

/** A new record that an operation updates, a key that may, and how to read it. */
async function targetOf(operationId: UpdateId) {
  const record = await service.create({ period: 'custom', customDate: '30' });
  if (operationId === 'updateChannel') {
    const created = await service.call('POST', operations.createChannel.path, { key: admin, json: channelDraft });
    const path = operations.updateChannel.path.replace('{id}', created.json.data.id);
    const read = async () => (await service.call('GET', path, { key: admin })).json.data as object;
    return { key: admin, path, read };
  }
  if (operationId === 'updateReminder') {
    const json = { event: 'renewal', daysBefore: [3, 0], subscriptionId: record.id };
    const { path: collection } = operations.createReminder;
    const path = `${collection}/${(await service.call('POST', collection, { json })).json.data.id}`;
    return { key: service.keys.write, path, read: async () => (await service.call('GET', path)).json.data as object };
  }
  if (operationId !== 'updateUser') {
    const id = operationId === 'updatePayment' ? await paymentOf(record) : record.id;
    const path = operations[operationId].path.replace('{id}', id);
    return { key: service.keys.write, path, read: async () => (await service.call('GET', path)).json.data as object };
  }
  const id = await addUser(service, crypto.randomUUID(), { scope: 'read' });
  const read = async () => {
    const { data } = (await service.call('GET', '/api/v1/users?limit=100', { key: admin })).json;
    return (data as unknown as readonly { readonly id: string }[]).find((user) => user.id === id) ?? {};
  };
  return { key: admin, path: operations.updateUser.path.replace('{id}', id), read };
}

describe('an update of any entity', () => {
  test.each(updates)('can be reverted: %s of %s', async (operationId, field, value) => {
    const { key, path, read: readRecord } = await targetOf(operationId);
    const read = async () => ({ ...(await readRecord()), updatedAt: '' });
    const before = await read();
    // A period other than custom has no interval; only an overdue rule has daysAfter.
    const together: Readonly<Record<string, object>> = {
      period: { customDate: null },
      daysAfter: { event: 'overdue' },
    };
    const json = { ...together[field], [field]: value };
    const changed = await service.call('PATCH', path, { key, json });
    expect(changed.status).toBe(200);
    const after = await read();
    expect(after).not.toEqual(before);
    const { id } = await newest(key);
    const reverted = await revert(id, { key });
    expect([reverted.status, await read()]).toEqual([200, before]);
    expect((await newest(key)).metadata).toMatchObject({ reverts: id });
    // The revert of the revert applies the update again; both cancel each other out.
    expect((await revert((await newest(key)).id, { key })).status).toBe(200);
    expect(await read()).toEqual(after);
    expect((await revert(id, { key })).status).toBe(200);
    expect(await read()).toEqual(before);
  });

  test.each(Object.keys(values) as UpdateId[])(
    'can be reverted by everybody who may make it, and by nobody else: %s',
    async (operationId) => {
      const { key, path } = await targetOf(operationId);
      const [[field, value] = []] = Object.entries(values[operationId]);
      const json = { [String(field)]: value === 'Changed' ? 'Changed again' : value };
      expect((await service.call('PATCH', path, { key, json })).status).toBe(200);
      const { id } = await newest(key);
      for (const scope of ['read', 'write', 'admin'] as const) {
        const caller = { key: service.makeKey('first', scope) };
        const [asked, reverted] = [
          await service.call('PATCH', path, { ...caller, json: { none: 1 } }),
          await revert(id, caller, '?dryRun=true'),
        ];
        expect([scope, reverted.status === 403]).toEqual([scope, asked.status === 403]);
      }
    },
  );
});

describe('a change that is no update', () => {
  const others = auditActions.filter((action) => !revertibleActions.includes(action));

  test.each(others)('cannot be reverted, and nothing of it comes back: %s', async (action) => {
    const [entityType = ''] = action.split('.');
    const record = await service.create();
    const key = admin;
    const entryId = crypto.randomUUID();
    const userId = await addUser(service, entryId);
    makeRoom(service);
    await setRates(service);
    const channel = await service.call('POST', operations.createChannel.path, { key, json: channelDraft });
    const channelId = channel.json.data.id;
    const rule = { event: 'renewal', daysBefore: [1] };
    const ruleId = (await service.call('POST', operations.createReminder.path, { json: rule })).json.data.id;
    const states = {
      before: { scope: 'admin', revokedAt: null, expiresAt: null, passwordHash: '$old', autoRenew: true, name: 'a' },
      after: { scope: 'read', revokedAt: '2026-06-16', expiresAt: null, autoRenew: false, name: 'b' },
    };
    // The entity of each type is there and belongs to the owner.
    service.database.run(
      `INSERT INTO audit_entries
         (id, owner_id, entity_type, entity_id, actor_kind, actor_id, request_id, action, metadata, created_at)
       SELECT ?, owner_id, ?, CASE ? WHEN 'subscription' THEN entity_id WHEN 'owner' THEN owner_id
         WHEN 'user' THEN ? WHEN 'channel' THEN ? WHEN 'reminder' THEN ? ELSE actor_id END,
         actor_kind, actor_id, request_id, ?, ?, created_at
       FROM audit_entries WHERE entity_id = ?`,
      [entryId, entityType, entityType, userId, channelId, ruleId, action, JSON.stringify(states), record.id],
    );
    const answer = await withoutWriting(service, () => revert(entryId, { key }));
    expectRefusal(answer, 409, { code: 'not_revertible' });
    expect(answer.json.error.message).toMatch(/^[A-Z].+\.$/);
    expect(answer.json.error.suggestedFix).toMatch(/^[A-Z].+\.$/);
  });

  test('is named with the actions that can be reverted', async () => {
    const json = { name: 'phone', scope: 'read' };
    const key = admin;
    expect((await service.call('POST', '/api/v1/keys', { key, json })).status).toBe(201);
    expectRefusal(await revert((await newest(key)).id, { key }), 409, {
      message: 'The audit entry records key.create, which cannot be reverted.',
      suggestedFix:
        'Revert only entries with one of these actions: subscription.update, payment.update, payment.delete, rates.update, preferences.update, user.update, channel.update, reminder.update.',
    });
  });
});

describe('a revert of preferences', () => {
  const path = '/api/v1/preferences';

  /** A new owner, whose preferences were changed so often. */
  async function changedOwner(name: string, ...choices: readonly boolean[]) {
    const key = service.makeKey(name, 'write');
    const entries: string[] = [];
    for (const autoRenew of choices) {
      await service.call('PATCH', path, { key, json: { autoRenew } });
      entries.push((await newest(key)).id);
    }
    const [entryId = ''] = entries;
    const read = async () => (await service.call('GET', path, { key })).json.data as object;
    return { key, entryId, entries, read };
  }

  test('answers like their update, with their ETag', async () => {
    const { key, entryId, read } = await changedOwner('answered', true);
    const dry = await revert(entryId, { key }, '?dryRun=true');
    expect(dry.json as object).toMatchObject({ data: { autoRenew: false }, dryRun: true });
    expect(await read()).toEqual({ autoRenew: true, householdName: null, monthlyBudget: null });
    const answer = await revert(entryId, { key });
    expect([answer.status, answer.json.data as object]).toEqual([
      200,
      { autoRenew: false, householdName: null, monthlyBudget: null },
    ]);
    expect(answer.headers.get('etag')).toBe((await service.call('GET', path, { key })).headers.get('etag'));
  });

  test('is refused when they were changed since, also there and back', async () => {
    const { key, entryId, read } = await changedOwner('overwritten', true, false, true);
    expectRefusal(await revert(entryId, { key }), 409, {
      code: 'revert_conflict',
      field: 'autoRenew',
      conflictingFields: ['autoRenew'],
      suggestedFix: 'Read the preferences, and PATCH the fields to restore.',
    });
    expect(await read()).toEqual({ autoRenew: true, householdName: null, monthlyBudget: null });
  });

  test('is refused when nothing was changed, or when it was made already', async () => {
    const { key, entryId } = await changedOwner('unchanged', false);
    expectRefusal(await revert(entryId, { key }), 409, { message: 'The update changed no field.' });
    const other = await changedOwner('reverted', true);
    await revert(other.entryId, { key: other.key });
    const { id } = await newest(other.key);
    expectRefusal(await revert(other.entryId, { key: other.key }), 409, {
      code: 'revert_conflict',
      message: `The update was already reverted by the audit entry ${id}.`,
    });
  });

  test('follows If-Match and the idempotency key, and is only for the owner', async () => {
    const { key, entryId } = await changedOwner('careful', true);
    expectRefusal(await revert(entryId, { key, headers: { 'if-match': '"0"' } }), 412, {
      message: 'The preferences have been changed since: they do not match If-Match.',
      suggestedFix: expect.stringContaining('Read current') as string,
    });
    expectRefusal(await revert(entryId, { key: service.keys.otherWrite }), 404, { code: 'audit_entry_not_found' });
    const reader = service.makeKey('careful', 'read');
    expectRefusal(await revert(entryId, { key: reader }), 403, { code: 'insufficient_scope' });
    const headers = { 'idempotency-key': 'preferences-1' };
    for (const replayed of [null, 'true']) {
      const answer = await revert(entryId, { key, headers });
      expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([200, replayed]);
    }
  });
});

describe('§15.10: a revert of a user', () => {
  const usersPath = '/api/v1/users';

  /** A user of a new owner whose update has an entry, and the keys of that owner. */
  async function updatedUser(owner: string, patch: UserPatch) {
    const key = service.makeKey(owner, 'admin');
    const userId = await addUser(service, `${owner} user`, { owner, scope: 'write' });
    const change = (json: UserPatch) => service.call('PATCH', `${usersPath}/${userId}`, { key, json });
    expect((await change(patch)).status).toBe(200);
    return { key, userId, change, entryId: (await newest(key)).id };
  }

  test('is made by an admin only: nobody gets a scope back by it, and the refusal shows no user', async () => {
    const { entryId, userId } = await updatedUser('demoting', { scope: 'read' });
    const reader = await signedIn(service, { code: addCode(service, userId) });
    const writer = service.makeKey('demoting', 'write');
    for (const call of [withSession(reader), { key: writer }, { key: writer, headers: { 'if-match': '"0"' } }]) {
      const answer = await withoutWriting(service, () => revert(entryId, call));
      expectRefusal(answer, 403, { code: 'insufficient_scope' });
      expect(answer.text).not.toContain('demoting user');
    }
    expectRefusal(await revert(entryId, { key: admin }), 404, { code: 'audit_entry_not_found' });
  });

  test('lowers a scope as an update does: the sessions that have more end', async () => {
    const { key, entryId, userId } = await updatedUser('lowering', { scope: 'admin' });
    const session = await signedIn(service, { code: addCode(service, userId) });
    await addUser(service, 'lowering admin', { owner: 'lowering', scope: 'admin' });
    expect((await revert(entryId, { key })).status).toBe(200);
    expect(await statusWith(service, session)).toBe(401);
  });

  test('is refused when the name is taken meanwhile, and when it would leave no admin', async () => {
    const { key, entryId } = await updatedUser('renaming', { name: 'renamed user' });
    await addUser(service, 'renaming user');
    expectRefusal(await withoutWriting(service, () => revert(entryId, { key })), 409, { code: 'user_exists' });
    const only = await updatedUser('only', { scope: 'admin' });
    const answer = await withoutWriting(service, () => revert(only.entryId, { key: only.key }));
    expectRefusal(answer, 409, { code: 'last_admin', field: 'scope' });
  });
});
