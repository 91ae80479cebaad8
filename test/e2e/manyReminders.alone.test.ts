import { afterAll, describe, expect, test } from 'bun:test';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { numberFromEnvironment } from '../generator/random.ts';
import { createKey, startServer } from '../support/binary.ts';
import { addDueHouseholds } from '../support/dueHouseholds.ts';
import { addDueSubscriptions, addRuleOfToday, addWebhook } from '../support/dueReminders.ts';
import { startReceiver } from '../support/receiver.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { validDraft } from '../support/validDraft.ts';

// At night: DELIVERY_REMINDERS=10000. It measures the speed of the machine, which nothing else may use.
const reminders = numberFromEnvironment('DELIVERY_REMINDERS', 0);
const channels = 5;
const remindersOfMessage = 20;
const idleMilliseconds = 15_000;
const pauseMilliseconds = 2;
const minuteMilliseconds = 60_000;

/** A receiver that takes connections and never answers; gives its URL and counts them. */
async function startDead() {
  const state = { connections: 0 };
  const server = createServer((socket) => {
    state.connections += 1;
    socket.on('error', () => undefined);
    afterAll(() => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => server.close());
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`, state };
}

/** Asks for a record in a process of its own until it is told to stop, and then gives the waits in milliseconds. */
function startAsking(url: string, key: string) {
  const script = join(import.meta.dir, '../support/waitingProcess.ts');
  const child = Bun.spawn([process.execPath, script, JSON.stringify({ url, key, pauseMilliseconds })], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  afterAll(() => child.kill());
  return async function stop(): Promise<readonly number[]> {
    await child.stdin.end();
    return JSON.parse(await new Response(child.stdout).text()) as readonly number[];
  };
}

function percentile(waits: readonly number[], part: number): number {
  return waits.toSorted((one, other) => one - other)[Math.floor(waits.length * part)] ?? Number.NaN;
}

describe.if(reminders > 0)(`${reminders} reminders that are due at one minute, to ${channels} channels`, () => {
  test('are sent in that minute, except to the one that is dead, and reads take at most three times as long meanwhile', async () => {
    const cwd = temporaryDirectory();
    const { key } = await createKey(cwd, 'home', 'admin');
    const server = await startServer(['--quota', '1000000000', '--timezone', 'UTC'], { cwd });
    await addDueSubscriptions(server, key, reminders / channels);
    const arrivals: number[] = [];
    const receivers = Array.from({ length: channels - 1 }, () =>
      startReceiver(() => {
        arrivals.push(Date.now());
        return new Response('ok');
      }),
    );
    const dead = await startDead();
    for (const { url } of [...receivers, dead]) await addWebhook(server, key, url);
    const [record] = (await server.call(key, 'GET', '/api/v1/subscriptions?limit=1')).json['data'] as readonly {
      readonly id: string;
    }[];
    const url = `${server.origin}/api/v1/subscriptions/${record?.id}`;

    const stopIdle = startAsking(url, key);
    await Bun.sleep(idleMilliseconds);
    const idle = await stopIdle();

    // The next minute that is not too near.
    const due = Math.ceil((Date.now() + 5000) / minuteMilliseconds) * minuteMilliseconds;
    await addRuleOfToday(server, key, new Date(due).toISOString().slice(11, 16));
    await Bun.sleep(due - Date.now() - 1000);
    const stopBusy = startAsking(url, key);
    const messages = (reminders / channels / remindersOfMessage) * (channels - 1);
    while (arrivals.length < messages && Date.now() < due + 2 * minuteMilliseconds) await Bun.sleep(20);
    const busy = await stopBusy();

    const lastSeconds = (Math.max(...arrivals) - due) / 1000;
    const [idleMs, busyMs] = [percentile(idle, 0.99), percentile(busy, 0.99)];
    console.log(
      `${arrivals.length} messages, the last ${lastSeconds.toFixed(1)} s after the minute; get p50 ${percentile(idle, 0.5).toFixed(2)} ms idle, ${percentile(busy, 0.5).toFixed(2)} ms meanwhile; p99 ${idleMs.toFixed(2)} ms idle, ${busyMs.toFixed(2)} ms meanwhile; ${idle.length} and ${busy.length} reads; ${dead.state.connections} connections to the dead one`,
    );
    expect(arrivals).toHaveLength(messages);
    expect(lastSeconds).toBeLessThan(60);
    expect(busyMs).toBeLessThanOrEqual(3 * idleMs);
    await server.stop();
  }, 300_000);
});

const households = Math.ceil(reminders / 5);
const changes = 10;
const changeSecondsMax = 2;

describe.if(reminders > 0)(`${households} households that are reminded at one minute`, () => {
  test('do not delay the changes that a webhook of another one gets', async () => {
    const cwd = temporaryDirectory();
    const { key } = await createKey(cwd, 'home', 'admin');
    const reminded = startReceiver();
    // After the households are stored and the server has started.
    const due = Math.ceil((Date.now() + 30_000) / minuteMilliseconds) * minuteMilliseconds;
    const at = new Date(due).toISOString().slice(11, 16);
    await addDueHouseholds(join(cwd, 'data'), households, { url: reminded.url, at });
    const server = await startServer(['--quota', '1000000000', '--timezone', 'UTC'], { cwd });
    const waits: number[] = [];
    let changed = Date.now();
    const hook = startReceiver(() => {
      waits.push(Date.now() - changed);
      return new Response('ok');
    });
    const settings = { url: hook.url, events: 'subscription.created' };
    const made = await server.call(key, 'POST', '/api/v1/channels', { name: 'Hook', type: 'webhook', settings });
    expect(made.status).toBe(201);
    while (reminded.received.length === 0 && Date.now() < due + minuteMilliseconds) await Bun.sleep(20);
    const sentBefore = reminded.received.length;
    for (let count = 0; count < changes; count += 1) {
      changed = Date.now();
      expect((await server.call(key, 'POST', '/api/v1/subscriptions', validDraft)).status).toBe(201);
      while (waits.length <= count && Date.now() < due + 3 * minuteMilliseconds) await Bun.sleep(5);
    }
    const sentMeanwhile = reminded.received.length;
    while (reminded.received.length < households && Date.now() < due + 3 * minuteMilliseconds) await Bun.sleep(50);
    const seconds = waits.map((wait) => wait / 1000);
    console.log(
      `${changes} changes arrived after ${Math.min(...seconds).toFixed(2)} to ${Math.max(...seconds).toFixed(2)} s, while ${sentMeanwhile - sentBefore} of ${households} households were reminded; the last one ${((Date.now() - due) / 1000).toFixed(0)} s after the minute`,
    );
    expect(sentMeanwhile).toBeLessThan(households);
    expect(reminded.received).toHaveLength(households);
    expect(Math.max(...seconds)).toBeLessThan(changeSecondsMax);
    await server.stop();
  }, 300_000);
});
