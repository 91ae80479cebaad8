import { describe, expect, test } from 'bun:test';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { connectAgain, openDatabase, openDatabaseInMemory } from '../../../src/core/database/database.ts';
import { identifyOpened } from '../../../src/core/directory/openFiles.ts';
import type { Perform } from '../../../src/core/writer/executor.ts';
import { commitGroups } from '../../../src/core/writer/groupCommit.ts';
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

describe('a group of commands', () => {
  /** Commits as many commands as there are steps: each adds an owner of its name, and then does its step. */
  function commitSteps(...steps: readonly ((connection: ReturnType<typeof openDatabaseInMemory>) => void)[]) {
    const connection = openDatabaseInMemory();
    connection.run('PRAGMA foreign_keys = ON');
    let performed = 0;
    const commands = steps.map(() => ({ kind: 'probe' }) as const);
    const perform: Perform = (command) => {
      const place = commands.findIndex((one) => one === command);
      performed += 1;
      connection.run('INSERT INTO owners (name, created_at) VALUES (?, ?)', [`owner ${place}`, '']);
      steps[place]?.(connection);
      return { outcome: 'probed' };
    };
    const outcomes = commitGroups(databaseOn(connection), perform)(commands);
    const owners = connection.query<{ name: string }, []>('SELECT name FROM owners ORDER BY id').all();
    return {
      outcomes: outcomes.map((outcome) => Object.keys(outcome)[0]),
      owners: owners.map(({ name }) => name),
      performed,
      isOpen: connection.inTransaction,
    };
  }

  const succeed = () => undefined;
  const fail = () => {
    throw new Error('failed');
  };

  test('loses what a failing one has done, and nothing of the others', () => {
    expect(commitSteps(succeed, fail, succeed)).toMatchObject({
      outcomes: ['result', 'failed', 'result'],
      owners: ['owner 0', 'owner 2'],
      isOpen: false,
    });
  });

  test('is not repeated when its commit fails', () => {
    const spoil = (connection: ReturnType<typeof openDatabaseInMemory>) => {
      connection.run('PRAGMA defer_foreign_keys = ON');
      connection.run("INSERT INTO memberships (user_id, owner_id, scope) VALUES ('nobody', 1, 'read')");
    };
    expect(commitSteps(succeed, spoil)).toEqual({
      outcomes: ['failed', 'failed'],
      owners: [],
      performed: 2,
      isOpen: false,
    });
  });

  test('fails as a whole when a failure ends its transaction, as a full disk may', () => {
    const end = (connection: ReturnType<typeof openDatabaseInMemory>) => {
      connection.run('ROLLBACK');
      fail();
    };
    expect(commitSteps(succeed, end, succeed)).toMatchObject({
      outcomes: ['failed', 'failed', 'failed'],
      owners: [],
      isOpen: false,
    });
  });
});
