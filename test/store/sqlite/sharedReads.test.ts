import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { shareReads } from '../../../src/store/sqlite/sharedReads.ts';
import { systemClock } from '../../../src/runtime/system.ts';
import { openTestStore, storedId } from '../../support/testStore.ts';

const { directory, database, store, first, create, update } = openTestStore();
const elsewhere = new Database(join(directory, 'duebook.db'));

function rename(id: string, name: string): void {
  elsewhere.run('UPDATE subscriptions SET name = ? WHERE id = ?', [name, id]);
}

const nextTask = () => new Promise((resolve) => setImmediate(resolve));

/** Shared reads whose clock stands still, and how to let it go on. */
function shareReadsByHand() {
  let now = 1000;
  const shared = shareReads(database, { ...systemClock, monotonicMilliseconds: () => now });
  return { ...shared, wait: (milliseconds: number) => void (now += milliseconds) };
}

const nameOf = (id: string) => store.subscriptions.find(first.ownerId, id)?.name;

describe('the reads of requests that arrive together', () => {
  test('see one snapshot while another process writes', async () => {
    const { readAsOne, wait } = shareReadsByHand();
    const id = await storedId(create({ name: 'before' }));
    readAsOne();
    expect(nameOf(id)).toBe('before');
    rename(id, 'meanwhile');
    wait(0.9);
    await Promise.resolve();
    readAsOne();
    expect(nameOf(id)).toBe('before');
    await nextTask();
  });

  test('are of the newest moment again in the next task', async () => {
    const { readAsOne } = shareReadsByHand();
    const id = await storedId(create({ name: 'before' }));
    readAsOne();
    expect(nameOf(id)).toBe('before');
    rename(id, 'meanwhile');
    await nextTask();
    expect(nameOf(id)).toBe('meanwhile');
    expect(database.inTransaction).toBe(false);
  });

  test('are of the newest moment when a request begins a millisecond later', async () => {
    const { readAsOne, wait } = shareReadsByHand();
    const id = await storedId(create({ name: 'before' }));
    readAsOne();
    expect(nameOf(id)).toBe('before');
    rename(id, 'meanwhile');
    wait(1);
    readAsOne();
    expect(nameOf(id)).toBe('meanwhile');
    await nextTask();
  });

  test('are of the newest moment once a change is about to be reported', async () => {
    const { readAsOne, end } = shareReadsByHand();
    const id = await storedId(create({ name: 'before' }));
    readAsOne();
    expect(nameOf(id)).toBe('before');
    rename(id, 'meanwhile');
    end();
    readAsOne();
    expect(nameOf(id)).toBe('meanwhile');
    await nextTask();
  });

  test('find a value once in a snapshot, and again in the next one', async () => {
    const { readAsOne, end, onceInSnapshot } = shareReadsByHand();
    const asked: string[] = [];
    const find = onceInSnapshot((key) => {
      asked.push(key);
      return key === 'unknown' ? undefined : asked.length;
    });
    readAsOne();
    expect([find('one'), find('one'), find('two')]).toEqual([1, 1, 2]);
    end();
    readAsOne();
    expect([find('one'), find('one')]).toEqual([3, 3]);
    await nextTask();
    readAsOne();
    expect(find('one')).toBe(4);
    find('unknown');
    find('unknown');
    expect(asked).toEqual(['one', 'two', 'one', 'one', 'unknown', 'unknown']);
    await nextTask();
    find('one');
    find('one');
    expect(asked.slice(6)).toEqual(['one', 'one']);
  });

  test('may be asked for twice, and written after', async () => {
    const id = await storedId(create());
    store.readAsOne();
    store.readAsOne();
    expect(await update(id, { amount: 7 })).toMatchObject({ outcome: 'stored' });
  });
});
