import { describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createRateLimiter } from '../../src/core/http/pipeline/rateLimiter.ts';
import { systemClock } from '../../src/core/runtime/system.ts';
import { residentMebibytes, startServer } from '../support/binary.ts';
import { directoryInMemory, hasMemory } from '../support/temporaryDirectory.ts';
import { openTestStore } from '../support/testStore.ts';
import { writeInline } from '../support/inlineWrites.ts';
import { beServed, type Service } from './goodClient.ts';
import type { Sighting } from './hostileLoad.ts';
import { plainApp } from '../support/plainApp.ts';

// How long each attack lasts; longer for a night than for a commit.
const attackSeconds = Number(Bun.env['HOSTILE_SECONDS'] ?? 1.5);
const p99MillisecondsMax = 50;
const roundsMax = 3;
const growthMebibytesMax = 100;

// Attacker and server both need an open file for each connection, and some for themselves.
const wantedConnections = 10_000;
const openFilesMax = Number(Bun.spawnSync(['sh', '-c', 'ulimit -Hn']).stdout.toString()) || Infinity;
const idleConnections = Math.min(wantedConnections, openFilesMax - 500);
const scaling = idleConnections < wantedConnections ? ` (only so many files may be open here: ${openFilesMax})` : '';

const onDisk = hasMemory ? '' : ' (there is no memory to write to here, so the disk is measured too)';

interface Attack {
  readonly name: string;
  readonly attack: string;
  /** How many connections it keeps open, or uses at once. */
  readonly count: number;
  /** The statuses of its answers, where it waits for any. */
  readonly answered?: readonly string[];
}

const attacks: readonly Attack[] = [
  // The server keeps these connections for half a minute, in which the others come.
  { name: `${idleConnections} connections say nothing${scaling}`, attack: 'idle', count: idleConnections },
  { name: 'connections are closed halfway, before, within and after a request', attack: 'halfClosed', count: 50 },
  { name: '100 connections never read their answers', attack: 'neverRead', count: 100 },
  { name: '500 connections send a header byte by byte', attack: 'slowHeaders', count: 500 },
  { name: '500 connections send a body byte by byte', attack: 'slowBodies', count: 500 },
  { name: '500 connections send a chunk byte by byte', attack: 'slowChunkedBodies', count: 500 },
  { name: 'bodies of 1 MiB come, chunked and not, each refused', attack: 'largeBodies', count: 4, answered: ['413'] },
  { name: 'headers of 64 KiB come, each refused', attack: 'largeHeaders', count: 8, answered: ['431'] },
  {
    name: 'reads come by hundreds in one go, each answered in order',
    attack: 'pipelining',
    count: 1,
    answered: ['200'],
  },
  { name: 'thousands of addresses try wrong keys', attack: 'failedLogins', count: 8, answered: ['401', '429'] },
];

type Server = Awaited<ReturnType<typeof startServer>>;

function openFilesOf({ child }: Server): number {
  return readdirSync(`/proc/${child.pid}/fd`).length;
}

function fastest(services: readonly Service[]): Service {
  return services.toSorted((a, b) => a.p99Milliseconds - b.p99Milliseconds)[0] as Service;
}

/** How a good client is served in the best of a few rounds. */
async function bestService(server: Server): Promise<Service> {
  const services: Service[] = [];
  // A machine that stalls does so now and then; a server that an attack holds up is held up all the time.
  do services.push(await beServed(server.origin, server.initialKey(), attackSeconds * 1000));
  while (fastest(services).p99Milliseconds >= p99MillisecondsMax && services.length < roundsMax);
  return { ...fastest(services), wrong: services.flatMap(({ wrong }) => wrong) };
}

