import { expect, spyOn, test } from 'bun:test';
import { openStore } from '../../../../src/modules/store.ts';
import { expectRefusal } from '../../../support/expectations.ts';
import { callerFor, requestOf } from '../../../support/operationRequests.ts';
import { operationRows } from '../../../support/operations.ts';
import { removeOwner } from '../../../support/operator.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();
const { apiKeys } = service.store;
const findHolder = apiKeys.findHolder.bind(apiKeys);
// A test message stores nothing, so the writer is not asked.
const writes = operationRows.filter(
  ({ operationId, method, needs }) =>
    operationId !== 'testChannel' && method !== 'GET' && needs !== 'nothing' && needs !== 'session',
);
const tried = writes.flatMap((row) =>
  ['', '?dryRun=true'].flatMap((query) =>
    query !== '' && !row.parameters.includes('dryRun') ? [] : [[row.operationId, query, row] as const],
  ),
);

test.each(tried)(
  'a write whose owner is deleted after its key was found valid is refused: %s%s',
  async (operationId, query, row) => {
    const owner = `owner of ${operationId} ${query}`;
    const caller = await callerFor(service, row, owner);
    const { path, call } = await requestOf(service, row, caller, owner);
    const beside = openStore(service.directory);
    spyOn(apiKeys, 'findHolder').mockImplementationOnce((text, now) => {
      const holder = findHolder(text, now);
      removeOwner(beside, owner);
      return holder;
    });
    const answer = await service.call(row.method, path + query, call);
    beside.close();
    // It reads the channel before it writes, and finds none any more.
    const isGone = operationId === 'updateChannel';
    if (isGone) return expectRefusal(answer, 404, { code: 'channel_not_found' });
    expectRefusal(answer, 401, { code: 'invalid_api_key' });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect((await service.call('GET', '/api/v1/subscriptions', caller)).status).toBe(401);
  },
);
