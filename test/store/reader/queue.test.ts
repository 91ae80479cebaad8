import { afterAll, describe, expect, test } from 'bun:test';
import { copyFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StorageUnavailable } from '../../../src/commands/storageUnavailable.ts';
import { openDatabase } from '../../../src/store/database/database.ts';
import { identifyOpened, type OpenFiles } from '../../../src/store/directory/openFiles.ts';
import { openReadQueue } from '../../../src/store/reader/queue.ts';
import { trackUndelivered } from '../../../src/store/reader/dispatch.ts';
import { systemClock } from '../../../src/runtime/system.ts';
import { createTestClock } from '../../support/clock.ts';
import { damage } from '../../support/damage.ts';
import { readWorkerUrl } from '../../support/service.ts';
import { failureOf, openTestStore } from '../../support/testStore.ts';

const { directory, first, second, create } = openTestStore();
await create({ name: 'Netflix' });
await create({ name: 'Netflix' });
const never = new AbortController().signal;

function openQueue(
  clock: Pick<typeof systemClock, 'after'> = systemClock,
  workerUrl = readWorkerUrl,
  dataDirectory = directory,
  files?: OpenFiles,
) {
  const log: string[] = [];
  const queue = openReadQueue({
    dataDirectory,
    files,
    workerUrl,
    log: (line) => void log.push(line),
    after: (milliseconds, action) => clock.after(milliseconds, action),
  });
  afterAll(() => queue.close());
  const read = (ownerId = first.ownerId, signal = never, asked: object = { kind: 'duplicates' }) =>
    queue.read({ ownerId, read: asked, ending: '}', signal, isOpen: () => false });
  return { queue, log, read };
}

function namesIn(body: Uint8Array): readonly string[] {
  const { duplicates } = JSON.parse(new TextDecoder().decode(body)) as {
    duplicates: readonly { normalizedName: string }[];
  };
  return duplicates.map(({ normalizedName }) => normalizedName);
}

describe('the queue of long reads', () => {
  test('gives each owner their own, in turns: one with many waiting does not delay another', async () => {
    const { read } = openQueue();
    const order: string[] = [];
    const note = (name: string) => (answer: { readonly body: Uint8Array }) => {
      order.push(`${name}: ${namesIn(answer.body).join()}`);
    };
    const ofFirst = Array.from({ length: 3 }, () => read().then(note('first')));
    await Promise.all([...ofFirst, read(second.ownerId).then(note('second'))]);
    expect(order).toEqual(['first: netflix', 'second: ', 'first: netflix', 'first: netflix']);
  });

  test('takes 64 of an owner, and refuses more at once', async () => {
    const { read } = openQueue();
    const outcomes = await Promise.all(Array.from({ length: 70 }, () => failureOf(read())));
    expect(outcomes.filter((failure) => failure === undefined)).toHaveLength(64);
    expect(outcomes.slice(64).every((failure) => failure instanceof StorageUnavailable)).toBe(true);
  });

  test('lets none wait longer than 20 seconds', async () => {
    const clock = createTestClock('2026-06-16T12:00:00.000Z');
    const { read } = openQueue(clock);
    const waiting = failureOf(read());
    clock.advance(20);
    expect(await waiting).toBeInstanceOf(StorageUnavailable);
  });

  test('drops the waiting read of a client that has disconnected', async () => {
    const { read } = openQueue();
    const client = new AbortController();
    const [dropped, kept] = [failureOf(read(first.ownerId, client.signal)), read()];
    client.abort();
    expect(await dropped).toBeInstanceOf(StorageUnavailable);
    expect(namesIn((await kept).body)).toEqual(['netflix']);
  });

  test('ends a worker that is idle for two minutes, and starts another for the next read', async () => {
    const clock = createTestClock('2026-06-16T12:00:00.000Z');
    const { read, log } = openQueue(clock);
    await read();
    clock.advance(120);
    expect(namesIn((await read()).body)).toEqual(['netflix']);
    expect(log).toEqual([]);
  });

  test('refuses all reads when it is closed', async () => {
    const { queue, read } = openQueue();
    const waiting = failureOf(read());
    await queue.close();
    expect(await waiting).toBeInstanceOf(StorageUnavailable);
    expect(await failureOf(read())).toBeInstanceOf(StorageUnavailable);
    expect(await failureOf(queue.dueFigures({ today: '2026-06-16', isPerOwner: false }))).toBeInstanceOf(
      StorageUnavailable,
    );
  });
});

test('closing answers the read that is under way, and leaves no timer', async () => {
  const timers = new Set<object>();
  const { queue, read } = openQueue({
    after(milliseconds, action) {
      const timer = {};
      timers.add(timer);
      const cancel = systemClock.after(milliseconds, () => {
        timers.delete(timer);
        action();
      });
      return function cancelTimer() {
        timers.delete(timer);
        cancel();
      };
    },
  });
  await read();
  const underWay = read();
  await queue.close();
  expect([namesIn((await underWay).body), timers.size]).toEqual([['netflix'], 0]);
});

