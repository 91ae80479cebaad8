import { describe, expect, test } from 'bun:test';
import { noDetails } from '../../../../../src/modules/subscriptions/rules/details.ts';
import type { DetailsView } from '../../../../../src/modules/subscriptions/detailModel.ts';
import {
  expectRefusal,
  pathOf,
  refusalOf,
  subscriptionsPath,
  withoutWriting,
} from '../../../../support/expectations.ts';
import { startService, validDraft, type Answer, type Call } from '../../../../support/service.ts';

const service = await startService({ now: '2026-11-23T12:00:00.000Z' });

type Target = { readonly id: string };
const detailsPath = (record: Target) => `${pathOf(record)}/details`;
const read = (record: Target, headers = {}) => service.call('GET', detailsPath(record), { headers });
const both = (record: Target, headers = {}) => service.call('GET', `${pathOf(record)}?include=details`, { headers });
const change = (record: Target, json: object, call: Call = {}, query = '') =>
  service.call('PATCH', detailsPath(record) + query, { json, ...call });
const batch = (operations: readonly object[], query = '') =>
  service.call('POST', `${subscriptionsPath}/batch${query}`, { json: { operations } });
const detailsOf = (answer: Answer) => answer.json.data as unknown as DetailsView;
const detailsIn = (data: object = {}) => (data as { readonly details?: DetailsView }).details;
const resultsOf = (answer: Answer) =>
  answer.json['results'] as readonly { readonly data: Target; readonly warnings?: unknown }[];
const tagOf = (answer: Answer) => answer.headers.get('etag') ?? '';

const contract = { termEndsOn: '2027-05-31', termMonths: 12, noticePeriod: { count: 3, unit: 'months' } };

