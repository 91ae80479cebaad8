import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { numberFromEnvironment } from '../generator/random.ts';
import { createKey, startServer } from '../support/binary.ts';
import { startReceiver } from '../support/receiver.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { validDraft } from '../support/validDraft.ts';

// Longer at night: DELIVERY_KILLS=200.
const kills = 3;
const runs = Math.ceil(numberFromEnvironment('DELIVERY_KILLS', kills) / kills);
const messages = 4;
const remindersOfMessage = 20;

interface Delivery {
  readonly id: string;
  readonly state: string;
  readonly attempts: number;
  readonly subscriptionIds: readonly string[];
}

const dayFrom = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString();

describe.each(Array.from({ length: runs }, (_, run) => run))('run %d of the executable', (run) => {
  const cwd = temporaryDirectory();
  let onMessage: (count: number) => void | Promise<void> = () => undefined;
  let count = 0;
  const receiver = startReceiver(async () => {
    count += 1;
    await onMessage(count);
    return new Response('ok');
  });
  const start = () => startServer([], { cwd });
  const killed = async ({ child }: Awaited<ReturnType<typeof start>>) => {
    child.kill('SIGKILL');
    await child.exited;
  };
  const change = (statement: string) => {
    const database = new Database(join(cwd, 'data/duebook.db'), { readwrite: true, strict: true });
    database.run(statement);
    database.close();
  };

  test(`killed ${kills} times while it sends reminders loses none, and repeats one message at each kill at most`, async () => {
    const { key } = await createKey(cwd, 'home', 'admin');
    const first = await start();
    const operations = Array.from({ length: messages * remindersOfMessage }, (_, index) => ({
      action: 'create',
      subscription: {
        ...validDraft,
        name: `Record ${index}`,
        period: 'custom',
        customDate: '20',
        lastPaymentDate: dayFrom(-18),
      },
    }));
    expect((await first.call(key, 'POST', '/api/v1/subscriptions/batch', { operations })).status).toBe(200);
    const hook = { name: 'Hook', type: 'webhook', settings: { url: receiver.url } };
    expect((await first.call(key, 'POST', '/api/v1/channels', hook)).status).toBe(201);
    const rule = { event: 'renewal', daysBefore: [2], at: '00:00' };
    expect((await first.call(key, 'POST', '/api/v1/reminders', rule)).status).toBe(201);
    await first.stop();
    // As if the rule had been there yesterday.
    change("UPDATE reminders SET active_since = '2026-01-01T00:00:00.000Z'");

    for (let kill = 0; kill < kills; kill += 1) {
      const running = await start();
      const { promise: reached, resolve } = Promise.withResolvers<undefined>();
      const before = count;
      // Before the answer to a message, or between it and the next one.
      onMessage = async (now) => {
        if (now !== before + 1 + ((run + kill) % 2)) return;
        resolve(undefined);
        if ((run + kill) % 3 !== 1) await killed(running);
      };
      await Promise.race([reached, Bun.sleep(8000)]);
      await killed(running);
      // The pause after an interrupted attempt is over.
      change("UPDATE deliveries SET next_attempt_at = '2026-01-01T00:00:00.000Z' WHERE state = 'pending'");
    }

    onMessage = () => undefined;
    const last = await start();
    const list = async () =>
      (await last.call(key, 'GET', '/api/v1/deliveries?limit=100')).json['data'] as readonly Delivery[];
    for (let tries = 0; tries < 100 && (await list()).some(({ state }) => state !== 'sent'); tries += 1)
      await Bun.sleep(100);
    const deliveries = await list();
    await last.stop();
    expect(deliveries.map(({ state }) => state)).toEqual(Array.from({ length: messages }, () => 'sent'));
    expect(new Set(deliveries.flatMap(({ subscriptionIds }) => subscriptionIds)).size).toBe(operations.length);
    const ids = receiver.received.map(({ headers }) => headers.get('webhook-id'));
    expect(new Set(ids).size).toBe(messages);
    expect(ids.length - messages).toBeLessThanOrEqual(kills);
  }, 600_000);
});
