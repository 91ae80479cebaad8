import { describe, expect, test } from 'bun:test';
import {
  costOf,
  expectRefusal,
  quotaHeaderNames,
  quotaHeadersOf,
  refusalOf,
  subscriptionsPath,
  withoutWriting,
} from '../../support/expectations.ts';
import { callerFor, requestOf } from '../../support/operationRequests.ts';
import { operationRows, type OperationRow } from '../../support/operations.ts';
import { startService, validDraft, type Answer } from '../../support/service.ts';

const service = await startService({ writesInline: true });
const key = service.makeKey('first', 'admin');
const writes = operationRows.filter(({ method }) => method !== 'GET');

const takers = (parameter: string) => writes.filter(({ parameters }) => parameters.includes(parameter));

/** A request of an operation that succeeds, with more of the query and the headers. */
async function prepared(row: OperationRow) {
  const { path, call } = await requestOf(service, row, await callerFor(service, row));
  return (query = '', headers: Readonly<Record<string, string>> = {}) =>
    service.call(row.method, path + query, { ...call, headers: { ...call.headers, ...headers } });
}

const withoutRequestId = ({ text, json }: Answer) => text.replaceAll(json.requestId, '');
/** When a record was changed, of those that say so. */
const timeOf = ({ json: { data } }: Answer) => 'updatedAt' in data && { updatedAt: data.updatedAt };
const costOfAsk = (ask: () => Promise<Answer>) => costOf(service, key, ask);

describe('a dry run', () => {
  test.each(takers('dryRun'))(
    '§8.1: of $operationId writes nothing, costs a request, and the write succeeds then',
    async (row) => {
      const send = await prepared(row);
      const { result: preview, cost } = await costOfAsk(() => withoutWriting(service, () => send('?dryRun=true')));
      expect([preview.status, preview.json['dryRun'], cost]).toEqual([200, true, 1]);
      expect(quotaHeadersOf(preview)).toEqual(quotaHeaderNames);
      for (const name of ['etag', 'location']) expect(preview.headers.has(name)).toBe(false);
      const written = await send('?dryRun=false');
      expect([written.status, written.json['dryRun']]).toEqual([row.status, undefined]);
      // What is created gets an id of its own; what is deleted is shown by the test of If-Match.
      const hasReport = ['batchSubscriptions', 'importSubscriptions'].includes(row.operationId);
      if (row.status === 200 && row.method !== 'DELETE' && !hasReport)
        expect(preview.json.data).toEqual({ ...written.json.data, ...timeOf(preview) });
    },
  );

  test.each(takers('dryRun'))('§8.3: of $operationId neither uses nor keeps an idempotency key', async (row) => {
    const send = await prepared(row);
    const headers = { 'idempotency-key': `tried-${row.operationId}` };
    for (const query of ['?dryRun=true', '?dryRun=true', '', '?dryRun=true']) {
      const answer = await send(query, headers);
      expect([answer.status === 422, answer.headers.has('idempotency-replayed')]).toEqual([false, false]);
    }
  });

  test.each(takers('dryRun'))('§8.1: of $operationId is never guessed at', async (row) => {
    const send = await prepared(row);
    const { answer, cost } = await refusalOf(service, () => send('?dryRun=1'), key);
    expectRefusal(answer, 400, { code: 'invalid_query', field: 'dryRun' });
    expect([cost, quotaHeadersOf(answer)]).toEqual([0, []]);
  });
});

describe('an idempotency key', () => {
  test.each(takers('Idempotency-Key'))(
    '§8.3: makes $operationId once: a retry gets the first answer, and writes nothing',
    async (row) => {
      const send = await prepared(row);
      const headers = { 'idempotency-key': `once-${row.operationId}` };
      const first = await send('', headers);
      expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([row.status, null]);
      const { result: again, cost } = await costOfAsk(() => withoutWriting(service, () => send('', headers)));
      expect([again.status, again.headers.get('idempotency-replayed'), cost]).toEqual([row.status, 'true', 1]);
      for (const name of ['etag', 'location']) expect(again.headers.get(name)).toBe(first.headers.get(name));
      // A new secret is in the first answer only.
      if (!['createKey', 'createFeed'].includes(row.operationId))
        expect(withoutRequestId(again)).toBe(withoutRequestId(first));
    },
  );

  test.each(takers('Idempotency-Key'))('§8.3: of another request is refused by $operationId', async (row) => {
    const headers = { 'idempotency-key': `taken-${row.operationId}` };
    const caller = await callerFor(service, row);
    await service.call('POST', subscriptionsPath, { ...caller, json: { ...validDraft, name: 'Another' }, headers });
    const send = await prepared(row);
    const { answer, cost } = await refusalOf(service, () => send('', headers), key);
    expectRefusal(answer, 422, { code: 'idempotency_key_reused' });
    expect(cost).toBe(1);
  });

  test.each(takers('Idempotency-Key'))(
    '§8.3: that is malformed is refused by $operationId, and costs nothing',
    async (row) => {
      const send = await prepared(row);
      const { answer, cost } = await refusalOf(service, () => send('', { 'idempotency-key': 'a b' }), key);
      expectRefusal(answer, 400, { code: 'invalid_idempotency_key', field: 'Idempotency-Key' });
      expect(cost).toBe(0);
    },
  );
});

