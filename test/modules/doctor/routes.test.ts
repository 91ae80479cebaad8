import { expect, test } from 'bun:test';
import type { Arrival } from '../../../src/modules/doctor/model.ts';
import { startService } from '../../support/service.ts';

const through = '127.0.0.1';
const client = '192.0.2.7';

test.each([
  ['a trusted proxy', through, client, { address: client, isFromProxy: true, isForwarded: true }],
  ['a trusted proxy that names no client', through, null, { address: through, isFromProxy: true, isForwarded: false }],
  ['a proxy that is not trusted', '', client, { address: through, isFromProxy: false, isForwarded: true }],
  ['no proxy', '', null, { address: through, isFromProxy: false, isForwarded: false }],
])('the doctor is told how the request came: through %s', async (_, trustedProxies, named, came) => {
  const arrivals: Arrival[] = [];
  const diagnose = (arrival: Arrival) => {
    arrivals.push(arrival);
    return Promise.resolve([]);
  };
  const service = await startService({ trustedProxies, diagnose });
  const headers = named === null ? {} : { 'x-forwarded-for': named };
  const { status } = await service.call('GET', '/api/v1/doctor', { key: service.makeKey('first', 'admin'), headers });
  expect([status, arrivals]).toEqual([200, [{ ...came, host: new URL(service.origin).host }]]);
});