describe('noticeBy', () => {
  test('§11.8: is in every answer with details, and follows from them', async () => {
    const record = await service.create({ name: 'Phone contract' });
    const rehearsed = await withoutWriting(service, () => change(record, contract, {}, '?dryRun=true'));
    expect(detailsOf(rehearsed)).toEqual({ ...noDetails, ...contract, noticeBy: '2027-02-28' } as DetailsView);
    expect(detailsOf(await change(record, contract)).noticeBy).toBe('2027-02-28');
    expect(detailsOf(await read(record)).noticeBy).toBe('2027-02-28');
    expect(detailsIn((await both(record)).json.data)?.noticeBy).toBe('2027-02-28');
    const listed = await service.list('?include=details&q=phone');
    expect(listed.data.map((one) => detailsIn(one)?.noticeBy)).toEqual(['2027-02-28']);
    const patched = await service.call('PATCH', `${pathOf(record)}?include=details`, { json: { amount: 3 } });
    expect(detailsIn(patched.json.data)?.noticeBy).toBe('2027-02-28');
    const tried = await service.call('DELETE', `${detailsPath(record)}?dryRun=true`);
    expect(detailsOf(tried)).toEqual(detailsOf(await read(record)));
  });

  test.each<[object, string | null]>([
    [{ cancelBefore: '2026-11-23' }, '2026-11-23'],
    [{ cancelBefore: '2026-11-22' }, '2027-02-28'],
    [{ keepThrough: '2027-05-31' }, '2028-02-29'],
    [{ noticePeriod: { unit: 'weeks', count: 6 } }, '2027-04-19'],
    [{ termEndsOn: '2026-11-30' }, '2027-08-30'],
    [{ termEndsOn: '2026-11-30', termMonths: null }, null],
    [{ termEndsOn: null }, null],
    [{ noticePeriod: null }, null],
  ])('§11.8: with %j in place of a part is %s', async (changes, expected) => {
    const record = await service.create();
    expect(detailsOf(await change(record, { ...contract, ...changes })).noticeBy).toBe(expected);
  });

  test('§11.8: and keepThrough and a notice period without a term are stored, and say nothing', async () => {
    const record = await service.create();
    const parts = { termMonths: 12, noticePeriod: { count: 3, unit: 'months' }, keepThrough: '2027-01-01' };
    const answer = await change(record, { ...parts, noticePeriod: { unit: 'months', count: 3 } });
    expect(JSON.stringify(detailsOf(answer))).toBe(JSON.stringify({ ...noDetails, ...parts, noticeBy: null }));
    expect(answer.json['warnings']).toBeUndefined();
  });

  test('§11.8: a dry run warns when it is unknown, also in a batch', async () => {
    const record = await service.create();
    await change(record, { termMonths: 12, noticePeriod: { count: 3, unit: 'months' } });
    const warningsOf = async (details: object) => {
      const alone = await change(record, details, {}, '?dryRun=true');
      const operations = [{ action: 'update', id: record.id, details }];
      const results = resultsOf(await batch(operations, '?dryRun=true'));
      return [alone.json['warnings'], ...results.map(({ warnings }) => warnings)];
    };
    const unknown = [expect.objectContaining({ code: 'notice_unknown' })];
    expect(await warningsOf({ notes: 'x' })).toEqual([unknown, unknown]);
    for (const details of [{ termEndsOn: '2027-12-31' }, { cancelBefore: '2027-01-01' }, { noticePeriod: null }])
      expect(await warningsOf(details)).toEqual([undefined, undefined]);
    const operation = { action: 'create', subscription: validDraft, details: { noticePeriod: contract.noticePeriod } };
    expect(resultsOf(await batch([operation], '?dryRun=true'))[0]?.warnings).toMatchObject([
      { code: 'possible_duplicate' },
      { code: 'notice_unknown' },
    ]);
    expect(resultsOf(await batch([operation]))[0]?.warnings).toBeUndefined();
  });

  test.each<[string, (record: Target) => Promise<Answer>, object]>([
    ['PATCH', (record) => change(record, { noticeBy: '2027-02-28' }), { code: 'unknown_field' }],
    ['PATCH with a detail', (record) => change(record, { notes: 'x', noticeBy: null }), { code: 'unknown_field' }],
    [
      'PATCH of the subscription',
      (record) => service.call('PATCH', pathOf(record), { json: { amount: 1, noticeBy: '2027-02-28' } }),
      { code: 'invalid_subscription_field' },
    ],
  ])('§11.8: is refused in a %s', async (_, ask, error) => {
    const record = await service.create();
    const { answer } = await refusalOf(service, () => ask(record));
    expectRefusal(answer, 400, { field: 'noticeBy', suggestedFix: expect.stringContaining('Remove'), ...error });
  });

  test('§11.8: is refused in a batch as a field that the server sets', async () => {
    const record = await service.create();
    const operation = { action: 'update', id: record.id, details: { noticeBy: '2027-02-28' } };
    const { answer } = await refusalOf(service, () => batch([operation]));
    const error = { code: 'unknown_field', field: 'noticeBy', message: 'noticeBy is set by the server.' };
    expect([answer.status, answer.json.error.faults]).toEqual([400, [expect.objectContaining({ index: 0, ...error })]]);
  });

  test('§11.8: is in the results of a batch, and in no audit entry', async () => {
    const operation = { action: 'create', subscription: validDraft, details: contract };
    const [created] = resultsOf(await batch([operation]));
    expect(detailsIn(created?.data)?.noticeBy).toBe('2027-02-28');
    const { data } = created ?? { data: { id: '' } };
    const update = { action: 'update', id: data.id, details: { keepThrough: '2027-05-31' } };
    const [tried] = resultsOf(await withoutWriting(service, () => batch([update], '?dryRun=true')));
    const [updated] = resultsOf(await batch([update]));
    expect([tried, updated].map((one) => detailsIn(one?.data)?.noticeBy)).toEqual(['2028-02-29', '2028-02-29']);
    const trail = (await service.auditTrail(`?subscriptionId=${data.id}`)).data;
    expect(trail).toHaveLength(2);
    for (const { metadata } of trail) {
      expect(metadata['details']).toMatchObject({ after: contract });
      expect(JSON.stringify(metadata)).not.toContain('noticeBy');
    }
  });

  test('§11.8: follows from the details that a revert restores', async () => {
    const record = await service.create();
    await change(record, contract);
    await change(record, { keepThrough: '2027-05-31', noticePeriod: { count: 6, unit: 'weeks' } });
    expect(detailsOf(await read(record)).noticeBy).toBe('2028-04-19');
    const [entry] = (await service.auditTrail(`?subscriptionId=${record.id}&limit=1`)).data;
    expect((await service.call('POST', `/api/v1/audit/${entry?.id}/revert`)).status).toBe(200);
    expect(detailsOf(await read(record))).toMatchObject({ ...contract, keepThrough: null, noticeBy: '2027-02-28' });
  });
});

