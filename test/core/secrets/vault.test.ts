import { describe, expect, test } from 'bun:test';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { StorageUnavailable } from '../../../src/core/writer/storageUnavailable.ts';
import { systemRandomness } from '../../../src/core/runtime/system.ts';
import { DatabaseRefused } from '../../../src/core/directory/databaseFile.ts';
import { writeKeys } from '../../../src/core/secrets/keyFile.ts';
import { viewOfChannel } from '../../../src/modules/channels/store/channels.ts';
import { openChannel } from '../../../src/modules/channels/store/openChannel.ts';
import { openVault } from '../../../src/core/secrets/vault.ts';
import type { OpenedStore } from '../../../src/modules/store.ts';
import { openTestStore } from '../../support/testStore.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const { bytes } = systemRandomness;
const secrets = { url: 'https://ntfy.sh', topic: 'häusliche-😀', token: 'tk_1' };
const id = '01980f3c-0000-7f4c-b0f5-3d1c9f1c2d00';

describe('a secret', () => {
  test('is encrypted with a new nonce, and only its own channel and name can have it back', async () => {
    const vault = openVault(temporaryDirectory(), bytes);
    const [sealed, again] = [await vault.seal(id, secrets), await vault.seal(id, secrets)];
    expect(await vault.open(id, sealed)).toEqual(secrets);
    expect(sealed['token']).not.toBe(again['token'] ?? null);
    expect(await vault.open('other', sealed)).toEqual({});
    expect(await vault.open(id, { token: sealed['topic'] ?? null })).toEqual({});
  });

  test('that was changed is none', async () => {
    const vault = openVault(temporaryDirectory(), bytes);
    const { token = null } = await vault.seal(id, { token: 'tk_1' });
    const changed = (token ?? '').replace(/.(?=.{10}$)/, (digit) => (digit === 'A' ? 'B' : 'A'));
    expect(changed).not.toBe(token ?? '');
    expect(await vault.open(id, { token: changed })).toEqual({});
    for (const broken of ['', 'x', (token ?? '').slice(0, 20)])
      expect(await vault.open(id, { token: broken })).toEqual({});
  });
});

describe('the file with the key', () => {
  test('is made with the first secret, for its user alone, and read again', async () => {
    const directory = temporaryDirectory();
    const vault = openVault(directory, bytes);
    expect(vault.keyIds()).toEqual([]);
    expect(existsSync(join(directory, 'secret.key'))).toBe(false);
    const sealed = await vault.seal(id, secrets);
    expect(statSync(join(directory, 'secret.key')).mode & 0o777).toBe(0o600);
    expect(await openVault(directory, bytes).open(id, sealed)).toEqual(secrets);
  });

  test.each(['', '# only a comment\n', 'not a key\n', `${'A'.repeat(43)}\n`])(
    'that is damaged is refused and stays as it is: %j',
    (content) => {
      const directory = temporaryDirectory();
      writeFileSync(join(directory, 'secret.key'), content);
      expect(() => openVault(directory, bytes)).toThrow(DatabaseRefused);
      expect(readFileSync(join(directory, 'secret.key'), 'utf8')).toBe(content);
    },
  );

  test('that is too large, or cannot be read as a file, is refused', () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'secret.key'), '#'.repeat(100_000));
    expect(() => openVault(directory, bytes)).toThrow(DatabaseRefused);
  });

  test('that others can read is made private, and another name of the same file keeps its mode', async () => {
    const [directory, elsewhere] = [temporaryDirectory(), join(temporaryDirectory(), 'other')];
    const path = join(directory, 'secret.key');
    const sealed = await openVault(directory, bytes).seal(id, secrets);
    chmodSync(path, 0o644);
    expect(await openVault(directory, bytes).open(id, sealed)).toEqual(secrets);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    chmodSync(path, 0o644);
    linkSync(path, elsewhere);
    expect(await openVault(directory, bytes).open(id, sealed)).toEqual(secrets);
    expect([path, elsewhere].map((one) => statSync(one).mode & 0o777)).toEqual([0o600, 0o644]);
  });

  test('that cannot be written is a fault of the storage, and leaves nothing behind', async () => {
    const directory = temporaryDirectory();
    const vault = openVault(directory, bytes);
    const path = join(directory, 'secret.key');
    // Nothing can take the name of a folder with content.
    mkdirSync(join(path, 'content'), { recursive: true });
    expect(() => writeKeys(directory, [])).toThrow(StorageUnavailable);
    expect(readdirSync(directory)).toEqual(['secret.key']);
    rmSync(path, { recursive: true });
    expect(Object.keys(await vault.seal(id, secrets))).toEqual(Object.keys(secrets));
  });

  test('is written again when somebody deletes it while the server runs', async () => {
    const directory = temporaryDirectory();
    const vault = openVault(directory, bytes);
    await vault.seal(id, secrets);
    rmSync(join(directory, 'secret.key'));
    const sealed = await vault.seal(id, secrets);
    expect(await openVault(directory, bytes).open(id, sealed)).toEqual(secrets);
  });

  test('is kept with the present key when somebody puts it back while the server runs', async () => {
    const [directory, other] = [temporaryDirectory(), temporaryDirectory()];
    const former = await openVault(other, bytes).seal(id, secrets);
    const vault = openVault(directory, bytes);
    const early = await vault.seal(id, secrets);
    copyFileSync(join(other, 'secret.key'), join(directory, 'secret.key'));
    const late = await vault.seal(id, secrets);
    for (const sealed of [former, early, late]) {
      expect(await vault.open(id, sealed)).toEqual(secrets);
      expect(await openVault(directory, bytes).open(id, sealed)).toEqual(secrets);
    }
  });

  test('is used when somebody puts it back before the first secret', async () => {
    const [directory, other] = [temporaryDirectory(), temporaryDirectory()];
    const former = await openVault(other, bytes).seal(id, secrets);
    const vault = openVault(directory, bytes);
    copyFileSync(join(other, 'secret.key'), join(directory, 'secret.key'));
    await vault.seal(id, secrets);
    expect(await openVault(directory, bytes).open(id, former)).toEqual(secrets);
  });

  test('that was damaged while the server runs takes no secret, and stays as it is', async () => {
    const directory = temporaryDirectory();
    const vault = openVault(directory, bytes);
    await vault.seal(id, secrets);
    writeFileSync(join(directory, 'secret.key'), 'half of a k');
    expect(vault.seal(id, secrets)).rejects.toBeInstanceOf(DatabaseRefused);
    expect(readFileSync(join(directory, 'secret.key'), 'utf8')).toBe('half of a k');
  });

  test('that others can read is closed to them', async () => {
    const directory = temporaryDirectory();
    await openVault(directory, bytes).seal(id, secrets);
    chmodSync(join(directory, 'secret.key'), 0o644);
    openVault(directory, bytes);
    expect(statSync(join(directory, 'secret.key')).mode & 0o777).toBe(0o600);
  });

  test('that is a link is refused', () => {
    const directory = temporaryDirectory();
    symlinkSync('/dev/null', join(directory, 'secret.key'));
    expect(() => openVault(directory, bytes)).toThrow(DatabaseRefused);
  });
});

