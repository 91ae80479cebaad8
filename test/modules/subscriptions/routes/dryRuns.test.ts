import { describe, expect, test } from 'bun:test';
import {
  words,
  absentId,
  expectRefusal,
  pathOf,
  quotaHeadersOf,
  refusalOf,
  withoutWriting,
  subscriptionsPath,
} from '../../../support/expectations.ts';
import { startService, validDraft, type Call } from '../../../support/service.ts';

const service = await startService();
const record = await service.create({ name: 'Kept', amount: 10, period: 'custom', customDate: '10' });

/** The answer to a request as a dry run, which writes nothing. */
const dryRunOf = (method: string, path: string, call: Call = {}) =>
  withoutWriting(service, () => service.call(method, `${path}?dryRun=true`, call));

describe('a dry run', () => {
  test('of a creation answers with the record and its next payment date, and writes nothing', async () => {
    const answer = await dryRunOf('POST', subscriptionsPath, { json: { ...validDraft, name: ' New ' } });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      dryRun: true,
      data: { ...validDraft, name: 'New', nextPaymentDate: '2026-07-15', status: 'active' },
    });
    expect(answer.json['warnings']).toBeUndefined();
    expect((await service.call('GET', pathOf(answer.json.data))).status).toBe(404);
  });

  test('is answered in its order among concurrent writes', async () => {
    const names = Array.from({ length: 12 }, (_, position) => `Mixed ${position}`);
    const answers = await Promise.all(
      names.map((name, position) =>
        service.call('POST', `${subscriptionsPath}?dryRun=${position % 2 === 0}`, { json: { ...validDraft, name } }),
      ),
    );
    expect(answers.map(({ json }) => json.data.name)).toEqual(names);
    expect(answers.map(({ status }) => status)).toEqual(names.map((_, position) => (position % 2 === 0 ? 200 : 201)));
    const { data } = await service.list('?q=mixed&sort=createdAt');
    expect(data.map(({ name }) => name).sort()).toEqual(names.filter((_, position) => position % 2 === 1).sort());
  });

  const absentPath = pathOf({ id: absentId });
  test.each([
    ['POST', subscriptionsPath, {}, 400, 'invalid_subscription'],
    ['POST', subscriptionsPath, { ...validDraft, id: 1 }, 400, 'invalid_subscription_field'],
    ['PATCH', pathOf(record), {}, 400, 'empty_patch'],
    ['PATCH', pathOf(record), { customDate: null }, 400, 'invalid_subscription'],
    ['PATCH', absentPath, { amount: 1 }, 404, 'subscription_not_found'],
    ['DELETE', absentPath, undefined, 404, 'subscription_not_found'],
    ['DELETE', `${subscriptionsPath}/x`, undefined, 400, 'invalid_subscription_id'],
  ])('is refused as the %s itself: %#', async (method, path, json, status, code) => {
    const preview = await dryRunOf(method, path, { json });
    expectRefusal(preview, status, { code });
    const real = await service.call(method, path, { json });
    expect(preview.json.error).toEqual(real.json.error);
    expect(quotaHeadersOf(preview)).toEqual(quotaHeadersOf(real));
  });

  test.each(['dryRun=', 'dryRun=1', 'dryRun=TRUE', 'dryRun', 'dryRun=true&dryRun=true', 'dryRun=yes'])(
    'is never guessed at: ?%s is refused, costs nothing and writes nothing',
    async (query) => {
      const { answer, cost } = await refusalOf(service, () => service.call('DELETE', `${pathOf(record)}?${query}`));
      const suggestedFix = expect.stringMatching(/^\w.+\.$/);
      expectRefusal(answer, 400, { code: 'invalid_query', field: 'dryRun', suggestedFix });
      expect(cost).toBe(0);
    },
  );

  test.each(['dryrun', 'dry_run', 'dry-run', 'dryRn', 'simulate'])(
    'is meant by ?%s, which is refused',
    async (name) => {
      const answer = await service.call('DELETE', `${pathOf(record)}?${name}=true`);
      expectRefusal(answer, 400, { code: 'invalid_query', field: name });
      expect(answer.json.error.suggestedFix).toContain('"dryRun"');
    },
  );
});

