import { describe, expect, test } from 'bun:test';
import Papa from 'papaparse';
import { exportColumns } from '../../../../src/modules/exports/rules/exportFile.ts';
import { connectMcp } from '../../../support/mcpClient.ts';
import { expectRefusal, pathOf, quotaHeadersOf } from '../../../support/expectations.ts';
import { newestEntry, paymentsOf, renew } from '../../../support/payments.ts';
import { insertRecords } from '../../../support/records.ts';
import { startService } from '../../../support/service.ts';

const service = await startService({ writesInline: true, timeZone: 'Pacific/Kiritimati' });
const path = '/api/v1/export';

interface Exported {
  readonly exportedAt: string;
  readonly subscriptions: readonly (Readonly<Record<string, unknown>> & {
    readonly id: string;
    readonly name: string;
    readonly payments: readonly object[];
  })[];
  readonly requestId: string;
}

async function exported(key: string): Promise<Exported> {
  const answer = await service.call('GET', path, { key });
  expect(answer.status).toBe(200);
  return answer.json as unknown as Exported;
}

let owners = 0;
/** The key of a new owner. */
const newOwner = (scope: 'read' | 'write' = 'write') => service.makeKey(`owner ${(owners += 1)}`, scope);

describe('§20.1: an export', () => {
  test('has each subscription with its details and payments, in the order of creation, and nothing of other owners', async () => {
    const key = newOwner();
    const first = await service.create({ name: 'First', lastPaymentDate: '2026-04-30' }, key);
    service.clock.advance(1);
    const second = await service.create({ name: 'Second', period: 'custom', customDate: '91' }, key);
    const details = {
      notes: 'line\nline',
      tags: ['a', 'b'],
      everyMonths: 3,
      noticePeriod: { count: 1, unit: 'months' },
    };
    await service.call('PATCH', `${pathOf(second)}/details`, { key, json: details });
    expect((await renew(service, first, { key })).status).toBe(200);
    const { subscriptions, exportedAt, requestId } = await exported(key);
    expect(subscriptions.map(({ name }) => name)).toEqual(['First', 'Second']);
    const stored = (await service.call('GET', `${pathOf(second)}?include=details`, { key })).json.data;
    const { noticeBy: _, ...stays } = (stored as unknown as { details: Record<string, unknown> }).details;
    expect(subscriptions[1]).toEqual({ ...stored, details: stays, payments: [] });
    expect(subscriptions[0]?.payments).toEqual([
      { dueOn: '2026-05-30', paidOn: '2026-05-30', amount: first.amount, currency: first.currency, source: 'manual' },
    ]);
    expect(exportedAt).toBe(new Date(service.clock.wallMilliseconds()).toISOString());
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('has no payments that were removed, or whose renewal was reverted', async () => {
    const key = newOwner();
    const record = await service.create({ lastPaymentDate: '2026-02-15' }, key);
    for (let month = 0; month < 3; month += 1) await renew(service, record, { key });
    await service.call('POST', `/api/v1/audit/${(await newestEntry(service, record, key)).id}/revert`, { key });
    const [last] = (await paymentsOf(service, `?subscriptionId=${record.id}`, key)).data;
    await service.call('DELETE', `/api/v1/payments/${last?.id}`, { key });
    expect((await exported(key)).subscriptions[0]?.payments).toEqual([
      expect.objectContaining({ dueOn: '2026-03-15' }),
    ]);
  });

  test('is a file, named by the day in the time zone of the server', async () => {
    const day = '2026-06-17';
    const json = await service.call('GET', path, { key: newOwner('read') });
    expect(json.headers.get('content-disposition')).toBe(`attachment; filename="duebook-${day}.json"`);
    expect(quotaHeadersOf(json)).not.toEqual([]);
    const csv = await service.call('GET', `${path}?format=csv`, { key: newOwner('read') });
    expect(csv.headers.get('content-disposition')).toBe(`attachment; filename="duebook-${day}.csv"`);
    expect(csv.headers.get('content-type')).toBe('text/csv;charset=utf-8');
    expect(csv.headers.get('content-encoding')).toBeNull();
  });

  test('as CSV has a row for each subscription', async () => {
    const key = newOwner();
    const record = await service.create({ name: '=SUM("a",1)' }, key);
    for (const [query, name] of [
      ['?format=csv', record.name],
      ['?format=csv&safe=true', `'${record.name}`],
      ['?format=csv&safe=false', record.name],
    ] as const) {
      const text = await (
        await fetch(`${service.origin}${path}${query}`, { headers: { authorization: `Bearer ${key}` } })
      ).bytes();
      expect(Array.from(text.subarray(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
      const { data } = Papa.parse<string[]>(Buffer.from(text.subarray(3)).toString());
      expect(data[0]).toEqual([...exportColumns]);
      expect(data[1]?.slice(0, 4)).toEqual([record.id, name, record.category, String(record.amount)]);
      expect(data).toHaveLength(3);
    }
  });

  test('of nobody is empty, and JSON', async () => {
    expect(await exported(newOwner())).toMatchObject({ format: 'duebook', version: 1, subscriptions: [] });
  });
});

test('§20.2: a safe JSON export, and another format, are refused', async () => {
  expectRefusal(await service.call('GET', `${path}?safe=true`), 400, { code: 'invalid_query', field: 'safe' });
  expectRefusal(await service.call('GET', `${path}?format=xlsx`), 400, { code: 'invalid_query', field: 'format' });
});

describe('§20.3: an export of several parts', () => {
  const many = 2000;

  test('has every subscription once and in order, also of those of one instant, and is answered 304 until something changes', async () => {
    const key = newOwner();
    const owner = `owner ${owners}`;
    const instants = ['2026-01-02T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-01-03T00:00:00.000Z'];
    const records = Array.from({ length: many }, (_, place) => ({
      name: `Record ${place}`,
      createdAt: instants[place % 20 === 0 ? 1 : place % 20 === 1 ? 2 : 0] ?? '',
    }));
    insertRecords(service.database, owner, records);
    const inOrder = records.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0));
    const answer = await service.call('GET', path, { key });
    const { subscriptions } = answer.json as unknown as Exported;
    expect(subscriptions.map(({ name }) => name)).toEqual(inOrder.map(({ name }) => name));
    expect(answer.text.length).toBeGreaterThan(3 * 256 * 1024);
    const csv = await service.call('GET', `${path}?format=csv`, { key });
    expect(
      Papa.parse<string[]>(csv.text.trimEnd())
        .data.slice(1)
        .map(([, name]) => name),
    ).toEqual(inOrder.map(({ name }) => name));
    const tag = answer.headers.get('etag') ?? '';
    expect(tag).toStartWith('W/"');
    const again = () => service.call('GET', path, { key, headers: { 'if-none-match': tag } });
    expect((await again()).status).toBe(304);
    await service.create({}, key);
    expect((await again()).status).toBe(200);
  });

  test('has an entity tag of its own in each format, with and without signs before formulas', async () => {
    const key = newOwner();
    const tagOf = async (query: string) => (await service.call('GET', `${path}${query}`, { key })).headers.get('etag');
    const tags = await Promise.all(['', '?format=csv', '?format=csv&safe=true'].map(tagOf));
    expect(new Set(tags).size).toBe(3);
  });

  test('is not read for HEAD', async () => {
    const answer = await service.call('HEAD', path, { key: newOwner() });
    expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([
      200,
      '',
      'application/json;charset=utf-8',
    ]);
  });
});

describe('§9.1: the tool exportSubscriptions', () => {
  test('gives what an export over HTTP gives, up to 1 MiB', async () => {
    const key = newOwner();
    const owner = `owner ${owners}`;
    const records = (count: number) => Array.from({ length: count }, (_, place) => ({ name: `Record ${place}` }));
    insertRecords(service.database, owner, records(100));
    const client = await connectMcp(service.origin, key, '2026', 'import');
    const { structured, isError } = await client.call('exportSubscriptions');
    expect(isError).toBe(false);
    expect(structured['subscriptions']).toHaveLength(100);
    const table = await client.call('exportSubscriptions', { format: 'csv' });
    expect(table.text.split('\r\n').filter((line) => line.includes('Record'))).toHaveLength(100);
    insertRecords(service.database, owner, records(3_000));
    const refused = await client.call('exportSubscriptions');
    expect(refused.isError).toBe(true);
    expect(refused.structured['error']).toMatchObject({
      code: 'payload_too_large',
      suggestedFix: expect.stringContaining('duebook export'),
    });
  });
});
