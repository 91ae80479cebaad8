import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { numberFromEnvironment } from '../generator/random.ts';
import { createKey, startServer } from '../support/binary.ts';
import {
  addDueSubscriptions,
  addRuleOfToday,
  addWebhook,
  ageRules,
  endPauses,
  sentDeliveriesAt,
} from '../support/dueReminders.ts';
import { startReceiver } from '../support/receiver.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

// Longer at night: DELIVERY_KILLS=200.
const kills = 3;
const runs = Math.ceil(numberFromEnvironment('DELIVERY_KILLS', kills) / kills);
const messages = 4;
const remindersOfMessage = 20;

describe.each(Array.from({ length: runs }, (_, run) => run))('run %d of the executable', (run) => {
  const cwd = temporaryDirectory();
  const data = join(cwd, 'data');
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

  test(`killed ${kills} times while it sends reminders loses none, and repeats one message at each kill at most`, async () => {
    const { key } = await createKey(cwd, 'home', 'admin');
    const first = await start();
    await addDueSubscriptions(first, key, messages * remindersOfMessage);
    await addWebhook(first, key, receiver.url);
    await addRuleOfToday(first, key);
    await first.stop();
    ageRules(data);

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
      endPauses(data);
    }

    onMessage = () => undefined;
    const last = await start();
    const deliveries = await sentDeliveriesAt(last, key);
    await last.stop();
    expect(deliveries.map(({ state }) => state)).toEqual(Array.from({ length: messages }, () => 'sent'));
    expect(new Set(deliveries.flatMap(({ subscriptionIds }) => subscriptionIds)).size).toBe(
      messages * remindersOfMessage,
    );
    const sent = receiver.received.map(({ headers }) => headers.get('webhook-id'));
    expect(new Set(sent).size).toBe(messages);
    expect(sent.length - messages).toBeLessThanOrEqual(kills);
  }, 600_000);
});
