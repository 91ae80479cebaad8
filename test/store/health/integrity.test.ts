import { describe, expect, test } from 'bun:test';
import { Database } from 'bun:sqlite';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { connectToRead } from '../../../src/store/sqlite/database.ts';
import { findDamage, findStaleRows } from '../../../src/store/health/integrity.ts';
import { scheduleIntegrityChecks } from '../../../src/jobs/integrity.ts';
import { createTestClock } from '../../support/clock.ts';
import { damage } from '../../support/damage.ts';
import { integrityWorkerUrl } from '../../support/service.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';
import { openTestStore } from '../../support/testStore.ts';

const { directory: filled, create, store } = openTestStore();
for (const name of ['one', 'two', 'three']) await create({ name });
store.close();

/** A data directory with three subscriptions in a database that nobody has open. */
function filledDirectory(): string {
  const directory = temporaryDirectory();
  cpSync(filled, directory, { recursive: true });
  return directory;
}

function changeBehindItsBack(directory: string, statement: string): void {
  const database = new Database(join(directory, 'duebook.db'));
  database.run(statement);
  database.close();
}

describe('the look for damage', () => {
  test('finds nothing in a sound database', () => {
    const database = connectToRead(filledDirectory());
    expect([findDamage(database), findStaleRows(database)]).toEqual([[], []]);
    database.close();
  });

  test.each(['subscriptions', 'audit_entries', 'subscriptions_by_renewal'])('finds a broken page of %s', (name) => {
    const directory = filledDirectory();
    damage(directory, name);
    const database = connectToRead(directory);
    expect(findDamage(database).join('\n')).toContain('malformed');
    database.close();
  });

  test('finds an audit entry whose key is gone', () => {
    const directory = filledDirectory();
    changeBehindItsBack(directory, 'PRAGMA foreign_keys = OFF; DELETE FROM api_keys');
    const database = connectToRead(directory);
    expect(findDamage(database)).toContain('row 1 of audit_entries refers to a row of api_keys that is not there');
    database.close();
  });

  test('finds an audit entry whose subscription is gone', () => {
    const directory = filledDirectory();
    changeBehindItsBack(directory, 'DELETE FROM subscriptions WHERE sequence = 1');
    const database = connectToRead(directory);
    expect(findDamage(database)).toEqual(['row 1 of audit_entries refers to a row of subscriptions that is not there']);
    database.close();
  });

  test.each(['view_json', 'name_folded', 'name_normalised'])('finds a row whose %s is stale', (column) => {
    const directory = filledDirectory();
    changeBehindItsBack(directory, `UPDATE subscriptions SET ${column} = 'x' WHERE sequence = 2`);
    const database = connectToRead(directory);
    expect(findStaleRows(database)).toHaveLength(1);
    database.close();
  });
});

describe('the watch over the database', () => {
  /** A watch over a directory, by a clock that the test moves, and what it has logged. */
  function watch(dataDirectory: string) {
    const log: string[] = [];
    const clock = createTestClock('2026-06-16T12:00:00.000Z');
    let { promise: nextTimer, resolve: timerIsSet } = Promise.withResolvers<number>();
    const integrity = scheduleIntegrityChecks({
      dataDirectory,
      workerUrl: integrityWorkerUrl,
      log: (line) => log.push(line),
      after(milliseconds, action) {
        timerIsSet(milliseconds);
        return clock.after(milliseconds, action);
      },
    });
    /** Moves the clock to the look that is due, and gives the pause after it, in milliseconds. */
    async function look(seconds: number): Promise<number> {
      ({ promise: nextTimer, resolve: timerIsSet } = Promise.withResolvers<number>());
      clock.advance(seconds);
      return nextTimer;
    }
    return { integrity, log, look };
  }

  test('looks soon after it begins and then once a day', async () => {
    const { integrity, log, look } = watch(filledDirectory());
    integrity.begin();
    expect(await look(2)).toBe(86_400_000);
    expect([integrity.isDamaged(), log]).toEqual([false, []]);
    await integrity.close();
  });

  test('tells of damage that comes later, and looks again within the hour', async () => {
    const directory = filledDirectory();
    const { integrity, log, look } = watch(directory);
    integrity.begin();
    await look(2);
    damage(directory, 'subscriptions');
    expect(await look(86_400)).toBe(3_600_000);
    expect(integrity.isDamaged()).toBe(true);
    expect(log[0]).toStartWith('the database is damaged: ');
    await integrity.close();
  });

  test('tells of rows that another program has changed, which is no damage', async () => {
    const directory = filledDirectory();
    changeBehindItsBack(directory, "UPDATE subscriptions SET view_json = '{}'");
    const { integrity, log, look } = watch(directory);
    integrity.begin();
    await look(2);
    expect(integrity.isDamaged()).toBe(false);
    expect(log).toHaveLength(3);
    await integrity.close();
  });

  test('does not look any more once it is closed', async () => {
    const { integrity, log, look } = watch(temporaryDirectory());
    integrity.begin();
    await integrity.close();
    void look(86_400);
    expect(log).toEqual([]);
  });
});
