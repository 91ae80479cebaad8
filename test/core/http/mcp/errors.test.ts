import { describe, expect, test } from 'bun:test';
import { errorCatalogue, type ErrorCode } from '../../../../src/core/http/errors/errorCatalogue.ts';
import { pathOf } from '../../../support/expectations.ts';
import { fileOf, importFile } from '../../../support/imports.ts';
import { clientKinds, connectMcp } from '../../../support/mcpClient.ts';
import { addChannel, addDelivery, addRules } from '../../../support/reminders.ts';
import { startService, validDraft } from '../../../support/service.ts';

const unknownId = '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77';
const service = await startService({ writesInline: true });
const { id } = await service.create();
const other = await service.create({ name: 'Other' });
const paused = await service.create({ name: 'Paused', status: 'paused' });
const last = await service.create({ name: 'Last', lastPaymentDate: '9999-11-30' });
await service.call('PATCH', `/api/v1/subscriptions/${id}`, { json: { amount: 3 } });
await service.call('PATCH', `/api/v1/subscriptions/${id}`, { json: { amount: 4 } });
const entries = (await service.auditTrail(`?subscriptionId=${id}`)).data.map((entry) => entry.id);
const [, overwritten, creation] = entries;
const stale = '"0000000000000000"';
const admin = service.makeKey('first', 'admin');
const json = { name: 'alex', scope: 'admin' };
const alex = await service.call('POST', '/api/v1/users', { key: admin, json });
addRules(service, 'first', 30);
const changes = { events: 'subscription.deleted' };
for (let count = 0; count < 5; count += 1) addChannel(service, 'first', 1, changes);
const mailTo = async (count: number, from: number) => {
  const to = Array.from({ length: count }, (_, place) => `person${from + place}@example.org`).join(',');
  const mail = { name: 'Mail', type: 'email', settings: { to } };
  return (await service.call('POST', '/api/v1/channels', { key: admin, json: mail })).json.data.id;
};
for (const at of [0, 5, 10]) await mailTo(5, at);
await mailTo(4, 15);
const lastMail = await mailTo(1, 19);
const [silent] = Array.from({ length: 10 }, () => addChannel(service));
const imported = async (name: string) =>
  (await importFile(service, service.keys.write, fileOf({ ...validDraft, name }))).report;
const [revertedImport, changedImport] = [await imported('Reverted import'), await imported('Changed import')];
await service.call('POST', `/api/v1/imports/${revertedImport.id}/revert`);
await service.call('PATCH', pathOf({ id: changedImport.results[0]?.id ?? '' }), { json: { amount: 3 } });

