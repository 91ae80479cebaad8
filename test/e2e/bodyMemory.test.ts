import { afterAll, describe, expect, test } from 'bun:test';
import { residentMebibytes, run, startServer } from '../support/binary.ts';
import { absentId } from '../support/expectations.ts';
import { validDraft } from '../support/validDraft.ts';

const growthMebibytesMax = 100;
// So many that keeping all of them takes far more than that. The bound holds for any number.
const openFilesMax = Number(Bun.spawnSync(['sh', '-c', 'ulimit -Hn']).stdout.toString()) || Infinity;

const subscriptions = '/api/v1/subscriptions';
const largest = [
  { path: subscriptions, bytes: 64 * 1024 },
  { path: `${subscriptions}/batch`, bytes: 256 * 1024 },
  { path: '/mcp', bytes: 256 * 1024 },
];

const connectionsFor = (bytes: number) =>
  Math.min((200 * 1024 * 1024) / bytes, Math.floor((openFilesMax - 500) / largest.length));

type Server = Awaited<ReturnType<typeof startServer>>;

/** Sends a text over a new connection, and collects what comes back. */
async function send({ origin }: Server, text: string) {
  const answered = Promise.withResolvers<string>();
  let [received, rest] = ['', Buffer.from(text, 'latin1')];
  const drain = (socket: Bun.Socket) => {
    if (rest.length > 0) rest = rest.subarray(Math.max(0, socket.write(rest)));
  };
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port: Number(new URL(origin).port),
    socket: {
      open: drain,
      drain,
      data(_socket, bytes) {
        received += bytes.toString('latin1');
        if (received.includes('\r\n\r\n') && received.endsWith('}')) answered.resolve(received);
      },
      close: () => answered.resolve(received),
      error: () => answered.resolve(received),
    },
  });
  afterAll(() => socket.terminate());
  return { socket, answered: answered.promise, received: () => received };
}

type Sender = Awaited<ReturnType<typeof send>>;

function headOf(method: string, path: string, key: string | undefined, length: number): string {
  const credential = key === undefined ? '' : `Authorization: Bearer ${key}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${credential}Content-Length: ${length}\r\n\r\n`;
}

/** Opens many connections, each of which sends one byte less than its Content-Length. */
async function sendAlmostAll(server: Server, path: string, bytes: number, key?: string): Promise<readonly Sender[]> {
  const text = headOf('POST', path, key, bytes - 1) + ' '.repeat(bytes - 2);
  const senders: Sender[] = [];
  const connections = connectionsFor(bytes);
  while (senders.length < connections) {
    const next = Math.min(100, connections - senders.length);
    senders.push(...(await Promise.all(Array.from({ length: next }, () => send(server, text)))));
  }
  return senders;
}

const statusOf = (answer: string) => answer.slice(9, 12);

// The memory of a process is read from /proc, which only Linux has.
describe.if(process.platform === 'linux')('bodies that end one byte too early', () => {
  test('take no memory for a client without a key, to each path', async () => {
    // All paths at once: some bodies are too large to be sent before the server gives the connection up.
    const attack = async ({ path, bytes }: (typeof largest)[number]) => {
      const server = await startServer();
      const before = residentMebibytes(server.child);
      const senders = await sendAlmostAll(server, path, bytes);
      const answers = await Promise.all(senders.map(({ answered }) => answered));
      const growth = residentMebibytes(server.child) - before;
      for (const { socket } of senders) socket.terminate();
      const { exitCode } = await server.stop();
      return {
        path,
        statuses: Array.from(new Set(answers.map(statusOf))),
        isSmall: growth < growthMebibytesMax,
        exitCode,
      };
    };
    expect(await Promise.all(largest.map(attack))).toEqual(
      largest.map(({ path }) => ({ path, statuses: ['401'], isSmall: true, exitCode: 0 })),
    );
  });
});

describe('a request before the first byte of its body', async () => {
  const server = await startServer();
  const made = await run(['keys', 'create', '--owner', 'default', '--scope', 'read'], { cwd: server.directory });
  const readKey = /dbk_r_\w+/.exec(made.stdout)?.[0] ?? '';
  const writes = [
    ['POST', subscriptions],
    ['PATCH', `${subscriptions}/${absentId}`],
    ['DELETE', `${subscriptions}/${absentId}`],
    ['POST', `${subscriptions}/batch`],
    ['POST', `/api/v1/audit/${absentId}/revert`],
  ] as const;
  const rows = [
    ...[...writes, ['POST', '/mcp'] as const].flatMap(([method, path]) => [
      { method, path, with: 'no key', key: undefined, status: '401' },
      { method, path, with: 'a wrong key', key: 'dbk_w_wrong', status: '401' },
    ]),
    ...writes.map(([method, path]) => ({ method, path, with: 'a read key', key: readKey, status: '403' })),
    { method: 'PUT', path: subscriptions, with: 'a valid key', key: server.initialKey(), status: '405' },
    { method: 'POST', path: '/nothing', with: 'a valid key', key: server.initialKey(), status: '404' },
  ];

  test.each(rows)('is answered $status: $method $path with $with', async ({ method, path, key, status }) => {
    const { answered, socket } = await send(server, headOf(method, path, key, 60_000));
    expect(statusOf(await answered)).toBe(status);
    socket.terminate();
  });

  test('is answered, and the connection can be reused after the body', async () => {
    const body = ' '.repeat(60_000);
    const next = `GET ${subscriptions}?limit=1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${readKey}\r\nConnection: close\r\n\r\n`;
    const { answered, received } = await send(
      server,
      headOf('POST', subscriptions, 'dbk_w_wrong', body.length) + body + next,
    );
    await answered;
    while (!received().includes('"pagination"')) await Bun.sleep(5);
    expect(Array.from(received().matchAll(/HTTP\/1\.1 (\d{3})/g), ([, status]) => status)).toEqual(['401', '200']);
  });

  test('is refused even if its client waits for "100 Continue"', async () => {
    const draft = JSON.stringify(validDraft);
    const ask = async (key: string) => {
      const headers = { authorization: `Bearer ${key}`, expect: '100-continue' };
      const response = await fetch(server.origin + subscriptions, { method: 'POST', headers, body: draft });
      return response.status;
    };
    expect([await ask('dbk_w_wrong'), await ask(server.initialKey())]).toEqual([401, 201]);
  });
});
