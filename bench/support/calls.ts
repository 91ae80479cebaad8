import type { Call } from './load.ts';

const subscriptions = '/api/v1/subscriptions';
const draft = {
  name: 'Netflix',
  category: 'TV',
  amount: 15.99,
  currency: 'USD',
  period: 'monthly',
  lastPaymentDate: '2026-01-31',
};

/** The requests that are measured, by name. */
export const calls = {
  // What an open dashboard asks for every 45 s.
  revision: { method: 'GET', path: '/api/v1/revision' },
  get: { method: 'GET', path: `${subscriptions}/{id}` },
  'list (50)': { method: 'GET', path: subscriptions },
  'list filtered and sorted': { method: 'GET', path: `${subscriptions}?status=active&sort=name` },
  search: { method: 'GET', path: `${subscriptions}?q=name+99` },
  'audit list (50)': { method: 'GET', path: '/api/v1/audit' },
  summary: { method: 'GET', path: '/api/v1/analytics/summary' },
  forecast: { method: 'GET', path: '/api/v1/analytics/forecast' },
  'payments to come': { method: 'GET', path: '/api/v1/analytics/payments' },
  duplicates: { method: 'GET', path: '/api/v1/analytics/duplicates' },
  optimizations: { method: 'GET', path: '/api/v1/analytics/optimizations' },
  create: { method: 'POST', path: subscriptions, body: JSON.stringify(draft) },
  patch: { method: 'PATCH', path: `${subscriptions}/{id}`, body: '{"amount":20.5}' },
  delete: { method: 'DELETE', path: `${subscriptions}/{id}` },
} as const satisfies Record<string, Call>;

/** The name of a request that is measured. */
export type CallName = keyof typeof calls;
