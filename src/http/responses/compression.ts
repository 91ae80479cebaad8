import { createLimiter } from '../../runtime/limiter.ts';

/** A content encoding that compresses. */
export type Encoding = 'zstd' | 'gzip';

/** The supported encodings; the first one wins when a client prefers several equally. */
export const encodings: readonly Encoding[] = ['zstd', 'gzip'];

/** Bodies up to this size are sent uncompressed. */
const plainBytesMax = 8 * 1024;
// Up to this size compression takes less than a millisecond, and handing it to another thread would take longer.
const atOnceBytesMax = 64 * 1024;
// Higher levels take ten times as long and save another tenth.
const fastLevel = 1;
const utf8BytesOfUnitMax = 3;

type Headers = Record<string, string | number>;

/** Whether a body is large enough to be compressed. */
export function isCompressible(body: string | Uint8Array): boolean {
  if (body.length > plainBytesMax || typeof body !== 'string') return body.length > plainBytesMax;
  return body.length * utf8BytesOfUnitMax > plainBytesMax && Buffer.byteLength(body) > plainBytesMax;
}

/**
 * Chooses the encoding of a JSON body and sets the headers for it; undefined for a small body, or when the client accepts
 * none. The ETag stays: it is that of the record, and a client must be able to send it as If-Match.
 */
export function encodeAnswer(headers: Headers, request: Request, body: string | Uint8Array): Encoding | undefined {
  if (!isCompressible(body)) return undefined;
  varyByEncoding(headers);
  const encoding = encodingFor(request.headers.get('accept-encoding'));
  if (encoding === undefined) return undefined;
  headers['content-encoding'] = encoding;
  return encoding;
}

/** Compresses a large JSON response to a POST, which is never cached; gives any other response unchanged. */
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

/** Adds `Accept-Encoding` to the header Vary. */
export function varyByEncoding(headers: Headers): void {
  const { vary } = headers;
  headers['vary'] = vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`;
}

/** The available encoding that an `Accept-Encoding` prefers; undefined when it prefers no encoding. */
export function encodingFor(accepted: string | null, available = encodings): Encoding | undefined {
  if (accepted === null) return undefined;
  const weights = new Map(accepted.split(',').map(weighted));
  const other = weights.get('*') ?? 0;
  // When it does not name `identity`, no encoding is acceptable, but not preferred.
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

/** Compresses a body quickly: a small one synchronously, a large one in another thread, so that no other request waits. */
export function compress(body: string | Uint8Array<ArrayBuffer>, encoding: Encoding): Uint8Array | Promise<Uint8Array> {
  const bytesOf = () => (typeof body === 'string' ? Buffer.from(body) : body);
  if (Buffer.byteLength(body) > atOnceBytesMax) {
    // A waiting body takes no more memory than its text.
    return compressInTurn('', () => compressAside(bytesOf(), encoding, fastLevel));
  }
  const bytes = bytesOf();
  return encoding === 'zstd'
    ? Bun.zstdCompressSync(bytes, { level: fastLevel })
    : Bun.gzipSync(bytes, { level: fastLevel });
}

/** Compresses content that is sent many times at a high level, in another thread. */
export function compressWell(bytes: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  return compressAside(bytes, encoding, 9);
}

// Compressing many large answers in parallel would take more memory and be no faster.
const compressInTurn = createLimiter(2);

/** Decompresses gzip, in another thread. */
export async function decompressGzip(bytes: Uint8Array): Promise<Uint8Array> {
  const { gunzip } = await import('node:zlib');
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  gunzip(bytes, (error, plain) => (error === null ? resolve(plain) : reject(error)));
  return promise;
}

async function compressAside(bytes: Uint8Array, encoding: Encoding, level: number): Promise<Uint8Array> {
  if (encoding === 'zstd') return Bun.zstdCompress(bytes, { level });
  // Loaded on first use, to keep the start fast.
  const { gzip } = await import('node:zlib');
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  gzip(bytes, { level }, (error, compressed) => (error === null ? resolve(compressed) : reject(error)));
  return promise;
}
