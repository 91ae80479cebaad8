import { describe, expect, test } from 'bun:test';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { systemRandomness } from '../../../src/runtime/system.ts';
import { makeBackup } from '../../../src/store/backup/backup.ts';
import { restoreDatabase } from '../../../src/store/backup/restore.ts';
import { lockDirectory } from '../../../src/store/directory/directoryLock.ts';
import { tablesOfInstallation, tablesToCopy } from '../../../src/store/move/copyOwner.ts';
import { schemaVersion } from '../../../src/store/schema/migrations.ts';
import { openVault } from '../../../src/store/secrets/vault.ts';
import { fixtureKeys, placeFixture } from '../../support/fixtures.ts';
import { household } from '../../support/householdFixture.ts';
import { operatorAt } from '../../support/operator.ts';
import {
  at,
  channelId,
  createKey,
  createSource,
  createTarget,
  endedKeyId,
  move,
  newId,
  owner,
  withStore,
} from '../../support/ownerToMove.ts';
import { inDatabase, ownersRowsIn } from '../../support/ownersRows.ts';
import { outcomeOf } from '../../support/program.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

/** What is stored of each owner of a data directory. */
function everythingIn(directory: string) {
  const names = withStore(directory, (store) => store.owners.list().map(({ name }) => name));
  return Object.fromEntries(names.map((name) => [name, ownersRowsIn(directory, name)]));
}

describe('owners move', () => {
  test('takes every row of every table along, and changes nothing of others', async () => {
    const [from, to] = [await createSource(), createTarget()];
    const [before, others] = [everythingIn(from), everythingIn(to)];
    const { [owner]: moved = {}, ...rest } = before;
    expect(Object.entries(moved).filter(([, rows]) => rows.length === 0)).toEqual([]);
    const { code, results, notices } = await move(from, to);
    const rows = Object.values(moved).reduce((sum, of) => sum + of.length, 0);
    expect([code, results]).toEqual([0, [`moved ${owner} to ${to}: ${rows} rows`]]);
    expect(notices.join()).toContain(`back up ${from} and ${to} now`);
    expect(everythingIn(to)).toEqual({ ...others, [owner]: moved });
    expect(everythingIn(from)).toEqual(rest);
    for (const directory of [from, to])
      expect(inDatabase(directory, (database) => database.query('PRAGMA foreign_key_check').all())).toEqual([]);
    expect((await outcomeOf(['check', '--data-dir', to])).code).toBe(0);
  });

  test('keeps keys, sessions and calendar feeds valid there, and ends them at the former place', async () => {
    const [from, to] = [await createSource(), createTarget()];
    await move(from, to);
    const validIn = (directory: string) =>
      withStore(directory, (store) => [
        store.apiKeys.findHolder(household.key, () => at)?.scope,
        store.sessions.findHolder(household.sessionToken, () => at)?.user?.name,
        store.feeds.findByToken(household.feedToken)?.feed.name,
        store.apiKeys.findHolder(fixtureKeys.anna, () => at)?.scope,
      ]);
    expect([validIn(from), validIn(to)]).toEqual([
      [undefined, undefined, undefined, 'write'],
      ['admin', 'Carla', 'Bills', undefined],
    ]);
    expect(withStore(to, (store) => store.apiKeys.find(endedKeyId)?.revokedAt)).toBe(at);
  });

  test('encrypts the secrets of channels with the key of the other directory', async () => {
    const [from, to] = [await createSource(), createTarget()];
    await move(from, to);
    const stored = withStore(to, (store) => store.channels.all().find(({ id }) => id === channelId)?.secrets) ?? {};
    const openIn = (directory: string) => openVault(directory, systemRandomness.bytes).open(channelId, stored);
    expect([await openIn(to), await openIn(from)]).toEqual([{ token: 'tk_secret', url: 'https://ntfy.sh' }, {}]);
  });

  test('upgrades a database of an earlier version first', async () => {
    const [from, to] = [temporaryDirectory(), createTarget()];
    placeFixture(schemaVersion - 1, from);
    const { code, notices } = await move(from, to);
    expect([code, notices.join()]).toEqual([0, expect.stringContaining('was upgraded')]);
    expect(withStore(to, (store) => store.owners.find(owner)?.subscriptions)).toBe(1);
  });

  test('takes nothing along of a record that is deleted, but whose rows are not purged yet', async () => {
    const [from, to] = [await createSource(), createTarget()];
    inDatabase(from, (database) => {
      database.run(`INSERT INTO owners (id, name, created_at) VALUES (0, ' removed records', '${at}')`);
      database.run('INSERT INTO removed_owners (owner_id) VALUES (0)');
      database.run(`UPDATE subscriptions SET owner_id = 0 WHERE id = '${household.subscriptionId}'`);
    });
    expect((await move(from, to)).code).toBe(0);
    const { subscriptions, payments, audit_entries: entries = [] } = ownersRowsIn(to, owner);
    expect([subscriptions, payments]).toEqual([[], []]);
    expect(entries.filter((entry) => entry['entity_type'] === 'subscription')).toEqual([]);
  });

  test('knows every table: a new one belongs to an owner, or to the installation', async () => {
    const from = await createSource();
    const [tables, copied] = inDatabase(from, (database) => [
      database.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'").all(),
      tablesToCopy(database).map(({ table }) => table),
    ]);
    const own = tables.map(({ name }) => name).filter((name) => !name.startsWith('sqlite_'));
    expect(own.sort()).toEqual([...copied, ...tablesOfInstallation].sort());
  });

  test('knows every column with a number that refers to a row, and must therefore change', async () => {
    const columns = inDatabase(await createSource(), (database) =>
      tablesToCopy(database).flatMap(({ table }) =>
        database
          .query<{ name: string }, [string]>("SELECT name FROM pragma_table_info(?) WHERE lower(type) = 'integer'")
          .all(table),
      ),
    );
    const referring = columns.map(({ name }) => name).filter((name) => /^id$|_id$|sequence$|^entries_/.test(name));
    const changed = ['delivery_sequence', 'entries_after', 'entries_until', 'id', 'owner_id', 'sequence'];
    expect(Array.from(new Set(referring)).sort()).toEqual(changed);
  });
});

