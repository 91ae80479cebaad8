import { expect, test } from 'bun:test';
import { restoreDatabase } from '../../../src/store/backup/restore.ts';
import { openDatabase } from '../../../src/store/database/database.ts';
import { fixturePath } from '../../support/fixtures.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

test.each([1, 7, 13])(
  'a restored backup of schema version %d says when it was restored, also after the upgrade',
  (version) => {
    const dataDirectory = temporaryDirectory();
    const wallMilliseconds = Date.parse('2026-06-18T10:00:00Z');
    restoreDatabase({ dataDirectory, file: fixturePath(version), wallMilliseconds });
    const database = openDatabase(dataDirectory);
    expect(database.query('SELECT restored_at FROM restores').all()).toEqual([
      { restored_at: '2026-06-18T10:00:00.000Z' },
    ]);
    database.close();
  },
);
