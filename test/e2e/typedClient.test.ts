import { expect, test } from 'bun:test';
import createClient from 'openapi-fetch';
import type { components, paths } from 'api-types';
import { startServer } from '../support/binary.ts';

const server = await startServer();
const api = createClient<paths>({
  baseUrl: server.origin,
  headers: { authorization: `Bearer ${server.initialKey()}` },
});

type Draft = paths['/api/v1/subscriptions']['post']['requestBody']['content']['application/json'];
type Subscription = components['schemas']['Subscription'];

const draft: Draft = {
  name: 'Domain',
  category: 'Hosting',
  amount: 12.5,
  currency: 'EUR',
  period: 'yearly',
  lastPaymentDate: '2026-06-15',
};

/** The data of an answer. Throws if the answer is an error. */
function dataOf<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

test('a client with these types creates, reads, updates and deletes a subscription', async () => {
  const created: Subscription = dataOf(await api.POST('/api/v1/subscriptions', { body: draft })).data;
  expect(created).toMatchObject({ ...draft, status: 'active', nextPaymentDate: '2027-06-15' });
  const path = { id: created.id };

  const paused = await api.PATCH('/api/v1/subscriptions/{id}', { params: { path }, body: { status: 'paused' } });
  expect(dataOf(paused).data.status).toBe('paused');
  const resumed = await api.PATCH('/api/v1/subscriptions/{id}', { params: { path }, body: { status: 'active' } });
  expect(dataOf(resumed).data.status).toBe('active');

  const found = await api.GET('/api/v1/subscriptions', { params: { query: { q: 'dom', sort: '-amount', limit: 5 } } });
  const page = dataOf(found);
  expect([page.data.map(({ id }) => id), page.pagination.hasMore]).toEqual([[created.id], false]);

  const { summary } = dataOf(await api.GET('/api/v1/analytics/summary', { params: { query: { horizonDays: 365 } } }));
  expect(summary.byCurrency).toEqual([
    { currency: 'EUR', activeSubscriptions: 1, monthlyTotal: 1.04, yearlyTotal: 12.5 },
  ]);
  expect(dataOf(await api.GET('/api/v1/analytics/duplicates')).duplicates).toEqual([]);
  expect(dataOf(await api.GET('/api/v1/analytics/optimizations')).optimizations.monthlyToAnnual).toEqual([]);

  const trail = await api.GET('/api/v1/audit', { params: { query: { subscriptionId: created.id } } });
  expect(dataOf(trail).data.map(({ action, metadata }) => [action, metadata.after.status])).toEqual([
    ['subscription.update', 'active'],
    ['subscription.update', 'paused'],
    ['subscription.create', 'active'],
  ]);

  const deleted = await api.DELETE('/api/v1/subscriptions/{id}', { params: { path } });
  expect(dataOf(deleted)).toMatchObject({ deleted: true });
  const gone = await api.GET('/api/v1/subscriptions/{id}', { params: { path } });
  expect([gone.response.status, gone.error?.error.code]).toEqual([404, 'subscription_not_found']);
});

test('the compiler rejects what the service rejects, and knows the fields of an error', async () => {
  // @ts-expect-error: the document does not allow this period.
  const wrong: Draft = { ...draft, period: 'annually' };
  const refused = await api.POST('/api/v1/subscriptions', { body: wrong });
  expect(refused.error?.error).toMatchObject({ code: 'invalid_subscription', field: 'period' });
  expect(refused.error?.error.allowedValues).toContain('yearly');
});