describe('the entity tag of details', () => {
  test('§11.8: changes with the day on which noticeBy changes, and with no other', async () => {
    const moving = await startService({ now: '2027-02-27T12:00:00.000Z' });
    const record = await moving.create();
    const path = detailsPath(record);
    const ask = (query: string, headers = {}) =>
      moving.call('GET', query === '' ? path : pathOf(record) + query, { headers });
    await moving.call('PATCH', path, { json: contract });
    for (const query of ['', '?include=details']) {
      moving.clock.setWall('2027-02-27T12:00:00.000Z');
      const first = tagOf(await ask(query));
      moving.clock.setWall('2027-02-28T23:59:59.000Z');
      expect((await ask(query, { 'if-none-match': first })).status).toBe(304);
      moving.clock.setWall('2027-03-01T00:00:00.000Z');
      const next = await ask(query, { 'if-none-match': first });
      expect([next.status, next.text.includes('"noticeBy":"2028-02-29"')]).toEqual([200, true]);
    }
  });

  test.each<[string, string, object]>([
    ['of the details', '/details', { notes: 'x' }],
    ['of the record with its details', '?include=details', { amount: 3 }],
  ])('§11.4: an If-Match %s fails by a write, and not by the clock alone', async (_, query, json) => {
    const moving = await startService({ now: '2027-02-28T12:00:00.000Z' });
    const record = await moving.create();
    await moving.call('PATCH', detailsPath(record), { json: contract });
    const path = pathOf(record) + query;
    const first = tagOf(await moving.call('GET', path));
    moving.clock.setWall('2027-03-01T00:00:00.000Z');
    const write = () => moving.call('PATCH', path, { json, headers: { 'if-match': first } });
    const written = await write();
    expect([written.status, tagOf(written)]).toEqual([200, tagOf(await moving.call('GET', path))]);
    const stale = await write();
    expect([stale.status, tagOf(stale)]).toEqual([412, tagOf(written)]);
    const remove = (tag: string) => moving.call('DELETE', detailsPath(record), { headers: { 'if-match': tag } });
    expect((await remove(first)).status).toBe(412);
    const present = tagOf(await moving.call('GET', detailsPath(record)));
    moving.clock.setWall('2029-01-01T00:00:00.000Z');
    expect((await remove(present)).status).toBe(200);
  });

  test('§11.6: an ifMatch in a batch does not fail by the clock alone, either', async () => {
    const moving = await startService({ now: '2027-02-28T12:00:00.000Z' });
    const record = await moving.create();
    await moving.call('PATCH', detailsPath(record), { json: contract });
    const ifMatch = tagOf(await moving.call('GET', `${pathOf(record)}?include=details`));
    moving.clock.setWall('2027-03-01T00:00:00.000Z');
    const operation = { action: 'update', id: record.id, details: { notes: 'x' }, ifMatch };
    const send = () => moving.call('POST', `${subscriptionsPath}/batch`, { json: { operations: [operation] } });
    expect([(await send()).status, (await send()).status]).toEqual([200, 412]);
  });
});
