import { describe, expect, test } from 'bun:test';
import { array, assert, constantFrom, nat, property, record } from 'fast-check';
import { Database } from 'bun:sqlite';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { composeApiKey } from '../../../src/domain/keys/apiKey.ts';
import { systemRandomness } from '../../../src/runtime/system.ts';
import { makeBackup } from '../../../src/store/backup/backup.ts';
import { restoreDatabase } from '../../../src/store/backup/restore.ts';
import { openStore, type OpenedStore } from '../../../src/store/store.ts';
import { fixturePath, placeFixture } from '../../support/fixtures.ts';
import { addKey, operatorAt, revokeKey } from '../../support/operator.ts';
import { addUser, peopleAt as at, signIn } from '../../support/storedPeople.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const wallMilliseconds = Date.parse('2026-06-18T10:00:00Z');
const newId = () => systemRandomness.uuid();

interface Key {
  readonly id: string;
  readonly key: string;
}

/** A password of a user, by its hash. */
interface Password {
  readonly userId: string;
  readonly hash: string;
}

/** A data directory, the files that can be restored to it, and everything that ever was in it and has ever ended. */
class Installation {
  readonly directory = temporaryDirectory();
  readonly files: string[] = [];
  readonly keys: Key[] = [];
  readonly passwords: Password[] = [];
  readonly ended = new Set<string>();
  #store = openStore(this.directory);

  get store(): OpenedStore {
    return this.#store;
  }

  backUp(): void {
    const file = join(temporaryDirectory(), 'backup.db');
    makeBackup({ dataDirectory: this.directory, target: { file }, wallMilliseconds });
    this.files.push(file);
  }

  /** Forgets what has ended, as a database does that an earlier version has written: it has only the trail of that. */
  forgetEnds(): void {
    const database = new Database(join(this.directory, 'duebook.db'));
    database.run('DELETE FROM credential_ends');
    database.close();
  }

  /** Restores one of the backups, or of the databases that restores have replaced. */
  restore(place: number) {
    const file = this.files[place % this.files.length];
    if (file === undefined) return undefined;
    this.#store.close();
    const restored = restoreDatabase({ dataDirectory: this.directory, file, wallMilliseconds });
    if (restored.replaced !== undefined) this.files.push(restored.replaced);
    this.#store = openStore(this.directory);
    return restored;
  }

  addKey(): void {
    const [id, key] = [newId(), composeApiKey('admin', systemRandomness.bytes)];
    addKey(this.store, { id, key, owner: 'first', scope: 'admin', name: null, createdAt: at, expiresAt: null });
    this.keys.push({ id, key });
  }

  addUser(): void {
    this.addKey();
    const hash = newId();
    const userId = addUser(this.store, { name: `user ${newId()}`, owner: 'first', passwordHash: hash });
    this.passwords.push({ userId, hash });
  }

  revoke({ id, key }: Key): void {
    if (this.accepts(key) && revokeKey(this.store, id, at)) this.ended.add(key);
  }

  setPassword(userId: string): void {
    const [passwordHash, replaced] = [newId(), this.store.users.find(userId)?.passwordHash];
    const command = { ...operatorAt(at), kind: 'user.setPassword', userId, passwordHash } as const;
    if (this.store.inProcess.commit(command).outcome !== 'stored') return;
    if (typeof replaced === 'string') this.ended.add(replaced);
    this.passwords.push({ userId, hash: passwordHash });
  }

  removeUser(userId: string): void {
    const command = { ...operatorAt(at), kind: 'user.delete', userId } as const;
    if (this.store.inProcess.commit(command).outcome !== 'deleted') return;
    for (const password of this.passwords) if (password.userId === userId) this.ended.add(password.hash);
  }

  removeOwner(): void {
    for (const { key } of this.keys) if (this.accepts(key)) this.ended.add(key);
    for (const { userId } of this.passwords)
      if (this.store.users.find(userId) !== undefined)
        for (const password of this.passwords) if (password.userId === userId) this.ended.add(password.hash);
    this.store.inProcess.commit({ ...operatorAt(at), kind: 'owner.delete', owner: 'first' });
  }

  accepts(key: string): boolean {
    return this.store.apiKeys.findHolder(key, () => at) !== undefined;
  }

