import { describe, expect, test } from 'bun:test';
import { detailNames, type DetailsView } from '../../../../../src/modules/subscriptions/detailModel.ts';
import { noDetails } from '../../../../../src/modules/subscriptions/rules/details.ts';
import { expectRefusal, pathOf, subscriptionsPath, withoutWriting } from '../../../../support/expectations.ts';
import { startService, type Answer } from '../../../../support/service.ts';

const service = await startService();

type Target = { readonly id: string };
const included = '?include=details';
const change = (record: Target, json: object) => service.call('PATCH', `${pathOf(record)}/details`, { json });
const tagOf = (answer: Answer) => answer.headers.get('etag') ?? '';
const detailsIn = (record: object) => (record as { readonly details?: DetailsView }).details;
const nothing = { ...noDetails, noticeBy: null };
/** A body without its request id. */
const contentOf = ({ text }: Answer) => text.replace(/,"requestId":"[^"]+"\}$/, '');

describe('include=details', () => {
  test('§11.5: adds the details as the last member to a record and to each record of a list', async () => {
    const record = await service.create({ name: 'Included' });
    await change(record, { notes: 'a note', tags: ['x'] });
    const details = { ...nothing, notes: 'a note', tags: ['x'] };
    const { data } = (await service.call('GET', pathOf(record) + included)).json;
    const expected: object = { ...record, details };
    expect<object>(data).toEqual(expected);
    expect([Object.keys(data).at(-1), Object.keys(details)]).toEqual(['details', [...detailNames, 'noticeBy']]);
    const listed = await service.list(`${included}&q=Included`);
    expect(listed.data).toEqual([data]);
    expect(listed.query).toEqual({ sort: '-createdAt', filters: { q: 'Included' } });
  });

  test('§11.5: makes the ETag that of both', async () => {
    const record = await service.create();
    const both = () => service.call('GET', pathOf(record) + included);
    const alone = () => service.call('GET', pathOf(record));
    const [first, firstAlone] = [tagOf(await both()), tagOf(await alone())];
    await change(record, { notes: 'changed' });
    const second = tagOf(await both());
    expect([second === first, tagOf(await alone()) === firstAlone]).toEqual([false, true]);
    const headers = { 'if-none-match': second };
    expect((await service.call('GET', pathOf(record) + included, { headers })).status).toBe(304);
    await service.call('PATCH', pathOf(record), { json: { amount: 4 } });
    expect(tagOf(await both())).not.toBe(second);
  });

  test('§11.5: on a PATCH answers both, and compares If-Match with the ETag of both', async () => {
    const record = await service.create();
    await change(record, { notes: 'kept' });
    const read = await service.call('GET', pathOf(record) + included);
    const patch = (ifMatch: string, query = included) =>
      service.call('PATCH', pathOf(record) + query, { json: { amount: 5 }, headers: { 'if-match': ifMatch } });
    const stale = await withoutWriting(service, async () => patch(tagOf(await service.call('GET', pathOf(record)))));
    expectRefusal(stale, 412, { code: 'precondition_failed', current: read.json.data });
    expect(tagOf(stale)).toBe(tagOf(read));
    const rehearsed = await withoutWriting(service, () => patch(tagOf(read), `${included}&dryRun=true`));
    expect(detailsIn(rehearsed.json.data)).toMatchObject({ notes: 'kept' });
    const done = await patch(tagOf(read));
    expect([done.json.data.amount, detailsIn(done.json.data)?.notes]).toEqual([5, 'kept']);
    expect(tagOf(done)).toBe(tagOf(await service.call('GET', pathOf(record) + included)));
    expect((await patch(tagOf(read), '')).status).toBe(412);
  });

  test('§11.5: shows details that the PATCH itself clears', async () => {
    const record = await service.create({ lastPaymentDate: '2026-01-31' });
    await change(record, { anchorDay: 31, notes: 'kept' });
    const json = { lastPaymentDate: '2026-02-28' };
    const { data } = (await service.call('PATCH', pathOf(record) + included, { json })).json;
    expect([data.nextPaymentDate, detailsIn(data)]).toEqual(['2026-03-28', { ...nothing, notes: 'kept' }]);
  });

  test.each(['all', '', 'Details', 'details,details', 'true'])('§1.5: with the value %j is refused', async (value) => {
    const record = await service.create();
    for (const path of [subscriptionsPath, pathOf(record)]) {
      const answer = await service.call('GET', `${path}?include=${value}`);
      expectRefusal(answer, 400, { code: 'invalid_query', field: 'include', allowedValues: ['details'] });
    }
    const repeated = await service.call('GET', `${pathOf(record)}${included}&include=details`);
    expectRefusal(repeated, 400, { code: 'invalid_query', field: 'include' });
  });
});

test('§11.5: without it, answers are byte for byte the same whatever the details are', async () => {
  const record = await service.create({ name: 'Unchanged', period: 'custom', customDate: '10' });
  const paths = [pathOf(record), `${subscriptionsPath}?q=Unchanged`, '/api/v1/analytics/summary?horizonDays=365'];
  const seen = async () => {
    const answers = [];
    for (const path of paths) answers.push(await service.call('GET', path));
    return answers.map((answer) => [contentOf(answer), tagOf(answer)]);
  };
  const before = await seen();
  const unrelated = { anchorDay: 31, autoRenew: true, trialEndsOn: '2026-07-01', cancelBefore: '2026-07-01' };
  await change(record, { ...unrelated, notes: 'Unchanged', tags: ['a'], url: 'https://a.example', paymentMethod: 'x' });
  expect(await seen()).toEqual(before);
});

describe('a search in details', () => {
  const noted = async (name: string, details: object) => {
    const record = await service.create({ name });
    await change(record, details);
    return name;
  };
  const namesFor = async (q: string, more = '&include=details') => {
    const query = `?sort=createdAt&limit=100&q=${encodeURIComponent(q)}${more}`;
    return (await service.list(query)).data.map(({ name }) => name);
  };

  test('§11.5: finds notes, tags and names, ignoring case, with include=details only', async () => {
    const names = [
      await noted('Search one', { notes: 'Über die STRASSE\nzweite Zeile', tags: null }),
      await noted('Search two', { tags: ['Familie', '100% straße'] }),
      await noted('Search three Strasse', {}),
    ];
    expect(await namesFor('straße')).toEqual(names);
    expect(await namesFor('straße', '')).toEqual(['Search three Strasse']);
    expect(await namesFor('ZEILE')).toEqual(['Search one']);
    expect(await namesFor('0% s')).toEqual(['Search two']);
    expect(await namesFor('0_ s')).toEqual([]);
    expect(await namesFor('straße&status=paused')).toEqual([]);
    expect(await namesFor('')).toEqual(await namesFor('', ''));
  });

  test('§11.5: finds no text that spans two of them, nor one that was cleared', async () => {
    const name = await noted('Search four', { notes: 'border', tags: ['crossing', 'guard'] });
    expect(await namesFor('crossing')).toEqual([name]);
    expect(await namesFor('bordercrossing')).toEqual([]);
    expect(await namesFor('crossing guard')).toEqual([]);
    const [record] = (await service.list('?q=Search+four')).data;
    await service.call('DELETE', `${pathOf(record ?? { id: '' })}/details`);
    expect(await namesFor('crossing')).toEqual([]);
  });
});
