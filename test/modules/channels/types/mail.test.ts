import { describe, expect, test } from 'bun:test';
import type { Message } from '../../../../src/core/outgoing/message.ts';
import { systemClock, type Clock } from '../../../../src/core/runtime/system.ts';
import { certificate, mailPassword, startMailServer, type Mail } from '../../../support/mailServer.ts';
import { createTestClock } from '../../../support/clock.ts';
import { channelOf, message, testSenders } from '../../../support/senders.ts';

const plainClock: Clock = systemClock;
const password = encodeURIComponent(mailPassword);

function send(
  port: number,
  sent: Message = message,
  { scheme = 'smtps', user = `alex:${password}@`, clock = plainClock, ...others } = {},
) {
  const mail = { url: `${scheme}://${user}localhost:${port}`, from: 'Duebook <duebook@example.org>' };
  const senders = testSenders({ mail, clock, authorities: certificate.cert });
  const to = { settings: { to: 'alex@example.org, kim@example.org' } };
  return senders.send(channelOf('email', {}, { ...to, ...others }), sent, '01980f3c-0000-7f4c-b0f5-3d1c9f1c2d00');
}

/** The parts of a mail with alternatives, decoded. */
function partsOf({ head, body }: Mail) {
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? '';
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [partHead = '', ...rest] = part.split('\r\n\r\n');
      const encoded = rest.join('\r\n\r\n').replace(/\r\n$/, '');
      const isBase64 = /base64/i.test(partHead);
      return { type: /Content-Type: ([^;]+)/i.exec(partHead)?.[1], text: decoded(encoded, isBase64) };
    });
}

function decoded(text: string, isBase64: boolean): string {
  if (isBase64) return Buffer.from(text, 'base64').toString('utf8');
  const bytes = text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n');
}

describe('a mail', () => {
  test('goes to each address over TLS, after authentication', async () => {
    const server = await startMailServer();
    expect(await send(server.port)).toEqual({ outcome: 'sent', status: 250 });
    const [mail] = server.mails;
    expect(mail).toMatchObject({
      from: 'duebook@example.org',
      to: ['alex@example.org', 'kim@example.org'],
      user: 'alex',
      isSecure: true,
    });
  });

  test('says everything in plain text, and the same in HTML, without anything to load', async () => {
    const server = await startMailServer();
    await send(server.port, { ...message, text: 'Fällig am 19. Juni 2026: 15,99 €', facts: [] });
    const [text, html, ...others] = partsOf(server.mails[0] as Mail);
    expect(others).toEqual([]);
    expect([text?.type, html?.type]).toEqual(['text/plain', 'text/html']);
    for (const part of ['Fällig am 19. Juni 2026: 15,99 €']) {
      expect(text?.text).toContain(part);
      expect(html?.text).toContain(part);
    }
    expect(text?.text).toContain(message.url ?? '');
    expect(text?.text.split('\n')[0]).toBe(message.title);
    expect(html?.text).toContain('Netflix &lt;b&gt;&amp; *Co*&lt;/b&gt;');
    expect(html?.text).not.toMatch(/<img|<script|<link|src=|style=/);
  });

  test('has the headers of automatic mail, and a way out', async () => {
    const server = await startMailServer();
    await send(server.port);
    const [mail] = server.mails;
    expect(mail?.head).toMatch(/^List-Unsubscribe: <https:\/\/duebook\.example\.org\/reminders>$/im);
    expect(mail?.head).toMatch(/^Auto-Submitted: auto-generated$/im);
    expect(mail?.head).toMatch(/^Message-ID: <01980f3c-0000-7f4c-b0f5-3d1c9f1c2d00@duebook\.invalid>$/im);
    expect(mail?.head).toMatch(/^From: Duebook <duebook@example\.org>$/im);
  });

  test.each([
    'Netflix\r\nBcc: eve@example.org',
    'Netflix\nX-Evil: 1\n\nbody',
    'Netflix\u2028Bcc: eve@example.org',
    'ä😀 '.repeat(60),
    '=?utf-8?Q?=0D=0ABcc:eve@example.org?=',
  ])('keeps the title %j in its subject', async (title) => {
    const server = await startMailServer();
    expect(await send(server.port, { ...message, title })).toMatchObject({ outcome: 'sent' });
    const [mail] = server.mails;
    expect(mail?.to).toEqual(['alex@example.org', 'kim@example.org']);
    expect(mail?.head).not.toMatch(/^(bcc|x-evil):/im);
    // Encoded words, so that each header is ASCII.
    expect(mail?.head).toMatch(/^[\t\r\n -~]*$/);
    expect(mail?.head.match(/^subject:/gim)?.length).toBe(1);
  });

  test('is in the language of its channel', async () => {
    const server = await startMailServer();
    await send(server.port, message, { language: 'de' } as object);
    const [text, html] = partsOf(server.mails[0] as Mail);
    expect(text?.text).toContain('Diese E-Mail kommt von einem Kanal in Duebook, der diese Adresse enthält.');
    expect(html?.text).toContain('<html lang="de">');
  });

  test('is sent with STARTTLS where the server offers it', async () => {
    const server = await startMailServer({ secure: false });
    expect(await send(server.port, message, { scheme: 'smtp' })).toMatchObject({ outcome: 'sent' });
    expect(server.mails[0]?.isSecure).toBe(true);
  });
});

