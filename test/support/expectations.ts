import { expect } from 'bun:test';
import type { Answer, ErrorView, Service } from './service.ts';

/** The path of the collection of subscriptions. */
export const subscriptionsPath = '/api/v1/subscriptions';

/** An id in the right form that no subscription has. */
export const absentId = '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77';

/** The path of one subscription. */
export function pathOf({ id }: { readonly id: string }): string {
  return `${subscriptionsPath}/${id}`;
}

/** A path as it is shown in the name of a test, where an id would be another one each time. */
export function shownPath(path: string): string {
  return path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/i, (id) => (id === absentId ? '{absent}' : '{id}'));
}

/** The fields that a body may have, as errors list them. */
export const writableFields = [
  'amount',
  'category',
  'currency',
  'customDate',
  'lastPaymentDate',
  'name',
  'notificationEnabled',
  'period',
  'status',
];

/** The headers that tell of the quota. */
export const quotaHeaderNames = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

/** Holds an answer against the status it must have and what its error must say. */
export function expectRefusal(answer: Answer, status: number, error: Partial<ErrorView>): void {
  // A copy, because Bun puts a matcher such as expect.any in the place of what it has matched.
  expect({ status: answer.status, error: structuredClone(answer.json.error) }).toMatchObject({ status, error });
}

/** The names of the quota's headers that an answer carries. */
export function quotaHeadersOf(answer: Answer): string[] {
  return quotaHeaderNames.filter((name) => answer.headers.has(name));
}

/** Every row that the service keeps of subscriptions and of the audit trail, of all owners. */
export function storedRows({ database }: Pick<Service, 'database'>): unknown {
  return {
    subscriptions: database.query('select * from subscriptions order by sequence').all(),
    auditEntries: database.query('select * from audit_entries order by sequence').all(),
  };
}

/** What an action gives that must be refused or rolled back: it writes nothing. */
export async function withoutWriting<Result>(service: Pick<Service, 'database'>, action: () => Promise<Result>) {
  const before = storedRows(service);
  const result = await action();
  expect(storedRows(service)).toEqual(before);
  return result;
}

/** The words of a text, as the rows of a table of tests. */
export function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** How many requests the owner of a key may still make, as a counted request tells. */
async function remaining(service: Service, key: string): Promise<number> {
  const answer = await service.call('GET', `${subscriptionsPath}?limit=1`, { key });
  return Number(answer.headers.get('x-ratelimit-remaining'));
}

/** What an action gives, and how many requests of the quota of the key's owner it took. */
export async function costOf<Result>(service: Service, key: string, action: () => Promise<Result>) {
  const before = await remaining(service, key);
  const result = await action();
  const after = await remaining(service, key);
  return { result, cost: before - after - 1 };
}

/** The answer to a request that must be refused, and how many requests of the quota it took. It writes nothing. */
export async function refusalOf(service: Service, ask: () => Promise<Answer>, key = service.keys.write) {
  const { result, cost } = await withoutWriting(service, () => costOf(service, key, ask));
  return { answer: result, cost };
}