/** A store with a channel whose secrets are encrypted in a directory. */
async function filled() {
  const directory = temporaryDirectory();
  const { store, database, first } = openTestStore();
  const vault = openVault(directory, bytes);
  const actor = { ...first.principal, requestId: id };
  store.inProcess.commit({
    kind: 'channel.create',
    actor,
    at: '2026-06-16T12:00:00.000Z',
    auditEntryId: systemRandomness.uuid(),
    channelId: id,
    draft: { name: 'Phone', type: 'ntfy', enabled: true, language: 'en' },
    settings: {},
    secrets: await vault.seal(id, secrets),
    origin: 'https://ntfy.sh',
  });
  return { directory, store, database, ownerId: first.ownerId };
}

/** What a server finds when it starts. */
async function started(directory: string, store: OpenedStore, ownerId: number) {
  const vault = openVault(directory, bytes);
  const { channels } = store.inProcess.commit({ kind: 'channel.markUnreadable', keyIds: vault.keyIds() });
  const channel = store.channels.find(ownerId, id);
  if (channel === undefined) throw new Error('the channel is missing');
  return {
    channels,
    view: viewOfChannel(channel),
    open: await openChannel(vault, ownerId, channel),
  };
}

describe('a database without its key', () => {
  test('starts, says which secrets to enter again, and sends nothing until then', async () => {
    const { directory, store, ownerId } = await filled();
    const kept = readFileSync(join(directory, 'secret.key'));
    rmSync(join(directory, 'secret.key'));
    const lost = await started(directory, store, ownerId);
    expect(lost).toMatchObject({ channels: 1, open: { secrets: {}, lacksSecrets: true } });
    expect(JSON.parse(lost.view)).toMatchObject({ secretsSet: [], secretsMissing: ['url', 'topic', 'token'] });
    // Nothing is lost when the file is put back.
    writeFileSync(join(directory, 'secret.key'), kept);
    const found = await started(directory, store, ownerId);
    expect(found).toMatchObject({ channels: 0, open: { secrets, lacksSecrets: false } });
    expect(JSON.parse(found.view)).toMatchObject({ secretsMissing: [] });
  });
});
