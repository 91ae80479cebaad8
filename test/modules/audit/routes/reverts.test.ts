import { describe, expect, test } from 'bun:test';
import {
  absentId,
  expectRefusal,
  pathOf,
  quotaHeaderNames,
  quotaHeadersOf,
  refusalOf,
} from '../../../support/expectations.ts';
import { startService, type Call } from '../../../support/service.ts';

const service = await startService();

/** Changes a record and gives the id of the entry that tells of it. */
async function change(record: { readonly id: string }, patch: object): Promise<string> {
  const answer = await service.call('PATCH', pathOf(record), { json: patch });
  if (answer.status !== 200) throw new Error(`nothing was changed: ${answer.text}`);
  return latestEntry(record);
}

/** The id of the newest entry of a record. */
async function latestEntry(record: { readonly id: string }): Promise<string> {
  const [entry] = (await service.auditTrail(`?subscriptionId=${record.id}&limit=1`)).data;
  if (entry === undefined) throw new Error('the record has no entry');
  return entry.id;
}

const revert = (entryId: string, call: Call = {}, query = '') =>
  service.call('POST', `/api/v1/audit/${entryId}/revert${query}`, call);

describe('a revert', () => {
  test('puts back only what that update changed, and keeps what came after it', async () => {
    const record = await service.create({ amount: 1 });
    const entry = await change(record, { amount: 2, category: record.category });
    await change(record, { name: 'Later', category: 'Later', lastPaymentDate: '2026-05-31' });
    const { data } = (await revert(entry)).json;
    expect(data).toMatchObject({ amount: 1, name: 'Later', category: 'Later', nextPaymentDate: '2026-06-30' });
  });

  test('computes the next payment date from what is stored now', async () => {
    const record = await service.create({ lastPaymentDate: '2026-01-31' });
    const entry = await change(record, { period: 'yearly' });
    await change(record, { lastPaymentDate: '2024-01-31' });
    expect((await revert(entry)).json.data).toMatchObject({ period: 'monthly', nextPaymentDate: '2024-02-29' });
  });

  test('is an update in the trail that names the reverted entry, and can be reverted itself', async () => {
    const record = await service.create({ amount: 1 });
    const entry = await change(record, { amount: 2 });
    const answer = await revert(entry.toUpperCase());
    const [latest, ...older] = (await service.auditTrail(`?subscriptionId=${record.id}`)).data;
    expect(older).toHaveLength(2);
    expect(latest).toMatchObject({
      action: 'subscription.update',
      requestId: answer.json.requestId,
      metadata: { before: { amount: 2 }, after: { amount: 1 }, patch: { amount: 1 }, reverts: entry },
    });
    expect((await revert(latest?.id ?? '')).json.data.amount).toBe(2);
  });

  test('goes on to the update before, as steps are undone one after the other', async () => {
    const record = await service.create({ amount: 9 });
    const entries = [await change(record, { amount: 20 }), await change(record, { amount: 30 })];
    const amounts = [];
    for (const entry of entries.toReversed()) amounts.push((await revert(entry)).json.data.amount);
    expect(amounts).toEqual([20, 9]);
  });

  test.each(['', ' ', '{}', '{ }\n'])('may have a body that says nothing: %j', async (raw) => {
    const entry = await change(await service.create({ amount: 1 }), { amount: 2 });
    expect((await revert(entry, { raw })).json.data.amount).toBe(1);
  });
});

