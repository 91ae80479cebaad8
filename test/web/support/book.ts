import { expect } from 'bun:test';
import { startService, type Service } from '../../support/service.ts';
import { createBrowser } from './tab.ts';

/** Never aborts. */
export const { signal } = new AbortController();

/** Today at the services of these tests. */
export const today = '2026-06-16';

/** A service with a book of its own, and a tab that is signed in there. */
export async function opened(scope: 'read' | 'write' | 'admin' = 'write') {
  const service = await startService();
  const tab = await createBrowser(service.origin).openTab();
  await tab.page.signIn({ apiKey: scope === 'admin' ? service.makeKey('first', 'admin') : service.keys[scope] });
  tab.requests.length = 0;
  return { service, ...tab };
}

/** Stores subscriptions with these names, in this order. */
export async function store(service: Service, names: readonly string[], fields: object = {}): Promise<void> {
  for (let start = 0; start < names.length; start += 100) {
    const operations = names.slice(start, start + 100).map((name) => ({
      action: 'create',
      subscription: {
        name,
        category: 'Home',
        amount: 5,
        currency: 'EUR',
        period: 'monthly',
        lastPaymentDate: '2026-06-15',
        ...fields,
      },
    }));
    const answer = await service.call('POST', '/api/v1/subscriptions/batch', { json: { operations } });
    expect(answer.status).toBe(200);
  }
}

/** So many names. */
export const numbered = (count: number, name: string) => Array.from({ length: count }, (_, at) => `${name} ${at}`);

/** The statuses of the subscriptions by name. */
export async function statuses(service: Service): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries((await service.list('?limit=100')).data.map(({ name, status }) => [name, status]));
}

/** What a promise is refused with: its status. */
export async function refusalOf(
  { statusOf }: { readonly statusOf: (error: unknown) => number | undefined },
  work: Promise<unknown>,
) {
  return work.then(
    () => undefined,
    (error: unknown) => statusOf(error),
  );
}
