import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { connectToRead, openDatabase } from '../../../src/core/database/database.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const ownersMax = 2000;

/** A data directory as a process leaves it that is killed while it writes without a write-ahead log, as a restore does. */
function killedWithinWrite(): string {
  const [directory, killed] = [temporaryDirectory(), temporaryDirectory()];
  const database = openDatabase(directory);
  database.run(`INSERT INTO owners (name, created_at)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ownersMax}) SELECT 'owner ' || i, '' FROM n`);
  database.close(true);
  const writer = new Database(join(directory, 'duebook.db'), { readwrite: true });
  // With so few pages in memory, some are written before the commit.
  for (const pragma of ['journal_mode = DELETE', 'cache_size = 5']) writer.run(`PRAGMA ${pragma}`);
  writer.run('BEGIN IMMEDIATE');
  writer.run('DELETE FROM owners');
  for (const name of readdirSync(directory)) copyFileSync(join(directory, name), join(killed, name));
  writer.close();
  expect(readdirSync(killed)).toContain('duebook.db-journal');
  return killed;
}

describe('a database in which a killed process has left a journal', () => {
  test('is read as it was before, and cannot be written by whoever opens it to read', () => {
    const directory = killedWithinWrite();
    for (let time = 0; time < 2; time += 1) {
      const database = connectToRead(directory);
      expect(database.query('SELECT count(*) AS owners FROM owners').get()).toEqual({ owners: ownersMax });
      expect(() => database.run('DELETE FROM owners')).toThrow('readonly');
      database.close();
    }
    expect(readdirSync(directory)).toEqual(['duebook.db']);
  });
});
