// A hostile client, in a process of its own so that what it does costs the client that is measured no time:
//   bun hostileLoad.ts ATTACK ORIGIN KEY COUNT
// It says `ready` when the attack is on, goes on until its input ends, and then tells what it saw as JSON.
import { connect } from 'node:net';
import { validDraft } from '../support/validDraft.ts';

/** What a hostile client saw. */
export interface Sighting {
  /** How many connections it opened. */
  readonly opened: number;
  /** How many answers began with each status, or with what else stood in its place. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Each answer that was not as it must be. */
  readonly wrong: readonly string[];
}

interface Peer {
  readonly socket: Bun.Socket;
  received: string;
  /** Resolves when the server has closed, or `until` holds of what has been received. */
  readonly done: Promise<void>;
}

const [attackName = '', origin = '', key = '', countText = '1'] = process.argv.slice(2);
const count = Number(countText);
const { hostname, port, host } = new URL(origin);
const path = '/api/v1/subscriptions';
const common = `Host: ${host}\r\nAuthorization: Bearer ${key}\r\n`;
const bodyBytes = 1024 * 1024;
const patienceMilliseconds = 20_000;
const wrong: string[] = [];
const statuses: Record<string, number> = {};
let opened = 0;
let addresses = 0;
const attack = { isOver: false };
void Bun.stdin.text().then(() => (attack.isOver = true));

/** Opens a connection that stays open after the server has closed its side, and after ours is closed. */
async function open(until: (received: string) => boolean = () => false): Promise<Peer> {
  const { promise: done, resolve } = Promise.withResolvers<void>();
  const decoder = new TextDecoder();
  const state = { received: '', done };
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    allowHalfOpen: true,
    socket: {
      data(_socket, bytes) {
        state.received += decoder.decode(bytes, { stream: true });
        if (until(state.received)) resolve();
      },
      end: () => resolve(),
      close: () => resolve(),
      error: () => resolve(),
      drain: () => undefined,
    },
  });
  opened += 1;
  return Object.assign(state, { socket });
}

/** Sends all of a text, however little the socket takes at once, unless the server has closed meanwhile. */
async function send({ socket }: Peer, text: string): Promise<void> {
  const bytes = Buffer.from(text, 'latin1');
  for (let sent = 0; sent < bytes.length && socket.readyState > 0;) {
    const taken = socket.write(bytes, sent);
    if (taken < 0) return;
    sent += taken;
    if (taken === 0) await Bun.sleep(1);
  }
}

function note(answer: string, isRight: (answer: string) => boolean): void {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 'none';
  statuses[status] = (statuses[status] ?? 0) + 1;
  if (!isRight(answer) && wrong.length < 10) wrong.push(answer.slice(0, 500));
}

const isWhole = (received: string) => received.includes('\r\n\r\n') && received.endsWith('}');
const isTooLarge = (answer: string) =>
  answer.startsWith('HTTP/1.1 413 ') && answer.includes('{"error":{"code":"payload_too_large"');

/** Keeps `count` requests going at once, one connection each, until the attack is over. */
async function keepSending(exchange: (number: number) => Promise<void>): Promise<void> {
  const workers = Array.from({ length: count }, async () => {
    for (let number = 0; !attack.isOver; number += 1) await exchange(number);
  });
  process.stdout.write('ready\n');
  await Promise.all(workers);
}

/** Opens `count` connections, some hundred at a time, and keeps them. */
async function openMany(): Promise<Peer[]> {
  const peers: Peer[] = [];
  while (peers.length < count) {
    const next = Math.min(200, count - peers.length);
    peers.push(...(await Promise.all(Array.from({ length: next }, () => open()))));
  }
  return peers;
}

/** Opens many connections and sends one byte on each now and then, after a beginning. */
async function drip(beginning: string): Promise<void> {
  const peers = await openMany();
  for (const peer of peers) await send(peer, beginning);
  process.stdout.write('ready\n');
  while (!attack.isOver) {
    for (const { socket } of peers) socket.write('a');
    await Bun.sleep(100);
  }
}

async function oneRequest(text: string, isRight: (answer: string) => boolean): Promise<void> {
  const peer = await open(isWhole);
  await Promise.race([send(peer, text), peer.done]);
  await Promise.race([peer.done, Bun.sleep(patienceMilliseconds)]);
  note(peer.received, isRight);
  peer.socket.terminate();
}

function post(headers: string, body: string): string {
  return `POST ${path} HTTP/1.1\r\n${common}${headers}\r\n${body}`;
}

