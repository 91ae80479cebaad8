import { afterAll, describe, expect, test } from 'bun:test';
import type { SenderOptions } from '../../../src/modules/channels/sender.ts';
import { makeCertificate } from '../../support/certificates.ts';
import { createTestClock } from '../../support/clock.ts';
import { startRawServer } from '../../support/rawServer.ts';
import { startReceiver } from '../../support/receiver.ts';
import { channelOf, message, testSenders } from '../../support/senders.ts';

function send(url: string, options: Partial<SenderOptions> = {}) {
  return testSenders(options).send(channelOf('webhook', { url }), message, 'delivery-1');
}

test('a redirect is not followed', async () => {
  const target = startReceiver();
  const receiver = startReceiver(() => Response.redirect(target.url, 307));
  expect(await send(receiver.url)).toEqual({ outcome: 'failed', reason: 'status', status: 307, isPermanent: false });
  expect(target.received).toEqual([]);
});

test.each([
  [200, undefined],
  [204, undefined],
  [400, true],
  [410, true],
  [413, true],
  [422, true],
  [401, false],
  [403, false],
  [404, false],
  [405, false],
  [409, false],
  [408, false],
  [429, false],
  [500, false],
  [503, false],
])('status %i decides, and nothing of the body is in the result', async (status, isPermanent) => {
  const receiver = startReceiver(() => new Response(status === 204 ? null : 'secret body', { status }));
  const failed = { outcome: 'failed', reason: 'status', status, isPermanent };
  const result = await send(receiver.url);
  expect(result).toEqual(isPermanent === undefined ? { outcome: 'sent', status } : (failed as typeof result));
});

test.each([
  ['120', { retryAfterSeconds: 120 }],
  ['0.3', { retryAfterSeconds: 1 }],
  ['-1', {}],
  ['Wed, 21 Oct 2026 07:28:00 GMT', { retryAfterSeconds: 1680 }],
  ['Wed, 21 Oct 2026 06:28:00 GMT', { retryAfterSeconds: 0 }],
  ['Wednesday, 21-Oct-26 07:28:00 GMT', {}],
  ['Wed, 21 Oct 2026 27:28:00 GMT', {}],
  ['soon', {}],
])('the pause that a receiver asks for is in the result: %s', async (pause, asked) => {
  const headers = { 'retry-after': pause, date: 'Wed, 21 Oct 2026 07:00:00 GMT' };
  const receiver = startReceiver(() => new Response('', { status: 429, headers }));
  const failure = { outcome: 'failed', reason: 'status', status: 429, isPermanent: false } as const;
  expect(await send(receiver.url)).toEqual({ ...failure, ...asked });
});

describe('ten seconds in all', () => {
  test('for a receiver that never answers', async () => {
    const clock = createTestClock('2026-06-16T12:00:00.000Z');
    const port = await startRawServer((socket) => socket.once('data', () => clock.advance(10)));
    expect(await send(`http://127.0.0.1:${port}/`, { clock })).toEqual({
      outcome: 'failed',
      reason: 'timeout',
      isPermanent: false,
    });
  });

  test('for a body that never ends: the status is known, and the connection is closed', async () => {
    const clock = createTestClock('2026-06-16T12:00:00.000Z');
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const port = await startRawServer((socket) => {
      socket.once('close', () => resolve());
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nsome');
        setTimeout(() => clock.advance(10), 20);
      });
    });
    expect(await send(`http://127.0.0.1:${port}/`, { clock })).toEqual({ outcome: 'sent', status: 200 });
    await closed;
  });

  test('for a name that takes long to resolve', async () => {
    const clock = createTestClock('2026-06-16T12:00:00.000Z');
    const resolve = () => {
      queueMicrotask(() => queueMicrotask(() => clock.advance(10)));
      return Promise.withResolvers<readonly string[]>().promise;
    };
    const result = await send('http://slow.lan/', { clock, resolve });
    expect(result).toMatchObject({ reason: 'timeout' });
  });
});