describe('a dry run that is asked for in the body of a DELETE', () => {
  test.each([
    ...words(`{"dryRun":true} {"dry_run":"true"} {"simulate":true} {"options":{"dry-run":true}} [{"dryRun":true}]
      dryRun=true`),
    '{"ifMatch":"\\"x\\""}',
    '{"Idempotency-Key":"x"}',
    '{"dryRun":',
  ])('is not ignored: %s is refused, costs nothing and deletes nothing', async (raw) => {
    const { answer, cost } = await refusalOf(service, () => service.call('DELETE', pathOf(record), { raw }));
    expectRefusal(answer, 400, { code: 'unexpected_body', suggestedFix: expect.stringContaining('?dryRun=true') });
    expect([cost, quotaHeadersOf(answer)]).toEqual([0, []]);
  });

  test('is refused after what is wrong with the key, the path and the query', async () => {
    const raw = '{"dryRun":true}';
    const ask = (path: string, key = service.keys.write) => service.call('DELETE', path, { raw, key });
    expectRefusal(await ask(pathOf(record), service.keys.read), 403, { code: 'insufficient_scope' });
    expectRefusal(await ask(`${subscriptionsPath}/x`), 400, { code: 'invalid_subscription_id' });
    expectRefusal(await ask(`${pathOf(record)}?dryRun=1`), 400, { code: 'invalid_query' });
  });

  test.each(['', '{}', '{"reason":"too dear"}', '[', 'null', '1', 'confirmed'])(
    'any other body is ignored: %j',
    async (raw) => {
      const doomed = await service.create();
      const answer = await service.call('DELETE', pathOf(doomed), { raw });
      expect([answer.status, answer.json.deleted]).toEqual([200, true]);
    },
  );
});

describe('a dry run warns of a likely duplicate', () => {
  const key = service.makeKey('third', 'write');
  const create = (fields: object) => service.create({ name: 'Spotify', ...fields }, key);
  const warningsFor = async (fields: object) => {
    const answer = await dryRunOf('POST', subscriptionsPath, { key, json: { ...validDraft, ...fields } });
    return answer.json['warnings'] as readonly { code: string; message: string; subscriptionIds: string[] }[];
  };

  test('of each active or paused subscription of the owner with the same normalised name, and of no other', async () => {
    const first = await create({});
    const second = await create({ name: ' ＳＰＯＴＩＦＹ' });
    await create({ status: 'cancelled' });
    const paused = await create({ status: 'paused' });
    await create({ name: 'Spotify Family' });
    await service.create({ name: 'Spotify' });
    const [warning, ...others] = await warningsFor({ name: 'spotify' });
    expect(others).toEqual([]);
    expect(warning).toMatchObject({ code: 'possible_duplicate', subscriptionIds: [first.id, second.id, paused.id] });
    expect(warning?.message).toMatch(/^[A-Z].+\.$/);
  });

  test('of an update only when it gives the record another normalised name, or makes a cancelled one active', async () => {
    const [one, other] = [await create({ name: 'Deezer' }), await create({ name: 'Tidal' })];
    const cancelled = await create({ name: 'Deezer', status: 'cancelled' });
    await create({ name: 'Deezer', status: 'paused' });
    const warnsOf = async (of: { id: string }, json: object) => {
      const answer = await dryRunOf('PATCH', pathOf(of), { key, json });
      expect(answer.status).toBe(200);
      return answer.json['warnings'] !== undefined;
    };
    for (const json of [{ amount: 3 }, { name: 'Deezer' }, { name: ' DEEZER ' }, { status: 'paused' }]) {
      expect(await warnsOf(one, json), JSON.stringify(json)).toBe(false);
    }
    expect(await warnsOf(other, { name: 'deezer' })).toBe(true);
    expect(await warnsOf(other, { name: 'deezer', status: 'cancelled' })).toBe(false);
    expect(await warnsOf(cancelled, { amount: 3 })).toBe(false);
    expect(await warnsOf(cancelled, { status: 'active' })).toBe(true);
  });

  test('of a revert as of the update that it is', async () => {
    const napster = await create({ name: 'Napster' });
    const path = async () =>
      `/api/v1/audit/${(await service.auditTrail(`?subscriptionId=${napster.id}&limit=1`, key)).data[0]?.id}/revert`;
    await service.call('PATCH', pathOf(napster), { key, json: { amount: 4 } });
    await create({ name: 'Napster' });
    expect((await dryRunOf('POST', await path(), { key })).json['warnings']).toBeUndefined();
    await service.call('PATCH', pathOf(napster), { key, json: { name: 'Rhapsody' } });
    expect((await dryRunOf('POST', await path(), { key })).json['warnings']).toMatchObject([
      { code: 'possible_duplicate' },
    ]);
  });

  test('but not when what is sent is cancelled', async () => {
    expect(await warningsFor({ name: 'spotify', status: 'cancelled' })).toBeUndefined();
  });

  test('and names ten at most', async () => {
    for (let count = 0; count < 11; count += 1) await create({ name: 'Many' });
    expect((await warningsFor({ name: 'many' }))[0]?.subscriptionIds).toHaveLength(10);
  });
});
