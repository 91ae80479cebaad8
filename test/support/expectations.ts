import { expect } from 'bun:test';
import { writableFieldsInOrder } from '../../src/modules/subscriptions/model.ts';
import type { Answer, ErrorView, Service } from './service.ts';

/** The path of the collection of subscriptions. */
export const subscriptionsPath = '/api/v1/subscriptions';

/** A valid id that no subscription has. */
export const absentId = '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77';

/** The path of one subscription. */
export function pathOf({ id }: { readonly id: string }): string {
  return `${subscriptionsPath}/${id}`;
}

/** A path in the title of a test, without ids that change with each run. */
export function shownPath(path: string): string {
  return path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/i, (id) => (id === absentId ? '{absent}' : '{id}'));
}

/** The writable fields, as errors list them. */
export const writableFields = writableFieldsInOrder.toSorted();

/** The names of the quota headers. */
export const quotaHeaderNames = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

/** Checks the status of an answer, and its error. */
export function expectRefusal(answer: Answer, status: number, error: Partial<ErrorView>): void {
  // A copy, because Bun replaces values that match a matcher such as expect.any.
  expect({ status: answer.status, error: structuredClone(answer.json.error) }).toMatchObject({ status, error });
}

/** The names of the quota headers of an answer. */
export function quotaHeadersOf(answer: Answer): string[] {
  return quotaHeaderNames.filter((name) => answer.headers.has(name));
}

/** All rows of subscriptions, payments and the audit trail, of all owners, and the preferences. */
export function storedRows({ database }: Pick<Service, 'database'>): unknown {
  return {
    subscriptions: database.query('select * from subscriptions order by sequence').all(),
    payments: database.query('select * from payments order by sequence').all(),
    preferences: database.query('select id, auto_renew from owners order by id').all(),
    keys: database.query('select id, revoked_at from api_keys order by id').all(),
    users: database.query('select * from users order by id').all(),
    codes: database.query('select * from sign_in_codes order by hash').all(),
    auditEntries: database.query('select * from audit_entries order by sequence').all(),
  };
}

/** Runs an action that must be refused or rolled back, and checks that it writes nothing. Returns its result. */
export async function withoutWriting<Result>(service: Pick<Service, 'database'>, action: () => Promise<Result>) {
  const before = storedRows(service);
  const result = await action();
  expect(storedRows(service)).toEqual(before);
  return result;
}

/** The words of a text, as rows of a test table. */
export function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** How many requests the owner of a key has left. */
async function remaining(service: Service, key: string): Promise<number> {
  const answer = await service.call('GET', `${subscriptionsPath}?limit=1`, { key });
  return Number(answer.headers.get('x-ratelimit-remaining'));
}

/** Runs an action. Returns its result, and how many requests of the quota of the key's owner it took. */
export async function costOf<Result>(service: Service, key: string, action: () => Promise<Result>) {
  const before = await remaining(service, key);
  const result = await action();
  const after = await remaining(service, key);
  return { result, cost: before - after - 1 };
}

/** Sends a request that must be refused and write nothing. Returns the answer, and how many requests of the quota it took. */
export async function refusalOf(service: Service, ask: () => Promise<Answer>, key = service.keys.write) {
  const { result, cost } = await withoutWriting(service, () => costOf(service, key, ask));
  return { answer: result, cost };
}
