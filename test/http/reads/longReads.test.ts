import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { StorageUnavailable } from '../../../src/commands/storageUnavailable.ts';
import { sorts } from '../../../src/http/api/subscriptions/schema.ts';
import type { LongReads } from '../../../src/http/reads/answers.ts';
import { periods } from '../../../src/domain/billing/periodTable.ts';
import { feedSettingsOf } from '../../../src/domain/feeds/feedFields.ts';
import { composeFeedToken, hashApiKey } from '../../../src/domain/keys/apiKey.ts';
import { statuses } from '../../../src/domain/subscriptions/fields.ts';
import { systemRandomness } from '../../../src/runtime/system.ts';
import { createTestClock } from '../../support/clock.ts';
import { insertPayments, insertRecords } from '../../support/records.ts';
import { openTestStore, storedId } from '../../support/testStore.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';
import { readBothWays } from './readsInWorker.ts';
import { manyRecords } from '../../support/manyRecords.ts';

// Enough for each read that may be long to be long.
const records = 5100;
const opened = openTestStore();
const { directory, database, store, second, create, remove } = opened;
insertRecords(database, 'first', manyRecords(records));
insertRecords(database, 'second', manyRecords(300));
insertPayments(database, 'first', 4100);
const { log, openQueueOn, queue, serviceWith, inThread, answerOf, compare } = readBothWays(opened);

const [list, reports] = ['/api/v1/subscriptions', '/api/v1/analytics'];
const longOnes = [
  ...['summary?horizonDays=300', 'summary?horizonDays=365', 'forecast?months=3'].map((name) => `${reports}/${name}`),
  ...['duplicates', 'optimizations', 'payments?limit=1000', 'spent?from=2000-01-01'].map(
    (name) => `${reports}/${name}`,
  ),
  `${list}?q=name+4999`,
  `${list}?q=absent`,
  `${list}?category=Category+3&sort=amount`,
  `${list}?status=cancelled&limit=100&offset=20`,
  `${list}?expiringBefore=2026-09-01&sort=-name`,
  `${list}?offset=4000`,
  `${reports}/payments?to=2029-06-01`,
];

describe('a read that may walk more than 4,000 rows', () => {
  test.each(longOnes)('is done in a thread, with the same headers and bytes: %s', async (path) => {
    expect(await compare(path)).toMatchObject({ status: path.endsWith('to=2029-06-01') ? 400 : 200, reads: 1 });
  });

  test.each(longOnes.slice(0, 6))('HEAD and If-None-Match are answered alike: %s', async (path) => {
    const { headers } = await compare(path);
    expect(await compare(path, { method: 'HEAD' })).toMatchObject({ text: '', reads: 1 });
    const again = await compare(path, { headers: { 'if-none-match': headers['etag'] ?? '' } });
    expect(again).toMatchObject({ status: 304, text: '', reads: 1 });
  });

  test.each(['gzip', 'zstd'])('is compressed alike with %s', async (encoding) => {
    const { headers } = await compare(`${reports}/optimizations`, { headers: { 'accept-encoding': encoding } });
    expect(headers['content-encoding']).toBe(encoding);
  });

  test('a calendar is rendered in the thread, and not at all when it is known', async () => {
    const token = composeFeedToken(systemRandomness.bytes);
    const settings = feedSettingsOf({ name: 'Bills', daysAhead: 30 });
    const write = { actor: { ...opened.first.principal, requestId: 'r' }, at: '2026-06-16T12:00:00.000Z' } as const;
    const feed = { kind: 'feed.create', feedId: 'f', hash: hashApiKey(token), settings, auditEntryId: 'e' } as const;
    store.inProcess.commit({ ...write, ...feed });
    const path = `/feeds/${token}.ics`;
    for (const encoding of ['identity', 'gzip', 'zstd']) {
      const answer = await compare(path, { headers: { 'accept-encoding': encoding } });
      expect(answer).toMatchObject({ status: 200, reads: 1 });
      const tag = answer.headers['etag'] ?? '';
      const known = await compare(path, { headers: { 'accept-encoding': encoding, 'if-none-match': tag } });
      expect(known).toMatchObject({ status: 304, text: '', reads: 0, headers: { etag: tag } });
    }
  });

  test('whatever is asked for, the bytes are the same', async () => {
    const anyQuery = fc.record(
      {
        status: fc.constantFrom(...statuses),
        period: fc.constantFrom(...periods),
        q: fc.constantFrom('name 1', 'É', '99', 'absent', '%'),
        expiringBefore: fc.constantFrom('2026-06-20', '2026-12-31'),
        sort: fc.constantFrom(...sorts),
        limit: fc.integer({ min: 1, max: 100 }).map(String),
        offset: fc.integer({ min: 0, max: 200 }).map(String),
      },
      { requiredKeys: ['status'] },
    );
    await fc.assert(
      fc.asyncProperty(anyQuery, async (query) => {
        expect((await compare(`${list}?${new URLSearchParams(query).toString()}`)).reads).toBe(1);
      }),
      { numRuns: 60 },
    );
  });

  test('sees every write that was acknowledged before', async () => {
    const id = await storedId(create({ name: 'Just written' }));
    const found = await answerOf(inThread, `${list}?q=just+written`);
    expect(JSON.parse(found.text)).toMatchObject({ data: [{ id }] });
    await remove(id);
    expect(JSON.parse((await answerOf(inThread, `${list}?q=just+written`)).text)).toMatchObject({ data: [] });
  });

  test('is refused before that by what refuses others', async () => {
    const [wrong, faulty] = [`${reports}/duplicates`, `${reports}/summary?horizonDays=0`];
    expect(await compare(wrong, { key: 'wrong' })).toMatchObject({ status: 401, reads: 0 });
    expect(await compare(faulty)).toMatchObject({ status: 400, reads: 0 });
  });
});

