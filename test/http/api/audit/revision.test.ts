import { describe, expect, test } from 'bun:test';
import { pathOf } from '../../../support/expectations.ts';
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
});
