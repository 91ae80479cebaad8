import { Database } from 'bun:sqlite';
import { expect } from 'bun:test';
import { join } from 'node:path';
import type { startServer } from './binary.ts';
import { validDraft } from './validDraft.ts';

type Server = Pick<Awaited<ReturnType<typeof startServer>>, 'call'>;

const batchSize = 100;

/** A delivery as the API answers it. */
export interface Delivery {
  readonly id: string;
  readonly channelId: string;
  readonly state: string;
  readonly attempts: number;
  readonly subscriptionIds: readonly string[];
}

/** A day so many days from today, `YYYY-MM-DD` in UTC. */
const dayFrom = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString();

/** Stores subscriptions that are due in two days. */
export async function addDueSubscriptions({ call }: Server, key: string, count: number): Promise<void> {
  for (let first = 0; first < count; first += batchSize) {
    const operations = Array.from({ length: Math.min(batchSize, count - first) }, (_, index) => ({
      action: 'create',
      subscription: {
        ...validDraft,
        name: `Record ${first + index}`,
        period: 'custom',
        customDate: '20',
        lastPaymentDate: dayFrom(-18),
      },
    }));
    expect((await call(key, 'POST', '/api/v1/subscriptions/batch', { operations })).status).toBe(200);
  }
}

/** Makes a webhook channel; returns its id. */
export async function addWebhook({ call }: Server, key: string, url: string): Promise<string> {
  const answer = await call(key, 'POST', '/api/v1/channels', { name: 'Hook', type: 'webhook', settings: { url } });
  expect(answer.status).toBe(201);
  return (answer.json['data'] as { readonly id: string }).id;
}

/** Makes a rule that reminds of these subscriptions today, at a time of the day in UTC. */
export async function addRuleOfToday({ call }: Server, key: string, at = '00:00'): Promise<void> {
  const rule = { event: 'renewal', daysBefore: [2], at };
  expect((await call(key, 'POST', '/api/v1/reminders', rule)).status).toBe(201);
}

/** The newest deliveries. */
export async function deliveriesAt({ call }: Server, key: string): Promise<readonly Delivery[]> {
  return (await call(key, 'GET', '/api/v1/deliveries?limit=100')).json['data'] as readonly Delivery[];
}

/** Waits until there are deliveries and all are sent, at most about a minute, and returns them. */
export async function sentDeliveriesAt(server: Server, key: string): Promise<readonly Delivery[]> {
  const areSent = (all: readonly Delivery[]) => all.length > 0 && all.every(({ state }) => state === 'sent');
  let all = await deliveriesAt(server, key);
  for (let triesLeft = 600; triesLeft > 0 && !areSent(all); triesLeft -= 1) {
    await Bun.sleep(100);
    all = await deliveriesAt(server, key);
  }
  return all;
}

/** Changes the database of a data directory whose server does not run. */
function change(dataDirectory: string, statement: string): void {
  const database = new Database(join(dataDirectory, 'duebook.db'), { readwrite: true, strict: true });
  database.run(statement);
  database.close();
}

/** Makes all rules older than what they remind of, as if they had been there yesterday. */
export function ageRules(dataDirectory: string): void {
  change(dataDirectory, "UPDATE reminders SET active_since = '2026-01-01T00:00:00.000Z'");
}

/** Ends the pauses after failed and interrupted attempts. */
export function endPauses(dataDirectory: string): void {
  change(dataDirectory, "UPDATE deliveries SET next_attempt_at = '2026-01-01T00:00:00.000Z' WHERE state = 'pending'");
}
