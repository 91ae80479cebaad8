import { describe, expect, test } from 'bun:test';
import { run, startServer, type CreatedKey } from '../support/binary.ts';
import {
  addDueSubscriptions,
  addRuleOfToday,
  addWebhook,
  ageRules,
  deliveriesAt,
  endPauses,
  sendAgain,
  sentDeliveriesAt,
} from '../support/dueReminders.ts';
import { startReceiver } from '../support/receiver.ts';
import { validDraft } from '../support/validDraft.ts';
import { mountRefusal, mountSmallDisk } from './smallDisk.ts';

// A disk that is really full needs the right to mount one.
const refusal = await mountRefusal();
const suffix = refusal === undefined ? '' : ` (left out: ${refusal})`;

const messages = 3;
const remindersOfMessage = 20;

type Server = Awaited<ReturnType<typeof startServer>>;

describe.if(refusal === undefined)('a server whose disk is full while it sends reminders', () => {
  test(`serves, stores the result when there is room, and repeats only what a kill interrupts, under the same id${suffix}`, async () => {
    const disk = await mountSmallDisk();
    const place = ['--data-dir', disk.path];
    const start = () => startServer(['--quota', '1000000000', ...place]);
    const create = ['keys', 'create', '--owner', 'home', '--scope', 'admin', '--json', '--init', ...place];
    const { key } = JSON.parse((await run(create)).stdout) as CreatedKey;
    const write = (server: Server) => server.call(key, 'POST', '/api/v1/subscriptions', validDraft);

    let running: Server | undefined;
    let isToFill = true;
    const { promise: firstIsAnswered, resolve: answerFirst } = Promise.withResolvers<undefined>();
    // Between the start of an attempt, which is stored, and its result.
    const receiver = startReceiver(async () => {
      if (isToFill && running !== undefined) {
        isToFill = false;
        disk.fill();
        // The log has room for some more until it must grow.
        for (let tries = 0; tries < 2000 && (await write(running)).status !== 503; tries += 1);
        answerFirst(undefined);
      }
      return new Response('ok');
    });

    const first = await start();
    await addDueSubscriptions(first, key, messages * remindersOfMessage);
    await addWebhook(first, key, receiver.url);
    await addRuleOfToday(first, key);
    await first.stop();
    ageRules(disk.path);

    running = await start();
    await firstIsAnswered;
    await running.lineThat((line) => line.includes('a delivery could not be stored'));
    expect((await write(running)).status).toBe(503);
    expect((await deliveriesAt(running, key)).filter(({ state }) => state === 'sent')).toEqual([]);
    expect(receiver.received).toHaveLength(1);
    disk.empty();
    // Stores the result before it ends.
    await running.stop();

    running = await start();
    const sent = await sentDeliveriesAt(running, key);
    expect(sent.map(({ attempts }) => attempts)).toEqual(Array.from({ length: messages }, () => 1));
    const idsOf = () => receiver.received.map(({ headers }) => headers.get('webhook-id'));
    expect(new Set(idsOf())).toEqual(new Set(sent.map(({ id }) => id)));
    expect(idsOf()).toHaveLength(messages);

    // The same with a kill in the place of the stop.
    const [failed] = sent;
    await running.stop();
    isToFill = true;
    sendAgain(disk.path, failed?.id ?? '');
    running = await start();
    await running.lineThat((line) => line.includes('a delivery could not be stored'));
    running.child.kill('SIGKILL');
    await running.child.exited;
    disk.empty();
    endPauses(disk.path);
    running = await start();
    const again = await sentDeliveriesAt(running, key);
    expect(again.map(({ state }) => state)).toEqual(Array.from({ length: messages }, () => 'sent'));
    expect(idsOf().filter((id) => id === failed?.id)).toHaveLength(3);
    expect(idsOf()).toHaveLength(messages + 2);
    await running.stop();
  }, 60_000);
});
