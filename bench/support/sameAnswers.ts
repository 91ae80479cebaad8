import { connect } from 'node:net';
import type { Call } from './load.ts';

// The differences between two right answers, and the values that depend on the time of a request.
const passingHeaders = /^(date|x-request-id|x-ratelimit-remaining|x-ratelimit-reset): .*$/gim;
const entityTag = /^etag: .*$/im;
const requestId = /"requestId":"[^"]*"}$/;
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-([47])[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;
const instant = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g;

/** The same data behind a server, under a name for messages. */
export interface Party {
  readonly name: string;
  readonly origin: string;
}

interface Question {
  readonly key: string;
  readonly call: Call;
  /** What takes the place of `{id}`. */
  readonly id: string;
}

/**
 * Throws unless the second party answers each question as the first one does, in turn: the same status, the same
 * headers and the same body, but for what is new in every answer. With `bodies` the headers may differ.
 */
export async function requireSameAnswers(
  [first, second]: readonly [Party, Party],
  questions: readonly Question[],
  compared: 'whole answers' | 'bodies' = 'whole answers',
): Promise<void> {
  const startedAt = Date.now();
  for (const question of questions) {
    const [expected, given] = [await ask(first, question), await ask(second, question)].map((answer) =>
      masked(compared === 'bodies' ? statusAndBody(answer) : answer, startedAt),
    );
    if (expected === undefined || !/^HTTP\/1\.1 20[01] /.test(expected) || expected !== given) {
      const { method, path } = question.call;
      throw new Error(
        `${method} ${path}: ${second.name} does not answer as ${first.name} does.\n` +
          `${first.name}:\n${expected}\n${second.name}:\n${given}`,
      );
    }
  }
}

/** The bytes of an answer. */
async function ask({ origin }: Party, { key, call, id }: Question): Promise<string> {
  const { hostname, port } = new URL(origin);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const chunks: Buffer[] = [];
  const socket = connect(Number(port), hostname);
  socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
  socket.on('end', () => resolve(Buffer.concat(chunks).toString()));
  socket.on('error', reject);
  const head = [
    `${call.method} ${call.path.replace('{id}', id)} HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: Bearer ${key}`,
    'Connection: close',
    ...(call.body === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(call.body)}`]),
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${call.body ?? ''}`);
  return promise;
}

/**
 * The answer without what is new in each: ids and instants that are younger than the comparison, and the tag of a body
 * that holds some. Headers in one order.
 */
function masked(answer: string, startedAt: number): string {
  const [head = '', ...parts] = answer.split('\r\n\r\n');
  const sent = parts.join('\n');
  const content = sent.replace(requestId, '');
  const isNew = content !== withoutNews(content, startedAt);
  const passing = head.replaceAll(passingHeaders, '$1: …').replace(entityTag, isNew ? 'etag: …' : '$&');
  const [status = '', ...headers] = withoutNews(passing, startedAt).split('\r\n');
  return [status, ...headers.sort(), '', withoutNews(sent, startedAt)].join('\n');
}

function withoutNews(body: string, startedAt: number): string {
  return body
    .replaceAll(uuid, (id, version) => (version === '4' || isSince(id, startedAt) ? '<new id>' : id))
    .replaceAll(instant, (text) => (Date.parse(text) >= startedAt ? '<now>' : text));
}

function statusAndBody(answer: string): string {
  const [head = '', ...body] = answer.split('\r\n\r\n');
  return `${head.split('\r\n')[0] ?? ''}\r\n\r\n${body.join('\r\n\r\n')}`;
}

/** A UUIDv7 begins with its instant, in milliseconds since 1970. */
function isSince(id: string, startedAt: number): boolean {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) >= startedAt;
}