  opens({ userId, hash }: Password): boolean {
    return signIn(this.store, { method: 'password', userId, passwordHash: hash }) !== undefined;
  }

  /** What has ended and is accepted all the same. */
  revived(): string[] {
    const keys = this.keys.filter(({ key }) => this.ended.has(key) && this.accepts(key)).map(({ id }) => id);
    const passwords = this.passwords.filter((one) => this.ended.has(one.hash) && this.opens(one));
    return [...keys, ...passwords.map(({ hash }) => hash)];
  }

  /** The number of keys and users that are stored and have not ended, and of those that are not accepted. */
  lost(): number {
    const stored = new Set(this.store.apiKeys.list().map(({ id }) => id));
    return this.keys.filter(({ id, key }) => stored.has(id) && !this.ended.has(key) && !this.accepts(key)).length;
  }
}

const step = record({
  action: constantFrom('backUp', 'restore', 'restore', 'addUser', 'revoke', 'setPassword', 'removeUser', 'removeOwner'),
  place: nat(9),
});

describe('what has ended', () => {
  test('is not valid again by any sequence of backups, ends and restores, and what has not ended stays valid', () => {
    const neverRevived = property(array(step, { minLength: 6, maxLength: 14 }), (steps) => {
      const installation = new Installation();
      installation.addUser();
      installation.backUp();
      for (const { action, place } of steps) {
        const password = installation.passwords[place % installation.passwords.length];
        const key = installation.keys[place % installation.keys.length];
        if (password === undefined || key === undefined) throw new Error('there is nobody');
        if (action === 'restore') installation.restore(place);
        else if (action === 'revoke') installation.revoke(key);
        else if (action === 'setPassword' || action === 'removeUser') installation[action](password.userId);
        else installation[action]();
        expect({ action, revived: installation.revived(), lost: installation.lost() }).toEqual({
          action,
          revived: [],
          lost: 0,
        });
      }
      installation.store.close();
    });
    assert(neverRevived, { numRuns: 25, seed: 19 });
  }, 60_000);

  test('stays ended when the same backup is restored twice: a key, a user and a password; restore counts it each time', () => {
    const installation = new Installation();
    for (let count = 0; count < 3; count += 1) installation.addUser();
    installation.backUp();
    const [changed, removed] = installation.passwords;
    const [revoked] = installation.keys;
    if (changed === undefined || removed === undefined || revoked === undefined) throw new Error('there is nobody');
    installation.setPassword(changed.userId);
    installation.removeUser(removed.userId);
    installation.revoke(revoked);
    for (let count = 0; count < 3; count += 1) {
      expect(installation.restore(0)).toMatchObject({ ended: 2, goneUsers: [], withoutPassword: [] });
      expect(installation.revived()).toEqual([]);
      expect(installation.passwords.map((password) => installation.opens(password))).toEqual([
        false,
        false,
        true,
        true,
      ]);
    }
    installation.store.close();
  });

  test('stays ended when a backup from before it is restored, and then one from after its creation', () => {
    const installation = new Installation();
    installation.addKey();
    installation.backUp();
    installation.addUser();
    installation.backUp();
    const [, key] = installation.keys;
    const [password] = installation.passwords;
    if (key === undefined || password === undefined) throw new Error('there is nobody');
    installation.setPassword(password.userId);
    installation.revoke(key);
    const { name = '' } = installation.store.users.find(password.userId) ?? {};
    expect(installation.restore(0)).toMatchObject({ ended: 0, goneUsers: [name] });
    expect(installation.restore(1)).toMatchObject({ ended: 1, goneUsers: [], withoutPassword: [name] });
    expect(installation.revived()).toEqual([]);
    expect(installation.store.users.list()).toMatchObject([{ name, hasPassword: false }]);
    installation.store.close();
  });

  test('stays ended when a backup of an older schema is restored in between, which has no table for it', () => {
    const installation = new Installation();
    installation.addUser();
    installation.backUp();
    const older = join(temporaryDirectory(), 'older');
    mkdirSync(older);
    cpSync(join(import.meta.dir, '../../fixtures/schemaVersion5.db'), join(older, 'backup.db'));
    installation.files.push(join(older, 'backup.db'));
    const [password] = installation.passwords;
    const [key] = installation.keys;
    if (key === undefined || password === undefined) throw new Error('there is nobody');
    installation.removeUser(password.userId);
    installation.revoke(key);
    expect(installation.restore(1)).toMatchObject({ schemaVersion: 5, ended: 0 });
    expect(installation.restore(0)).toMatchObject({ ended: 2 });
    expect(installation.revived()).toEqual([]);
    installation.store.close();
  });

  test('stays ended after it ended in a database of version 7: a user, also by the name that the proxy sends', () => {
    const [before, directory] = [join(temporaryDirectory(), 'before.db'), temporaryDirectory()];
    placeFixture(7, directory);
    const path = join(directory, 'duebook.db');
    const add = new Database(path);
    add.run(`INSERT INTO users (id, name, name_folded, created_at) VALUES ('u', 'Eve', 'eve', '${at}')`);
    add.run("INSERT INTO memberships (user_id, owner_id, scope) SELECT 'u', min(id), 'write' FROM owners");
    add.close();
    cpSync(path, before);
    const remove = new Database(path);
    remove.run("DELETE FROM memberships WHERE user_id = 'u'");
    remove.run("DELETE FROM users WHERE id = 'u'");
    remove.run(`INSERT INTO audit_entries
        (id, owner_id, entity_type, entity_id, actor_kind, actor_id, request_id, action, metadata, created_at)
      SELECT 'e', owner_id, 'user', 'u', 'service', id, '', 'user.delete', '{"before":{"name":"Eve"}}', '${at}'
      FROM api_keys ORDER BY owner_id LIMIT 1`);
    remove.close();
    // The first one has no such user, so the second one brings it.
    for (const file of [fixturePath(7), before]) restoreDatabase({ dataDirectory: directory, file, wallMilliseconds });
    const store = openStore(directory);
    expect(store.users.findByName('Eve')).toBeUndefined();
    const owner = store.owners.list()[0]?.name ?? '';
    const ownerId = store.owners.idOf(owner) ?? 0;
    expect(store.users.isNameKeptOut({ ownerId, name: 'EVE' })).toBe(true);
    const create = { userId: newId(), owner, scope: 'write' } as const;
    expect(signIn(store, { method: 'proxy', userName: 'Eve', create })).toBeUndefined();
    expect(signIn(store, { method: 'proxy', userName: 'Somebody', create })).toBeDefined();
    store.close();
  });

  test.each([[[1]], [[0, 1]], [[1, 1]], [[0, 0, 1]]])(
    'stays ended when an earlier version has replaced the password, and the backups %j are restored',
    (backups) => {
      const installation = new Installation();
      installation.addKey();
      installation.backUp();
      installation.addUser();
      installation.backUp();
      const [password] = installation.passwords;
      if (password === undefined) throw new Error('there is nobody');
      installation.setPassword(password.userId);
      installation.forgetEnds();
      for (const place of backups) installation.restore(place);
      expect(installation.store.users.list()).toMatchObject([{ id: password.userId }]);
      expect(installation.revived()).toEqual([]);
      installation.setPassword(password.userId);
      installation.backUp();
      installation.restore(0);
      installation.restore(installation.files.length - 2);
      expect(installation.passwords.map((one) => installation.opens(one))).toEqual([false, false, true]);
      installation.store.close();
    },
  );

  test('does not keep the name of a removed user out whom an admin has added again, until a restore takes that user away', () => {
    const installation = new Installation();
    installation.addKey();
    const name = { ownerId: installation.store.owners.idOf('first') ?? 0, name: 'Eve' };
    const userId = addUser(installation.store, { name: 'Eve', owner: 'first' });
    installation.backUp();
    installation.removeUser(userId);
    expect(installation.store.users.isNameKeptOut(name)).toBe(true);
    addUser(installation.store, { name: 'Eve', owner: 'first' });
    expect(installation.store.users.isNameKeptOut(name)).toBe(false);
    installation.restore(0);
    expect(installation.store.users.findByName('Eve')).toBeUndefined();
    expect(installation.store.users.isNameKeptOut(name)).toBe(true);
    installation.store.close();
  });
});
