import type { Socket } from 'bun';

/** An answer on a connection. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A connection for sequential requests. */
export type Connection = Awaited<ReturnType<typeof openConnection>>;

interface Exchange {
  readonly method: string;
  readonly isLast: boolean;
  resolve(answer: WireAnswer): void;
  reject(error: Error): void;
}

const silenceSecondsMax = 20;
const endOfHead = Buffer.from('\r\n\r\n');

/** The server closed the connection, or sent nothing for too long, before its answer was complete. */
export class ConnectionLost extends Error {}

/**
 * Opens a keep-alive connection that sends given bytes exactly, so that a request can have any shape. It
 * reads answers faster than `fetch`.
 */
export async function openConnection(origin: string) {
  const { hostname, port } = new URL(origin);
  let awaited: Exchange | undefined;
  let received: Buffer = Buffer.alloc(0);
  let unsent: Uint8Array = new Uint8Array();
  let isOpen = true;
  const closed = Promise.withResolvers<void>();

  function lose(reason: string): void {
    isOpen = false;
    const lost = awaited;
    awaited = undefined;
    lost?.reject(
      new ConnectionLost(`${reason} after ${received.length} bytes: ${received.toString('latin1', 0, 200)}`),
    );
  }

  function take(chunk: Uint8Array): void {
    received = received.length === 0 ? Buffer.from(chunk) : Buffer.concat([received, chunk]);
    if (awaited === undefined) return;
    const found = answerIn(received, awaited.method);
    if (found === undefined) return;
    received = received.subarray(found.bytes);
    if (awaited.isLast) isOpen = false;
    const { answer } = found;
    const answered = awaited;
    awaited = undefined;
    answered.resolve(answer);
  }

  /** Sends what the socket accepts now, and keeps the rest: an answer may come before the whole request is sent. */
  function send(socket: Socket, bytes: Uint8Array): void {
    const all = unsent.length === 0 ? bytes : Buffer.concat([unsent, bytes]);
    unsent = all.subarray(Math.max(socket.write(all), 0));
  }

  const connected = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data: (_socket, chunk) => take(chunk),
      drain: (socket) => {
        if (unsent.length > 0) send(socket, new Uint8Array());
      },
      close: () => {
        closed.resolve();
        lose('the connection was closed');
      },
      end: () => lose('the server ended the connection'),
      error: (_socket, error) => lose(`the connection failed (${error.message})`),
      timeout: () => lose('there was no answer'),
    },
  });
  connected.setNoDelay(true);

  return {
    /** Whether another request can be sent. */
    isOpen: () => isOpen,

    /** Sends a request and returns its answer. The last one asks the server to close the connection. */
    async ask(method: string, bytes: Uint8Array, isLast = false): Promise<WireAnswer> {
      if (!isOpen) throw new ConnectionLost('the connection is closed');
      if (received.length > 0) throw new Error(`more came than was asked for: ${received.toString('latin1', 0, 200)}`);
      const { promise, resolve, reject } = Promise.withResolvers<WireAnswer>();
      awaited = { method, isLast, resolve, reject };
      connected.timeout(silenceSecondsMax);
      send(connected, bytes);
      return promise;
    },

    /** Sends bytes and closes without reading an answer. Resolves when the connection is closed. */
    async abandon(bytes: Uint8Array): Promise<void> {
      isOpen = false;
      connected.write(bytes);
      connected.end();
      await closed.promise;
    },

    close(): void {
      isOpen = false;
      connected.end();
    },
  };
}

/** The bytes of a request, whose target and headers are Latin-1, one character for each byte. */
export function requestBytes(method: string, target: string, headers: readonly string[], body?: Buffer): Buffer {
  const length = body === undefined ? [] : [`content-length: ${body.length}`];
  const head = [`${method} ${target} HTTP/1.1`, ...headers, ...length, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), ...(body === undefined ? [] : [body])]);
}

/** The first answer in the bytes, if it is complete, and its length in bytes. */
function answerIn(bytes: Buffer, method: string): { answer: WireAnswer; bytes: number } | undefined {
  const end = bytes.indexOf(endOfHead);
  if (end === -1) return undefined;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1] ?? Number.NaN);
  const start = end + endOfHead.length;
  if (status < 200) {
    const next = answerIn(bytes.subarray(start), method);
    return next && { answer: next.answer, bytes: start + next.bytes };
  }
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const hasNone = method === 'HEAD' || status === 204 || status === 304;
  const length = hasNone ? 0 : Number(headers.get('content-length'));
  const rest = bytes.subarray(start);
  const body = !hasNone && headers.has('transfer-encoding') ? chunksIn(rest) : wholeIn(rest, length);
  if (body === undefined) return undefined;
  const text = textOf(Buffer.from(body.content), headers.get('content-encoding'));
  return { answer: { status, headers, text }, bytes: start + body.bytes };
}

interface Body {
  readonly content: Buffer;
  /** How many bytes it takes. */
  readonly bytes: number;
}

function wholeIn(bytes: Buffer, length: number): Body | undefined {
  return bytes.length < length ? undefined : { content: bytes.subarray(0, length), bytes: length };
}

/** A body that is sent in chunks (RFC 9112, 7.1), if it is complete. */
function chunksIn(bytes: Buffer): Body | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const line = bytes.indexOf('\r\n', at);
    if (line === -1) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16);
    const [from, until] = [line + 2, line + 2 + size];
    at = until + 2;
    if (bytes.length < at) return undefined;
    if (size === 0) return { content: Buffer.concat(chunks), bytes: at };
    chunks.push(bytes.subarray(from, until));
  }
}

/** The text of a body, decompressed. */
function textOf(body: Buffer<ArrayBuffer>, encoding: string | null): string {
  if (body.length === 0 || encoding === null) return body.toString();
  return Buffer.from(Bun.gunzipSync(body)).toString();
}