/** For each code that a tool can give: a call that is refused with it. */
const calls: readonly [ErrorCode, string, Record<string, unknown>][] = [
  ['invalid_subscription', 'createSubscription', { ...validDraft, period: 'weekly' }],
  ['invalid_subscription_field', 'createSubscription', { ...validDraft, id }],
  ['invalid_subscription_field', 'createSubscription', { ...validDraft, ifMatch: stale }],
  ['invalid_subscription_field', 'createSubscription', { ...validDraft, whatever: 1 }],
  ['invalid_subscription_field', 'createSubscription', { subscription: validDraft }],
  ['invalid_subscription_field', 'pauseSubscription', { id, name: 'x' }],
  ['invalid_subscription_id', 'getSubscription', { id: '7' }],
  ['invalid_audit_entry_id', 'revertAuditEntry', { id: '7' }],
  ['invalid_pagination', 'listSubscriptions', { limit: 101 }],
  ['invalid_query', 'listSubscriptions', { sort: 'price' }],
  ['invalid_query', 'listSubscriptions', { whatever: 1 }],
  ['invalid_query', 'findDuplicateSubscriptions', { limit: 1 }],
  ['invalid_query', 'listAuditLog', { subscriptionId: '7' }],
  ['invalid_query', 'deleteSubscription', { id, dry_run: true, force: true }],
  ['invalid_batch', 'batchSubscriptions', { operations: [] }],
  ['invalid_batch', 'batchSubscriptions', { ifMatch: stale, operations: [{ action: 'delete', id }] }],
  ['invalid_batch', 'batchSubscriptions', { action: 'delete', id }],
  ['invalid_batch', 'batchSubscriptions', { operations: [{ action: 'update', id, patch: 7 }] }],
  ['invalid_subscription_id', 'batchSubscriptions', { operations: [{ action: 'delete', id: '7' }] }],
  ['subscription_not_found', 'batchSubscriptions', { operations: [{ action: 'delete', id: unknownId }] }],
  ['precondition_failed', 'batchSubscriptions', { operations: [{ action: 'delete', id, ifMatch: stale }] }],
  ['empty_patch', 'updateSubscription', { id }],
  ['invalid_idempotency_key', 'createSubscription', { ...validDraft, idempotencyKey: 'a b' }],
  ['invalid_if_match', 'updateSubscription', { id, amount: 1, ifMatch: '0000000000000000' }],
  ['subscription_not_found', 'getSubscription', { id: unknownId }],
  ['audit_entry_not_found', 'revertAuditEntry', { id: unknownId }],
  ['revert_conflict', 'revertAuditEntry', { id: overwritten }],
  ['not_revertible', 'revertAuditEntry', { id: creation }],
  ['precondition_failed', 'updateSubscription', { id, amount: 1, ifMatch: stale }],
  ['precondition_failed', 'deleteSubscription', { id, ifMatch: stale }],
  ['precondition_failed', 'cancelSubscription', { id, ifMatch: stale }],
  ['precondition_failed', 'revertAuditEntry', { id: entries[0], ifMatch: stale }],
  ['invalid_field', 'renewSubscription', { id, paidOn: '2026-06-18' }],
  ['unknown_field', 'updatePreferences', { autoRenew: true, whatever: 1 }],
  ['invalid_id', 'revokeKey', { id: '7' }],
  ['payment_not_found', 'deletePayment', { id: unknownId }],
  ['request_not_found', 'revertRequest', { id: unknownId }],
  ['feed_not_found', 'deleteFeed', { id: unknownId }],
  ['channel_not_found', 'testChannel', { id: unknownId }],
  ['reminder_not_found', 'deleteReminder', { id: unknownId }],
  ['delivery_not_found', 'retryDelivery', { id: unknownId }],
  ['delivery_not_failed', 'retryDelivery', { id: addDelivery(service, 'first', 'sent') }],
  ['too_many_reminders', 'createReminder', { event: 'renewal', daysBefore: [1] }],
  ['too_many_channels', 'createChannel', { name: 'x', type: 'webhook', settings: { url: 'http://a/' } }],
  ['too_many_webhooks', 'updateChannel', { id: silent, settings: changes }],
  ['too_many_recipients', 'updateChannel', { id: lastMail, settings: { to: 'one@example.org,more@example.org' } }],
  ['channel_disabled', 'retryDelivery', { id: addDelivery(service, 'first', 'failed') }],
  ['key_not_found', 'revokeKey', { id: unknownId }],
  ['user_not_found', 'deleteUser', { id: unknownId }],
  ['user_exists', 'createUser', { name: 'ALEX', scope: 'read' }],
  ['last_admin', 'updateUser', { id: alex.json.data.id, scope: 'write' }],
  ['unsupported_option', 'createUser', { name: 'sam', scope: 'read', password: 'ten letters', dryRun: 'true' }],
  ['unsupported_option', 'createUser', { name: 'sam', scope: 'read', password: 'ten letters', idempotencyKey: 'a' }],
  ['invalid_field', 'createKey', { name: 'phone', scope: 'all' }],
  ['unknown_field', 'createKey', { name: 'phone', scope: 'read', ifMatch: stale }],
  ['not_due', 'renewSubscription', { id }],
  ['renewal_conflict', 'renewSubscription', { id, dueOn: '2026-06-15' }],
  ['rates_not_found', 'getRates', {}],
  ['no_rates', 'getConvertedTotals', {}],
  ['not_active', 'renewSubscription', { id: paused.id }],
  ['not_renewable', 'renewSubscription', { id: last.id, dueOn: '9999-12-30' }],
  ['unreadable_import', 'importSubscriptions', { file: '' }],
  ['import_refused', 'importSubscriptions', { file: JSON.stringify(fileOf({ name: 'No amount' })) }],
  ['import_not_found', 'revertImport', { id: unknownId }],
  ['already_reverted', 'revertImport', { id: revertedImport.id }],
  ['import_changed', 'revertImport', { id: changedImport.id }],
  ['payload_too_large', 'createSubscription', { ...validDraft, name: 'x'.repeat(70_000) }],
  ['payload_too_large', 'batchSubscriptions', { operations: ['x'.repeat(300_000)] }],
];