const chunk = `4000\r\n${' '.repeat(16_384)}\r\n`;
const largeBodies = [
  post(`Content-Length: ${bodyBytes}\r\n`, ' '.repeat(bodyBytes)),
  post('Transfer-Encoding: chunked\r\n', `${chunk.repeat(bodyBytes / 16_384)}0\r\n\r\n`),
];

/** Asks for hundreds of pages in one go, each of which its answer names; a pause later again. */
async function pipeline(): Promise<void> {
  const offsets = Array.from({ length: 200 }, (_, number) => number + 1);
  const requests = offsets.map((offset) => `GET ${path}?limit=1&offset=${offset} HTTP/1.1\r\n${common}\r\n`);
  const answersIn = (received: string) => Array.from(received.matchAll(/"offset":(\d+)/g), ([, offset]) => offset);
  const peer = await open((received) => received.endsWith('}') && answersIn(received).length === offsets.length);
  await send(peer, requests.join(''));
  await Promise.race([peer.done, Bun.sleep(patienceMilliseconds)]);
  note(peer.received, () => answersIn(peer.received).join() === offsets.join());
  peer.socket.terminate();
  await Bun.sleep(100);
}

/** Tries a wrong key, in turns from the address that all others have and from one that is new each time. */
async function failLogin(): Promise<void> {
  const number = (addresses += 1);
  const localAddress = number % 2 === 0 ? '127.0.0.1' : `127.1.${(number >> 8) & 255}.${number & 255}`;
  const { promise, resolve } = Promise.withResolvers<void>();
  let received = '';
  const socket = connect({ host: hostname, port: Number(port), localAddress }, () => {
    opened += 1;
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}x\r\n\r\n`);
  });
  socket.on('data', (bytes) => {
    received += bytes.toString();
    if (isWhole(received)) socket.destroy();
  });
  socket.on('error', () => resolve());
  socket.on('close', () => resolve());
  await promise;
  note(received, (answer) => /^HTTP\/1\.1 (401|429) /.test(answer) && (number % 2 === 0 || !answer.includes(' 429 ')));
}

/** Closes its side as soon as it has asked, or half asked. */
async function halfClose(number: number): Promise<void> {
  const whole = `GET ${path}?limit=1 HTTP/1.1\r\n${common}\r\n`;
  const body = JSON.stringify(validDraft);
  const texts = ['', whole.slice(0, 40), whole, post(`Content-Length: ${body.length + 10}\r\n`, body)];
  const peer = await open();
  await send(peer, texts[number % texts.length] ?? '');
  peer.socket.shutdown();
  await Promise.race([peer.done, Bun.sleep(200)]);
  peer.socket.terminate();
}

/** Asks for more long lists than the sockets can hold, and never reads an answer. */
async function neverRead(): Promise<void> {
  const peers = await openMany();
  for (const { socket } of peers) socket.pause();
  const request = `GET ${path}?limit=100 HTTP/1.1\r\n${common}\r\n`;
  for (const { socket } of peers) {
    socket.write(request.repeat(20));
    await Bun.sleep(20);
  }
  await stay();
}

/** Opens connections and says nothing. */
async function idle(): Promise<void> {
  await openMany();
  await stay();
}

async function stay(): Promise<void> {
  process.stdout.write('ready\n');
  while (!attack.isOver) await Bun.sleep(50);
}

const attacks: Readonly<Record<string, () => Promise<void>>> = {
  slowHeaders: () => drip(`GET ${path} HTTP/1.1\r\n${common}X-Slow: `),
  slowBodies: () => drip(post('Content-Length: 60000\r\n', '{"name": "')),
  slowChunkedBodies: () => drip(post('Transfer-Encoding: chunked\r\n', 'f000\r\n{"name": "')),
  idle,
  halfClosed: () => keepSending(halfClose),
  largeBodies: () => keepSending((number) => oneRequest(largeBodies[number % 2] ?? '', isTooLarge)),
  largeHeaders: () =>
    keepSending(() =>
      oneRequest(`GET ${path} HTTP/1.1\r\n${common}X-Large: ${'a'.repeat(65_536)}\r\n\r\n`, (answer) =>
        answer.startsWith('HTTP/1.1 431 '),
      ),
    ),
  pipelining: () => keepSending(pipeline),
  failedLogins: () => keepSending(failLogin),
  neverRead,
};

await attacks[attackName]?.();
process.stdout.write(JSON.stringify({ opened, statuses, wrong } satisfies Sighting));
process.exit(0);
