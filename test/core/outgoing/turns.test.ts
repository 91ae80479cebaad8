import { expect, test } from 'bun:test';
import { createTestClock } from '../../support/clock.ts';
import { startReceiver } from '../../support/receiver.ts';
import { channelOf, message, testSenders } from '../../support/senders.ts';

/** A receiver that answers when the test says so. */
function startHeld() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const receiver = startReceiver(() => promise.then(() => new Response('ok')));
  return { ...receiver, letGo: () => resolve() };
}

function channelAt(url: string, ownerId: number, id: string) {
  return channelOf('webhook', { url }, { ownerId, id });
}

const owners = (many: number) => Array.from({ length: many }, (_, index) => index + 1);

test('sixteen messages are sent at a time, and the next one when one of them has ended', async () => {
  const [slow, quick, senders] = [startHeld(), startReceiver(), testSenders()];
  const held = owners(16).map((number) => senders.send(channelAt(slow.url, 1, `slow ${number}`), message, 'a'));
  const next = senders.send(channelAt(quick.url, 2, 'quick'), message, 'b');
  while (slow.received.length < 16) await new Promise((resolve) => setImmediate(resolve));
  expect(quick.received).toEqual([]);
  slow.letGo();
  expect((await Promise.all([...held, next])).every(({ outcome }) => outcome === 'sent')).toBe(true);
}, 2000);

test('channels whose last message failed do not hold up one that works', async () => {
  const [slow, quick, senders] = [startHeld(), startReceiver(), testSenders()];
  const refusing = startReceiver(() => new Response('', { status: 503 }));
  const dead = [
    ...owners(4).map((number) => ({ ownerId: 1, id: `dead ${number}` })),
    ...owners(16).map((number) => ({ ownerId: number + 1, id: `dead of owner ${number}` })),
  ];
  await Promise.all(dead.map(({ ownerId, id }) => senders.send(channelAt(refusing.url, ownerId, id), message, 'a')));
  const held = dead.map(({ ownerId, id }) => senders.send(channelAt(slow.url, ownerId, id), message, 'b'));
  // Of the same owner, and of another one.
  for (const ownerId of [1, 99])
    expect(await senders.send(channelAt(quick.url, ownerId, `quick ${ownerId}`), message, 'c')).toMatchObject({
      outcome: 'sent',
    });
  slow.letGo();
  await Promise.all(held);
}, 2000);

test('a test that waits too long for its turn is not sent later', async () => {
  const clock = createTestClock('2026-06-16T12:00:00.000Z');
  const [slow, senders] = [startHeld(), testSenders({ clock })];
  const channel = channelAt(slow.url, 1, 'slow');
  const first = senders.send(channel, message, 'a');
  const tested = senders.test(channel, message, 'b');
  clock.advance(10);
  expect(await tested).toEqual({ outcome: 'failed', reason: 'timeout', isPermanent: false });
  slow.letGo();
  await first;
  await senders.send(channel, message, 'c');
  expect(slow.received.map(({ headers }) => headers.get('webhook-id'))).not.toContain('b');
}, 2000);
