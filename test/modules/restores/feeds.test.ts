import { Database } from 'bun:sqlite';
import { afterAll, describe, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { composeFeedToken, hashApiKey } from '../../../src/core/access/apiKey.ts';
import { feedSettingsOf } from '../../../src/modules/feeds/model.ts';
import { calendar } from '../../../src/modules/feeds/reads.ts';
import { systemRandomness } from '../../../src/core/runtime/system.ts';
import { makeBackup } from '../../../src/core/backup/backup.ts';
import { restoreBackup } from '../../../src/modules/restores/writes/restore.ts';
import { openStore, type OpenedStore } from '../../../src/modules/store.ts';
import { eventsIn } from '../../support/calendars.ts';
import { addKey } from '../../support/operator.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';
import { validDraft } from '../../support/validDraft.ts';

const at = '2026-06-16T08:00:00.000Z';
const wallMilliseconds = Date.parse('2026-06-16T10:00:00Z');
const newId = () => systemRandomness.uuid();

/** A home with a subscription and two feeds, of which one is revoked after the backup. */
function createHome() {
  const directory = temporaryDirectory();
  const [keyId, subscriptionId] = [newId(), newId()];
  const feeds = [1, 2].map(() => ({ id: newId(), token: composeFeedToken(systemRandomness.bytes) }));
  const actor = { kind: 'key', id: keyId, ownerId: 1, scope: 'admin', requestId: newId() } as const;
  const origin = () => ({ actor, at, auditEntryId: newId() });
  const key = { id: keyId, key: newId(), owner: 'first', scope: 'admin', name: null, createdAt: at, expiresAt: null };
  const settings = feedSettingsOf({ name: 'Bills' });
  const draft = { ...validDraft, lastPaymentDate: '2026-06-01' };
  let store = openStore(directory);
  addKey(store, { ...key, scope: 'admin' });
  store.inProcess.commit({ ...origin(), kind: 'subscription.create', subscriptionId, draft });
  for (const { id, token } of feeds)
    store.inProcess.commit({ ...origin(), kind: 'feed.create', feedId: id, hash: hashApiKey(token), settings });
  afterAll(() => store.close());
  return {
    feeds,
    get store(): OpenedStore {
      return store;
    },
    revoke: (feedId: string) => store.inProcess.commit({ ...origin(), kind: 'feed.delete', feedId }),
    change: (amount: number) =>
      store.inProcess.commit({ ...origin(), kind: 'subscription.update', subscriptionId, patch: { amount } }),
    /** Stores that the service has sent so many messages. */
    send(messages: number): void {
      const database = new Database(join(directory, 'duebook.db'));
      database.run('UPDATE owners SET delivery_revision = delivery_revision + ?', [messages]);
      database.close();
    },
    backUp(): string {
      const file = join(temporaryDirectory(), 'backup.db');
      makeBackup({ dataDirectory: directory, target: { file }, wallMilliseconds });
      return file;
    },
    restart(): void {
      store.close();
      store = openStore(directory);
    },
    restore(file: string, { isLost = false } = {}) {
      store.close();
      if (isLost) rmSync(join(directory, 'duebook.db'));
      const restored = restoreBackup({ dataDirectory: directory, file, wallMilliseconds });
      store = openStore(directory);
      return restored;
    },
  };
}

type Home = ReturnType<typeof createHome>;

/** The calendar of a feed, with its ETag. */
function calendarOf({ store }: Home, token = '') {
  const found = store.feeds.findByToken(token);
  if (found === undefined) return undefined;
  const of = { feed: found.feed, today: '2026-06-16', publicUrl: null };
  const { text, entityTag } = calendar(store, found.ownerId, of);
  return { text, entityTag, events: eventsIn(text) };
}

describe('§17.3: after a restore', () => {
  test('the link of a feed that was revoked since the backup stays invalid, and others work', () => {
    const home = createHome();
    const [kept, revoked] = home.feeds;
    const file = home.backUp();
    home.revoke(revoked?.id ?? '');
    const { ended, replaced } = home.restore(file);
    expect(ended).toBe(1);
    expect(calendarOf(home, revoked?.token)).toBeUndefined();
    expect(calendarOf(home, kept?.token)).toBeDefined();
    // Nor does a later restore of the same backup bring it back.
    home.restore(file);
    home.restore(replaced ?? '');
    home.restore(file);
    expect(calendarOf(home, revoked?.token)).toBeUndefined();
  });

  test('a backup has the hash of a token alone', () => {
    const home = createHome();
    const backup = new Database(home.backUp(), { readonly: true });
    const bytes = Buffer.from(backup.serialize());
    backup.close();
    for (const { token } of home.feeds) {
      expect(bytes.includes(token)).toBe(false);
      expect(bytes.includes(hashApiKey(token))).toBe(true);
    }
  });
});

describe('§17.4: the events of a calendar', () => {
  test('are the same after a restart, also their ETag', () => {
    const home = createHome();
    const token = home.feeds[0]?.token;
    const before = calendarOf(home, token);
    home.restart();
    expect(calendarOf(home, token)).toEqual(before);
  });

  test.each([
    ['over the present database', false],
    ['on a new machine', true],
  ])('keep their ids after a restore %s, and have higher numbers than before', (_, isLost) => {
    const home = createHome();
    const token = home.feeds[0]?.token;
    const file = home.backUp();
    const atBackup = calendarOf(home, token);
    home.change(17);
    home.change(18);
    const before = calendarOf(home, token);
    home.restore(file, { isLost });
    const after = calendarOf(home, token);
    expect(after?.events.map(({ uid }) => uid)).toEqual(before?.events.map(({ uid }) => uid) ?? []);
    expect(after?.events.map(({ summary }) => summary)).toEqual(atBackup?.events.map(({ summary }) => summary) ?? []);
    const sequenceOf = (one: typeof after) => one?.events[0]?.sequence ?? Number.NaN;
    expect(sequenceOf(before)).toBe(2);
    expect(sequenceOf(after)).toBeGreaterThan(2);
    const tags = [atBackup, before, after].map((one) => one?.entityTag);
    expect(new Set(tags).size).toBe(3);
    // Another history with as many writes as were lost.
    home.change(19);
    home.change(20);
    expect(tags).not.toContain(calendarOf(home, token)?.entityTag);
  });
});

test('§13.1: a restore raises the revision above that of the replaced database', () => {
  const home = createHome();
  const file = home.backUp();
  for (let amount = 1; amount < 5; amount += 1) home.change(amount);
  home.send(20);
  const before = home.store.revisionOf(1);
  home.restore(file);
  expect(home.store.revisionOf(1)).toBeGreaterThan(before);
});
