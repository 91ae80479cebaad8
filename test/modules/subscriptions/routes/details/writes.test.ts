import { describe, expect, test } from 'bun:test';
import { noDetails } from '../../../../../src/modules/subscriptions/rules/details.ts';
import {
  expectRefusal,
  pathOf,
  refusalOf,
  subscriptionsPath,
  withoutWriting,
} from '../../../../support/expectations.ts';
import { startService, validDraft, type Answer } from '../../../../support/service.ts';

const service = await startService();

type Target = { readonly id: string };
const change = (record: Target, json: object) => service.call('PATCH', `${pathOf(record)}/details`, { json });
const both = async (record: Target) => service.call('GET', `${pathOf(record)}?include=details`);
const batch = (operations: readonly object[], query = '') =>
  service.call('POST', `${subscriptionsPath}/batch${query}`, { json: { operations } });
const resultsOf = (answer: Answer) => answer.json['results'] as readonly { readonly data: Target }[];
const newest = async (record: Target) => (await service.auditTrail(`?subscriptionId=${record.id}&limit=1`)).data[0];
const revert = (id: string, query = '') => service.call('POST', `/api/v1/audit/${id}/revert${query}`);
const quarterly = { patch: { period: 'custom', customDate: '91' }, details: { everyMonths: 3 } };

describe('a batch with details', () => {
  test('§11.6: creates a subscription with its details in one write', async () => {
    const subscription = { ...validDraft, lastPaymentDate: '2026-02-28' };
    const operation = { action: 'create', subscription, details: { anchorDay: 31, tags: [' a '] } };
    const answer = await batch([operation, { action: 'create', subscription: validDraft }]);
    const [detailed, plain] = resultsOf(answer);
    const details = { ...noDetails, anchorDay: 31, tags: ['a'] };
    expect(detailed?.data).toMatchObject({ nextPaymentDate: '2026-03-31', details: { ...details, noticeBy: null } });
    expect(plain?.data).not.toHaveProperty('details');
    const { data } = detailed ?? { data: { id: '' } };
    expect<object>((await both(data)).json.data).toEqual(data);
    const trail = (await service.auditTrail(`?subscriptionId=${data.id}`)).data;
    expect(trail.map(({ action, metadata }) => [action, metadata['details']])).toEqual([
      ['subscription.create', { after: details }],
    ]);
  });

  test('§11.6: makes a subscription quarterly in one operation with one entry', async () => {
    const record = await service.create({ lastPaymentDate: '2026-01-31' });
    const [result] = resultsOf(await batch([{ action: 'update', id: record.id, ...quarterly }]));
    expect(result?.data).toMatchObject({
      period: 'custom',
      nextPaymentDate: '2026-04-30',
      details: { everyMonths: 3 },
    });
    const trail = (await service.auditTrail(`?subscriptionId=${record.id}`)).data;
    expect(trail).toHaveLength(2);
    expect(trail[0]?.metadata).toMatchObject({ patch: quarterly.patch, details: { patch: { everyMonths: 3 } } });
  });

  test('§11.6: changes details alone, compares ifMatch with the ETag of both, and can be tried', async () => {
    const record = await service.create();
    const ofBoth = (await both(record)).headers.get('etag') ?? '';
    const ofRecord = (await service.call('GET', pathOf(record))).headers.get('etag') ?? '';
    const operation = { action: 'update', id: record.id, details: { notes: 'x' } };
    const stale = await withoutWriting(service, () => batch([{ ...operation, ifMatch: ofRecord }]));
    expectRefusal(stale, 412, { code: 'precondition_failed', current: (await both(record)).json.data });
    const rehearsed = await withoutWriting(service, () => batch([{ ...operation, ifMatch: ofBoth }], '?dryRun=true'));
    expect(resultsOf(rehearsed)).toMatchObject([{ data: { details: { notes: 'x' } } }]);
    expect((await batch([{ ...operation, ifMatch: ofBoth }])).status).toBe(200);
    const { data } = (await service.call('GET', pathOf(record))).json;
    expect(data).toEqual(record);
  });

  test.each<[string, object, object]>([
    ['neither patch nor details', {}, { code: 'invalid_batch', field: 'patch' }],
    ['details that are no object', { details: 'x' }, { code: 'invalid_batch', field: 'details' }],
    ['details that are null', { patch: { amount: 1 }, details: null }, { code: 'invalid_batch', field: 'details' }],
    ['a patch that is null', { patch: null, details: { notes: 'a' } }, { code: 'invalid_batch', field: 'patch' }],
    ['no detail', { details: {} }, { code: 'empty_patch' }],
    ['an unknown detail', { details: { note: 'x', notes: 'y' } }, { code: 'unknown_field', field: 'note' }],
    ['a faulty detail', { details: { everyMonths: '3' } }, { code: 'invalid_field', field: 'everyMonths' }],
    ['lists inside of tags', { details: { tags: [['a']] } }, { code: 'invalid_field', field: 'tags' }],
    [
      'a period that has no months',
      { patch: { period: 'yearly' }, details: { everyMonths: 3 } },
      { code: 'invalid_field', field: 'everyMonths' },
    ],
    [
      'the present period, which has no months',
      { patch: { amount: 3 }, details: { everyMonths: 3 } },
      { code: 'invalid_field', field: 'everyMonths' },
    ],
    [
      'a detail in the patch',
      { patch: { notes: 'x', amount: 1 } },
      { code: 'invalid_subscription_field', field: 'notes' },
    ],
    ['a detail beside the patch', { patch: { amount: 1 }, notes: 'x' }, { code: 'invalid_batch', field: 'notes' }],
  ])('§11.6: refuses %s, and nothing is made', async (_, members, error) => {
    const record = await service.create();
    const operations = [
      { action: 'create', subscription: validDraft },
      { action: 'update', id: record.id, ...members },
    ];
    const { answer } = await refusalOf(service, () => batch(operations));
    expect([answer.status, answer.json.error.faults]).toEqual([400, [expect.objectContaining({ index: 1, ...error })]]);
  });

  test('§11.6: names the right place for misplaced details', async () => {
    const record = await service.create();
    const fixOf = async (members: object) =>
      (await batch([{ action: 'update', id: record.id, ...members }])).json.error.suggestedFix;
    expect(await fixOf({ patch: { amount: 1 }, notes: 'x' })).toStartWith('Put "notes" into "patch" or "details"');
    expect(await fixOf({ patch: { amount: 1, notes: 'x' } })).toBe(
      'Remove "notes" from the fields, and put it into "details" beside them.',
    );
    expect(await fixOf({ patch: { amount: 1, details: {} } })).toBe(
      'Remove "details" from the fields, and put it beside them.',
    );
    expect(await fixOf({ details: { notes: 'x', amount: 1 } })).toBe(
      'Remove "amount" from the fields, and put it into "patch" beside them.',
    );
  });
});