/** Lets a hostile client act in a process of its own, and serves a good one from this process meanwhile. */
async function serveDuring(server: Server, { attack, count }: Attack) {
  const script = join(import.meta.dir, 'hostileLoad.ts');
  const words = [process.execPath, script, attack, server.origin, server.initialKey(), String(count)];
  const attacker = Bun.spawn(words, { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' });
  const reader = attacker.stdout.getReader();
  const decoder = new TextDecoder();
  let said = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    said += decoder.decode(part.value);
    if (said.includes('ready\n')) break;
  }
  const service = await bestService(server);
  const resident = residentMebibytes(server.child);
  await attacker.stdin.end();
  for (let part = await reader.read(); !part.done; part = await reader.read()) said += decoder.decode(part.value);
  return { service, resident, sighting: JSON.parse(said.slice(said.indexOf('\n') + 1)) as Sighting };
}

interface Target {
  readonly server: Server;
  /** How many files the server had open before it was attacked. */
  filesBefore: number;
}

/** Waits at most a minute: the server closes what has said nothing for 30 s. */
async function filesKept([name, { server, filesBefore }]: readonly [string, Target]): Promise<string[]> {
  for (let triesLeft = 2400; triesLeft > 0 && openFilesOf(server) > filesBefore; triesLeft -= 1) await Bun.sleep(25);
  const kept = openFilesOf(server) - filesBefore;
  return kept > 0 ? [`${name}: ${kept} files are open`] : [];
}

// What a process holds is read from /proc, which only Linux has.
const isLinux = process.platform === 'linux';
const targets = new Map<string, Target>();
for (const { name } of isLinux ? attacks : []) {
  // One request in fifty waits for the disk, which is no matter of the attack.
  const server = await startServer(['--quota', '1000000000'], { cwd: directoryInMemory() });
  targets.set(name, { server, filesBefore: 0 });
}

describe.if(isLinux)(`a good client is served rightly and within 50 ms, in 99 of 100 requests${onDisk}`, () => {
  test.each(attacks)(
    'while $name',
    async (attack) => {
      const target = targets.get(attack.name);
      if (target === undefined) throw new Error(`no server for ${attack.name}`);
      const { server } = target;
      await beServed(server.origin, server.initialKey(), 300);
      const residentBefore = residentMebibytes(server.child);
      target.filesBefore = openFilesOf(server);
      const { service, resident, sighting } = await serveDuring(server, attack);
      if (Bun.env['HOSTILE_SECONDS'] !== undefined) {
        const { requests, p99Milliseconds, slowestMilliseconds } = service;
        console.log({ requests, p99Milliseconds, slowestMilliseconds, residentBefore, resident, ...sighting });
      }
      expect([service.wrong, sighting.wrong]).toEqual([[], []]);
      expect(sighting.opened).toBeGreaterThanOrEqual(attack.count);
      expect(Object.keys(sighting.statuses)).toEqual([...(attack.answered ?? [])]);
      expect(service.requests).toBeGreaterThan(100);
      expect(service.p99Milliseconds).toBeLessThan(p99MillisecondsMax);
      expect(resident - residentBefore).toBeLessThan(growthMebibytesMax);
    },
    35_000 + roundsMax * attackSeconds * 1000,
  );
});

describe('wrong keys from a million addresses', () => {
  const million = 1_000_000;
  const addressOf = (number: number) => `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;

  function heapMebibytes(): number {
    Bun.gc(true);
    return process.memoryUsage().heapUsed / 1024 ** 2;
  }

  test('§4.4: are counted in a memory of a hundred thousand, which neither grows nor slows down', () => {
    const limit = { limit: 60, windowSeconds: 3600, keysMax: 100_000 };
    const windows = createRateLimiter(limit, systemClock);
    const count = (from: number) => {
      for (let number = from; number < from + million / 2; number += 1) windows.count(addressOf(number));
      return heapMebibytes();
    };
    const halfway = count(0);
    expect(count(million / 2) - halfway).toBeLessThan(10);
    expect(windows.size).toBe(limit.keysMax);
    const began = performance.now();
    for (let number = 0; number < 10_000; number += 1) windows.count(addressOf(number));
    expect(performance.now() - began).toBeLessThan(250);
  }, 120_000);

  test('§4.4: do not block a valid key from any address, and take no more memory than the first ones', async () => {
    const { store, database, first } = openTestStore();
    const app = plainApp({
      store,
      writes: writeInline(database),
      clock: systemClock,
      invalidKeys: { limit: 1, windowSeconds: 3600 },
    });
    let address = '';
    Object.assign(app, { server: { requestIP: () => ({ address, family: 'IPv4', port: 1 }) } });
    const ask = async (key: string, from: string) => {
      address = from;
      const headers = { authorization: `Bearer ${key}` };
      return (await app.handle(new Request('http://localhost/api/v1/audit', { headers }))).status;
    };
    // A fifth of them is twice what is remembered; all of them take a quarter of a minute.
    const clients = Bun.env['HOSTILE_SECONDS'] === undefined ? million / 5 : million;
    const statuses = new Set<number>();
    let halfway = 0;
    for (let number = 0; number < clients; number += 1) {
      statuses.add(await ask('wrong', addressOf(number)));
      if (number === clients / 2) halfway = heapMebibytes();
    }
    expect(Array.from(statuses)).toEqual([401]);
    expect(heapMebibytes() - halfway).toBeLessThan(20);
    expect([await ask('wrong', addressOf(clients - 1)), await ask(first.key, addressOf(clients - 1))]).toEqual([
      429, 200,
    ]);
    expect(await ask(first.key, '192.0.2.1')).toBe(200);
  }, 120_000);
});

// After the others, because one wait for all servers lasts half a minute from the first attack.
describe.if(isLinux)('the file descriptors of all attacks', () => {
  test('are given back within a minute', async () => {
    expect((await Promise.all(Array.from(targets, filesKept))).flat()).toEqual([]);
    for (const { server } of targets.values()) expect((await server.stop()).exitCode).toBe(0);
  }, 95_000);
});
