import { createLimiter } from '../../runtime/limiter.ts';
import { gzipAtOnce } from '../../runtime/host.ts';

/** Bodies up to this size are sent uncompressed. */
const plainBytesMax = 4 * 1024;
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
 * Whether a JSON body is sent in gzip: a large one, to a client that accepts it; sets the headers for it. The ETag stays:
 * it is that of the record, and a client must be able to send it as If-Match.
 */
export function encodeAnswer(headers: Headers, request: Request, body: string | Uint8Array): boolean {
  if (!isCompressible(body)) return false;
  varyByEncoding(headers);
  const isGzip = acceptsGzip(request);
  if (isGzip) headers['content-encoding'] = 'gzip';
  return isGzip;
}

/** Compresses a large JSON response to a POST, which is never cached; gives any other response unchanged. */
export async function encodeResponse(response: Response, request: Request): Promise<Response> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  if (!isJson || !acceptsGzip(request)) return response;
  const body = await response.text();
  if (!isCompressible(body)) return new Response(body, response);
  const compressed = new Response(await compress(body), response);
  compressed.headers.set('content-encoding', 'gzip');
  return compressed;
}

/** Adds `Accept-Encoding` to the header Vary. */
export function varyByEncoding(headers: Headers): void {
  const { vary } = headers;
  headers['vary'] = vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`;
}

/** Whether a client accepts gzip, and does not prefer no encoding. */
export function acceptsGzip({ headers }: Request): boolean {
  const weights = new Map(headers.get('accept-encoding')?.split(',').map(weighted));
  const gzip = weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0;
  // When it does not name `identity`, no encoding is acceptable, but not preferred.
  return gzip > 0 && gzip >= (weights.get('identity') ?? 0);
}

function weighted(member: string): [name: string, weight: number] {
  const [name = '', ...parameters] = member.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const value = weight === undefined ? 1 : Number.parseFloat(weight);
  return [name, Number.isFinite(value) ? Math.min(Math.max(value, 0), 1) : 0];
}

/** A body in gzip, made quickly: a small one synchronously, a large one in another thread, so that no other request waits. */
export function compress(body: string | Uint8Array<ArrayBuffer>): Uint8Array | Promise<Uint8Array> {
  // A body that waits takes no more memory than its text.
  if (Buffer.byteLength(body) > atOnceBytesMax) return compressInTurn('', () => gzipAside(body, fastLevel));
  return gzipAtOnce(body, fastLevel);
}

/** Content that is sent many times, in gzip at a high level, made in another thread. */
export function compressWell(bytes: Uint8Array): Promise<Uint8Array> {
  return gzipAside(bytes, 9);
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

async function gzipAside(bytes: string | Uint8Array, level: number): Promise<Uint8Array> {
  // Loaded on first use, to keep the start fast.
  const { default: zlib } = await import('node:zlib');
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  zlib.gzip(bytes, { level }, (error, compressed) => (error === null ? resolve(compressed) : reject(error)));
  return promise;
}
