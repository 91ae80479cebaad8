import { databaseOn } from '../../../src/core/database/db.ts';
import { afterAll, describe, expect, test } from 'bun:test';
import { noLimits as none, limitOwners } from '../../../src/core/writer/roomForOwners.ts';
import { pathOf } from '../../support/expectations.ts';
import { fileOf, importFile } from '../../support/imports.ts';
import { connectMcp } from '../../support/mcpClient.ts';
import { codeOf, countOf, creation } from '../../support/ownerLimits.ts';
import { paymentsOf, renew, renewed } from '../../support/payments.ts';
import { addUser, sessionPath, signedIn, withSession } from '../../support/people.ts';
import { renewalJobOf, type RenewalJob } from '../../support/renewalJob.ts';
import { startService, validDraft } from '../../support/service.ts';

const path = '/api/v1/subscriptions';
const weekly = { ...validDraft, period: 'custom', customDate: '7' };
const jobs: RenewalJob[] = [];
afterAll(() => Promise.all(jobs.map((job) => job.stop())));

describe('§4.5: a limit of subscriptions', () => {
  test('gives the last place to exactly one of many creations at once', async () => {
    const service = await startService({ ownerLimits: { ...none, subscriptions: 2 } });
    await service.create();
    const sent = Array.from({ length: 8 }, () => service.call('POST', path, { json: validDraft }));
    const codes = (await Promise.all(sent)).map(codeOf).sort();
    expect(codes).toEqual(['201', ...Array.from({ length: 7 }, () => '409 too_many_subscriptions')]);
    expect(countOf(service, 'subscriptions')).toBe(2);
    // Another owner has a place of its own.
    await service.create({}, service.keys.otherWrite);
  });

  test('is the same for a batch, a dry run, an import and a tool, and says how many more are possible', async () => {
    const service = await startService({ ownerLimits: { ...none, subscriptions: 3 }, writesInline: true });
    const { id } = await service.create();
    await service.create();
    const batch = (...operations: readonly object[]) => service.call('POST', `${path}/batch`, { json: { operations } });
    const refused = await batch(creation('a'), creation('b'), { action: 'delete', id });
    expect(refused.json.error).toMatchObject({
      code: 'too_many_subscriptions',
      message: 'There are 3 subscriptions, and the limit is 3.',
      suggestedFix: expect.stringContaining('--subscriptions-per-owner'),
      faults: [{ index: 1, code: 'too_many_subscriptions' }],
    });
    expect(countOf(service, 'subscriptions')).toBe(2);
    const file = fileOf({ ...validDraft, name: 'x' }, { ...validDraft, name: 'y' });
    for (const query of ['?dryRun=true', '']) {
      const { answer } = await importFile(service, service.keys.write, file, query);
      expect(answer.json.error).toMatchObject({
        code: 'too_many_subscriptions',
        message: 'There are 2 subscriptions, and the limit is 3: 1 more is possible, not 2.',
      });
    }
    expect(codeOf(await batch({ action: 'delete', id }, creation('a'), creation('b')))).toBe('200');
    expect(codeOf(await service.call('POST', `${path}?dryRun=true`, { json: validDraft }))).toBe(
      '409 too_many_subscriptions',
    );
    const client = await connectMcp(service.origin, service.keys.write);
    const { isError, structured } = await client.call('createSubscription', validDraft);
    expect([isError, structured]).toMatchObject([true, { error: { code: 'too_many_subscriptions' } }]);
    // Each deletion of a batch makes room for what follows.
    const [first, second] = (await service.list()).data.map((record) => ({ action: 'delete', id: record.id }));
    expect(codeOf(await batch(first ?? {}, creation('c'), second ?? {}, creation('d')))).toBe('200');
    expect(countOf(service, 'subscriptions')).toBe(3);
  });

  test('counts what a deletion has removed once that is committed, and not in a dry run or a failed batch', async () => {
    const service = await startService({ ownerLimits: { ...none, subscriptions: 2 }, writesInline: true });
    const records = [await service.create(), await service.create()];
    const operations = [...records.map(({ id }) => ({ action: 'delete', id })), creation('a')];
    const failing = [...operations, creation('b'), creation('c')];
    const batch = (query: string, sent: readonly object[]) =>
      service.call('POST', `${path}/batch${query}`, { json: { operations: sent } });
    const create = () => service.call('POST', path, { json: validDraft });
    expect(codeOf(await batch('?dryRun=true', operations))).toBe('200');
    expect(codeOf(await create())).toBe('409 too_many_subscriptions');
    expect(codeOf(await batch('', failing))).toBe('409 too_many_subscriptions');
    expect(codeOf(await create())).toBe('409 too_many_subscriptions');
    expect(codeOf(await batch('', operations))).toBe('200');
    expect(codeOf(await create())).toBe('201');
    expect(codeOf(await create())).toBe('409 too_many_subscriptions');
  });

  test('leaves what an owner has when it is set later: it can be changed and deleted, and nothing is added', async () => {
    const service = await startService({ writesInline: true });
    const records = [await service.create(), await service.create(), await service.create()] as const;
    limitOwners(databaseOn(service.database), { ...none, subscriptions: 2 });
    const patched = await service.call('PATCH', pathOf(records[0]), { json: { amount: 3 } });
    expect(patched.status).toBe(200);
    const idempotencyKey = { 'idempotency-key': 'once' };
    const create = () => service.call('POST', path, { json: validDraft, headers: idempotencyKey });
    expect((await create()).json.error.message).toBe('There are 3 subscriptions, and the limit is 2.');
    for (const record of records.slice(0, 2)) await service.call('DELETE', pathOf(record));
    // The refusal has not used the key.
    expect(codeOf(await create())).toBe('201');
  });
});