describe('an owner that comes back', () => {
  test('keeps its keys also after a backup is restored, and what has ended meanwhile stays ended', async () => {
    const [home, away] = [await createSource(), createTarget()];
    const carla = ownersRowsIn(home, owner);
    await move(home, away);
    expect((await move(away, home)).code).toBe(0);
    expect(ownersRowsIn(home, owner)).toEqual(carla);
    const file = join(temporaryDirectory(), 'backup.db');
    makeBackup({ dataDirectory: home, target: { file }, wallMilliseconds: Date.parse(at) });
    restoreDatabase({ dataDirectory: home, file, wallMilliseconds: Date.parse(at) });
    withStore(home, (store) => {
      expect(store.apiKeys.findHolder(household.key, () => at)?.scope).toBe('admin');
      expect(store.feeds.findByToken(household.feedToken)?.feed.name).toBe('Bills');
      expect(store.users.findByName('Carla')?.passwordHash).toBe(household.passwordHash);
      expect(store.apiKeys.find(endedKeyId)?.revokedAt).toBe(at);
    });
  });

  test('has no valid keys in an old backup of the directory that it has left', async () => {
    const [from, to] = [await createSource(), createTarget()];
    const file = join(temporaryDirectory(), 'backup.db');
    makeBackup({ dataDirectory: from, target: { file }, wallMilliseconds: Date.parse(at) });
    await move(from, to);
    restoreDatabase({ dataDirectory: from, file, wallMilliseconds: Date.parse(at) });
    expect(withStore(from, (store) => store.apiKeys.findHolder(household.key, () => at))).toBeUndefined();
  });

  test('gets no messages there: its channels in such a backup are turned off', async () => {
    const [from, to] = [await createSource(), createTarget()];
    const file = join(temporaryDirectory(), 'backup.db');
    makeBackup({ dataDirectory: from, target: { file }, wallMilliseconds: Date.parse(at) });
    await move(from, to);
    const { channelsOff } = restoreDatabase({ dataDirectory: from, file, wallMilliseconds: Date.parse(at) });
    const enabledIn = (directory: string) =>
      withStore(directory, (store) => store.channels.all().find(({ id }) => id === channelId)?.enabled);
    expect([channelsOff, enabledIn(from), enabledIn(to)]).toEqual([1, false, true]);
  });

  test('gets no reminder again that was due before the database which it leaves was restored', async () => {
    const [from, to, earlier] = [await createSource(), createTarget(), '2026-06-16T09:00:00.000Z'];
    const restoredAt = '2026-06-16T11:00:00.000Z';
    inDatabase(from, (database) => {
      database.run('UPDATE reminder_progress SET planned_until = ?', [earlier]);
      database.run('INSERT INTO restores (restored_at) VALUES (?), (?)', [restoredAt, '2999-01-01T00:00:00.000Z']);
    });
    await move(from, to);
    expect(ownersRowsIn(to, owner)['reminder_progress']).toMatchObject([{ planned_until: restoredAt }]);
  });
});