/** A server that answers with a head, then with one piece again and again; tells how many bytes it could send. */
async function startEndless(head: string, piece: string) {
  let sent = 0;
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const port = await startRawServer((socket) => {
    socket.once('close', () => resolve());
    socket.once('data', () => {
      socket.write(head);
      const more = () => {
        while (!socket.destroyed && sent < 1e9) {
          sent += piece.length;
          if (!socket.write(piece)) return;
        }
      };
      socket.on('drain', more);
      more();
    });
  });
  return { url: `http://127.0.0.1:${port}/`, closed, bytesSent: () => sent };
}

test.each([
  ['in large pieces', `8000\r\n${'x'.repeat(0x8000)}\r\n`],
  ['one by one', '1\r\nx\r\n'.repeat(0x1000)],
])('at most 64 KiB of an answer are read: bytes that come %s', async (_, piece) => {
  const receiver = await startEndless('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', piece);
  expect(await send(receiver.url)).toEqual({ outcome: 'sent', status: 200 });
  await receiver.closed;
  // The buffers of the system and of both ends.
  expect(receiver.bytesSent()).toBeLessThan(50_000_000);
});

test('answers that only announce another one are read until there are too many', async () => {
  const receiver = await startEndless('', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(500));
  expect(await send(receiver.url)).toEqual({ outcome: 'failed', reason: 'invalidAnswer', isPermanent: false });
  await receiver.closed;
  expect(receiver.bytesSent()).toBeLessThan(50_000_000);
});

test('a few of these are read', async () => {
  const port = await startRawServer((socket) =>
    socket.once('data', () => {
      socket.end('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n');
    }),
  );
  expect(await send(`http://127.0.0.1:${port}/`)).toEqual({ outcome: 'sent', status: 204 });
});

