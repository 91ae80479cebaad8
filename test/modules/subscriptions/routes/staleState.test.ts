import { describe, expect, test } from 'bun:test';
import {
  absentId,
  costOf,
  expectRefusal,
  pathOf,
  refusalOf,
  quotaHeadersOf,
  storedRows,
  subscriptionsPath,
} from '../../../support/expectations.ts';
import { startService, validDraft, type Answer } from '../../../support/service.ts';

const service = await startService();
const tagOf = (answer: Answer) => answer.headers.get('etag') ?? '';
const get = (path: string, headers: Readonly<Record<string, string>> = {}) => service.call('GET', path, { headers });

describe('the ETag of a record', () => {
  test('is strong, and the same in the answers to POST, GET and PATCH', async () => {
    const created = await service.call('POST', subscriptionsPath, { json: validDraft });
    expect(tagOf(created)).toMatch(/^"[^"]+"$/);
    expect(tagOf(await get(pathOf(created.json.data)))).toBe(tagOf(created));
    const changed = await service.call('PATCH', pathOf(created.json.data), { json: { amount: 3 } });
    expect(tagOf(changed)).not.toBe(tagOf(created));
    expect(tagOf(await get(pathOf(created.json.data)))).toBe(tagOf(changed));
    expect(tagOf(await service.call('HEAD', pathOf(created.json.data)))).toBe(tagOf(changed));
  });
});

