import { expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changeEvents } from '../../../../src/modules/channels/rules/changeEvents.ts';
import { deliveryJobOf } from '../../../support/deliveryJob.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { hour, statesOf } from '../../../support/remindedHousehold.ts';
import { startService } from '../../../support/service.ts';

const secretOf = (text: string) => `whsec_${Buffer.from(text).toString('base64')}`;
const [formerSecret, newSecret] = [
  secretOf('the-former-signing-key-1234567'),
  secretOf('the-new-signing-key-1234567890'),
];
const formerPath = '/path-of-the-former-host';

type Received = ReturnType<typeof startReceiver>['received'][number];

/** Whether a message is signed with a secret. */
function isSigned({ headers, text }: Received, secret: string): boolean {
  const [id, timestamp] = [headers.get('webhook-id'), headers.get('webhook-timestamp')];
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64');
  return headers.get('webhook-signature') === `v1,${signature}`;
}

/** Waits for what real sockets do, as long as the test may take. */
async function until(isDone: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isDone())) await Bun.sleep(5);
}

test('a webhook whose host changes while changes wait sends nothing to the new host before it has its own secrets, and then nothing of the former ones', async () => {
  const service = await startService({ writesInline: true });
  const admin = service.makeKey('first', 'admin');
  const [former, other] = [startReceiver(() => new Response('', { status: 500 })), startReceiver()];
  const call = (method: string, path: string, json: object) => service.call(method, path, { key: admin, json });
  const settings = { url: former.url + formerPath, secret: formerSecret, events: changeEvents.join(',') };
  const made = await call('POST', '/api/v1/channels', { name: 'Hook', type: 'webhook', settings });
  expect(made.status).toBe(201);
  const patch = (changed: object) => call('PATCH', `/api/v1/channels/${made.json.data.id}`, { settings: changed });

  const job = deliveryJobOf(service, 'UTC', service.channels);
  await job.start();
  const { id } = await service.create();
  expect((await call('PATCH', `/api/v1/subscriptions/${id}`, { amount: 7 })).status).toBe(200);
  await job.wait(60);
  await until(async () => (await statesOf(service))[0] === 'pending status');
  expect(former.received.map((one) => [one.path, isSigned(one, formerSecret)])).toEqual([[formerPath, true]]);

  const moved = await patch({ url: other.url });
  expect(moved.json.data as object).toMatchObject({ secretsMissing: ['secret'] });
  await job.wait(hour);
  expect(await statesOf(service)).toEqual(['pending secretsMissing', 'pending']);
  expect([former.received.length, other.received.length]).toEqual([1, 0]);

  const given = await patch({ secret: newSecret });
  await job.wait(60);
  await until(async () => (await statesOf(service)).join(' ') === 'sent sent');
  expect(other.received.map(({ json }) => json['type'])).toEqual(['subscription.created', 'subscription.updated']);
  for (const one of other.received) {
    expect([isSigned(one, newSecret), isSigned(one, formerSecret), one.path]).toEqual([true, false, '/']);
  }
  await job.stop();

  const answers = [
    made,
    moved,
    given,
    await service.call('GET', '/api/v1/deliveries'),
    await service.call('GET', '/api/v1/audit'),
  ];
  const files = readdirSync(service.directory).map((name) => readFileSync(join(service.directory, name), 'latin1'));
  const messages = other.received.map(({ headers, path, text }) => JSON.stringify([Array.from(headers), path, text]));
  const texts = [...answers.map(({ text }) => text), ...files, ...messages, ...service.log, ...job.log];
  for (const secret of [formerPath, formerSecret.slice('whsec_'.length), newSecret.slice('whsec_'.length)])
    expect(texts.filter((text) => text.includes(secret))).toEqual([]);
});