describe('If-Match', () => {
  const subjects: Readonly<Record<string, string>> = {
    payments: 'payment has been changed since: it does',
    preferences: 'preferences have been changed since: they do',
    rates: 'rates have been changed since: they do',
    feeds: 'feed has been changed since: it does',
    keys: 'key or session has been changed since: it does',
    reminders: 'rule has been changed since: it does',
    deliveries: 'delivery has been changed since: it does',
    channels: 'channel has been changed since: it does',
    users: 'user has been changed since: it does',
  };

  test.each(takers('If-Match'))(
    '§8.2: lets $operationId write only what was read: 412 shows what is stored, and its tag',
    async (row) => {
      const send = await prepared(row);
      for (const query of ['?dryRun=true', '']) {
        const { answer: stale, cost } = await refusalOf(service, () => send(query, { 'if-match': '"0"' }), key);
        const { code, message, current } = stale.json.error;
        const subject = subjects[row.path.split('/')[3] ?? ''] ?? 'subscription has been changed since: it does';
        expect([stale.status, code, message]).toEqual([
          412,
          'precondition_failed',
          `The ${subject} not match If-Match.`,
        ]);
        expect([cost, quotaHeadersOf(stale)]).toEqual([1, quotaHeaderNames]);
        const tag = stale.headers.get('etag') ?? '';
        expect(stale.json.error.suggestedFix).toContain(tag);
        const { status, json } = await send(query, { 'if-match': tag });
        expect(status).toBe(query === '' ? row.status : 200);
        if (row.method === 'DELETE' && query !== '')
          expect({ ...json.data, revokedAt: null }).toEqual({ ...current, revokedAt: null } as never);
        else expect(current).toBeObject();
      }
    },
  );

  test.each(takers('If-Match'))('§8.2: lets $operationId write whatever there is with *', async (row) => {
    expect((await (await prepared(row))('', { 'if-match': '*' })).status).toBe(row.status);
  });
});

describe('an option that an operation does not have', () => {
  const options = [
    ['dryRun', '?dryRun=true', {}],
    ['dryRun', '?dryRun=false', {}],
    ['Idempotency-Key', '', { 'idempotency-key': 'any' }],
    ['If-Match', '', { 'if-match': '"any"' }],
  ] as const;
  const missing = writes.flatMap((row) =>
    options
      .filter(([name]) => !row.parameters.includes(name))
      .map((option) => [row.operationId, ...option, row] as const),
  );

  test.each(missing)('§8.1: is refused by %s, and not ignored: %s %s', async (_id, field, query, headers, row) => {
    const send = await prepared(row);
    const { answer, cost } = await refusalOf(service, () => send(query, headers), key);
    const code = row.parameters.includes('dryRun') ? 'unexpected_if_match' : 'unsupported_option';
    expectRefusal(answer, 400, { code, field });
    expect([cost, quotaHeadersOf(answer)]).toEqual([0, []]);
  });

  test.each(takers('dryRun').filter(({ method }) => method === 'DELETE'))(
    '§8.1: is refused by $operationId in a body',
    async (row) => {
      const { path, call } = await requestOf(service, row, await callerFor(service, row));
      const ask = () => service.call(row.method, path, { ...call, raw: '{"dryRun":true}' });
      expectRefusal(await withoutWriting(service, ask), 400, { code: 'unexpected_body' });
    },
  );

  test('is none of most writes', () => {
    expect(takers('dryRun').map(({ operationId }) => operationId)).toEqual(
      takers('Idempotency-Key').map(({ operationId }) => operationId),
    );
    expect(takers('dryRun').length).toBeGreaterThan(writes.length / 2);
  });
});

// A test message changes nothing.
test.each(writes.filter(({ operationId }) => operationId !== 'testChannel'))(
  '§6.1: $operationId leaves an entry of its request',
  async (row) => {
    const answer = await (await prepared(row))();
    const entries = service.database
      .query('SELECT action FROM audit_entries WHERE request_id = ?')
      .all(answer.json.requestId);
    expect(entries).not.toEqual([]);
  },
);
