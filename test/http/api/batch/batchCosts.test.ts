import { describe, expect, test } from 'bun:test';
import {
  absentId,
  costOf,
  expectRefusal,
  quotaHeaderNames,
  quotaHeadersOf,
  storedRows,
  subscriptionsPath,
} from '../../../support/expectations.ts';
import { startService, validDraft } from '../../../support/service.ts';

const path = `${subscriptionsPath}/batch`;
const service = await startService();
const record = await service.create();

const creation = { action: 'create', subscription: validDraft };
const update = (patch: object, more: object = {}) => ({ action: 'update', id: record.id, patch, ...more });

interface Refused {
  readonly reason: string;
  readonly operation: object;
  readonly status: number;
  readonly code: string;
}

const refusedByStored: readonly Refused[] = [
  {
    reason: 'a relation with the stored record',
    operation: update({ customDate: '9' }),
    status: 400,
    code: 'invalid_subscription',
  },
  {
    reason: 'a stale ifMatch',
    operation: update({ amount: 2 }, { ifMatch: '"stale"' }),
    status: 412,
    code: 'precondition_failed',
  },
  {
    reason: 'a missing record',
    operation: { action: 'delete', id: absentId },
    status: 404,
    code: 'subscription_not_found',
  },
];

const ways = [
  { way: 'as it is', query: '', headers: {} },
  { way: 'with an idempotency key', query: '', headers: { 'idempotency-key': 'refused-by-what-is-stored' } },
  { way: 'as a dry run', query: '?dryRun=true', headers: {} },
];

describe.each(ways)('a batch sent $way', ({ query, headers }) => {
  test.each(refusedByStored)(
    'that $reason refuses is charged in full, and tells of the quota',
    async ({ operation, status, code }) => {
      const before = storedRows(service);
      const operations = [creation, creation, operation];
      const ask = () => service.call('POST', path + query, { json: { operations }, headers });
      const { result: answer, cost } = await costOf(service, service.keys.write, ask);
      expectRefusal(answer, status, { code });
      expect(answer.json.error.faults).toMatchObject([{ index: 2, code }]);
      expect(cost).toBe(3);
      expect(quotaHeadersOf(answer)).toEqual(quotaHeaderNames);
      expect(storedRows(service)).toEqual(before);
    },
  );

  test('of which the body alone shows the fault costs nothing', async () => {
    const operations = [creation, update({ period: 'monthly', customDate: '9' })];
    const ask = () => service.call('POST', path + query, { json: { operations }, headers });
    const { result: answer, cost } = await costOf(service, service.keys.write, ask);
    expectRefusal(answer, 400, { code: 'invalid_subscription', field: 'customDate' });
    expect(cost).toBe(0);
    expect(quotaHeadersOf(answer)).toEqual([]);
  });
});
