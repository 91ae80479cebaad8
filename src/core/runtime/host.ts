// What the runtime alone offers: the only file that names Bun. host.deno.ts takes its place on Deno (see deno.json), with the
// same exports. SQLite is in core/database/driver.ts.

type Bytes = string | Uint8Array;

/** The runtime, for people who report a fault. */
export const runtime = { name: 'bun', version: Bun.version };

/** A fast hash of 64 bits, hexadecimal, for entity tags: the same in each process of this runtime, and no secret. */
export function quickHash(data: Bytes): string {
  return Bun.hash(data).toString(16);
}

/** {@link quickHash} of two texts, without a copy of both in one. */
export function quickHashOfTwo(first: string, second: string): string {
  return Bun.hash(second, Bun.hash(first)).toString(16);
}

/** The CRC-32 of a text. */
export function crc32(text: string): number {
  return Bun.hash.crc32(text);
}

/** The SHA-256 of a text or of bytes. */
export function sha256(data: Bytes, encoding: 'hex' | 'base64'): string {
  return Bun.SHA256.hash(data, encoding);
}

/** The SHA-256 of a text, as bytes. */
export function sha256Bytes(text: string): Uint8Array {
  return new Bun.CryptoHasher('sha256').update(text).digest();
}

/** The HMAC of a text with SHA-256. */
export function hmacSha256(key: Uint8Array, text: string, encoding: 'hex' | 'base64'): string {
  return new Bun.CryptoHasher('sha256', key).update(text).digest(encoding);
}

/** Compresses in this thread. */
export function gzipAtOnce(body: string | Uint8Array<ArrayBuffer>, level: 1): Uint8Array {
  return Bun.gzipSync(body, { level });
}

/** The argon2id hash of a password in PHC form, computed outside the event loop. Each runtime knows the hashes of the other. */
export function hashArgon2id(password: string, cost: { readonly memoryCost: number; readonly timeCost: number }) {
  return Bun.password.hash(password, { algorithm: 'argon2id', ...cost });
}

/** Whether a password has a hash of {@link hashArgon2id}. */
export function verifyArgon2id(password: string, hash: string): Promise<boolean> {
  return Bun.password.verify(password, hash);
}

/** A new UUIDv7: unique, and in the order of creation. */
export function newUuid(): string {
  return Bun.randomUUIDv7();
}

/** Blocks this thread for some milliseconds. */
export function pause(milliseconds: number): void {
  Bun.sleepSync(milliseconds);
}

/** How many columns of a terminal a text takes. */
export function columnsOf(text: string): number {
  return Bun.stringWidth(text);
}

/** The bytes of a file, on this machine or in the executable. */
export function bytesOf(path: string): Promise<Uint8Array> {
  return Bun.file(path).bytes();
}

/** The program's main file, which is inside the executable once it is compiled. */
export function mainFile(): string {
  return Bun.main;
}

/** What to type to run the program from its source, by its main file. */
export function sourceCommand(quotedMain: string): string {
  return `bun ${quotedMain}`;
}

/** Finds the path of a command, as the shell does. */
export function pathOfCommand(name: string): string | null {
  return Bun.which(name);
}

/** The addresses of a host, as the system finds them: also with its file of hosts, and with names of the local network. */
export async function addressesOf(host: string): Promise<readonly string[]> {
  return (await Bun.dns.lookup(host, { backend: 'libc' })).map(({ address }) => address);
}

interface Address {
  readonly hostname: string;
  readonly port: number;
}

/** Listens on an address, and stops at once; throws the error of the system when it cannot. */
export function tryToListen({ hostname, port }: Address): void {
  Bun.listen({ hostname, port, exclusive: true, socket: { data: () => undefined } }).stop(true);
}

/** What the service uses of the server that it runs on. */
export interface HttpServer {
  readonly port: number | undefined;
  /** The peer of a request; null after the connection is closed or the answer is sent. */
  requestIP(request: Request): { readonly address: string } | null;
  /** Lets the connection of a request be idle for some seconds; 0 for as long as it takes. */
  timeout(request: Request, seconds: number): void;
  /** Stops to listen. Resolves when the requests in flight are answered, or cut off. */
  stop(cutsOff: boolean): Promise<void>;
}

/** Answers requests with a function. */
export function serveFunction(address: Address, fetch: (request: Request) => Promise<Response>): HttpServer {
  return Bun.serve({ ...address, reusePort: false, development: false, fetch });
}

/** A service of Elysia, as far as the server has to do with it. */
interface Service {
  server: unknown;
  listen(options: object): unknown;
  fetch(request: Request): Response | Promise<Response>;
}

/** Lets a service listen on an address; a connection without traffic is closed after some seconds. */
export function serveService(service: Service, address: Address, idleSeconds: number): HttpServer {
  service.listen({
    ...address,
    reusePort: false,
    development: false,
    idleTimeout: idleSeconds,
    // Routes limit bodies themselves, so that a 413 has the envelope of every error.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
  });
  if (service.server === null) throw new Error(`nothing listens on ${address.hostname}`);
  return service.server as HttpServer;
}
