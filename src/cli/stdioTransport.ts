import { Readable } from 'node:stream';
import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { Clock } from '../runtime/system.ts';
import { settlesWithin } from '../runtime/deadline.ts';
import type { Streams } from '../runtime/terminal.ts';

// Longer than the server needs for any answer, also with a slow disk. A file may have hundreds of requests, whose answers
// come one after the other, so each answer starts the time again.
const answerMillisecondsMax = 10_000;

/**
 * Speaks the protocol over two streams until the input ends, like the transport of the SDK. But that one drops the answers
 * that are pending then, and with them the only confirmation of a write. This one waits for them.
 */
export function openStdioTransport({ input, output }: Streams, clock: Clock) {
  const requests = trackRequests();
  const written = () => new Promise<void>((resolve) => void output.write('', () => resolve()));

  /** The input, which ends only when every request is answered. */
  async function* heldOpen(): AsyncGenerator {
    yield* input;
    // The last chunk may not have been delivered yet.
    await new Promise((resolve) => setImmediate(resolve));
    while (requests.areOpen() && (await settlesWithin(clock, answerMillisecondsMax, requests.nextAnswer())));
    await settlesWithin(clock, answerMillisecondsMax, written());
  }

  const held = Readable.from(heldOpen(), { objectMode: false });
  const inner = new StdioServerTransport(held, output);
  const transport: Transport = {
    start() {
      Object.assign(inner, {
        onmessage(message: JSONRPCMessage) {
          requests.received(message);
          transport.onmessage?.(message);
        },
        onerror: (error: Error) => transport.onerror?.(error),
        onclose: () => transport.onclose?.(),
      });
      return inner.start();
    },
    async send(message) {
      try {
        await inner.send(message);
      } finally {
        requests.sent(message);
      }
    },
    close: () => inner.close(),
  };
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  for (const event of ['end', 'close', 'error'] as const) held.once(event, () => resolve());
  return {
    transport,
    /** Resolves when the input has ended and every request is answered or timed out. */
    ended,
  };
}

/** Tracks the requests that are not answered yet. */
function trackRequests() {
  const open = new Set<RequestId | undefined>();
  let next = Promise.withResolvers<void>();
  const close = (id: RequestId | undefined) => {
    if (!open.delete(id)) return;
    next.resolve();
    next = Promise.withResolvers();
  };
  return {
    received(message: JSONRPCMessage): void {
      if (!('method' in message)) return;
      if ('id' in message) open.add(message.id);
      // A cancelled request gets no answer.
      else if (message.method === 'notifications/cancelled')
        close(message.params?.['requestId'] as RequestId | undefined);
    },
    sent(message: JSONRPCMessage): void {
      if (!('method' in message)) close(message.id);
    },
    areOpen: (): boolean => open.size > 0,
    nextAnswer: (): Promise<void> => next.promise,
  };
}
