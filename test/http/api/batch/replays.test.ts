import { expect, test } from 'bun:test';
import { startService } from '../../../support/service.ts';
import { validDraft } from '../../../support/validDraft.ts';

const path = '/api/v1/subscriptions/batch';

test('the outcome of a batch that an earlier version stored is replayed as it was answered then', async () => {
  const service = await startService();
  const json = { operations: [{ action: 'create', subscription: validDraft }] };
  const send = () => service.call('POST', path, { json, headers: { 'idempotency-key': 'k' } });
  const first = await send();
  expect(first.status).toBe(200);
  const renamed = service.database.run(
    `UPDATE idempotency_keys SET result_json = replace(result_json, '{"outcome":"batch",', '{"outcome":"bulk",')`,
  );
  expect(renamed.changes).toBe(1);
  const stored = service.database.query<{ json: string }, []>('SELECT result_json AS json FROM idempotency_keys').get();
  expect(stored?.json).toStartWith('{"outcome":"bulk","results":[{"outcome":"stored","viewJson":"{');
  const again = await send();
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  const withoutRequestId = ({ text }: typeof again) => text.replace(/"requestId":"[^"]+"/, '');
  expect(withoutRequestId(again)).toBe(withoutRequestId(first));
});