describe('§4.5: a limit of payments', () => {
  const ownerLimits = { ...none, payments: 3 };

  test('refuses what clients record, all or nothing, until a subscription is deleted with its payments', async () => {
    const service = await startService({ ownerLimits, writesInline: true });
    const paid = await service.create({ ...weekly, lastPaymentDate: '2026-05-01' });
    const other = await service.create({ ...weekly, lastPaymentDate: '2026-05-01' });
    await renewed(service, paid);
    const several = await renew(service, other, { json: { payments: 3 } });
    expect(several.json.error).toMatchObject({
      code: 'too_many_payments',
      message: 'There is 1 payment, and the limit is 3: 2 more are possible, not 3.',
    });
    expect(countOf(service, 'payments')).toBe(1);
    await renewed(service, other, { payments: 2 });
    const [payment] = (await paymentsOf(service)).data;
    // It is kept, so that the removal can be reverted: it still takes a place.
    await service.call('DELETE', `/api/v1/payments/${payment?.id}`);
    expect(codeOf(await renew(service, paid))).toBe('409 too_many_payments');
    await service.call('DELETE', pathOf(other));
    await renewed(service, paid, { payments: 2 });
  });

  test('does not stop automatic renewals: at the limit, they record the newest due date of each subscription', async () => {
    const service = await startService({ ownerLimits, writesInline: true });
    await service.call('PATCH', '/api/v1/preferences', { json: { autoRenew: true } });
    const records = [
      await service.create({ ...weekly, lastPaymentDate: '2026-04-01' }),
      await service.create({ ...weekly, lastPaymentDate: '2026-04-02' }),
    ];
    const job = renewalJobOf(service);
    jobs.push(job);
    await job.start();
    const payments = (await paymentsOf(service)).data.map(({ dueOn }) => dueOn).sort();
    expect(payments).toEqual(['2026-05-27', '2026-06-03', '2026-06-10', '2026-06-11']);
    for (const { id } of records) {
      const { nextPaymentDate } = (await service.call('GET', pathOf({ id }))).json.data;
      expect(nextPaymentDate >= '2026-06-16').toBe(true);
      const early = await renew(service, { id }, { json: { dueOn: nextPaymentDate } });
      expect(early.json.error.message).toBe('There are 4 payments, and the limit is 3.');
    }
    // Bills that become due from now on are all recorded.
    for (let day = 0; day < 14; day += 1) await job.wait(24 * 3600);
    expect(countOf(service, 'payments')).toBe(8);
    await job.stop();
  });

  test('lets an automatic renewal record all due dates for which a deletion has made room', async () => {
    const service = await startService({ ownerLimits: { ...none, payments: 10 }, writesInline: true });
    const deleted = await service.create({ ...weekly, lastPaymentDate: '2026-01-01' });
    await renewed(service, deleted, { payments: 8 });
    await service.call('DELETE', pathOf(deleted));
    await service.call('PATCH', '/api/v1/preferences', { json: { autoRenew: true } });
    await service.create({ ...weekly, lastPaymentDate: '2026-05-01' });
    const job = renewalJobOf(service);
    jobs.push(job);
    await job.start();
    expect(countOf(service, 'payments')).toBe(6);
    await job.stop();
  });
});

