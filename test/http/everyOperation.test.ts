import { describe, expect, test } from 'bun:test';
import { pathOf, subscriptionsPath } from '../support/expectations.ts';
import { extendTrail } from '../support/longTrails.ts';
import { newestEntry, renewed } from '../support/payments.ts';
import { signedIn, withSession } from '../support/people.ts';
import { startService } from '../support/service.ts';

const service = await startService({ writesInline: true });
const key = service.makeKey('first', 'admin');

/** The operations of the document that `isWanted` picks, such as `GET /api/v1/subscriptions`. */
function operationsThat(isWanted: (path: string, parameters: readonly string[]) => boolean): string[] {
  return Object.entries(service.document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [] }]) =>
      isWanted(
        path,
        parameters.map(({ name }) => name),
      )
        ? [`${method.toUpperCase()} ${path}`]
        : [],
    ),
  );
}

// Each list gets several rows.
for (const lastPaymentDate of ['2026-02-10', '2026-03-10', '2026-04-10']) {
  const record = await service.create({ lastPaymentDate });
  await renewed(service, record);
  await service.call('PATCH', pathOf(record), { json: { amount: 20 } });
}
for (const name of ['Anna', 'Bob', 'Kim']) {
  await service.call('POST', '/api/v1/users', { key, json: { name, scope: 'write', password: null } });
}

/** A page of a list, whatever its rows are called. */
async function page(path: string, query: string) {
  const { status, json } = await service.call('GET', `${path}?${query}`, { key });
  expect(status).toBe(200);
  const rows = (json['payments'] ?? json['priceChanges'] ?? json.data) as readonly unknown[];
  return { rows, hasMore: (json['pagination'] as { readonly hasMore: boolean }).hasMore };
}

/** Expects that the last page of a list says so, full or not, and that the pages before it do not. */
async function expectLastPage(path: string): Promise<void> {
  const whole = await page(path, 'limit=100');
  const count = whole.rows.length;
  expect(count).toBeGreaterThan(2);
  expect(whole.hasMore).toBe(false);
  for (const [limit, offset] of [
    [count, 0],
    [count - 1, 1],
    [1, count - 1],
    [100, count],
  ] as const) {
    expect([limit, offset, (await page(path, `limit=${limit}&offset=${offset}`)).hasMore]).toEqual([
      limit,
      offset,
      false,
    ]);
  }
  for (const [limit, offset] of [
    [count - 1, 0],
    [1, count - 2],
  ] as const) {
    const { rows, hasMore } = await page(path, `limit=${limit}&offset=${offset}`);
    expect([rows.length, hasMore]).toEqual([limit, true]);
  }
}

const lists = operationsThat((_, names) => names.includes('limit')).map((operation) => operation.replace('GET ', ''));

describe('the last page of a list', () => {
  test.each(lists)('of %s says that it is the last, also when it is full', expectLastPage);

  test('is found for each list', () => {
    expect(lists.length).toBeGreaterThan(6);
  });

  test('says so also while the entries of a deleted subscription are purged', async () => {
    const holder = service.store.apiKeys.findHolder(service.keys.write, () => '2026-06-16T12:00:00.000Z');
    if (holder === undefined) throw new Error('the key is unknown');
    const record = await service.create();
    extendTrail(service.database, { ...holder, apiKeyId: holder.id, subscriptionId: record.id }, 1200, () => ({
      patch: { amount: 5 },
    }));
    expect((await service.call('DELETE', pathOf(record))).status).toBe(200);
    for (const path of ['/api/v1/audit', '/api/v1/activity']) await expectLastPage(path);
  });
});

/** An operation on one record: creates the record, and sends the request with its id in capitals. */
interface Example {
  readonly operation: string;
  readonly idOf: () => Promise<string>;
  readonly json?: object;
  /** What is sent in place of the key. */
  readonly session?: ReturnType<typeof withSession>;
}

const ofSubscription = async () => (await service.create({ lastPaymentDate: '2026-05-10' })).id;
const ofUser = async () => {
  const json = { name: crypto.randomUUID(), scope: 'read', password: null };
  return (await service.call('POST', '/api/v1/users', { key, json })).json.data.id;
};
const session = withSession(await signedIn(service, { apiKey: service.keys.read }));
const examples: readonly Example[] = [
  { operation: `GET ${subscriptionsPath}/{id}`, idOf: ofSubscription },
  { operation: `PATCH ${subscriptionsPath}/{id}`, idOf: ofSubscription, json: { amount: 3 } },
  { operation: `DELETE ${subscriptionsPath}/{id}`, idOf: ofSubscription },
  { operation: `GET ${subscriptionsPath}/{id}/details`, idOf: ofSubscription },
  { operation: `PATCH ${subscriptionsPath}/{id}/details`, idOf: ofSubscription, json: { notes: 'x' } },
  { operation: `DELETE ${subscriptionsPath}/{id}/details`, idOf: ofSubscription },
  { operation: `GET ${subscriptionsPath}/{id}/prices`, idOf: ofSubscription },
  { operation: `POST ${subscriptionsPath}/{id}/renew`, idOf: ofSubscription },
  {
    operation: 'POST /api/v1/audit/{id}/revert',
    async idOf() {
      const record = await service.create();
      await service.call('PATCH', pathOf(record), { json: { amount: 3 } });
      return (await newestEntry(service, record)).id;
    },
  },
  {
    operation: 'DELETE /api/v1/sessions/{id}',
    session,
    async idOf() {
      const { data } = (await service.call('GET', '/api/v1/sessions', session)).json;
      return (data as unknown as readonly { readonly id: string }[])[0]?.id ?? '';
    },
  },
  { operation: 'DELETE /api/v1/keys/{id}', idOf: () => Promise.resolve(service.makeKeyRecord('first', 'read').id) },
  { operation: 'DELETE /api/v1/users/{id}', idOf: ofUser },
  { operation: 'POST /api/v1/users/{id}/code', idOf: ofUser },
];

describe('§1.8: an id in capitals', () => {
  test.each(examples)('is accepted by $operation', async ({ operation, idOf, json, session: caller = { key } }) => {
    const [method = '', path = ''] = operation.split(' ');
    const { status } = await service.call(method, path.replace('{id}', (await idOf()).toUpperCase()), {
      ...caller,
      json,
    });
    expect([200, 201]).toContain(status);
  });

  test('is tried with every operation that takes one', () => {
    expect(examples.map(({ operation }) => operation).toSorted()).toEqual(
      operationsThat((path) => path.includes('{id}'))
        .filter((operation) => !operation.startsWith('OPTIONS '))
        .toSorted(),
    );
  });
});
