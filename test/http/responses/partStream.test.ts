import { describe, expect, test } from 'bun:test';
import { streamParts, type PartClient } from '../../../src/http/responses/partStream.ts';

/** A body of parts `0`, `1`, …, and what was asked of its source. */
async function open(partsMax: number, failsAt = Infinity) {
  const clients: PartClient[] = [];
  const failures: unknown[] = [];
  const body = await streamParts({
    beginning: '<',
    ending: '>',
    readPart(after, client) {
      const place = clients.push(client) - 1;
      if (place === failsAt) return Promise.reject(new Error('the disk is gone'));
      expect(after).toBe(place === 0 ? undefined : String(place - 1));
      const next = place + 1 < partsMax ? String(place) : undefined;
      return Promise.resolve({ bytes: Buffer.from(String(place)), next });
    },
    onFailure: (error) => failures.push(error),
  });
  return { body, clients, failures, held: () => clients.filter(({ isOpen }) => isOpen()).length };
}

function readerOf(body: Awaited<ReturnType<typeof open>>['body']) {
  if (!(body instanceof ReadableStream)) throw new Error('the body is whole');
  return body.getReader();
}

describe('a body in parts', () => {
  test('has all parts between its beginning and its ending', async () => {
    expect(await new Response((await open(3)).body).text()).toBe('<012>');
  });

  test('is whole when it has one part, so that its length is known', async () => {
    const { body, held } = await open(1);
    expect(held()).toBe(0);
    expect(body).toEqual(new Uint8Array(Buffer.from('<0>')));
  });

  test('is read as fast as it is taken, and holds one part', async () => {
    const { body, clients, held } = await open(5);
    const reader = readerOf(body);
    for (let taken = 1; taken <= 5; taken += 1) {
      await reader.read();
      expect(clients).toHaveLength(taken);
      expect(held()).toBe(taken < 5 ? 1 : 0);
    }
    expect((await reader.read()).done).toBe(true);
  });

  test('stops when its client leaves', async () => {
    const { body, clients, failures, held } = await open(5);
    const reader = readerOf(body);
    await reader.read();
    await reader.cancel();
    expect(clients[0]?.signal.aborted).toBe(true);
    expect([clients.length, held(), failures.length]).toEqual([1, 0, 0]);
  });
});

describe('a part that cannot be read', () => {
  test('is an error before anything is sent, if it is the first', async () => {
    expect(await open(3, 0).catch((error: Error) => error.message)).toBe('the disk is gone');
  });

  test('closes the connection before the end of the body, so that a client does not take it for whole', async () => {
    const sent: Awaited<ReturnType<typeof open>>[] = [];
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      async fetch() {
        const stream = await open(3, 2);
        sent.push(stream);
        return new Response(stream.body);
      },
    });
    const received = fetch(server.url).then((response) => response.text());
    expect(await received.catch(() => 'cut off')).toBe('cut off');
    expect(sent[0]?.failures).toEqual([new Error('the disk is gone')]);
    await server.stop(true);
  });
});
