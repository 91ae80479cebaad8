import { describe, expect, test } from 'bun:test';
import {
  absentId,
  expectRefusal,
  quotaHeaderNames,
  quotaHeadersOf,
  storedRows,
  subscriptionsPath,
} from '../../../support/expectations.ts';
import { startService } from '../../../support/service.ts';

const service = await startService({ quota: { limit: 5, windowSeconds: 3600 } });
const past = '2026-06-16T11:00:00.000Z';
const record = await service.create();
const keys = {
  fresh: { write: service.keys.write, read: service.keys.read, expired: service.makeKey('first', 'read', past) },
  exhausted: {
    write: service.makeKey('exhausted', 'write'),
    read: service.makeKey('exhausted', 'read'),
    expired: service.makeKey('exhausted', 'read', past),
  },
};
const recordOfExhausted = await service.create({}, keys.exhausted.write);
for (let used = 1; used < 5; used += 1) await service.list('', keys.exhausted.read);

/** What may be wrong with a request, in the order in which it must be told; those of one step have one number. */
const faults = {
  method: { step: 1, status: 405, code: 'method_not_allowed' },
  key: { step: 2, status: 401, code: 'invalid_api_key' },
  scope: { step: 3, status: 403, code: 'insufficient_scope' },
  pathId: { step: 4, status: 400, code: 'invalid_subscription_id' },
  query: { step: 5, status: 400, code: 'invalid_query' },
  body: { step: 5, status: 400, code: 'invalid_json' },
  quota: { step: 6, status: 429, code: 'rate_limit_exceeded' },
  record: { step: 7, status: 404, code: 'subscription_not_found' },
} as const;
type Fault = keyof typeof faults;

/** Each operation, and which faults a request for it may have. */
const operations: readonly { method: string; hasId: boolean; possible: readonly Fault[] }[] = [
  { method: 'GET', hasId: false, possible: ['method', 'key', 'query', 'quota'] },
  { method: 'POST', hasId: false, possible: ['method', 'key', 'scope', 'query', 'body', 'quota'] },
  { method: 'GET', hasId: true, possible: ['method', 'key', 'pathId', 'query', 'quota', 'record'] },
  {
    method: 'PATCH',
    hasId: true,
    possible: ['method', 'key', 'scope', 'pathId', 'query', 'body', 'quota', 'record'],
  },
  { method: 'DELETE', hasId: true, possible: ['method', 'key', 'scope', 'pathId', 'query', 'quota', 'record'] },
];

/** The request of an operation with exactly the given faults. */
function sendWith(operation: (typeof operations)[number], present: readonly Fault[]) {
  const has = (fault: Fault) => present.includes(fault);
  const owner = has('quota') ? keys.exhausted : keys.fresh;
  const ownRecord = has('quota') ? recordOfExhausted : record;
  const id = has('pathId') ? 'no-uuid' : has('record') ? absentId : ownRecord.id;
  const path = `${subscriptionsPath}${operation.hasId ? `/${id}` : ''}${has('query') ? '?colour=red' : ''}`;
  const takesBody = operation.method === 'POST' || operation.method === 'PATCH';
  return service.call(has('method') ? 'PUT' : operation.method, path, {
    key: has('key') ? owner.expired : has('scope') ? owner.read : owner.write,
    ...(takesBody && { raw: has('body') ? '{' : '{"name":"Changed"}' }),
  });
}

const pairs = operations.flatMap((operation) =>
  operation.possible.flatMap((first) =>
    operation.possible
      .filter((second) => faults[first].step < faults[second].step)
      // An id that is no UUID is not absent too.
      .filter((second) => !(first === 'pathId' && second === 'record'))
      .map((second) => ({ name: `${operation.method}${operation.hasId ? ' of one' : ''}`, operation, first, second })),
  ),
);

describe('two faults in one request', () => {
  test.each(pairs)('§1.1: $name reports the fault in the $first before the one in the $second', async (pair) => {
    const before = storedRows(service);
    const answer = await sendWith(pair.operation, [pair.first, pair.second]);
    const { status, code } = faults[pair.first];
    expectRefusal(answer, status, { code });
    expect(quotaHeadersOf(answer)).toEqual(status === 429 ? quotaHeaderNames : []);
    expect(storedRows(service)).toEqual(before);
  });

  test.each(['query', 'body'] as const)(
    '§1.1: a PATCH with every fault from the %s on reports that one',
    async (fault) => {
      const patch = { method: 'PATCH', hasId: true, possible: [] };
      const answer = await sendWith(patch, [fault, 'quota', 'record']);
      expectRefusal(answer, 400, { code: faults[fault].code });
      expect(quotaHeadersOf(answer)).toEqual([]);
    },
  );
});

describe('a body that is too long', () => {
  const tooLong = ' '.repeat(65_537);
  const chunked = () => new Blob([tooLong]).stream();
  test.each([
    { fault: 'no key', id: record.id, key: null, status: 401, code: 'authentication_required' },
    { fault: 'an expired key', id: record.id, key: keys.fresh.expired, status: 401, code: 'invalid_api_key' },
    { fault: 'a read key', id: record.id, key: keys.fresh.read, status: 403, code: 'insufficient_scope' },
    { fault: 'a wrong id', id: 'x', key: keys.fresh.write, status: 400, code: 'invalid_subscription_id' },
    { fault: 'an absent record', id: absentId, key: keys.fresh.write, status: 413, code: 'payload_too_large' },
    { fault: 'no quota', id: absentId, key: keys.exhausted.write, status: 413, code: 'payload_too_large' },
  ])('§1.1: with $fault is answered $status', async ({ id, key, status, code }) => {
    for (const raw of [tooLong, chunked()]) {
      const answer = await service.call('PATCH', `${subscriptionsPath}/${id}`, { key, raw });
      expectRefusal(answer, status, { code });
      expect(quotaHeadersOf(answer)).toEqual([]);
    }
  });
});

const throttled = await startService({ invalidKeys: { limit: 1, windowSeconds: 3600 } });
const keyOfNobody = 'dbk_w_000000000000000000000000000000000000';
await throttled.call('GET', subscriptionsPath, { key: keyOfNobody });

describe('too many invalid keys', () => {
  test.each([
    { method: 'PUT', path: subscriptionsPath, status: 405, code: 'method_not_allowed' },
    { method: 'POST', path: subscriptionsPath, status: 429, code: 'rate_limit_exceeded' },
    { method: 'GET', path: `${subscriptionsPath}/no-uuid`, status: 429, code: 'rate_limit_exceeded' },
    { method: 'GET', path: `${subscriptionsPath}?colour=red`, status: 429, code: 'rate_limit_exceeded' },
    { method: 'DELETE', path: `${subscriptionsPath}/${absentId}`, status: 429, code: 'rate_limit_exceeded' },
  ])(
    '§1.1: are reported after the method and before all else: $method $path',
    async ({ method, path, status, code }) => {
      const answer = await throttled.call(method, path, { key: keyOfNobody });
      expectRefusal(answer, status, { code });
      expect(answer.headers.has('retry-after')).toBe(status === 429);
    },
  );
});
