import { expect, test } from 'bun:test';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { connectAgain, openDatabase } from '../../../src/core/database/database.ts';
import { identifyOpened } from '../../../src/core/directory/openFiles.ts';
import { commitInPlace } from '../../../src/core/writer/commitInPlace.ts';
import { databaseOn } from '../../../src/core/database/db.ts';
import { performOn } from '../../../src/modules/verbs.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

test('what is written right after the database was moved away is not acknowledged', () => {
  const directory = temporaryDirectory();
  const { opened, files } = identifyOpened(directory, () => openDatabase(directory));
  const connections = [opened];
  const open = () => {
    const connection = connectAgain(directory);
    connections.push(connection);
    return databaseOn(connection);
  };
  const commit = commitInPlace(files, open, performOn);
  expect(commit([{ kind: 'probe' }])).toEqual([{ result: { outcome: 'probed' } }]);
  const path = join(directory, 'duebook.db');
  renameSync(path, `${path}.away`);
  // At once: the files were compared a moment ago.
  expect(commit([{ kind: 'probe' }])).toMatchObject([{ unavailable: expect.stringContaining('duebook.db') }]);
  expect(commit([{ kind: 'probe' }])).toMatchObject([{ unavailable: expect.stringContaining('duebook.db') }]);
  renameSync(`${path}.away`, path);
  expect(commit([{ kind: 'probe' }])).toEqual([{ result: { outcome: 'probed' } }]);
  for (const connection of connections) connection.close();
  rmSync(directory, { recursive: true });
});