describe('a mail that is not sent says why', () => {
  test('a wrong password: not again before a change', async () => {
    const server = await startMailServer();
    expect(await send(server.port, message, { user: 'alex:wrong@' })).toEqual({
      outcome: 'failed',
      reason: 'mailRefused',
      status: 535,
      isPermanent: true,
    });
  });

  test.each([
    [450, false],
    [550, true],
  ])('a refused recipient: %i', async (responseCode, isPermanent) => {
    const server = await startMailServer({
      onRcptTo: (_address, _session, callback) => callback(Object.assign(new Error('no'), { responseCode })),
    });
    expect(await send(server.port)).toEqual({
      outcome: 'failed',
      reason: 'mailRefused',
      status: responseCode,
      isPermanent,
    });
  });

  test('a certificate of another name', async () => {
    const server = await startMailServer();
    const mail = { url: `smtps://alex:${password}@127.0.0.1:${server.port}`, from: 'a@example.org' };
    const senders = testSenders({ mail, authorities: certificate.cert });
    const channel = channelOf('email', {}, { settings: { to: 'alex@example.org' } });
    expect(await senders.send(channel, message, 'delivery-1')).toMatchObject({ reason: 'certificate' });
  });

  test('no mail server in the settings', async () => {
    const channel = channelOf('email', {}, { settings: { to: 'alex@example.org' } });
    expect(await testSenders().send(channel, message, 'delivery-1')).toEqual({
      outcome: 'failed',
      reason: 'noMailServer',
      isPermanent: true,
    });
  });

  test('a server that takes the password in plain text only', async () => {
    const attempts: string[] = [];
    const server = await startMailServer({
      secure: false,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth({ username }, _session, callback) {
        attempts.push(username ?? '');
        callback(null, { user: 'alex' });
      },
    });
    expect(await send(server.port, message, { scheme: 'smtp' })).toMatchObject({ outcome: 'failed' });
    expect(attempts).toEqual([]);
  });

  test('a server that takes too long gets no mail afterwards', async () => {
    const clock = createTestClock('2026-06-16T12:00:00.000Z');
    let answer: () => void = () => undefined;
    const { promise: closed, resolve: hasClosed } = Promise.withResolvers<void>();
    const server = await startMailServer({
      onRcptTo(_address, _session, callback) {
        clock.advance(25);
        answer = () => callback();
      },
      onClose: () => hasClosed(),
    });
    expect(await send(server.port, message, { clock })).toEqual({
      outcome: 'failed',
      reason: 'timeout',
      isPermanent: false,
    });
    answer();
    await closed;
    expect(server.mails).toEqual([]);
  });

  test('a server that takes its time to accept the mail has more of it than other receivers', async () => {
    const clock = createTestClock('2026-06-16T12:00:00.000Z');
    const server = await startMailServer({
      onData(stream, _session, callback) {
        stream.resume();
        stream.on('end', () => {
          clock.advance(20);
          callback();
        });
      },
    });
    expect(await send(server.port, message, { clock })).toMatchObject({ outcome: 'sent' });
  });

  test('nothing listens', async () => {
    expect(await send(1)).toEqual({ outcome: 'failed', reason: 'notConnected', isPermanent: false });
  });
});
