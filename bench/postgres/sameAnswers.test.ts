// Sends generated requests to the executable and to the spike, one after the other, and compares each pair of answers. Run by
// bench/postgres/run.ts, which gives the cluster.
import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { openConnection, requestBytes, type Connection, type WireAnswer } from '../../test/generator/connection.ts';
import { numberFromEnvironment, pick, randomFrom, streamSeed, type Random } from '../../test/generator/random.ts';
import { anyRequest, type FuzzRecord, type FuzzRequest, type FuzzWorld } from '../../test/fuzz/fuzzRequests.ts';
import { createKey, run, startServer } from '../../test/support/binary.ts';
import { temporaryDirectory } from '../../test/support/temporaryDirectory.ts';
import { createDatabaseNow } from './cluster.ts';
import { connect } from './database.ts';
import { copyInto } from './copyData.ts';
import { pairAnswers, type Pairs } from './pairedAnswers.ts';

const requests = numberFromEnvironment('SPIKE_REQUESTS', 5000);
const seed = numberFromEnvironment('SPIKE_SEED', 1);
const cluster = Bun.env['SPIKE_CLUSTER'] ?? '';

// What the spike has: subscriptions without details and batches, renewals, and the audit trail.
const covered = /^\/api\/v1\/(audit|subscriptions(\/(?!batch)[^/?#\\]+(\/renew)?)?)(\?|$)/;
const notCovered = /[?&]include|\/details|\/prices/i;

function isCovered({ method, target, headers }: FuzzRequest): boolean {
  const isPlain = !headers.some(([name]) => /^(x-duebook-session|expect|upgrade|connection)$/i.test(name));
  return isPlain && method !== 'CONNECT' && covered.test(target) && !notCovered.test(target);
}

async function startBoth() {
  const cwd = temporaryDirectory();
  const make = (owner: string, scope: 'read' | 'write' | 'admin') => createKey(cwd, owner, scope);
  const [write, read, admin] = [
    await make('first', 'write'),
    await make('first', 'read'),
    await make('first', 'admin'),
  ];
  const [otherWrite, otherRead] = [await make('second', 'write'), await make('second', 'read')];
  const revoked = await make('first', 'write');
  await run(['keys', 'revoke', revoked.id], { cwd });
  const name = `same_answers_${process.pid}`;
  createDatabaseNow(cluster, name);
  const database = connect({ directory: cluster, name, connections: 2 });
  await copyInto(database, join(cwd, 'data'));
  await database.$client.close();
  const unlimited = ['--quota', '1000000000', '--invalid-key-limit', '1000000000'];
  const server = await startServer(unlimited, { cwd });
  const spike = Bun.spawn([process.execPath, join(import.meta.dir, 'server.ts'), cluster, name, '4', 'counter'], {
    stdout: 'pipe',
    stderr: 'inherit',
  });
  afterAll(() => spike.kill());
  const { value } = await spike.stdout.getReader().read();
  const origin = /http:\/\/\S+/.exec(new TextDecoder().decode(value))?.[0] ?? '';
  const texts = { write, read, admin, otherWrite, otherRead, revoked };
  const keys = Object.fromEntries(Object.entries(texts).map(([key, made]) => [key, made.key])) as FuzzWorld['keys'];
  return { keys, origins: [server.origin, origin] as const };
}

/** One of the two servers, asked over one connection after the other. */
function party(origin: string) {
  let connection: Connection | undefined;
  return async function ask(request: FuzzRequest): Promise<WireAnswer> {
    if (connection?.isOpen() !== true) connection = await openConnection(origin);
    const lines = [`host: ${new URL(origin).host}`, ...request.headers.map(([name, value]) => `${name}: ${value}`)];
    return connection.ask(request.method, requestBytes(request.method, request.target, lines, request.body));
  };
}

/** The request as the second server gets it, whose ids are others. */
function translated(request: FuzzRequest, pairs: Pairs, headers = request.headers): FuzzRequest {
  const body = request.body && Buffer.from(pairs.translate(request.body.toString('latin1')), 'latin1');
  return { ...request, headers, target: pairs.translate(request.target), body };
}

function remember(records: FuzzRecord[], request: FuzzRequest, { status, text, headers }: WireAnswer): void {
  if (headers.has('idempotency-replayed') || !text.startsWith('{')) return;
  const { data, deleted } = JSON.parse(text) as { data?: { id?: string }; deleted?: boolean };
  const authorization = request.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? '';
  if (status === 201 && typeof data?.id === 'string') records.unshift({ id: data.id, authorization });
  const gone = deleted === true ? /[0-9a-f-]{36}/i.exec(request.target)?.[0].toLowerCase() : undefined;
  if (gone === undefined) return;
  const place = records.findIndex(({ id }) => id === gone);
  if (place >= 0) records.splice(place, 1);
}

/** Asks both servers the same, and notes where they differ. */
function bothOf(origins: readonly [string, string]) {
  const [askFirst, askSecond] = [party(origins[0]), party(origins[1])];
  const pairs = pairAnswers();
  const records: FuzzRecord[] = [];
  const statuses = new Map<number, number>();
  const differences: string[] = [];

  async function ask(request: FuzzRequest, second = translated(request, pairs)): Promise<void> {
    const [expected, given] = [await askFirst(request), await askSecond(second)];
    const difference = pairs.differenceOf(expected, given);
    statuses.set(expected.status, (statuses.get(expected.status) ?? 0) + 1);
    const sent = `${request.method} ${request.target} ${request.body?.toString().slice(0, 300) ?? ''}`;
    if (difference !== undefined) differences.push(`${sent}\n${difference}`);
    remember(records, request, expected);
  }

  /** Asks with the present tag of the record on each server, so that If-Match is met. */
  async function askMatched(request: FuzzRequest): Promise<void> {
    const [path = ''] = request.target.replace('/renew', '').split('?');
    const headers = request.headers.filter(([name]) => name !== 'if-match');
    const look = { ...request, method: 'GET', target: path, headers, body: undefined };
    const [first, second] = [await askFirst(look), await askSecond(translated(look, pairs))].map((answer) => {
      const tagged = [...headers, ['if-match', answer.headers.get('etag') ?? '*']] as const;
      return tagged;
    });
    await ask({ ...request, headers: first ?? headers }, translated(request, pairs, second));
  }

  return { ask, askMatched, records, statuses, differences };
}

/** The generated requests that the spike covers; one in twenty is the one before, once more. */
function* generatedRequests(world: FuzzWorld): Generator<readonly [FuzzRequest, Random]> {
  let last: FuzzRequest | undefined;
  for (let [sent, stream] = [0, 1]; sent < requests; stream += 1) {
    const random = randomFrom(streamSeed(seed, stream));
    const request: FuzzRequest = last !== undefined && random() < 0.05 ? last : anyRequest(random, world);
    if (!isCovered(request)) continue;
    [last, sent] = [request, sent + 1];
    yield [request, random];
  }
}

/** The target of a request about another record. */
function namedIn(target: string, id: string): string {
  return target.replace(/(?<=\/subscriptions\/)[^/?]+/, id);
}

const finalReads = ['subscriptions?limit=100', 'audit?limit=100', 'audit?limit=100&offset=100'];
const differencesMax = 20;

test(`the executable and the spike give the same answers to ${requests} generated requests`, async () => {
  const { keys, origins } = await startBoth();
  const { ask, askMatched, records, statuses, differences } = bothOf(origins);
  const world: FuzzWorld = { keys, known: new Map([['subscriptions', records]]), recordsMax: 120 };
  for (const [request, random] of generatedRequests(world)) {
    const isMatched = request.method !== 'GET' && records.length > 0 && random() < 0.15;
    if (!isMatched) await ask(request);
    else await askMatched({ ...request, target: namedIn(request.target, pick(random, records).id) });
    if (differences.length > differencesMax) break;
  }
  const headers = [['authorization', `Bearer ${keys.write}`]] as const;
  for (const path of finalReads) {
    await ask({ method: 'GET', target: `/api/v1/${path}`, headers, body: undefined, isChunked: false });
  }
  console.log('answers by status:', JSON.stringify(Object.fromEntries(statuses)));
  expect(differences.slice(0, 5)).toEqual([]);
}, 600_000);
