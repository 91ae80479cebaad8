import { describe, expect, test } from 'bun:test';
import { chmodSync, chownSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInWorker } from '../../../src/store/workers/runInWorker.ts';
import { asOwnerOf, isWithin } from '../../../src/store/directory/ownerRights.ts';
import { failureFrom } from '../../support/failure.ts';
import type { RightsQuestion } from '../../support/rightsThread.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const isRoot = process.geteuid?.() === 0;
const [somebody, somegroup] = [54_321, 54_322];

function rights() {
  return [process.geteuid?.(), process.getegid?.(), process.getgroups?.()];
}

function directoryOfSomebody(): string {
  const directory = temporaryDirectory();
  chownSync(directory, somebody, somegroup);
  return directory;
}

describe.skipIf(!isRoot)('root in the data directory of another user', () => {
  test('has the rights of that user, and its own again afterwards', () => {
    const directory = directoryOfSomebody();
    const before = rights();
    expect(asOwnerOf(directory, rights)).toEqual([somebody, somegroup, [somegroup]]);
    expect(rights()).toEqual(before);
    expect(asOwnerOf(directory, () => asOwnerOf(directory, rights))).toEqual([somebody, somegroup, [somegroup]]);
    expect(rights()).toEqual(before);
  });

  test('has its own rights again when the action fails', () => {
    const before = rights();
    const fail = () => {
      throw new Error('it failed');
    };
    expect(failureFrom(() => asOwnerOf(directoryOfSomebody(), fail))).toBe('Error: it failed');
    expect(rights()).toEqual(before);
  });

  test('has the rights of that user in each worker, and its own again after the last, when several take them at once', async () => {
    const [directory, before] = [directoryOfSomebody(), rights()];
    const question: RightsQuestion = { directory, times: 2000 };
    const workerUrl = new URL('../../support/rightsThread.ts', import.meta.url);
    const users = await Promise.all([1, 2, 3].map(() => runInWorker<number[]>(workerUrl, question)));
    expect(users).toEqual([[somebody], [somebody], [somebody]]);
    expect(rights()).toEqual(before);
  });

  test('follows no link to what only root may read or write', () => {
    const directory = directoryOfSomebody();
    const precious = join(temporaryDirectory(), 'precious');
    writeFileSync(precious, 'precious', { mode: 0o600 });
    symlinkSync(precious, join(directory, 'link'));
    for (const action of [
      () => chmodSync(join(directory, 'link'), 0o777),
      () => writeFileSync(join(directory, 'link'), 'spoilt'),
    ]) {
      expect(failureFrom(() => asOwnerOf(directory, action))).toMatch(/EACCES|EPERM/);
    }
    expect((statSync(precious).mode & 0o777).toString(8)).toBe('600');
  });

  test('keeps its rights where that user cannot reach the directory, and in a directory of its own', () => {
    const hidden = join(temporaryDirectory(), 'data');
    mkdirSync(hidden);
    chownSync(hidden, somebody, somegroup);
    for (const directory of [hidden, temporaryDirectory(), join(hidden, 'none')]) {
      expect(asOwnerOf(directory, rights)).toEqual(rights());
    }
  });
});

describe('a path is within a data directory', () => {
  const directory = temporaryDirectory();
  const elsewhere = temporaryDirectory();
  mkdirSync(join(directory, 'backups'));
  symlinkSync(elsewhere, join(directory, 'out'));
  symlinkSync(directory, join(elsewhere, 'in'));

  test.each([
    ['it is the directory', directory, true],
    ['it is in it', join(directory, 'backups/x.db'), true],
    ['it is in it, and not there yet', join(directory, 'none/none/x.db'), true],
    ['it leaves it by a link', join(directory, 'out/x.db'), true],
    ['it reaches it by a link', join(elsewhere, 'in/backups'), true],
    ['it is beside it', join(directory, '../x.db'), false],
    ['it is elsewhere', join(elsewhere, 'x.db'), false],
  ])('when %s', (_, path, expected) => {
    expect(isWithin(directory, path)).toBe(expected);
  });
});