describe.each(clientKinds)('a client of kind %s', async (kind) => {
  const client = await connectMcp(service.origin, admin, kind);

  test('reads every error that a tool gives', async () => {
    for (const [code, name, given] of calls) {
      const { isError, structured } = await client.call(name, given);
      expect([name, isError, structured['error']]).toEqual([name, true, expect.objectContaining({ code })]);
    }
  });

  test('is shown the record as it is and what to do, when it has been changed since', async () => {
    const { structured } = await client.call('updateSubscription', { id, amount: 1, ifMatch: stale });
    const { etag } = (await client.call('getSubscription', { id })).structured;
    expect(structured).toMatchObject({
      etag,
      error: {
        code: 'precondition_failed',
        current: { id, amount: 4 },
        suggestedFix: `Read current; if the change is still right, send it again with If-Match: ${String(etag)}.`,
      },
    });
  });

  test('reads that a key of a change was used for another one', async () => {
    const idempotencyKey = `used-${kind.replace(' ', '-')}`;
    await client.call('updateSubscription', { id: other.id, amount: 5, idempotencyKey });
    const { structured } = await client.call('updateSubscription', { id: other.id, amount: 6, idempotencyKey });
    expect(structured).toMatchObject({ error: { code: 'idempotency_key_reused' } });
    expect(
      (await client.call('updateSubscription', { id: other.id, amount: 5, idempotencyKey })).structured,
    ).toMatchObject({ replayed: true });
  });

  test('reads that a quota is used up, and that the storage fails', async () => {
    const small = await startService({ quota: { limit: 1, windowSeconds: 60 }, writesInline: true });
    const limited = await connectMcp(small.origin, small.keys.write, kind);
    await limited.call('listSubscriptions');
    expect((await limited.call('listSubscriptions')).structured).toMatchObject({
      error: { code: 'rate_limit_exceeded' },
    });
    const operations = [{ action: 'create', subscription: validDraft }];
    expect((await limited.call('batchSubscriptions', { operations })).structured).toMatchObject({
      error: { code: 'rate_limit_exceeded' },
    });
    const broken = await startService({ writesInline: true });
    const failing = await connectMcp(broken.origin, broken.keys.write, kind);
    broken.database.run('PRAGMA query_only = ON');
    expect((await failing.call('createSubscription', validDraft)).structured).toMatchObject({
      error: { code: 'storage_unavailable' },
    });
  });

  test('of a read key reads that it may not write', async () => {
    const reader = await connectMcp(service.origin, service.keys.read, kind);
    expect((await reader.call('deleteSubscription', { id })).structured).toMatchObject({
      error: { code: 'insufficient_scope' },
    });
  });
});

test('every error that only a tool’s arguments can cause is tried above', () => {
  const tried = new Set(calls.map(([code]) => code));
  const elsewhere: readonly ErrorCode[] = [
    // Above, by other means.
    'idempotency_key_reused',
    'rate_limit_exceeded',
    'storage_unavailable',
    'insufficient_scope',
    // In test/core/http/ownerLimits.test.ts.
    'too_many_subscriptions',
    'too_many_payments',
    'too_many_entries',
    // In test/cli/demo.test.ts.
    'read_only',
    // Before there is a result of a tool.
    'authentication_required',
    'invalid_api_key',
    'origin_not_allowed',
    'invalid_host',
    'server_busy',
    // A call has none of their causes.
    'invalid_json',
    'unexpected_body',
    'unexpected_if_match',
    'not_found',
    'method_not_allowed',
    'internal_error',
    // Agents have no sessions.
    'session_not_found',
    'own_user',
    'sign_in_failed',
    'session_required',
    'unknown_host',
  ];
  expect([...tried, ...elsewhere].sort()).toEqual(Object.keys(errorCatalogue).sort() as ErrorCode[]);
});