describe('§4.5: a limit of audit entries', () => {
  test('refuses writes, but not deletions, which make room', async () => {
    const service = await startService({ writesInline: true });
    const admin = service.makeKey('first', 'admin');
    const record = await service.create();
    const feed = await service.call('POST', '/api/v1/feeds', { key: admin, json: { name: 'phone' } });
    for (const amount of [1, 2, 3]) await service.call('PATCH', pathOf(record), { json: { amount } });
    limitOwners(databaseOn(service.database), { ...none, auditEntries: countOf(service, 'auditEntries') });
    const refused = '409 too_many_entries';
    const json = { amount: 5 };
    expect(codeOf(await service.call('PATCH', pathOf(record), { json }))).toBe(refused);
    expect(codeOf(await service.call('PATCH', `${pathOf(record)}?dryRun=true`, { json }))).toBe(refused);
    expect(codeOf(await service.call('POST', path, { json: validDraft }))).toBe(refused);
    expect(codeOf(await service.call('DELETE', `${pathOf(record)}/details`))).toBe(refused);
    expect(codeOf(await service.call('POST', '/api/v1/keys', { key: admin, json: { name: 'a', scope: 'read' } }))).toBe(
      refused,
    );
    expect(codeOf(await service.call('DELETE', `/api/v1/feeds/${feed.json.data.id}`, { key: admin }))).toBe('200');
    expect(codeOf(await service.call('DELETE', pathOf(record)))).toBe('200');
    expect(codeOf(await service.call('POST', path, { json: validDraft }))).toBe('201');
  });
});

describe('§4.5: at the limit of audit entries, an import', () => {
  /** An import that creates some subscriptions and updates one, and then the limit of what there is. */
  async function imported(created: number) {
    const service = await startService({ writesInline: true });
    await service.create({ name: 'Netflix' });
    const news = Array.from({ length: created }, (_, place) => ({ ...validDraft, name: `new ${place}` }));
    const file = fileOf({ ...validDraft, name: 'Netflix', amount: 1 }, ...news);
    const { report } = await importFile(service, service.keys.write, file, '?onDuplicate=update');
    expect([report.created, report.updated]).toEqual([created, 1]);
    limitOwners(databaseOn(service.database), { ...none, auditEntries: countOf(service, 'auditEntries') });
    const revert = (query: string) => service.call('POST', `/api/v1/imports/${report.id}/revert${query}`);
    return { service, revert };
  }

  test('needs room for an entry of its own beside that of each record', async () => {
    const service = await startService({ writesInline: true });
    const importedWith = async (room: number, query: string) => {
      limitOwners(databaseOn(service.database), { ...none, auditEntries: countOf(service, 'auditEntries') + room });
      return codeOf((await importFile(service, service.keys.write, fileOf(validDraft), query)).answer);
    };
    for (const query of ['?dryRun=true', ''])
      expect([await importedWith(1, query), await importedWith(2, query)]).toEqual(['409 too_many_entries', '200']);
  });

  test('that only updated is not undone, and the preview says so', async () => {
    const { service, revert } = await imported(0);
    for (const query of ['?dryRun=true', '']) expect(codeOf(await revert(query))).toBe('409 too_many_entries');
    limitOwners(databaseOn(service.database), { ...none, auditEntries: countOf(service, 'auditEntries') + 1 });
    for (const query of ['?dryRun=true', '']) expect(codeOf(await revert(query))).toBe('200');
  });

  test('that created is undone: what goes with it makes room for the entries of what it updated', async () => {
    const { service, revert } = await imported(2);
    const before = countOf(service, 'auditEntries');
    expect((await revert('?dryRun=true')).json).toMatchObject({ dryRun: true });
    expect([countOf(service, 'subscriptions'), countOf(service, 'auditEntries')]).toEqual([3, before]);
    expect(codeOf(await revert(''))).toBe('200');
    expect(countOf(service, 'subscriptions')).toBe(1);
  });
});

