import { describe, expect, test } from 'bun:test';
import { messagesOf, refusalOf } from '../../src/cli/mcpMessages.ts';

/** What a stream of chunks with messages of at most 1,000 bytes gives: the messages, and the refusals of those that are too large. */
async function readChunks(chunks: readonly (string | Uint8Array)[]) {
  async function* stream() {
    for (const chunk of chunks) yield await Promise.resolve(Buffer.from(chunk as string));
  }
  const refused: unknown[] = [];
  const messages: string[] = [];
  for await (const message of messagesOf(stream(), 1000, (edges) => refused.push(JSON.parse(refusalOf(edges, '1 KB')))))
    if (message.length > 0) messages.push(message.toString('utf8'));
  return { messages, ids: refused.map((one) => (one as { id: unknown }).id), refused };
}

const large = 'x'.repeat(3000);

describe('messages on standard input', () => {
  test('arrive whole, however they are cut, also in the middle of a character', async () => {
    const [one, two] = [`{"name":"Müller 😀"}\n`, `{"b":2}\r\n`];
    const bytes = Buffer.from(`${one}\n${two}`);
    for (const size of [1, 2, 3, 7, bytes.length]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      expect((await readChunks(chunks)).messages).toEqual([one, '\n', two]);
    }
  });

  test.each([
    ['first', `{"jsonrpc":"2.0","id":7,"method":"x","params":{"id":8,"a":"${large}"}}`, 7],
    ['first, with spaces', `{ "id" : "a\\"b" , "params":{"a":"${large}"}}`, 'a"b'],
    ['last', `{"method":"x","params":{"a":"${large}"},"jsonrpc":"2.0","id":12}`, 12],
    ['last, with spaces', `{"params":{"a":"${large}"}, "id": "z" } \r`, 'z'],
    ['only of a part', `{"params":{"a":"${large}","id":3}}`, null],
    ['in the middle', `{"a":"${large}","id":3,"b":"${large}"}`, null],
    ['only in a text', `{"a":"${large}\\",\\"id\\":3}"}`, null],
    ['nowhere', large, null],
  ])('that are too large are refused with their id, which is %s, and the next one is served', async (_, text, id) => {
    for (const size of [10, 400, 100_000]) {
      const whole = `${text}\n{"next":1}\n`;
      const chunks = Array.from({ length: Math.ceil(whole.length / size) }, (__, at) =>
        whole.slice(at * size, (at + 1) * size),
      );
      expect(await readChunks(chunks)).toMatchObject({ messages: ['{"next":1}\n'], ids: [id] });
    }
  });

  test('of exactly the limit are served, and one that never ends is refused at the end of the input', async () => {
    const [fits, tooLarge] = [`${'x'.repeat(999)}\n`, `${'x'.repeat(1000)}\n`];
    expect(await readChunks([fits, tooLarge])).toMatchObject({ messages: [fits], ids: [null] });
    expect(await readChunks([large, large])).toMatchObject({
      messages: [],
      refused: [{ jsonrpc: '2.0', error: { code: -32_600, message: expect.stringContaining('larger than 1 KB') } }],
    });
  });
});
