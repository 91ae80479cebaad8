import { describe, expect, test } from 'bun:test';
import { numberFromEnvironment } from '../generator/random.ts';
import { run, startServer, type CreatedKey } from '../support/binary.ts';
import {
  addDueSubscriptions,
  addRuleOfToday,
  addWebhook,
  ageRules,
  deliveriesAt,
  endPauses,
  sentDeliveriesAt,
} from '../support/dueReminders.ts';
import { startReceiver } from '../support/receiver.ts';
import { validDraft } from '../support/validDraft.ts';
import { mountRefusal, mountSmallDisk } from './smallDisk.ts';

// A disk that is really full needs the right to mount one.
const refusal = await mountRefusal();
const suffix = refusal === undefined ? '' : ` (left out: ${refusal})`;
const isAtNight = numberFromEnvironment('DELIVERY_KILLS', 0) > 0;

const messages = 3;
const remindersOfMessage = 20;

type Server = Awaited<ReturnType<typeof startServer>>;

/** A server whose disk was full when the first of its messages was answered, so that it cannot store that it was sent. */
async function startOnFullDisk() {
  const disk = await mountSmallDisk();
  const place = ['--data-dir', disk.path];
  const start = () => startServer(['--quota', '1000000000', ...place]);
  const create = ['keys', 'create', '--owner', 'home', '--scope', 'admin', '--json', '--init', ...place];
  const { key } = JSON.parse((await run(create)).stdout) as CreatedKey;
  const write = (server: Server) => server.call(key, 'POST', '/api/v1/subscriptions', validDraft);

  let running: Server | undefined;
  let isFilled = false;
  const receiver = startReceiver(async () => {
    if (!isFilled && running !== undefined) {
      isFilled = true;
      disk.fill();
      // The log has room for some more until it must grow.
      for (let tries = 0; tries < 2000 && (await write(running)).status !== 503; tries += 1);
    }
    return new Response('ok');
  });

  const first = await start();
  await addDueSubscriptions(first, key, messages * remindersOfMessage);
  await addWebhook(first, key, receiver.url);
  await addRuleOfToday(first, key);
  await first.stop();
  ageRules(disk.path);

  const server = (running = await start());
  await server.lineThat((line) => line.includes('a delivery could not be stored'));
  expect((await write(server)).status).toBe(503);
  expect((await deliveriesAt(server, key)).map(({ state }) => state)).not.toContain('sent');
  const received = () => receiver.received.map(({ headers }) => headers.get('webhook-id'));
  expect(received()).toHaveLength(1);
  return { disk, server, start, key, received };
}

describe.if(refusal === undefined)('a server whose disk is full while it sends reminders', () => {
  test(`serves, sends nothing more, and stores what was sent when there is room${suffix}`, async () => {
    const { disk, server, start, key, received } = await startOnFullDisk();
    disk.empty();
    await server.stop();
    const again = await start();
    const sent = await sentDeliveriesAt(again, key);
    expect(sent.map(({ attempts }) => attempts)).toEqual(Array.from({ length: messages }, () => 1));
    expect(new Set(received())).toEqual(new Set(sent.map(({ id }) => id)));
    expect(received()).toHaveLength(messages);
    await again.stop();
  }, 60_000);

  test.if(isAtNight)(
    `repeats one message under the same id when it is killed then${suffix}`,
    async () => {
      const { disk, server, start, key, received } = await startOnFullDisk();
      server.child.kill('SIGKILL');
      await server.child.exited;
      disk.empty();
      // The pause after an interrupted attempt is over.
      endPauses(disk.path);
      const again = await start();
      const sent = await sentDeliveriesAt(again, key);
      expect(sent.map(({ state }) => state)).toEqual(Array.from({ length: messages }, () => 'sent'));
      expect(new Set(received())).toEqual(new Set(sent.map(({ id }) => id)));
      expect(received()).toHaveLength(messages + 1);
      await again.stop();
    },
    60_000,
  );
});
