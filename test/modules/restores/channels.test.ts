import { afterAll, expect, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandOf } from '../../../src/modules/commands.ts';
import { systemRandomness } from '../../../src/core/runtime/system.ts';
import { makeBackup } from '../../../src/core/backup/backup.ts';
import { restoreBackup } from '../../../src/modules/restores/writes/restore.ts';
import { openStore } from '../../../src/modules/store.ts';
import { addKey } from '../../support/operator.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const at = '2026-06-16T08:00:00.000Z';
const wallMilliseconds = Date.parse('2026-06-16T10:00:00Z');
const newId = () => systemRandomness.uuid();
const names = ['kept', 'deleted', 'turned off', 'moved', 'with another secret', 'with another setting'] as const;

/** A home with a channel of each name. */
function createHome() {
  const directory = temporaryDirectory();
  const path = join(directory, 'duebook.db');
  const actor = { kind: 'key', id: newId(), ownerId: 1, scope: 'admin', requestId: newId() } as const;
  const ids = Object.fromEntries(names.map((name) => [name, newId()])) as Record<(typeof names)[number], string>;
  let store = openStore(directory);
  afterAll(() => store.close());
  addKey(store, {
    id: actor.id,
    key: newId(),
    owner: 'first',
    scope: 'admin',
    name: null,
    createdAt: at,
    expiresAt: null,
  });
  const origin = () => ({ actor, at, auditEntryId: newId() });
  for (const name of names)
    store.inProcess.commit({
      ...origin(),
      kind: 'channel.create',
      channelId: ids[name],
      draft: { name, type: 'telegram', enabled: true, language: 'en' },
      settings: { chatId: '1' },
      secrets: { token: `key.${name}` },
      origin: 'https://api.telegram.org',
    });
  const update = (name: keyof typeof ids, change: Partial<CommandOf<'channel.update'>>) =>
    store.inProcess.commit({
      ...origin(),
      kind: 'channel.update',
      channelId: ids[name],
      patch: {},
      settings: {},
      secrets: {},
      ...change,
    });

  return {
    changeAll(): void {
      store.inProcess.commit({ ...origin(), kind: 'channel.delete', channelId: ids.deleted });
      update('turned off', { patch: { enabled: false } });
      update('moved', { newOrigin: 'https://telegram.example.org', secrets: { token: 'key.moved' } });
      update('with another secret', { secrets: { token: 'key.another' } });
      update('with another setting', { settings: { chatId: '2' } });
    },
    turnOn: (name: keyof typeof ids) => update(name, { patch: { enabled: true } }),
    enabled: () => store.channels.all().flatMap(({ name, enabled }) => (enabled ? [name] : [])),
    backUp(): string {
      const file = join(temporaryDirectory(), 'backup.db');
      makeBackup({ dataDirectory: directory, target: { file }, wallMilliseconds });
      return file;
    },
    restore(file: string, replaced: 'present' | 'lost' | 'damaged' = 'present'): number {
      store.close();
      if (replaced === 'lost') rmSync(path);
      if (replaced === 'damaged') writeFileSync(path, 'no database');
      const { channelsOff } = restoreBackup({ dataDirectory: directory, file, wallMilliseconds });
      store = openStore(directory);
      return channelsOff;
    },
  };
}

test('§18.3: a restore turns off the channels that were deleted, turned off or changed since the backup', () => {
  const home = createHome();
  const file = home.backUp();
  home.changeAll();
  expect(home.restore(file)).toBe(5);
  expect(home.enabled()).toEqual(['kept']);
  // Nor does a later restore of the same backup turn them on.
  expect(home.restore(file)).toBe(5);
  expect(home.enabled()).toEqual(['kept']);
  home.turnOn('moved');
  expect(home.restore(file)).toBe(4);
  expect(home.enabled()).toEqual(['kept', 'moved']);
});

test('§18.3: a restore on a new machine leaves channels as they are, and one over a damaged database turns all off', () => {
  const home = createHome();
  const file = home.backUp();
  expect(home.restore(file, 'lost')).toBe(0);
  expect(home.enabled()).toEqual([...names]);
  expect(home.restore(file, 'damaged')).toBe(names.length);
  expect(home.enabled()).toEqual([]);
});