describe('a revert that is refused', () => {
  const refused = (entryId: string, call: Call = {}) => refusalOf(service, () => revert(entryId, call));

  test('because something has changed the same fields since, names them', async () => {
    const record = await service.create();
    const entry = await change(record, { amount: 2, name: 'Two', category: 'Two' });
    await change(record, { amount: 3, name: 'Three' });
    const { answer, cost } = await refused(entry);
    expectRefusal(answer, 409, { code: 'revert_conflict', field: 'name', conflictingFields: ['name', 'amount'] });
    expect(answer.json.error.message).toContain('name, amount');
    expect(answer.json.error.suggestedFix).toMatch(/^[A-Z].+\.$/);
    expect(quotaHeadersOf(answer)).toEqual(quotaHeaderNames);
    expect(cost).toBe(1);
  });

  test('because it has been reverted already, says so and how to make the update again', async () => {
    const record = await service.create();
    const entry = await change(record, { status: 'paused' });
    await revert(entry);
    const reverting = await latestEntry(record);
    const told = {
      code: 'revert_conflict',
      conflictingFields: ['status'],
      message: `The update was already reverted by the audit entry ${reverting}.`,
      suggestedFix: `Do nothing; to apply the update again, revert the audit entry ${reverting}.`,
    };
    expectRefusal((await refused(entry)).answer, 409, told);
    await change(record, { status: 'cancelled' });
    expectRefusal((await refused(entry)).answer, 409, told);
  });

  test('because its revert was reverted and others have decided since, speaks of those', async () => {
    const record = await service.create({ amount: 9 });
    const entry = await change(record, { amount: 20 });
    await revert(entry);
    await revert(await latestEntry(record));
    await change(record, { amount: 30 });
    const message = 'A later write changed: amount.';
    expectRefusal((await refused(entry)).answer, 409, { code: 'revert_conflict', message });
  });

  test('because what is put back does not go with what came since, names the field', async () => {
    const record = await service.create({ period: 'custom', customDate: '2900000' });
    const entry = await change(record, { customDate: '1' });
    await change(record, { lastPaymentDate: '9990-01-01' });
    expectRefusal((await refused(entry)).answer, 409, { code: 'revert_conflict', conflictingFields: ['customDate'] });
  });

  test('because it would undo a creation, says to delete', async () => {
    const record = await service.create();
    const [creation] = (await service.auditTrail(`?subscriptionId=${record.id}`)).data;
    const { answer } = await refused(creation?.id ?? '');
    expectRefusal(answer, 409, { code: 'not_revertible' });
    expect(answer.json.error.suggestedFix).toContain(`DELETE ${pathOf(record)}`);
  });

  test('because the update changed nothing, says so', async () => {
    const record = await service.create({ amount: 4 });
    const { answer } = await refused(await change(record, { amount: 4 }));
    expectRefusal(answer, 409, { code: 'not_revertible', message: 'The update changed no field.' });
  });

  test('because there is no such entry, it is another owner’s, or it went with its subscription, is 404', async () => {
    const foreign = await service.create({}, service.keys.otherWrite);
    const [theirs] = (await service.auditTrail(`?subscriptionId=${foreign.id}`, service.keys.otherWrite)).data;
    const doomed = await service.create();
    const gone = await change(doomed, { amount: 2 });
    await service.call('DELETE', pathOf(doomed));
    for (const entry of [absentId, theirs?.id ?? '', gone]) {
      const { answer, cost } = await refused(entry);
      expectRefusal(answer, 404, { code: 'audit_entry_not_found' });
      expect(answer.json.error.suggestedFix).toMatch(/^[A-Z].+\.$/);
      expect(quotaHeadersOf(answer)).toEqual(quotaHeaderNames);
      expect(cost).toBe(1);
    }
  });

  test.each(['{"dryRun":true}', '{"fields":["amount"]}', '[]', 'dryRun=true', '{', 'null', ' '.repeat(70_000)])(
    'because its body would be ignored is refused, and costs nothing: %#',
    async (raw) => {
      const { answer, cost } = await refused(await change(await service.create(), { amount: 2 }), { raw });
      expectRefusal(answer, 400, { code: 'unexpected_body', suggestedFix: expect.stringContaining('?dryRun=true') });
      expect(cost).toBe(0);
    },
  );
});

describe('a revert with write options', () => {
  test('with a stale If-Match is 412 also where the revert itself would be a conflict, and 404 where there is no entry', async () => {
    const headers = { 'if-match': '"x"' };
    const record = await service.create({ amount: 1 });
    const [created] = (await service.auditTrail(`?subscriptionId=${record.id}`)).data;
    const overwritten = await change(record, { amount: 2 });
    await change(record, { amount: 3 });
    const unchanged = await change(record, { amount: 3 });
    for (const entry of [overwritten, unchanged, created?.id ?? '']) {
      expect((await revert(entry)).status).toBe(409);
      expectRefusal(await revert(entry, { headers }), 412, { code: 'precondition_failed' });
    }
    expectRefusal(await revert(absentId, { headers }), 404, { code: 'audit_entry_not_found' });
  });
});