describe('a read that walks no more', () => {
  test.each([
    list,
    `${list}?limit=100&sort=-name`,
    `${list}?offset=3900`,
    `${list}?expiringBefore=2026-09-01&sort=nextPaymentDate`,
    '/api/v1/audit?offset=3900',
  ])('is done at once for a large owner: %s', async (path) => {
    expect(await compare(path)).toMatchObject({ status: 200, reads: 0 });
  });

  const growing = longOnes.filter((path) => !path.includes('offset=4000'));

  test.each(growing)('is done at once for a small owner: %s', async (path) => {
    expect((await compare(path, { key: second.key })).reads).toBe(0);
  });
});

test('long reads fail as others do: 503 when the storage cannot serve, 500 without details for all else', async () => {
  const failing = serviceWith({ read: () => Promise.reject(new Error('secret reason')) });
  const answer = await answerOf(failing, `${reports}/duplicates`);
  expect([answer.status, answer.headers['x-ratelimit-limit']]).toEqual([500, '1000000']);
  expect(answer.text).not.toContain('secret');
  expect(log.join('\n')).toContain('secret reason');
});

test('an observer sees the status and the duration of a long read once it has ended', async () => {
  const clock = createTestClock('2026-06-16T12:00:00.000Z');
  const seen: (readonly [status: number, milliseconds: number])[] = [];
  const failLater: LongReads = {
    async read() {
      await Bun.sleep(1);
      clock.advance(2);
      throw new StorageUnavailable('the disk is gone');
    },
  };
  const observed = serviceWith(failLater, {
    clock,
    observation: {
      observers: [{ answered: ({ status, milliseconds }) => void seen.push([status, milliseconds]) }],
      onAuthenticationFailure: () => undefined,
      onQuotaUsedUp: () => undefined,
    },
  });
  expect((await answerOf(observed, `${reports}/duplicates`)).status).toBe(503);
  expect(seen).toEqual([[503, 2000]]);
});

test('a request reads its key and its records as of one moment, whatever another process writes meanwhile', async () => {
  const elsewhere = new Database(join(directory, 'duebook.db'));
  const id = await storedId(create({ name: 'Before' }));
  const findHolder: typeof store.apiKeys.findHolder = (key, now) => {
    const holder = store.apiKeys.findHolder(key, now);
    elsewhere.run("UPDATE subscriptions SET view_json = replace(view_json, 'Before', 'Meanwhile') WHERE id = ?", [id]);
    return holder;
  };
  const service = serviceWith(undefined, { store: { ...store, apiKeys: { ...store.apiKeys, findHolder } } });
  const nameOf = async () => JSON.parse((await answerOf(service, `${list}/${id}`)).text).data.name;
  expect(await nameOf()).toBe('Before');
  // A real request comes in another task of the event loop.
  await new Promise(setImmediate);
  expect(await nameOf()).toBe('Meanwhile');
  elsewhere.close();
  await remove(id);
});

test('a long read of a client without a connection need not be done', async () => {
  const open: boolean[] = [];
  const longReads: LongReads = {
    read(read) {
      open.push(read.isOpen());
      return queue.read({ ...read, isOpen: () => true });
    },
  };
  expect((await answerOf(serviceWith(longReads), `${reports}/duplicates`)).status).toBe(200);
  expect(open).toEqual([false]);
});

test.if(process.platform === 'linux')('long reads share one connection', async () => {
  const filesOpen = () =>
    readdirSync('/proc/self/fd').filter((descriptor) => {
      try {
        return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(directory);
      } catch {
        return false;
      }
    }).length;
  await answerOf(inThread, `${reports}/duplicates`);
  const before = filesOpen();
  for (let count = 0; count < 5; count += 1) await answerOf(inThread, `${reports}/duplicates`);
  expect(filesOpen()).toBe(before);
});

test('a long read of a database that cannot be opened is answered 503', async () => {
  const missing = openQueueOn(temporaryDirectory());
  const service = serviceWith({ read: (read) => missing.read({ ...read, isOpen: () => true }) });
  const answer = await answerOf(service, `${reports}/duplicates`);
  expect(answer.status).toBe(503);
  await missing.close();
});
