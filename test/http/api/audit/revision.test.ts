import { describe, expect, test } from 'bun:test';
import { costOf, expectRefusal, pathOf } from '../../../support/expectations.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();
const path = '/api/v1/revision';
const revisionOf = async (key = service.keys.write) => (await service.call('GET', path, { key })).json['revision'];

describe('the revision', () => {
  test('§13.1: is the same until something is stored, and is shared by the keys of an owner', async () => {
    const before = await revisionOf();
    await service.call('GET', '/api/v1/subscriptions');
    expect([await revisionOf(), await revisionOf(service.keys.read)]).toEqual([before, before]);
    const others = await revisionOf(service.keys.otherWrite);
    const record = await service.create();
    const created = await revisionOf();
    await service.call('DELETE', pathOf(record));
    const deleted = await revisionOf();
    expect(new Set([before, created, deleted]).size).toBe(3);
    expect(await revisionOf(service.keys.otherWrite)).toBe(others);
  });

  test('§13.2: is answered 304 until it has changed', async () => {
    const { headers } = await service.call('GET', path);
    const known = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
    const again = await service.call('GET', path, known);
    expect([again.status, again.text]).toEqual([304, '']);
    await service.create();
    expect((await service.call('GET', path, known)).status).toBe(200);
    expect((await service.call('HEAD', path)).status).toBe(200);
  });

  test('§13.2: takes one request of the quota, as every other', async () => {
    const { cost } = await costOf(service, service.keys.read, () =>
      service.call('GET', path, { key: service.keys.read }),
    );
    expect(cost).toBe(1);
  });

  test('§1.1: is refused without a key and with a parameter', async () => {
    expectRefusal(await service.call('GET', path, { key: null }), 401, { code: 'authentication_required' });
    expectRefusal(await service.call('GET', `${path}?since=1`), 400, { code: 'invalid_query', field: 'since' });
    expect((await service.call('POST', path)).headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });
});
