import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { numberFromEnvironment, randomFrom } from '../generator/random.ts';
import { createKey, startServer } from '../support/binary.ts';
import { startReceiver } from '../support/receiver.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { validDraft } from '../support/validDraft.ts';

// Longer at night: CHANGE_KILLS=200.
const kills = numberFromEnvironment('CHANGE_KILLS', 2);
const writersAtOnce = 2;
const path = '/api/v1/subscriptions';

/** The number of changes for the receiver that is not silent, which wait still. */
function waitingIn(cwd: string, channelId: string): number {
  const database = new Database(join(cwd, 'data/duebook.db'), { readonly: true, strict: true });
  const select = "SELECT count(*) AS waiting FROM deliveries WHERE state = 'pending' AND channel_id = ?";
  const row = database.query<{ waiting: number }, [string]>(select).get(channelId);
  database.close();
  return row?.waiting ?? -1;
}

interface Event {
  readonly id: string;
  readonly type: string;
  readonly subscription: { readonly id: string; readonly amount: number };
}

test(`an executable that is killed ${kills} times while it writes sends every change, in order for each subscription`, async () => {
  const cwd = temporaryDirectory();
  const random = randomFrom(kills);
  let isBroken = false;
  const receiver = startReceiver(() => new Response('', { status: isBroken ? 500 : 204 }));
  // A receiver that never answers: it delays nothing else.
  const silent = startReceiver(() => new Promise<Response>(() => undefined));
  const { key } = await createKey(cwd, 'home', 'admin');
  let server = await startServer([], { cwd });
  const acknowledged = new Map<string, number[]>();

  const events = 'subscription.created,subscription.updated,subscription.deleted';
  const [channelId] = await Promise.all(
    [receiver, silent].map(async ({ url }) => {
      const hook = { name: 'Hook', type: 'webhook', settings: { url, events } };
      const made = await server.call(key, 'POST', '/api/v1/channels', hook);
      expect(made.status).toBe(201);
      return (made.json['data'] as { readonly id: string }).id;
    }),
  );

  /** Changes the amounts of one subscription after the other until the server is killed; each amount is larger than the one before it. */
  async function write(): Promise<void> {
    try {
      for (;;) {
        const made = await server.call(key, 'POST', path, { ...validDraft, amount: 1 });
        if (made.status !== 201) return;
        const { id } = made.json['data'] as { readonly id: string };
        const amounts = [1];
        acknowledged.set(id, amounts);
        for (let amount = 2; amount <= 5; amount += 1) {
          const changed = await server.call(key, 'PATCH', `${path}/${id}`, { amount });
          if (changed.status !== 200) return;
          amounts.push(amount);
        }
      }
    } catch {
      // It was killed: what it did not answer may be stored, or not.
    }
  }

  for (let kill = 0; kill < kills; kill += 1) {
    isBroken = kill % 3 === 2;
    const writing = Array.from({ length: writersAtOnce }, write);
    await Bun.sleep(350 + random() * 300);
    server.child.kill('SIGKILL');
    await Promise.all([server.child.exited, ...writing]);
    // The pause after a failed or interrupted attempt is over.
    const database = new Database(join(cwd, 'data/duebook.db'), { readwrite: true, strict: true });
    database.run(
      "UPDATE deliveries SET next_attempt_at = '2026-01-01T00:00:00.000Z' WHERE state = 'pending' AND next_attempt_at IS NOT NULL",
    );
    database.close();
    isBroken = false;
    server = await startServer([], { cwd });
  }
  const received = (): readonly Event[] =>
    receiver.received.map(({ headers, json }) => ({
      id: headers.get('webhook-id') ?? '',
      type: String(json['type']),
      subscription: (json['data'] as Pick<Event, 'subscription'>).subscription,
    }));
  const last = (await server.call(key, 'POST', path, { ...validDraft, name: 'Last' })).json['data'] as { id: string };
  const isDone = () =>
    received().some(({ subscription }) => subscription.id === last.id) && waitingIn(cwd, channelId ?? '') === 0;
  for (let tries = 0; tries < 300 && !isDone(); tries += 1) await Bun.sleep(100);
  // A stop in order would wait for the receiver that never answers.
  server.child.kill('SIGKILL');
  await server.child.exited;
  expect(isDone()).toBe(true);

  const first = new Map(
    received()
      .map((event) => [event.id, event] as const)
      .toReversed(),
  );
  const unique = received().filter((event, index) => received().findIndex(({ id }) => id === event.id) === index);
  expect(unique).toHaveLength(first.size);
  // An attempt that was interrupted is repeated: one at each kill.
  expect(received().length - unique.length).toBeLessThanOrEqual(kills * 2);
  for (const [id, amounts] of acknowledged) {
    const arrived = unique
      .filter(({ subscription }) => subscription.id === id)
      .map(({ subscription }) => subscription.amount);
    // In order, whole, and perhaps with the one that was stored without an answer.
    expect([id, arrived.slice(0, amounts.length)]).toEqual([id, amounts]);
    expect(arrived).toEqual(Array.from(arrived, (_, index) => index + 1));
  }
}, 600_000);
