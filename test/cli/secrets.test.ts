import { describe, expect, test } from 'bun:test';
import { systemRandomness } from '../../src/runtime/system.ts';
import { lockDirectory } from '../../src/store/directory/directoryLock.ts';
import { openVault } from '../../src/store/secrets/vault.ts';
import { outcomeOf } from '../support/program.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { openTestStore } from '../support/testStore.ts';

const rotate = (directory: string, ...words: string[]) =>
  outcomeOf(['secrets', 'rotate', '--data-dir', directory, ...words]);

describe('secrets rotate', () => {
  test('replaces the key, and says how many secrets it has encrypted again', async () => {
    const { directory, store } = openTestStore();
    await openVault(directory, systemRandomness.bytes).seal('channel', { token: 'tk_1' });
    const former = openVault(directory, systemRandomness.bytes).keyIds();
    store.close();
    expect((await rotate(directory, '--json')).results).toEqual(['{"secrets":0}']);
    expect(openVault(directory, systemRandomness.bytes).keyIds()).not.toEqual(former);
    expect(await rotate(directory)).toMatchObject({
      code: 0,
      results: ['0 secrets are encrypted with a new key; copies of the former secret.key are of no use now'],
    });
  });

  test('is refused while a server runs, and where there is no database', async () => {
    const { directory, store } = openTestStore();
    store.close();
    const lock = lockDirectory(directory);
    const refused = await rotate(directory);
    lock.release();
    expect([refused.code, refused.notices.join('')]).toEqual([1, expect.stringContaining('stop it first')]);
    expect((await rotate(temporaryDirectory())).code).toBe(1);
  });
});
