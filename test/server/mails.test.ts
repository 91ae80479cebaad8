import { describe, expect, test } from 'bun:test';
import type { SendResult } from '../../src/core/outgoing/message.ts';
import type { OpenChannel } from '../../src/modules/channels/rules/openChannel.ts';
import { boundMails } from '../../src/server/mails.ts';
import { createTestClock } from '../support/clock.ts';
import { channelOf } from '../support/senders.ts';

const sent: SendResult = { outcome: 'sent', status: 250 };
const failed = (reason: 'timeout' | 'notConnected' | 'mailRefused'): SendResult => ({
  outcome: 'failed',
  reason,
  isPermanent: false,
});

/** Mails of an owner, each with this result. */
function startMails(domains: readonly string[] = []) {
  const clock = createTestClock('2026-06-16T12:00:00.000Z');
  const mails = boundMails(clock, domains);
  let delivered = 0;
  function send(
    result = sent,
    {
      ownerId = 1,
      to = 'alex@example.org',
      type = 'email',
    }: Partial<Record<'to', string>> & Partial<Pick<OpenChannel, 'ownerId' | 'type'>> = {},
  ) {
    return mails.send(channelOf(type, {}, { ownerId, settings: { to } }), () => {
      delivered += 1;
      return Promise.resolve(result);
    });
  }
  async function sendMany(count: number, result = sent): Promise<void> {
    for (let at = 0; at < count; at += 1) expect(await send(result)).toEqual(result);
  }
  return { clock, counts: mails.counts, send, sendMany, delivered: () => delivered };
}

describe('an owner sends at most 100 mails in 24 hours', () => {
  test('and the next one is told how long to wait', async () => {
    const { clock, counts, send, sendMany, delivered } = startMails();
    await sendMany(60);
    clock.advance(3600);
    await sendMany(40);
    const waits = { outcome: 'failed', reason: 'mailLimit', isPermanent: false, retryAfterSeconds: 23 * 3600 } as const;
    expect(await send()).toEqual(waits);
    expect([delivered(), counts()]).toEqual([100, { sent: 100, failed: 0, refused: 1 }]);
    clock.advance(23 * 3600);
    await sendMany(100);
    expect(await send()).toMatchObject({ reason: 'mailLimit' });
  });

  test('not counting those that failed, but those that took too long: they may have arrived', async () => {
    const { counts, send, sendMany } = startMails();
    await sendMany(50, failed('notConnected'));
    await sendMany(50, failed('mailRefused'));
    await sendMany(99);
    await sendMany(1, failed('timeout'));
    expect(await send()).toMatchObject({ reason: 'mailLimit' });
    expect(counts()).toEqual({ sent: 99, failed: 101, refused: 1 });
  });

  test('also when many are sent at once', async () => {
    const { send, delivered } = startMails();
    const results = await Promise.all(Array.from({ length: 120 }, () => send()));
    expect([results.filter(({ outcome }) => outcome === 'sent').length, delivered()]).toEqual([100, 100]);
  });

  test('which limits neither other owners nor other channels', async () => {
    const { send, sendMany } = startMails();
    await sendMany(100);
    expect(await send(sent, { ownerId: 2 })).toEqual(sent);
    for (let at = 0; at < 200; at += 1) expect(await send(sent, { type: 'ntfy' })).toEqual(sent);
  });
});

test('a mail to a domain that is not allowed is refused for good, and does not count for the day', async () => {
  const { counts, send, delivered } = startMails(['example.org']);
  const to = 'alex@example.org, eve@example.net';
  for (let at = 0; at < 150; at += 1)
    expect(await send(sent, { to })).toEqual({ outcome: 'failed', reason: 'notAllowed', isPermanent: true });
  expect(await send()).toEqual(sent);
  expect([delivered(), counts()]).toEqual([1, { sent: 1, failed: 0, refused: 150 }]);
});