describe('when the worker dies', () => {
  test('its reads are refused, the death is reported and logged, and another worker serves the next reads', async () => {
    const { queue, read, log } = openQueue(systemClock, new URL('../../support/mortalReadThread.ts', import.meta.url));
    await read();
    const [atWork, waiting] = [failureOf(read(first.ownerId, never, { kind: 'die' })), failureOf(read())];
    expect([await atWork, await waiting]).toEqual([expect.any(StorageUnavailable), expect.any(StorageUnavailable)]);
    expect(log).toEqual([expect.stringContaining('the read worker died and is restarted')]);
    const deadline = performance.now() + 20_000;
    while (performance.now() < deadline && (await failureOf(read())) !== undefined) await Bun.sleep(20);
    expect(namesIn((await read()).body)).toEqual(['netflix']);
    while (performance.now() < deadline && !(await queue.canRead())) await Bun.sleep(20);
    expect(await queue.canRead()).toBe(true);
  }, 30_000);
});

describe('when a read cannot be executed', () => {
  test('a bug does not count as a failure of the storage', async () => {
    const { queue, read } = openQueue();
    const mistake = await failureOf(read(first.ownerId, never, { kind: 'summary', asOf: 0, today: 'x' }));
    expect(mistake).toBeInstanceOf(Error);
    expect(mistake).not.toBeInstanceOf(StorageUnavailable);
    expect(await queue.canRead()).toBe(true);
  });
});

describe('when a page is broken', () => {
  test('readiness reports the failure until the failed read succeeds again, even if others succeed', async () => {
    const broken = openTestStore();
    await broken.create({ name: 'Netflix' });
    broken.store.close();
    const path = join(broken.directory, 'duebook.db');
    const sound = readFileSync(path);
    damage(broken.directory, 'subscriptions_by_normalised_name');
    const { queue, read } = openQueue(systemClock, readWorkerUrl, broken.directory);
    const byCategory = { kind: 'list', filters: { category: 'x' }, sort: '-createdAt', page: { limit: 1, offset: 0 } };
    expect(await failureOf(read())).toBeInstanceOf(StorageUnavailable);
    expect(await failureOf(read(first.ownerId, never, byCategory))).toBeUndefined();
    expect(await queue.canRead()).toBe(false);
    writeFileSync(path, sound);
    // What was read of the broken page is remembered until somebody writes.
    const other = openDatabase(broken.directory);
    other.run("UPDATE owners SET created_at = ''");
    const deadline = performance.now() + 20_000;
    while (performance.now() < deadline && !(await queue.canRead())) await Bun.sleep(50);
    expect(await queue.canRead()).toBe(true);
    await read();
    other.close();
  }, 30_000);
});

describe('when another file has the name of the database', () => {
  test('long reads are refused until the open file has its name again', async () => {
    const moved = openTestStore();
    const path = join(moved.directory, 'duebook.db');
    const { opened, files } = identifyOpened(moved.directory, () => openDatabase(moved.directory));
    await moved.create({ name: 'Netflix' });
    await moved.create({ name: 'Netflix' });
    const { read } = openQueue(systemClock, readWorkerUrl, moved.directory, files);
    renameSync(path, `${path}.away`);
    copyFileSync(`${path}.away`, path);
    expect(await failureOf(read())).toBeInstanceOf(StorageUnavailable);
    renameSync(`${path}.away`, path);
    expect(namesIn((await read()).body)).toEqual(['netflix']);
    opened.close();
  });
});

test('an owner whose client still receives a large answer waits for the next one, and others do not', async () => {
  const { queue } = openQueue(systemClock, new URL('../../support/largeReadThread.ts', import.meta.url));
  let isReceiving = true;
  const isOpen = () => isReceiving;
  const read = (ownerId: number) => queue.read({ ownerId, read: {}, ending: '}', signal: never, isOpen });
  await read(1);
  const next = read(1).then(() => 'answered');
  await read(2);
  expect(await Promise.race([next, Bun.sleep(200).then(() => 'waiting')])).toBe('waiting');
  isReceiving = false;
  expect(await next).toBe('answered');
});

test('an owner whose answers are still on their way gets no other, nor does anybody when they are too many', () => {
  const mebibyte = 2 ** 20;
  const undelivered = trackUndelivered();
  let isReceiving = true;
  const answer = (ownerId: number) => ({ ownerId, isOpen: () => isReceiving });
  for (let count = 0; count < 9; count += 1) undelivered.add(answer(1), mebibyte / 8);
  expect(undelivered.update()(1)).toBe(true);
  undelivered.add(answer(1), 40 * mebibyte);
  for (let count = 0; count < 3; count += 1) undelivered.add(answer(2), mebibyte / 4);
  expect([1, 2].map(undelivered.update())).toEqual([false, true]);
  undelivered.add(answer(2), 90 * mebibyte);
  expect([1, 2, 3].map(undelivered.update())).toEqual([false, false, false]);
  isReceiving = false;
  expect([1, 2].map(undelivered.update())).toEqual([true, true]);
});
