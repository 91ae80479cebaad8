import { describe, expect, test } from 'bun:test';
import type { ChannelType } from '../../../src/modules/channels/rules/channelTypes.ts';
import { remindersOfMessageMax } from '../../../src/modules/deliveries/rules/delivery.ts';
import { messageOf, type RemindedOf } from '../../../src/modules/reminders/rules/messages.ts';
import { startMailServer, certificate, mailPassword } from '../../support/mailServer.ts';
import { startReceiver } from '../../support/receiver.ts';
import { channelOf, testSenders } from '../../support/senders.ts';

const receiver = startReceiver();

/** How a receiver of each type is set up, and what it shows to people, as texts. */
const shown: Readonly<
  Record<string, [object, object, (json: Readonly<Record<string, unknown>>) => readonly unknown[]]>
> = {
  ntfy: [{ topic: 'bills' }, {}, ({ title, message }) => [title, message]],
  gotify: [{ token: 'A1' }, {}, ({ title, message }) => [title, message]],
  apprise: [{ key: 'home' }, {}, ({ title, body }) => [title, body]],
  telegram: [{ token: '1:a' }, { chatId: '1' }, ({ text }) => [text]],
  discord: [{}, {}, ({ content, embeds }) => [content, embeds]],
  slack: [{}, {}, ({ blocks }) => [blocks]],
  matrix: [{ token: 'syt_1' }, { roomId: '!a:example.org' }, ({ body }) => [body]],
  'home-assistant': [{ token: 'eyJ' }, {}, ({ title, message }) => [title, message]],
};

const reminded: RemindedOf = {
  event: 'renewal',
  subscriptionId: 'a',
  name: 'Netflix',
  amountHundredths: 1599,
  currency: 'EUR',
  dueOn: '2026-12-04',
  previousAmount: 13.99,
  noticeBy: '2026-12-01',
};
const context = { language: 'en', today: '2026-12-01', publicUrl: 'https://duebook.example.org' } as const;

/** What people see of reminders in a channel of a type. */
async function seen(type: string, reminders: readonly RemindedOf[]): Promise<string> {
  const [secrets, settings, textsOf] = shown[type] ?? [{}, {}, () => []];
  const channel = channelOf(type as ChannelType, { url: receiver.url, ...secrets }, { settings });
  expect(await testSenders().send(channel, messageOf(reminders, context), 'delivery-1')).toMatchObject({
    outcome: 'sent',
  });
  return textsOf(receiver.received.at(-1)?.json ?? {})
    .map((text) => (typeof text === 'string' ? text : JSON.stringify(text)))
    .join('\n')
    .replaceAll('\u00a0', ' ');
}

function times(text: string, part: string): number {
  return text.split(part).length - 1;
}

const values = ['EUR 15.99', 'Friday, December 4, 2026', 'EUR 13.99', 'Tuesday, December 1, 2026'];

test('what a subscription is called stays in one line, also where a receiver takes U+2028 or U+0085 for its end', () => {
  const name = 'Net\u2028flix\u2029a\u0085b\u000bc\u009bd\r\nBcc: eve@example.org';
  const oneLine = 'Net flix a b c d Bcc: eve@example.org';
  const single = messageOf([{ ...reminded, name }], context);
  expect(single.title).toBe(`${oneLine} renews in 3 days`);
  const several = messageOf([{ ...reminded, name }, reminded], context);
  expect(several.text.split('\n')).toHaveLength(2);
  expect(several.text).toContain(oneLine);
});

describe.each(Object.keys(shown))('in a channel of the type %s', (type) => {
  test('a reminder says each thing once', async () => {
    const text = await seen(type, [reminded]);
    for (const part of ['Netflix renews in 3 days', ...values]) expect([part, times(text, part)]).toEqual([part, 1]);
  });

  test('several reminders say each thing once', async () => {
    const text = await seen(type, [reminded, { ...reminded, name: 'Spotify', event: 'end', amountHundredths: 500 }]);
    for (const part of ['Netflix renews', 'Spotify ends', 'EUR 15.99', 'EUR 5.00'])
      expect([part, times(text, part)]).toEqual([part, 1]);
  });

  test.each([
    ['short', 1],
    ['with long names', 120],
  ])('as many reminders as one message has, %s, are shown, or the text says how many are not', async (_, length) => {
    const many = Array.from({ length: remindersOfMessageMax }, (_one, index) => ({
      ...reminded,
      name: `No${index + 1}${'*<é'.repeat(length / 3)}`,
    }));
    const text = await seen(type, many);
    const named = many.filter((_one, index) => new RegExp(`No${index + 1}\\D`).test(text)).length;
    const [, more = '0'] = /and (\d+) more/.exec(text) ?? [];
    expect(named + Number(more)).toBe(remindersOfMessageMax);
    expect(named).toBeGreaterThan(3);
  });
});

test('in a mail, each part says each thing once', async () => {
  const server = await startMailServer();
  const mail = {
    url: `smtps://alex:${encodeURIComponent(mailPassword)}@localhost:${server.port}`,
    from: 'a@example.org',
  };
  const channel = channelOf('email', {}, { settings: { to: 'alex@example.org' } });
  const senders = testSenders({ mail, authorities: certificate.cert });
  await senders.send(channel, messageOf([reminded], context), '01980f3c-0000-7f4c-b0f5-3d1c9f1c2d00');
  const { body = '' } = server.mails[0] ?? {};
  const text = body.replaceAll('=\r\n', '').replaceAll('=C2=A0', ' ');
  // Once in the plain text, and once in the HTML.
  for (const part of values) expect([part, times(text, part)]).toEqual([part, 2]);
});