describe('owners move changes nothing', () => {
  /** Tries to move the owner, and returns the message; nothing may have changed. */
  async function refused(from: string, to: string, ...words: string[]): Promise<string> {
    const before = [everythingIn(from), everythingIn(to)];
    const { code, results, notices } = await move(from, to, ...words);
    expect([results, everythingIn(from), everythingIn(to)]).toEqual([[], ...before]);
    expect(code).not.toBe(0);
    return notices.join();
  }

  test('while a server runs on one of the directories', async () => {
    const [from, to] = [await createSource(), createTarget()];
    for (const [directory, flag] of [
      [from, '--data-dir'],
      [to, '--to'],
    ] as const) {
      const lock = lockDirectory(directory);
      expect(await refused(from, to)).toContain(`${directory}: stop it first, or name another with ${flag}`);
      lock.release();
    }
  });

  test('if the other directory has an owner of that name', async () => {
    expect(await refused(await createSource(), createTarget('CARLA'))).toContain('has an owner "CARLA" already');
  });

  test('if a user of the owner has a name there, or one that looks like it', async () => {
    const [from, to] = [await createSource(), createTarget()];
    const user = { userId: newId(), name: 'ｄan', passwordHash: null, scope: 'write', owner: 'somebody' } as const;
    withStore(to, (store) => store.inProcess.commit({ ...operatorAt(at), ...user, kind: 'user.create' }));
    expect(await refused(from, to)).toContain('or similar ones: dan;');
  });

  test('if an id is taken there, though the database is no copy', async () => {
    const [from, to] = [await createSource(), createTarget()];
    inDatabase(to, (database) => {
      const columns = 'owner_id, name, hash, status, days_ahead, days_back, created_at, id';
      const values = `1, 'F', 'h', 'active', 30, 0, '${at}', (SELECT id FROM source.feeds)`;
      database.run(`ATTACH '${join(from, 'duebook.db')}' AS source`);
      database.run(`INSERT INTO main.feeds (${columns}) VALUES (${values})`);
    });
    expect(await refused(from, to)).toContain('has records with ids');
  });

  test('for an unknown owner, in a directory without a database, and to the same directory', async () => {
    const [from, to] = [createTarget(), createTarget('nobody')];
    expect(await refused(from, to)).toContain(`there is no owner "${owner}"`);
    expect(await refused(from, from)).toContain('name another one');
    const { code, notices } = await move(from, temporaryDirectory());
    expect([code, notices.join()]).toEqual([1, expect.stringMatching(/there is no database in \S+: --to must name/)]);
  });
});

describe('a move that was interrupted after its copy', () => {
  /** Both directories as a crash leaves them after the copy is on the disk: the source still has the owner. */
  async function interrupted() {
    const [from, to, earlier] = [await createSource(), createTarget(), temporaryDirectory()];
    cpSync(from, earlier, { recursive: true });
    const carla = ownersRowsIn(from, owner);
    await move(from, to);
    return { from: earlier, to, carla };
  }

  test('ends with the next move', async () => {
    const { from, to, carla } = await interrupted();
    expect((await move(from, to)).results).toEqual([`moved ${owner} to ${to}: an earlier move had copied it already`]);
    expect([Object.keys(everythingIn(from)), ownersRowsIn(to, owner)]).toEqual([['anna', 'ben'], carla]);
  });

  test('says so if the source could not be changed, and ends with the next move', async () => {
    const [from, to] = [await createSource(), createTarget()];
    const trigger = "CREATE TRIGGER full BEFORE INSERT ON removed_owners BEGIN SELECT RAISE(ABORT, 'no room'); END";
    inDatabase(from, (database) => database.run(trigger));
    const { code, notices } = await move(from, to);
    expect([code, notices]).toEqual([1, [expect.stringMatching(/still in .*no room.*run the command again before/)]]);
    inDatabase(from, (database) => database.run('DROP TRIGGER full'));
    expect((await move(from, to)).code).toBe(0);
    expect(Object.keys(everythingIn(from))).toEqual(['anna', 'ben']);
  });

  test('is refused if each was changed as often as the other', async () => {
    const { from, to } = await interrupted();
    for (const directory of [from, to]) withStore(directory, (store) => createKey(store, owner));
    expect((await move(from, to)).notices.join()).toContain('they differ');
  });

  test('is refused if one of both was changed since, and works after the stale one was deleted', async () => {
    const { from, to } = await interrupted();
    withStore(from, (store) => createKey(store, owner));
    const changed = ownersRowsIn(from, owner);
    expect((await move(from, to)).notices.join()).toContain('they differ');
    expect(ownersRowsIn(from, owner)).toEqual(changed);
    await outcomeOf(['owners', 'delete', owner, '--yes', '--data-dir', to]);
    expect((await move(from, to)).code).toBe(0);
    expect(ownersRowsIn(to, owner)).toEqual(changed);
    expect(withStore(to, (store) => store.apiKeys.findHolder(household.key, () => at)?.scope)).toBe('admin');
  });
});