test('§4.5: an entry that a session makes room for by a further code is free again', async () => {
  const service = await startService({ writesInline: true });
  await addUser(service, 'Alex', { password: 'first battery' });
  const session = await signedIn(service, { user: 'Alex', password: 'first battery' });
  const makeCode = async () =>
    expect((await service.call('POST', `${sessionPath}/code`, withSession(session))).status).toBe(201);
  for (let codes = 0; codes < 10; codes += 1) await makeCode();
  limitOwners(databaseOn(service.database), { ...none, auditEntries: countOf(service, 'auditEntries') + 1 });
  await makeCode();
  await service.create();
});

test('§4.5: at the limit of audit entries, people sign in, and set 1,000 passwords, not more', async () => {
  const service = await startService({ writesInline: true });
  const userId = await addUser(service, 'Alex', { password: 'first battery' });
  const session = await signedIn(service, { user: 'Alex', password: 'first battery' });
  const setPassword = (current: string, password: string) =>
    service.call('POST', `${sessionPath}/password`, { ...withSession(session), json: { current, new: password } });
  await setPassword('first battery', 'second battery');
  const columns = 'owner_id, entity_type, entity_id, actor_kind, actor_id, request_id, action, metadata, created_at';
  const more = 1000 - countOf(service, 'auditEntries');
  service.database.run(`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${more})
    INSERT INTO audit_entries (id, ${columns})
    SELECT 'entry ' || n, ${columns} FROM numbers, (SELECT * FROM audit_entries WHERE action = 'user.setPassword')`);
  limitOwners(databaseOn(service.database), { ...none, auditEntries: 1 });
  expect(codeOf(await setPassword('second battery', 'third battery'))).toBe('200');
  expect(codeOf(await setPassword('third battery', 'fourth battery'))).toBe('409 too_many_entries');
  const key = service.makeKey('first', 'admin');
  expect(codeOf(await service.call('POST', `/api/v1/users/${userId}/code`, { key }))).toBe('409 too_many_entries');
  await signedIn(service, { user: 'Alex', password: 'third battery' });
});

test('§4.5: an owner sees how much is stored, and how much may be', async () => {
  const service = await startService({ ownerLimits: { ...none, subscriptions: 2 }, writesInline: true });
  await renewed(service, await service.create({ ...weekly, lastPaymentDate: '2026-06-01' }));
  const usageOf = async (key: string) => (await service.call('GET', '/api/v1/usage', { key })).json['usage'];
  expect(await usageOf(service.keys.read)).toEqual({
    subscriptions: { count: 1, limit: 2 },
    payments: { count: 1 },
    auditEntries: { count: countOf(service, 'auditEntries') },
  });
  expect(await usageOf(service.keys.otherWrite)).toMatchObject({ subscriptions: { count: 0, limit: 2 } });
});