describe('the audit trail of details', () => {
  test('§11.7: records them whole, before and after, with what was sent', async () => {
    const record = await service.create();
    await change(record, { notes: 'one', tags: ['a'] });
    await change(record, { notes: null });
    const before = { ...noDetails, notes: 'one', tags: ['a'] };
    expect(await newest(record)).toMatchObject({
      action: 'subscription.update',
      metadata: { before: record, after: record, patch: {} },
    });
    const details = (await newest(record))?.metadata['details'];
    expect(details).toEqual({ before, after: { ...before, notes: null }, patch: { notes: null } });
  });

  test('§11.7: records what a PATCH of the subscription clears', async () => {
    const record = await service.create({ lastPaymentDate: '2026-01-31' });
    await change(record, { anchorDay: 31, notes: 'kept' });
    await service.call('PATCH', pathOf(record), { json: { period: 'yearly' } });
    const before = { ...noDetails, anchorDay: 31, notes: 'kept' };
    const details = { before, after: { ...before, anchorDay: null }, patch: {} };
    expect((await newest(record))?.metadata['details']).toEqual(details);
    await service.call('PATCH', pathOf(record), { json: { amount: 3 } });
    expect((await newest(record))?.metadata).not.toHaveProperty('details');
  });
});

describe('a revert of details', () => {
  test('§11.7: restores fields and details of one update, and is one update itself', async () => {
    const record = await service.create({ lastPaymentDate: '2026-01-31' });
    await change(record, { anchorDay: 30 });
    const before = (await both(record)).json.data;
    await batch([{ action: 'update', id: record.id, ...quarterly }]);
    const entry = await newest(record);
    const rehearsed = await withoutWriting(service, () => revert(entry?.id ?? '', '?dryRun=true'));
    expect(rehearsed.json.data).toMatchObject({ period: 'monthly' });
    expect((await revert(entry?.id ?? '')).status).toBe(200);
    const after = (await both(record)).json.data;
    expect(after).toEqual({ ...before, updatedAt: after.updatedAt });
    expect((await newest(record))?.metadata).toMatchObject({
      reverts: entry?.id,
      details: { after: { anchorDay: 30 } },
    });
    expect((await revert((await newest(record))?.id ?? '')).json.data).toMatchObject({ nextPaymentDate: '2026-04-30' });
  });

  test('§11.7: keeps details that came after the update', async () => {
    const record = await service.create({ lastPaymentDate: '2026-01-15' });
    await service.call('PATCH', pathOf(record), { json: { lastPaymentDate: '2026-02-15' } });
    const entry = await newest(record);
    await change(record, { anchorDay: 31, notes: 'later' });
    expect((await revert(entry?.id ?? '')).json.data).toMatchObject({ nextPaymentDate: '2026-02-28' });
    expect((await both(record)).json.data).toMatchObject({ details: { anchorDay: 31, notes: 'later' } });
  });

  test('§11.7: is a conflict that names the details which later writes changed, also over a cleared one', async () => {
    const record = await service.create();
    await change(record, { notes: 'one', tags: ['a'], url: 'https://a.example' });
    const entry = await newest(record);
    await change(record, { notes: 'two', tags: [], paymentMethod: 'x' });
    await change(record, { tags: ['a'] });
    const answer = await withoutWriting(service, () => revert(entry?.id ?? ''));
    expectRefusal(answer, 409, { code: 'revert_conflict', field: 'notes', conflictingFields: ['notes', 'tags'] });
    expect(answer.json.error.suggestedFix).toContain('details');
  });

  test('§11.7: of everyMonths is a conflict once the period has another form', async () => {
    const record = await service.create({ period: 'custom', customDate: '91' });
    await change(record, { everyMonths: 3 });
    await change(record, { everyMonths: null });
    const entry = await newest(record);
    await service.call('PATCH', pathOf(record), { json: { period: 'monthly' } });
    expectRefusal(await revert(entry?.id ?? ''), 409, { code: 'revert_conflict', conflictingFields: ['everyMonths'] });
  });

  test('§11.7: of an update that changed no detail is 409 not_revertible', async () => {
    const record = await service.create();
    await change(record, { notes: null });
    expectRefusal(await revert((await newest(record))?.id ?? ''), 409, { code: 'not_revertible' });
  });
});