describe('a receiver that', () => {
  const notConnected = { outcome: 'failed', reason: 'notConnected', isPermanent: false } as const;

  test('does not listen', async () => {
    const port = await startRawServer(() => undefined);
    const free = port === 65_535 ? port - 1 : port + 1;
    expect(await send(`http://127.0.0.1:${free}/`)).toMatchObject({ outcome: 'failed', isPermanent: false });
  });

  test('hangs up', async () => {
    const port = await startRawServer((socket) => socket.once('data', () => socket.destroy()));
    expect(await send(`http://127.0.0.1:${port}/`)).toEqual(notConnected);
  });

  test('does not speak HTTP', async () => {
    const port = await startRawServer((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.6\r\n\r\n')));
    const result = await send(`http://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ outcome: 'failed', isPermanent: false });
  });
});

describe('the connection goes to the address that was checked', () => {
  test('a name that leads elsewhere at the second question is asked only once', async () => {
    const receiver = startReceiver();
    const answers = [['127.0.0.1'], ['169.254.169.254'], ['169.254.169.254']];
    const asked: string[] = [];
    const resolve = (host: string) => {
      asked.push(host);
      return Promise.resolve(answers.shift() ?? []);
    };
    expect(await send(`http://rebind.test:${receiver.port}/x`, { resolve })).toEqual({ outcome: 'sent', status: 200 });
    expect(asked).toEqual(['rebind.test']);
    const [first] = receiver.received;
    expect(first?.headers.get('host')).toBe(`rebind.test:${receiver.port}`);
  });

  test('an address that refuses the connection is followed by the next one', async () => {
    const receiver = startReceiver();
    const resolve = () => Promise.resolve(['127.0.0.2', '127.0.0.1']);
    expect(await send(`http://two.test:${receiver.port}/`, { resolve })).toEqual({ outcome: 'sent', status: 200 });
    expect(receiver.received.length).toBe(1);
  });

  test('an address that may have got the message is not followed by another one', async () => {
    let connections = 0;
    const port = await startRawServer((socket) => {
      connections += 1;
      socket.once('data', () => socket.destroy());
    }, '0.0.0.0');
    const resolve = () => Promise.resolve(['127.0.0.1', '127.0.0.2']);
    expect(await send(`http://two.test:${port}/`, { resolve })).toMatchObject({ reason: 'notConnected' });
    expect(connections).toBe(1);
  });

  const ofHome = makeCertificate('home.test');

  test('a proxy of the environment gets nothing, also where the runtime would use it', async () => {
    const asked: string[] = [];
    const proxy = await startRawServer((socket) =>
      socket.once('data', (bytes) => {
        asked.push(String(bytes).split('\r\n')[0] ?? '');
        socket.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n');
      }),
    );
    const plain = startReceiver();
    const tls = startReceiver(undefined, ofHome);
    const urls = [`http://home.test:${plain.port}/`, `https://home.test:${tls.port}/`];
    const names = ['http_proxy', 'https_proxy', 'all_proxy'];
    const variables = [...names, ...names.map((name) => name.toUpperCase())].map((name) => [
      name,
      `http://127.0.0.1:${proxy}`,
    ]);
    const child = Bun.spawn(
      [
        process.execPath,
        `${import.meta.dir}/../../support/sendingProcess.ts`,
        JSON.stringify({ urls, authorities: ofHome.cert }),
      ],
      { env: { ...Object.fromEntries(variables), NODE_USE_ENV_PROXY: '1' }, stdout: 'pipe' },
    );
    const results = JSON.parse(await new Response(child.stdout).text()) as readonly object[];
    const sent = { outcome: 'sent', status: 200 };
    expect(results).toMatchObject([{ sent }, { sent }]);
    expect([plain.received.length, tls.received.length]).toEqual([1, 1]);
    // Those of fetch: the proxy is one that the runtime knows of.
    expect(asked).toEqual([`GET ${urls[0]} HTTP/1.1`, `CONNECT home.test:${tls.port} HTTP/1.1`]);
  });

  describe('with TLS', () => {
    const certificate = makeCertificate('good.test');
    const server = Bun.serve({ hostname: '127.0.0.1', port: 0, tls: certificate, fetch: () => new Response('ok') });
    afterAll(() => server.stop(true));
    const resolve = () => Promise.resolve(['127.0.0.1']);
    const refused = { outcome: 'failed', reason: 'certificate', isPermanent: false } as const;

    test('the certificate is that of the name', async () => {
      const options = { resolve, authorities: certificate.cert };
      expect(await send(`https://good.test:${server.port}/`, options)).toEqual({ outcome: 'sent', status: 200 });
      expect(await send(`https://good.test.:${server.port}/`, options)).toEqual({ outcome: 'sent', status: 200 });
    });

    test('a certificate of another name is refused', async () => {
      const options = { resolve, authorities: certificate.cert };
      expect(await send(`https://bad.test:${server.port}/`, options)).toEqual(refused);
      expect(await send(`https://127.0.0.1:${server.port}/`, options)).toEqual(refused);
    });

    test('a certificate of an unknown authority is refused', async () => {
      expect(await send(`https://good.test:${server.port}/`, { resolve })).toEqual(refused);
    });
  });
});

describe('a channel', () => {
  test('without a secret that it needs sends nothing', async () => {
    const receiver = startReceiver();
    const channel = channelOf('webhook', { url: receiver.url }, { lacksSecrets: true });
    const result = await testSenders().send(channel, message, 'delivery-1');
    expect(result).toEqual({ outcome: 'failed', reason: 'secretsMissing', isPermanent: true });
    expect(receiver.received).toEqual([]);
  });

  test('sends one message at a time, and does not hold up another channel', async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const slow = startReceiver(() => held.then(() => new Response('ok')));
    const quick = startReceiver();
    const senders = testSenders();
    const dead = { ...channelOf('webhook', { url: slow.url }), id: 'dead' };
    const waiting = [1, 2, 3].map((number) => senders.send(dead, message, `delivery-${number}`));
    await senders.send(channelOf('webhook', { url: quick.url }), message, 'delivery-4');
    expect([slow.received.length, quick.received.length]).toEqual([1, 1]);
    letGo();
    await Promise.all(waiting);
    const ids = slow.received.map(({ headers }) => headers.get('webhook-id'));
    expect(ids).toEqual(['delivery-1', 'delivery-2', 'delivery-3']);
  });
});
