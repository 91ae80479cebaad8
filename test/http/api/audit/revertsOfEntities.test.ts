import { describe, expect, test } from 'bun:test';
import { auditActions, revertibleActions } from '../../../../src/domain/audit/auditEntry.ts';
import type { PaymentPatch } from '../../../../src/domain/payments/payment.ts';
import type { PreferencesPatch } from '../../../../src/domain/owners/preferences.ts';
import type { DetailsPatch } from '../../../../src/domain/subscriptions/detailFields.ts';
import type { SubscriptionPatch } from '../../../../src/domain/subscriptions/fields.ts';
import { expectRefusal, withoutWriting } from '../../../support/expectations.ts';
import { operations, type OperationId } from '../../../support/operations.ts';
import { paymentsOf, renewed } from '../../../support/payments.ts';
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

type UpdateId = {
  [Id in OperationId]: (typeof operations)[Id]['method'] extends 'PATCH' ? Id : never;
}[OperationId];

/** What each update changes each of its fields to. */
const values: { readonly [Id in UpdateId]: object } = {
  updateSubscription: {
    name: 'Changed',
    category: 'Changed',
    amount: 3,
    currency: 'EUR',
    period: 'monthly',
    customDate: '60',
    lastPaymentDate: '2026-01-31',
    notificationEnabled: false,
    status: 'paused',
  } satisfies Required<SubscriptionPatch>,
  updateDetails: {
    notes: 'Changed',
    url: 'https://example.org/',
    paymentMethod: 'Changed',
    tags: ['changed'],
    trialEndsOn: '2026-12-31',
    endsOn: '2027-12-31',
    cancelBefore: '2027-11-30',
    termEndsOn: '2027-12-31',
    termMonths: 12,
    noticePeriod: { count: 6, unit: 'weeks' },
    keepThrough: '2026-12-31',
    anchorDay: 31,
    autoRenew: true,
    everyMonths: 5,
  } satisfies Required<DetailsPatch>,
  updatePayment: { paidOn: '2026-06-17', amount: 3 } satisfies Required<PaymentPatch>,
  updatePreferences: { autoRenew: true } satisfies Required<PreferencesPatch>,
};
const updates = (Object.keys(values) as UpdateId[]).flatMap((operationId) =>
  Object.entries(values[operationId]).map(([field, value]) => [operationId, field, value as unknown] as const),
);

describe('an update of any entity', () => {
  test.each(updates)('can be reverted: %s of %s', async (operationId, field, value) => {
    const record = await service.create({ period: 'custom', customDate: '30' });
    const id = operationId === 'updatePayment' ? await paymentOf(record) : record.id;
    const path = operations[operationId].path.replace('{id}', id);
    const read = async () => ({ ...(await service.call('GET', path)).json.data, updatedAt: '' });
    const before = await read();
    // A period other than custom has no interval.
    const json = field === 'period' ? { period: value, customDate: null } : { [field]: value };
    const changed = await service.call('PATCH', path, { json });
    expect(changed.status).toBe(200);
    const after = await read();
    expect(after).not.toEqual(before);
    const { id: entryId } = await newest();
    const reverted = await revert(entryId);
    expect([reverted.status, await read()]).toEqual([200, before]);
    expect((await newest()).metadata).toMatchObject({ reverts: entryId });
    // The revert of the revert applies the update again; both cancel each other out.
    expect((await revert((await newest()).id)).status).toBe(200);
    expect(await read()).toEqual(after);
    expect((await revert(entryId)).status).toBe(200);
    expect(await read()).toEqual(before);
  });

  test('can be reverted by everybody who may make it, and by nobody else', () => {
    for (const operationId of Object.keys(values) as UpdateId[])
      expect(operations[operationId].needs).toBe(operations.revertAuditEntry.needs);
  });
});

describe('a change that is no update', () => {
  const others = auditActions.filter((action) => !revertibleActions.includes(action));

  test.each(others)('cannot be reverted, and nothing of it comes back: %s', async (action) => {
    const [entityType = ''] = action.split('.');
    const record = await service.create();
    const key = admin;
    const entryId = crypto.randomUUID();
    const states = {
      before: { scope: 'admin', revokedAt: null, expiresAt: null, passwordHash: '$old', autoRenew: true, name: 'a' },
      after: { scope: 'read', revokedAt: '2026-06-16', expiresAt: null, autoRenew: false, name: 'b' },
    };
    // The entity of each type is there and belongs to the owner.
    service.database.run(
      `INSERT INTO audit_entries
         (id, owner_id, entity_type, entity_id, actor_kind, actor_id, request_id, action, metadata, created_at)
       SELECT ?, owner_id, ?, CASE ? WHEN 'subscription' THEN entity_id WHEN 'owner' THEN owner_id ELSE actor_id END,
         actor_kind, actor_id, request_id, ?, ?, created_at
       FROM audit_entries WHERE entity_id = ?`,
      [entryId, entityType, entityType, action, JSON.stringify(states), record.id],
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
        'Revert only entries with one of these actions: subscription.update, payment.update, payment.delete, preferences.update.',
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
    expect(await read()).toEqual({ autoRenew: true });
    const answer = await revert(entryId, { key });
    expect([answer.status, answer.json.data as object]).toEqual([200, { autoRenew: false }]);
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
    expect(await read()).toEqual({ autoRenew: true });
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
