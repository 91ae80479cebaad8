import { createHash, createHmac, hash, randomFillSync } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { crc32 as crc32Of, gzipSync } from 'node:zlib';
import { argon2id, argon2Verify } from 'hash-wasm';
import type { HttpServer } from './host.ts';

// host.ts for Deno: over the modules of Node, and what Deno alone offers.

export { crc32Of as crc32 };
export type { HttpServer };

type Bytes = string | Uint8Array;
type Answer = (request: Request) => Response | Promise<Response>;

interface Address {
  readonly hostname: string;
  readonly port: number;
}

interface DenoServer {
  readonly addr: { readonly port: number };
  shutdown(): Promise<void>;
}

interface DenoOptions extends Address {
  readonly signal: AbortSignal;
  readonly onListen: () => void;
}

interface Peer {
  readonly remoteAddr: { readonly hostname: string };
}

declare const Deno: {
  readonly version: { readonly deno: string };
  listen(address: Address): { close(): void };
  serve(options: DenoOptions, answer: (request: Request, peer: Peer) => Response | Promise<Response>): DenoServer;
};

export const runtime = { name: 'deno', version: Deno.version.deno };

export function quickHash(data: Bytes): string {
  return hash('sha1', data, 'hex').slice(0, 16);
}

export function quickHashOfTwo(first: string, second: string): string {
  return createHash('sha1').update(first).update('\0').update(second).digest('hex').slice(0, 16);
}

export function sha256(data: Bytes, encoding: 'hex' | 'base64'): string {
  return hash('sha256', data, encoding);
}

export function sha256Bytes(text: string): Uint8Array {
  return hash('sha256', text, 'buffer');
}

export function hmacSha256(key: Uint8Array, text: string, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', key).update(text).digest(encoding);
}

export function gzipAtOnce(body: string | Uint8Array<ArrayBuffer>, level: 1): Uint8Array {
  return gzipSync(body, { level });
}

const saltBytes = 32;
const hashBytes = 32;

/** On the event loop: about 50 ms, one at a time. */
export function hashArgon2id(password: string, cost: { readonly memoryCost: number; readonly timeCost: number }) {
  return argon2id({
    password,
    salt: randomFillSync(new Uint8Array(saltBytes)),
    parallelism: 1,
    iterations: cost.timeCost,
    memorySize: cost.memoryCost,
    hashLength: hashBytes,
    outputType: 'encoded',
  });
}

export function verifyArgon2id(password: string, encoded: string): Promise<boolean> {
  return argon2Verify({ password, hash: encoded });
}

let lastUuid = { milliseconds: 0, count: 0 };
const countsMax = 0x0f_ff;

/** As RFC 9562 describes, with a counter behind the milliseconds: the clock may stand still, or be set back for a while. */
export function newUuid(): string {
  const { milliseconds, count } = lastUuid;
  // The rest of a UUID is random, and so is where the counter begins.
  const bytes = randomFillSync(Buffer.alloc(16));
  const now = Temporal.Now.instant().epochMilliseconds;
  if (now > milliseconds) lastUuid = { milliseconds: now, count: bytes.readUInt16BE(6) & (countsMax >> 1) };
  else lastUuid = count < countsMax ? { milliseconds, count: count + 1 } : { milliseconds: milliseconds + 1, count: 0 };
  bytes.writeUIntBE(lastUuid.milliseconds, 0, 6);
  bytes.writeUInt16BE(0x70_00 | lastUuid.count, 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

export function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, milliseconds);
}

const wide =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;

export function columnsOf(text: string): number {
  const graphemes = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  return graphemes.reduce((sum, grapheme) => sum + (wide.test(grapheme) ? 2 : /^\p{C}/u.test(grapheme) ? 0 : 1), 0);
}

export async function bytesOf(path: string): Promise<Uint8Array> {
  return readFile(path);
}

export function mainFile(): string {
  return process.argv[1] ?? '';
}

export function sourceCommand(): string {
  return 'deno task duebook';
}

export function pathOfCommand(): null {
  return null;
}

export async function addressesOf(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

export function tryToListen(address: Address): void {
  Deno.listen(address).close();
}

// Deno decodes the bytes that a client did not percent-encode, and the service expects characters of ASCII.
const beyondAscii = /[\u0080-\uffff]+/g;

/** The same request, because the server finds the connection by it. */
function withEncodedUrl(request: Request): Request {
  const { url } = request;
  const encoded = url.replaceAll(beyondAscii, encodeURIComponent);
  return encoded === url ? request : Object.defineProperty(request, 'url', { value: encoded });
}

export function serveFunction(address: Address, answer: Answer): HttpServer {
  const peers = new WeakMap<Request, Peer>();
  const cutOff = new AbortController();
  const { promise: areAnswered, resolve: announce } = Promise.withResolvers<void>();
  let [inFlight, isStopping, isShuttingDown] = [0, false, false];
  const options = { ...address, signal: cutOff.signal, onListen: () => undefined };
  const server = Deno.serve(options, async (request, peer) => {
    inFlight += 1;
    peers.set(request, peer);
    try {
      return await answer(withEncodedUrl(request));
    } finally {
      inFlight -= 1;
      if (isStopping && inFlight === 0) announce();
    }
  });
  return {
    port: server.addr.port,
    requestIP(request) {
      const peer = peers.get(request);
      return peer === undefined ? null : { address: peer.remoteAddr.hostname };
    },
    // Deno closes no connection for being idle.
    timeout: () => undefined,
    async stop(cutsOff) {
      isStopping = true;
      // Deno's own shutdown cuts off the bodies that are still to come.
      if (!cutsOff && inFlight > 0) await areAnswered;
      // Deno throws when what shuts down is cut off. The end of the process does that.
      if (isShuttingDown) return;
      isShuttingDown = true;
      if (cutsOff) cutOff.abort();
      else await server.shutdown();
    },
  };
}

interface Service {
  server: unknown;
  fetch(request: Request): Response | Promise<Response>;
}

export function serveService(service: Service, address: Address): HttpServer {
  const server = serveFunction(address, (request) => service.fetch(request));
  service.server = server;
  return server;
}
