import { expect, test } from 'bun:test';
import { startServer } from '../support/binary.ts';
import { startReceiver } from '../support/receiver.ts';
import { referenceDocument } from '../support/referenceDocument.ts';

const today = Temporal.Now.plainDateISO('Europe/Berlin').toString();

test('a server with --exchange-rates ecb fetches the rates soon after its start, keeps them, and says how old they are', async () => {
  const bank = startReceiver(() => new Response(referenceDocument(today)));
  const words = ['--exchange-rates', 'ecb', '--exchange-rates-url', `${bank.url}/daily.xml`];
  const server = await startServer(words);
  const key = server.initialKey();
  const ready = async () => (await server.call(key, 'GET', '/readyz')).json as { status: string; checks: object };
  expect(await ready()).toMatchObject({ status: 'ready', checks: { rates: 'none fetched yet' } });
  const json = { base: 'EUR', source: 'ecb' };
  expect((await server.call(key, 'PUT', '/api/v1/rates', json)).status).toBe(200);
  const read = async () => (await server.call(key, 'GET', '/api/v1/rates')).json['data'];
  while (((await read()) as { asOf: string | null }).asOf === null) await Bun.sleep(100);
  expect(await read()).toEqual({ ...json, asOf: today, rates: { USD: 1.1642, JPY: 180.77, GBP: 0.8659, PLN: 4.243 } });
  expect(await ready()).toMatchObject({ status: 'ready', checks: { rates: `of ${today}, 0 days old` } });
  expect(bank.received.map(({ path }) => path)).toEqual(['/daily.xml']);
  expect((await server.stop()).exitCode).toBe(0);
});
