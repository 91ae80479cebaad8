import { describe, expect, test } from 'bun:test';
import { array, assert, constantFrom, nat, property, record } from 'fast-check';
import { join } from 'node:path';
import { feedSettingsOf } from '../../../src/modules/feeds/model.ts';
import { composeApiKey, composeFeedToken, hashApiKey } from '../../../src/core/access/apiKey.ts';
import { scopeIncludes, type Scope } from '../../../src/core/access/scope.ts';
import { systemRandomness } from '../../../src/core/runtime/system.ts';
import { makeBackup } from '../../../src/core/backup/backup.ts';
import { restoreBackup } from '../../../src/modules/restores/writes/restore.ts';
import { openStore, type OpenedStore } from '../../../src/modules/store.ts';
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
  readonly feeds: { readonly id: string; readonly token: string }[] = [];
  readonly ended = new Set<string>();
  /** The scope that each user was last given. */
  readonly scopes = new Map<string, Scope>();
  #store = openStore(this.directory);

  get store(): OpenedStore {
    return this.#store;
  }

  backUp(): void {
    const file = join(temporaryDirectory(), 'backup.db');
    makeBackup({ dataDirectory: this.directory, target: { file }, wallMilliseconds });
    this.files.push(file);
  }

  /** Restores one of the backups, or of the databases that restores have replaced. */
  restore(place: number) {
    const file = this.files[place % this.files.length];
    if (file === undefined) return undefined;
    this.#store.close();
    const restored = restoreBackup({ dataDirectory: this.directory, file, wallMilliseconds });
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

  addFeed(): void {
    this.addKey();
    const [id, token] = [newId(), composeFeedToken(systemRandomness.bytes)];
    const settings = feedSettingsOf({ name: 'Bills' });
    this.store.inProcess.commit({
      ...this.#origin(),
      kind: 'feed.create',
      feedId: id,
      hash: hashApiKey(token),
      settings,
    });
    this.feeds.push({ id, token });
  }

  endFeed(place: number): void {
    const feed = this.feeds[place % this.feeds.length];
    if (feed === undefined || this.store.feeds.findByToken(feed.token) === undefined) return;
    this.store.inProcess.commit({ ...operatorAt(at), kind: 'feed.delete', feedId: feed.id });
    this.ended.add(feed.token);
  }

  setScope(userId: string, scope: Scope): void {
    this.addKey();
    const command = { ...this.#origin(), kind: 'user.update', userId, patch: { scope } } as const;
    if (this.store.inProcess.commit(command).outcome === 'stored') this.scopes.set(userId, scope);
  }

  /** The origin of a command by the newest key. */
  #origin() {
    const id = this.keys.at(-1)?.id ?? '';
    const ownerId = this.store.owners.idOf('first') ?? 0;
    const actor = { kind: 'key', id, ownerId, scope: 'admin', requestId: newId() } as const;
    return { actor, at, auditEntryId: newId() };
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
    const feeds = this.feeds.filter(
      ({ token }) => this.ended.has(token) && this.store.feeds.findByToken(token) !== undefined,
    );
    const raised = this.store.users.list().filter(({ id, scope }) => {
      const last = this.scopes.get(id);
      return last !== undefined && !scopeIncludes(last, scope);
    });
    return [...keys, ...[...feeds, ...raised].map(({ id }) => id), ...passwords.map(({ hash }) => hash)];
  }
}

const step = record({
  action: constantFrom(
    ...(['backUp', 'backUp', 'restore', 'restore', 'restore', 'addUser', 'addFeed', 'revoke'] as const),
    ...(['setPassword', 'removeUser', 'endFeed', 'setScope', 'removeOwner'] as const),
  ),
  place: nat(9),
});

describe('what has ended', () => {
  test('is not valid again by any sequence of backups, ends and restores', () => {
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
        else if (action === 'setScope') installation.setScope(password.userId, place % 2 === 0 ? 'read' : 'write');
        else if (action === 'endFeed') installation.endFeed(place);
        else installation[action]();
        expect({ action, revived: installation.revived() }).toEqual({ action, revived: [] });
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
    expect(installation.restore(1)).toMatchObject({ ended: 2, goneUsers: [], withoutPassword: [] });
    expect(installation.revived()).toEqual([]);
    expect(installation.store.users.list()).toEqual([]);
    installation.store.close();
  });

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
