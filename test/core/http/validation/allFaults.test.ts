import { describe, expect, test } from 'bun:test';
import { pathOf } from '../../../support/expectations.ts';
import { startService } from '../../../support/service.ts';

const service = await startService({ quota: { limit: 1_000_000, windowSeconds: 3600 } });
const record = await service.create();
const draft = { name: 'Films', category: 'x', amount: 1, currency: 'USD', period: 'monthly' };
const [create, one, batch] = ['/api/v1/subscriptions', pathOf(record), '/api/v1/subscriptions/batch'];

type Case = readonly [
  method: 'POST' | 'PATCH',
  path: string,
  json: unknown,
  fields: readonly (readonly [string, string])[],
];
const invalid = 'invalid_subscription';

describe('§1.4: with faults=all', () => {
  test.each<Case>([
    [
      'POST',
      create,
      { ...draft, name: ' ', cost: 3, amount: -1, currency: 'XXX' },
      [
        ['cost', 'invalid_subscription_field'],
        ['name', invalid],
        ['amount', invalid],
        ['currency', invalid],
        ['lastPaymentDate', invalid],
      ],
    ],
    ['POST', create, { ...draft, lastPaymentDate: '2026-06-01', period: 'custom' }, [['customDate', invalid]]],
    [
      'PATCH',
      one,
      { name: '', status: 'gone' },
      [
        ['name', invalid],
        ['status', invalid],
      ],
    ],
    [
      'PATCH',
      `${one}/details`,
      { url: 'x', tags: [1] },
      [
        ['url', 'invalid_field'],
        ['tags', 'invalid_field'],
      ],
    ],
    [
      'POST',
      `${one}/renew`,
      { paidOn: 'x', amount: 'y' },
      [
        ['paidOn', 'invalid_field'],
        ['amount', 'invalid_field'],
      ],
    ],
    [
      'POST',
      '/api/v1/reminders',
      { event: 'x', at: '25:00' },
      [
        ['event', 'invalid_field'],
        ['at', 'invalid_field'],
      ],
    ],
    [
      'POST',
      batch,
      {
        operations: [
          { action: 'create', subscription: { ...draft, amount: 'x', lastPaymentDate: 1 }, details: { url: 'x' } },
          { action: 'update', id: record.id, patch: { name: 'ok' } },
          { action: 'update', id: record.id, patch: { name: '' }, details: { tags: 1 } },
        ],
      },
      [
        ['amount', invalid],
        ['lastPaymentDate', invalid],
        ['url', 'invalid_field'],
        ['name', invalid],
        ['tags', 'invalid_field'],
      ],
    ],
  ])('%s %s lists every fault of %j, and is otherwise the same answer', async (method, path, json, fields) => {
    const [usual, all] = [
      await service.call(method, path, { json }),
      await service.call(method, `${path}?faults=all`, { json }),
    ];
    expect([usual.status, all.status]).toEqual([400, 400]);
    const { faults = [], ...first } = all.json.error;
    expect(faults.map(({ field, code }) => [field ?? '', code])).toEqual(fields.map((pair) => [...pair]));
    for (const fault of faults) expect([typeof fault.message, typeof fault.suggestedFix]).toEqual(['string', 'string']);
    const { faults: before, ...alone } = usual.json.error;
    expect(first).toEqual(alone);
    expect(before === undefined).toBe(path !== batch);
    expect(faults.map(({ index }) => index)).toEqual(path === batch ? [0, 0, 0, 2, 2] : fields.map(() => undefined));
  });

  test('nothing else changes: a valid write, other refusals, and what the parameter may be', async () => {
    const json = { amount: 2 };
    const key = { headers: { 'Idempotency-Key': 'once' } };
    const done = await service.call('PATCH', `${one}?faults=all`, { json, ...key });
    const again = await service.call('PATCH', one, { json, ...key });
    expect([done.status, again.json.data]).toEqual([200, done.json.data]);
    for (const [path, field] of [
      [`${create}?faults=some`, 'faults'],
      [`${create}?faults=all&x=1`, 'x'],
    ] as const) {
      const refused = await service.call('POST', path, { json: draft });
      expect(refused.json.error).toMatchObject({ code: 'invalid_query', field });
      expect(refused.json.error.faults).toBeUndefined();
    }
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`field${at}`, at]));
    expect((await service.call('POST', `${create}?faults=all`, { json: many })).json.error.faults).toHaveLength(100);
    expect((await service.call('POST', `${create}?faults=all`, { json: [] })).json.error.faults).toBeUndefined();
  });
});
