/** How the body of an answer may be compressed. */
export type Encoding = 'zstd' | 'gzip';

/** The encodings that answers are made in; what a client likes equally well gets the first of them. */
export const encodings: readonly Encoding[] = ['zstd', 'gzip'];

/** A body of up to so many bytes is sent as it is. */
const plainBytesMax = 8 * 1024;
// Up to here compressing takes less than a millisecond, and handing it to another thread would take longer.
const atOnceBytesMax = 64 * 1024;
// Levels beyond take ten times as long, and save another tenth.
const fastLevel = 1;
const utf8BytesOfUnitMax = 3;

type Headers = Record<string, string | number>;

/** Whether a body is large enough to be compressed for those who accept it. */
export function isCompressible(body: string | Uint8Array): boolean {
  if (body.length > plainBytesMax || typeof body !== 'string') return body.length > plainBytesMax;
  return body.length * utf8BytesOfUnitMax > plainBytesMax && Buffer.byteLength(body) > plainBytesMax;
}

/**
 * Chooses how to compress a JSON body, and says it in the headers of its answer. Undefined for a small body, and for a
 * client that accepts none. A compressed body is other bytes than the plain one, so its tag becomes a weak one.
 */
export function encodeAnswer(headers: Headers, request: Request, body: string | Uint8Array): Encoding | undefined {
  if (!isCompressible(body)) return undefined;
  varyByEncoding(headers);
  const encoding = encodingFor(request.headers.get('accept-encoding'));
  if (encoding === undefined) return undefined;
  headers['content-encoding'] = encoding;
  const { etag } = headers;
  if (typeof etag === 'string' && !etag.startsWith('W/')) headers['etag'] = `W/${etag}`;
  return encoding;
}

/** Compresses a response in JSON to a POST, which nothing caches, if it is large: gives the same, or one in its place. */
export async function encodeResponse(response: Response, request: Request): Promise<Response> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const encoding = isJson ? encodingFor(request.headers.get('accept-encoding')) : undefined;
  if (encoding === undefined) return response;
  const body = await response.text();
  if (!isCompressible(body)) return new Response(body, response);
  const compressed = new Response(await compress(body, encoding), response);
  compressed.headers.set('content-encoding', encoding);
  return compressed;
}

/** Says that the answer depends on `Accept-Encoding`, beside what it depends on already. */
export function varyByEncoding(headers: Headers): void {
  const { vary } = headers;
  headers['vary'] = vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`;
}

/** The encoding that an `Accept-Encoding` likes best of those that can be had; undefined when it likes none better than no encoding. */
export function encodingFor(accepted: string | null, available = encodings): Encoding | undefined {
  if (accepted === null) return undefined;
  const weights = new Map(accepted.split(',').map(weighted));
  const other = weights.get('*') ?? 0;
  // Without a word on it, no encoding is acceptable, but nothing that a client asks for.
  let best = { encoding: undefined as Encoding | undefined, weight: weights.get('identity') ?? 0 };
  for (const encoding of available) {
    const weight = weights.get(encoding) ?? (encoding === 'gzip' ? weights.get('x-gzip') : undefined) ?? other;
    const isBetter = best.encoding === undefined ? weight > 0 && weight >= best.weight : weight > best.weight;
    if (isBetter) best = { encoding, weight };
  }
  return best.encoding;
}

function weighted(member: string): [name: string, weight: number] {
  const [name = '', ...parameters] = member.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const value = weight === undefined ? 1 : Number.parseFloat(weight);
  return [name, Number.isFinite(value) ? Math.min(Math.max(value, 0), 1) : 0];
}

/** Compresses a body quickly: at once when it is small, otherwise in another thread, so that no other request waits. */
export function compress(body: string | Uint8Array<ArrayBuffer>, encoding: Encoding): Uint8Array | Promise<Uint8Array> {
  const bytesOf = () => (typeof body === 'string' ? Buffer.from(body) : body);
  if (Buffer.byteLength(body) > atOnceBytesMax) {
    // Until its turn comes, a body takes no more memory than its text.
    return inTurn(() => compressAside(bytesOf(), encoding, fastLevel));
  }
  const bytes = bytesOf();
  return encoding === 'zstd'
    ? Bun.zstdCompressSync(bytes, { level: fastLevel })
    : Bun.gzipSync(bytes, { level: fastLevel });
}

/** Compresses well what is sent many times, in another thread. */
export function compressWell(bytes: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  return compressAside(bytes, encoding, 9);
}

// Many large answers at once would take several times their size, and be ready no sooner.
const inTurn = createTurns(2);

/** Undoes gzip, in another thread. */
export async function decompressGzip(bytes: Uint8Array): Promise<Uint8Array> {
  const { gunzip } = await import('node:zlib');
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  gunzip(bytes, (error, plain) => (error === null ? resolve(plain) : reject(error)));
  return promise;
}

async function compressAside(bytes: Uint8Array, encoding: Encoding, level: number): Promise<Uint8Array> {
  if (encoding === 'zstd') return Bun.zstdCompress(bytes, { level });
  // Loaded with the first who asks for it: a start needs none of it.
  const { gzip } = await import('node:zlib');
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  gzip(bytes, { level }, (error, compressed) => (error === null ? resolve(compressed) : reject(error)));
  return promise;
}

type Task<Result> = () => Promise<Result>;

/** Gives a function that runs tasks in the order in which they come, at most `atOnceMax` at a time. */
export function createTurns(atOnceMax: number) {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async function runInTurn<Result>(task: Task<Result>): Promise<Result> {
    if (running < atOnceMax) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
