import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { binary, run, startServer, type CreatedKey } from '../support/binary.ts';
import { absentId } from '../support/expectations.ts';
import { stableNames } from '../support/stableNames.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

// contractAnswers.txt has requests, in lines that begin with ">", and the answers of the last executable before exchange rates,
// budgets and planned prices; at its end, those that were changed since. To record the answers of another executable:
// RECORDED_EXECUTABLE=/path/to/duebook bun test test/e2e/contractAnswers.test.ts
const recorded = Bun.env['RECORDED_EXECUTABLE'];
const executable = recorded ?? binary;
const file = join(import.meta.dir, 'contractAnswers.txt');

/** Each request of the file with its answer; before those to a new server, the command that starts it; and remarks. */
const recordedBlocks = (await Bun.file(file).text()).replace(/\n$/, '').split(/\n\n(?=> [A-Z]+ |# )/);

/** A time zone in which it is about noon, so that no day begins during the test, and its day. */
function placeAtNoon() {
  const now = Temporal.Now.instant();
  const hours = 12 - now.toZonedDateTimeISO('UTC').hour;
  const timeZone = `Etc/GMT${hours < 0 ? '+' : '-'}${Math.abs(hours)}`;
  return { timeZone, today: now.toZonedDateTimeISO(timeZone).toPlainDate().toString() };
}

const keysByName = {
  write: { owner: 'first', scope: 'write' },
  read: { owner: 'first', scope: 'read' },
  other: { owner: 'second', scope: 'write' },
  revoked: { owner: 'first', scope: 'write' },
} as const;

/** Starts a server on a new database, and returns how to ask it. */
async function openServer(flags: readonly string[]) {
  const cwd = temporaryDirectory();
  const { timeZone, today } = placeAtNoon();
  const names = stableNames(today);
  names.name(absentId, 'absent');
  names.name('x'.repeat(65_536), '65536 x');
  const authorizations = new Map([['none', '']]);
  for (const [name, { owner, scope }] of Object.entries(keysByName)) {
    const words = ['keys', 'create', '--owner', owner, '--scope', scope, '--json', '--init'];
    const { id, key } = JSON.parse((await run(words, { cwd, executable })).stdout) as CreatedKey;
    authorizations.set(name, `Bearer ${key}`);
    names.name(id, `key ${name}`);
    if (name === 'revoked') await run(['keys', 'revoke', id], { cwd, executable });
  }
  const server = await startServer(['--timezone', timeZone, ...flags], { cwd, executable });
  let count = 0;

  /** Sends the request of a block, and returns its answer as lines. */
  async function ask(request: readonly string[]): Promise<readonly string[]> {
    waitForNextMillisecond();
    const [, method = '', path = '', as] = /^(\S+) (.+?)(?: as (.+))?$/.exec(request[0] ?? '') ?? [];
    const parts = request.slice(1).map((line) => names.real(line));
    const body = parts.find((line) => !headerLine.test(line));
    const headers = new Headers(parts.flatMap((line) => [headerLine.exec(line)?.slice(1) ?? []].filter(isPair)));
    const key = headers.get('key') ?? 'write';
    headers.delete('key');
    const authorization = authorizations.get(key) ?? key;
    if (authorization !== '') headers.set('authorization', authorization);
    const response = await fetch(server.origin + names.real(path), {
      method,
      headers,
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    count += 1;
    const requestName = as === undefined ? `request ${count}` : `request of ${as}`;
    names.name(response.headers.get('x-request-id') ?? '', requestName);
    if (as !== undefined) {
      names.name(/"data":\[?\{"id":"([^"]+)"/.exec(text)?.[1] ?? '', as);
      names.name(/"(.+)"/.exec(response.headers.get('etag') ?? '')?.[1] ?? '', `tag of ${as}`);
    }
    const headersShown = headersOf(response, names.shown, `x-request-id: <${requestName}>`);
    // A line for each record; JSON has no other line breaks.
    const bodyShown = text === '' ? [] : names.shown(text).replaceAll('},{', '},\n{').split('\n');
    return [String(response.status), ...headersShown, ...bodyShown];
  }

  return { ask, stop: () => server.stop() };
}

const headerLine = /^([a-z-]+): (.*)$/;
const isPair = (parts: readonly string[]): parts is [string, string] => parts.length === 2;

const usualHeaders = [
  'access-control-allow-headers: Authorization, Content-Type',
  'access-control-allow-origin: *',
  'access-control-expose-headers: X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, ETag, Idempotency-Replayed, Location',
  'cache-control: no-store',
  'content-type: application/json',
  'x-content-type-options: nosniff',
];
/** Headers with a time. */
const passing = new Set(['x-ratelimit-reset', 'retry-after']);

/** The headers that are not usual, and the usual ones that are not there. */
function headersOf({ headers }: Response, shown: (text: string) => string, ownUsual: string): string[] {
  const lines = Array.from(headers)
    .filter(([name]) => name !== 'date' && name !== 'content-length')
    .map(([name, value]) => `${name}: ${passing.has(name) ? value.replace(/^\d+$/, '…') : shown(value)}`)
    // Bun says the charset of JSON, Deno does not.
    .map((line) => line.replace(/^(content-type: application\/json);charset=utf-8$/, '$1'))
    .sort();
  const usual = [...usualHeaders, ownUsual];
  return [
    ...lines.filter((line) => !usual.includes(line)),
    ...usual.filter((line) => !lines.includes(line)).map((line) => `without ${line.replace(/:.*/, '')}`),
  ];
}

/** No two requests have the same instant, so that different instants have different names. */
function waitForNextMillisecond(): void {
  const before = Date.now();
  while (Date.now() === before);
}

/** The blocks with the answers of the executable. */
async function presentBlocks(): Promise<string[]> {
  const blocks: string[] = [];
  let server: Awaited<ReturnType<typeof openServer>> | undefined;
  for (const block of recordedBlocks) {
    if (block.startsWith('# ')) {
      blocks.push(block);
      if (!block.startsWith('# duebook serve')) continue;
      await server?.stop();
      server = await openServer(block.split(' ').slice(3));
      continue;
    }
    const requestLines = block.split('\n').filter((line) => line.startsWith('> '));
    const answer = await server?.ask(requestLines.map((line) => line.slice(2)));
    blocks.push([...requestLines, ...(answer ?? [])].join('\n'));
  }
  await server?.stop();
  return blocks;
}

test('every answer of the contract is byte for byte as recorded, while nothing beside the contract is switched on', async () => {
  const present = await presentBlocks();
  if (recorded !== undefined) await Bun.write(file, `${present.join('\n\n')}\n`);
  const expected = recorded === undefined ? recordedBlocks : present;
  const differs = (_block: string, index: number) => present[index] !== expected[index];
  expect(present.filter(differs)).toEqual(expected.filter(differs));
}, 120_000);
