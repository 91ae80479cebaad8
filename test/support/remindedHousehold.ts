import { afterAll, expect } from 'bun:test';
import { deliveryJobOf, type DeliveryJob } from './deliveryJob.ts';
import { addChannel } from './reminders.ts';
import { startService, type Service } from './service.ts';

/** The seconds of an hour. */
export const hour = 3600;
/** The seconds of a day. */
export const day = 24 * hour;

/** A delivery in an answer. */
export interface Delivery {
  readonly id: string;
  readonly channelId: string;
  readonly type: string;
  readonly subscriptionIds: readonly string[];
  readonly dueOn: string | null;
  readonly sendAt: string;
  readonly state: string;
  readonly attempts: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly nextAttemptAt: string | null;
  readonly sentAt: string | null;
}

/** A service on 16 June 2026, noon, with a channel, and the job of its server. */
export async function startHousehold({ timeZone = 'UTC', now = '2026-06-16T12:00:00.000Z', channels = 1 } = {}) {
  const service = await startService({ writesInline: true, timeZone, now });
  const channelIds = Array.from({ length: channels }, () => addChannel(service));
  const job = deliveryJobOf(service, timeZone);
  afterAll(() => job.stop());
  return { service, job, channelIds };
}

/** Creates a rule of renewals, with some fields changed; returns its id. */
export async function addRule(service: Service, fields: object = {}): Promise<string> {
  const json = { event: 'renewal', daysBefore: [3, 0], ...fields };
  const answer = await service.call('POST', '/api/v1/reminders', { json });
  expect(answer.status).toBe(201);
  return answer.json.data.id;
}

/** The deliveries of an owner, oldest first. */
export async function deliveriesOf(service: Service, query = ''): Promise<readonly Delivery[]> {
  const answer = await service.call('GET', `/api/v1/deliveries?limit=100${query}`);
  expect(answer.status).toBe(200);
  return (answer.json.data as unknown as readonly Delivery[]).toReversed();
}

/** When messages arrived, and their titles. */
export const titles = (job: DeliveryJob) => job.received.map(({ at, message }) => [at.slice(0, 16), message.title]);
/** The states of the deliveries, oldest first, with their errors. */
export const statesOf = async (service: Service) =>
  (await deliveriesOf(service)).map(({ state, lastError }) => (lastError === null ? state : `${state} ${lastError}`));
