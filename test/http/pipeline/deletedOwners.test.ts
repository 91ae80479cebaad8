import { describe, expect, spyOn, test } from 'bun:test';
import { openStore } from '../../../src/store/store.ts';
import { absentId, expectRefusal, pathOf } from '../../support/expectations.ts';
import { startService, validDraft } from '../../support/service.ts';
import { removeOwner } from '../../support/operator.ts';

const service = await startService();
const { apiKeys } = service.store;
const findHolder = apiKeys.findHolder.bind(apiKeys);

describe('a write whose owner is deleted after its key was found valid', () => {
  test.each([
    ['a creation', 'POST', () => '/api/v1/subscriptions', validDraft],
    ['an update', 'PATCH', pathOf, { amount: 2 }],
    ['an update of a record that there never was', 'PATCH', () => pathOf({ id: absentId }), { amount: 2 }],
    ['a deletion', 'DELETE', pathOf, undefined],
    ['a dry run', 'DELETE', (record: { id: string }) => `${pathOf(record)}?dryRun=true`, undefined],
    ['a revert', 'POST', () => `/api/v1/audit/${absentId}/revert`, undefined],
    [
      'a batch',
      'POST',
      () => '/api/v1/subscriptions/batch',
      { operations: [{ action: 'create', subscription: validDraft }] },
    ],
  ] as const)('is refused as a request with an invalid key: %s', async (owner, method, path, json) => {
    const key = service.makeKey(owner, 'write');
    const record = await service.create({}, key);
    const beside = openStore(service.directory);
    spyOn(apiKeys, 'findHolder').mockImplementationOnce((text, now) => {
      const holder = findHolder(text, now);
      removeOwner(beside, owner);
      return holder;
    });
    const answer = await service.call(method, path(record), { key, json });
    beside.close();
    expectRefusal(answer, 401, { code: 'invalid_api_key' });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect((await service.call('GET', '/api/v1/subscriptions', { key })).status).toBe(401);
  });
});
