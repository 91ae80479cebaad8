import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { schemaVersion } from '../../src/store/schema/migrations.ts';
import { placeFixture } from '../support/fixtures.ts';
import { outcomeOf, startProgram } from '../support/program.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

function olderDirectory(): { directory: string; told: string } {
  const directory = temporaryDirectory();
  placeFixture(1, directory);
  const copy = join(directory, 'duebook.db.before-upgrade-1');
  return {
    directory,
    told: `duebook: the database was upgraded from schema version 1 to ${schemaVersion}; the earlier database is in ${copy}`,
  };
}

test.each([[['keys', 'list']], [['owners', 'list']], [['keys', 'create', '--owner', 'anna', '--scope', 'read']]])(
  '%j prints one line after it has upgraded the database, once',
  async (words) => {
    const { directory, told } = olderDirectory();
    expect(await outcomeOf([...words, '--data-dir', directory])).toMatchObject({ code: 0, notices: [told] });
    expect(await outcomeOf([...words, '--data-dir', directory])).toMatchObject({ code: 0, notices: [] });
  },
);

test('serve prints the same line', async () => {
  const { directory, told } = olderDirectory();
  const server = startProgram(['serve', '--port', '0', '--data-dir', directory]);
  await server.listening;
  server.stop();
  expect(await server.ended).toBe(0);
  expect(server.notices).toEqual([told]);
});