// Of all writes: test/core/http/everyWrite.test.ts.
describe('If-Match on a PATCH', () => {
  const send = (id: string, ifMatch: string) =>
    service.call('PATCH', pathOf({ id }), { json: { name: 'Changed' }, headers: { 'if-match': ifMatch } });

  test('with the present tag, alone or in a list, writes', async () => {
    const suffixed = (end: string) => (tag: string) => tag.replace(/"$/, `${end}"`);
    const alone = [
      (tag: string) => tag,
      (tag: string) => `W/${tag}`,
      ...['-gzip', ';gzip', '-br', '-zstd'].map(suffixed),
    ];
    for (const wrap of [...alone, (tag: string) => `"x", W/"y" , ${tag}`, () => '*']) {
      const record = await service.create();
      const tag = tagOf(await get(pathOf(record)));
      expect((await send(record.id, wrap(tag))).status).toBe(200);
    }
  });

  test('with another one writes nothing and shows the record as it is', async () => {
    const record = await service.create();
    const tag = tagOf(await get(pathOf(record)));
    const { answer: result } = await refusalOf(service, () => send(record.id, tag.replace('"', '"0')));
    expectRefusal(result, 412, { code: 'precondition_failed', current: record });
    expect(tagOf(result)).toBe(tag);
  });

  test.each(['bare', '', '"x', "'x'", '"x" y'])(
    'with %s, which is no tag, is refused as such and costs nothing',
    async (text) => {
      const record = await service.create();
      const { answer, cost } = await refusalOf(service, () => send(record.id, text));
      const suggestedFix = expect.stringContaining('double quotes') as string;
      expectRefusal(answer, 400, { code: 'invalid_if_match', field: 'If-Match', suggestedFix });
      expect([cost, quotaHeadersOf(answer)]).toEqual([0, []]);
    },
  );

  test('a stale one in a bad request is a 400', async () => {
    expectRefusal(await send('x', '"x"'), 400, { code: 'invalid_subscription_id' });
  });
});

test('of many writers with the same tag exactly one writes: no update is lost', async () => {
  const record = await service.create({ amount: 0 });
  const headers = { 'if-match': tagOf(await get(pathOf(record))) };
  const amounts = Array.from({ length: 16 }, (_, position) => position + 1);
  const answers = await Promise.all(
    amounts.map((amount) => service.call('PATCH', pathOf(record), { json: { amount }, headers })),
  );
  const winners = answers.filter(({ status }) => status === 200);
  expect(winners).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 412)).toHaveLength(15);
  expect([(await get(pathOf(record))).json.data]).toEqual(winners.map(({ json }) => json.data));
});

describe('ifMatch of an operation of a batch', () => {
  const batch = (operations: readonly object[], query = '') =>
    service.call('POST', `${subscriptionsPath}/batch${query}`, { json: { operations } });
  const tagNow = async (record: { readonly id: string }) => tagOf(await get(pathOf(record)));
  const absent = { action: 'delete', id: absentId, ifMatch: '*' };

  test('lets the batch be made when each record is as it was read, and as well after its own operations', async () => {
    const [kept, doomed] = [await service.create(), await service.create()];
    const ifMatch = await tagNow(kept);
    const answer = await batch([
      { action: 'update', id: kept.id, ifMatch, patch: { amount: 2 } },
      { action: 'update', id: kept.id.toUpperCase(), ifMatch, patch: { category: 'Else' } },
      { action: 'delete', id: doomed.id, ifMatch: `"other", ${await tagNow(doomed)}` },
    ]);
    expect(answer.status).toBe(200);
    expect((await get(pathOf(kept))).json.data).toMatchObject({ amount: 2, category: 'Else' });
    expect((await get(pathOf(doomed))).status).toBe(404);
  });

  test.each(['', '?dryRun=true'])(
    'refuses it whole when one is not, and shows that one as it is: %s',
    async (query) => {
      const [record, other] = [await service.create({ amount: 1 }), await service.create()];
      const stale = await tagNow(record);
      await service.call('PATCH', pathOf(record), { json: { amount: 2 } });
      const operations = [
        { action: 'update', id: record.id, patch: { amount: 3 } },
        { action: 'update', id: other.id, patch: { customDate: '9' } },
        { action: 'delete', id: record.id, ifMatch: stale },
        absent,
      ];
      const before = storedRows(service);
      const { result, cost } = await costOf(service, service.keys.write, () => batch(operations.slice(2), query));
      const current = (await get(pathOf(record))).json.data;
      expectRefusal(result, 412, { code: 'precondition_failed', current });
      expect(result.json.error.faults).toMatchObject([
        { index: 0, code: 'precondition_failed', current },
        { index: 1, code: 'subscription_not_found' },
      ]);
      expect(tagOf(result)).toBe(await tagNow(record));
      expect(result.json.error.suggestedFix).toContain(`"ifMatch": ${JSON.stringify(tagOf(result))} in this operation`);
      expect(cost).toBe(2);
      expect((await batch(operations, query)).json.error.faults).toMatchObject([
        { index: 1 },
        { index: 2 },
        { index: 3 },
      ]);
      expect(storedRows(service)).toEqual(before);
      const mended = [{ action: 'delete', id: record.id, ifMatch: tagOf(result) }];
      expect((await batch(mended, query)).status).toBe(200);
    },
  );

  test.each([[null], [7], [['"x"']], [{}]])('is a text, and never ignored: %j', async (ifMatch) => {
    const record = await service.create();
    for (const operation of [{ action: 'delete' }, { action: 'update', patch: { amount: 2 } }]) {
      const answer = await batch([{ ...operation, id: record.id, ifMatch }]);
      expectRefusal(answer, 400, {
        code: 'invalid_batch',
        field: 'ifMatch',
        suggestedFix: expect.stringMatching(/^S.+\.$/),
      });
    }
    expectRefusal(await batch([{ action: 'create', subscription: validDraft, ifMatch: '*' }]), 400, {
      code: 'invalid_batch',
    });
    for (const text of ['', 'bare']) {
      const answer = await batch([{ action: 'delete', id: record.id, ifMatch: text }]);
      expectRefusal(answer, 400, { code: 'invalid_batch', field: 'ifMatch' });
    }
    const answer = await batch([{ action: 'delete', id: record.id, ifMatch: 'W/"x"' }]);
    expectRefusal(answer, 412, { code: 'precondition_failed' });
  });
});

describe('If-Match where there is no record to compare', () => {
  test.each([
    ['a creation', '', validDraft, 'use PATCH'],
    ['a dry run of one', '?dryRun=true', validDraft, 'use PATCH'],
    ['a batch', '/batch', { operations: [{ action: 'create', subscription: validDraft }] }, '"ifMatch"'],
  ])('is refused with %s, which costs nothing and writes nothing', async (_, end, json, fix) => {
    const headers = { 'if-match': '*' };
    const ask = () => service.call('POST', subscriptionsPath + end, { json, headers });
    const { answer, cost } = await refusalOf(service, ask);
    const suggestedFix = expect.stringContaining(fix);
    expectRefusal(answer, 400, { code: 'unexpected_if_match', field: 'If-Match', suggestedFix });
    expect([cost, quotaHeadersOf(answer)]).toEqual([0, []]);
  });
});

describe('If-None-Match', () => {
  test('matches a weak tag with the strong one, and * with any', async () => {
    const path = pathOf(await service.create());
    const tag = tagOf(await get(path));
    for (const known of [`W/${tag}`, '*']) expect((await get(path, { 'if-none-match': known })).status).toBe(304);
  });

  test.each([`${subscriptionsPath}?limit=1`, '/api/v1/audit?limit=1'])(
    'of %s is answered in full when its items are the same and only hasMore has changed',
    async (path) => {
      const key = service.makeKey(`one page of ${path}`, 'write');
      const older = await service.create({ name: 'On the second page' }, key);
      await service.create({ name: 'On the first page' }, key);
      const before = await service.call('GET', path, { key });
      await service.call('DELETE', pathOf(older), { key });
      const after = await service.call('GET', path, { key, headers: { 'if-none-match': tagOf(before) } });
      expect(after.status).toBe(200);
      expect(after.json.data).toEqual(before.json.data);
      expect([before, after].map(({ json }) => json['pagination'])).toMatchObject([
        { hasMore: true },
        { hasMore: false },
      ]);
    },
  );

  test('of a record that does not exist is 404', async () => {
    expectRefusal(await get(`${subscriptionsPath}/${absentId}`, { 'if-none-match': '*' }), 404, {
      code: 'subscription_not_found',
    });
  });

  test('the same list of two owners is two contents', async () => {
    const path = `${subscriptionsPath}?q=zzz`;
    const [mine, other] = [await get(path), await service.call('GET', path, { key: service.keys.otherWrite })];
    expect(tagOf(mine)).toBe(tagOf(other));
    await service.create({ name: 'zzz' });
    expect(tagOf(await get(path))).not.toBe(tagOf(other));
  });
});

describe('a page of another origin', () => {
  test.each(['if-match', 'content-type, If-None-Match'])('may send %s', async (wanted) => {
    const headers = { origin: 'https://example.org', 'access-control-request-headers': wanted };
    const answer = await service.call('OPTIONS', subscriptionsPath, { key: null, headers });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-headers')).toStartWith('Authorization, Content-Type, If-Match');
  });
});
