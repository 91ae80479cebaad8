import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { makeBackup } from '../../../src/core/backup/backup.ts';
import { checkIntegrity } from '../../../src/core/health/integrityCheck.ts';
import { restoreBackup } from '../../../src/modules/restores/writes/restore.ts';
import { findStaleRows } from '../../../src/modules/subscriptions/store/staleRows.ts';
import { openStore, type OpenedStore } from '../../../src/modules/store.ts';
import { damage } from '../../support/damage.ts';
import { operatorAt, revokeKey } from '../../support/operator.ts';
import { addCode, addUser, peopleAt as at, signIn } from '../../support/storedPeople.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';
import { openTestStore } from '../../support/testStore.ts';
import type { UserPatch } from '../../../src/modules/users/model.ts';
import type { Principal } from '../../../src/core/access/principal.ts';
import { systemRandomness } from '../../../src/core/runtime/system.ts';

const wallMilliseconds = Date.parse('2026-06-18T10:00:00Z');
const passwordHash = '$argon2id$the first one';
const newPassword = '$argon2id$the second one';

/** A database with the user ben, two sessions of ben, of which one has written, and a code; and a backup of it. */
async function createBackup() {
  const parts = openTestStore();
  const { directory, store, create, first } = parts;
  const userId = addUser(store, { name: 'ben', owner: 'first', passwordHash });
  const proof = { method: 'password', userId, passwordHash } as const;
  const [busy, idle] = [signIn(store, proof), signIn(store, proof)];
  if (busy === undefined || idle === undefined) throw new Error('ben cannot sign in');
  const principal = { kind: 'session', id: busy.id, ownerId: first.ownerId, scope: 'admin' } as const;
  await create({}, { ...first, principal });
  const code = addCode(store, userId);
  const file = join(temporaryDirectory(), 'backup.db');
  makeBackup({ dataDirectory: directory, target: { file }, wallMilliseconds });
  return { ...parts, file, userId, proof, busy, idle, code };
}

/** Restores a backup, and runs an action on the store. */
function afterRestore<Result>(dataDirectory: string, file: string, action: (store: OpenedStore) => Result) {
  const { ended } = restoreBackup({ dataDirectory, file, wallMilliseconds });
  const store = openStore(dataDirectory);
  try {
    return { ended, result: action(store) };
  } finally {
    store.close();
  }
}

const opens = (store: OpenedStore, token: string) => store.sessions.findHolder(token, () => at) !== undefined;

describe('a restored database', () => {
  test('accepts no session and no code of the backup, in a new directory and over an earlier database', async () => {
    const { directory, store, file, busy, idle, code } = await createBackup();
    expect([opens(store, busy.token), opens(store, idle.token)]).toEqual([true, true]);
    store.close();
    for (const target of [temporaryDirectory(), directory]) {
      const { ended, result } = afterRestore(target, file, (restored) => ({
        sessions: [busy, idle].map(({ token }) => opens(restored, token)),
        signedIn: signIn(restored, { method: 'code', hash: code }),
        users: restored.users.list().map(({ name }) => name),
      }));
      expect({ ended, result }).toEqual({
        ended: target === directory ? 0 : null,
        result: { sessions: [false, false], signedIn: undefined, users: ['ben'] },
      });
    }
  });

  test('has no damage, although a session has only made a code for itself and signed out', async () => {
    const { directory, store, idle, userId, first } = await createBackup();
    const principal = { kind: 'session', id: idle.id, ownerId: first.ownerId, scope: 'admin' } as const;
    const ofIdle = () => ({ actor: { ...principal, requestId: 'r' }, at, auditEntryId: systemRandomness.uuid() });
    store.inProcess.commit({ ...ofIdle(), kind: 'user.createCode', userId, hash: 'h', expiresAt: at });
    store.inProcess.commit({ ...ofIdle(), kind: 'session.end', sessionId: idle.id });
    const file = join(temporaryDirectory(), 'backup.db');
    makeBackup({ dataDirectory: directory, target: { file }, wallMilliseconds });
    store.close();
    const dataDirectory = temporaryDirectory();
    restoreBackup({ dataDirectory, file, wallMilliseconds });
    expect(checkIntegrity({ dataDirectory }, findStaleRows)).toEqual({ damage: [], staleRows: [] });
  });

  test('does not accept keys that were revoked since, and accepts the others', async () => {
    const { directory, store, file, first, second } = await createBackup();
    revokeKey(store, first.apiKeyId, at);
    store.close();
    const { ended, result } = afterRestore(directory, file, (restored) =>
      [first, second].map(({ key }) => restored.apiKeys.findHolder(key, () => at) !== undefined),
    );
    expect({ ended, result }).toEqual({ ended: 1, result: [false, true] });
  });

  test('counts no key that had ended before the backup, and leaves its end as it was', async () => {
    const { directory, store, first } = await createBackup();
    revokeKey(store, first.apiKeyId, at);
    const file = join(temporaryDirectory(), 'backup.db');
    makeBackup({ dataDirectory: directory, target: { file }, wallMilliseconds });
    store.close();
    const { ended, result } = afterRestore(directory, file, ({ apiKeys }) => apiKeys.find(first.apiKeyId)?.revokedAt);
    expect({ ended, result }).toEqual({ ended: 0, result: at });
  });

  test('accepts a key that was rotated since no longer than the rotation allowed', async () => {
    const { directory, store, file, first } = await createBackup();
    const [graceSeconds, successor] = [3600, { id: 'successor', start: 's', hash: 'h' }];
    const rotation = { kind: 'key.rotate', keyId: first.apiKeyId, graceSeconds, successor } as const;
    store.inProcess.commit({ ...operatorAt(at), ...rotation });
    store.close();
    const { ended, result } = afterRestore(directory, file, (restored) =>
      ['2026-06-16T12:59:59.999Z', '2026-06-16T13:00:00.000Z'].map(
        (instant) => restored.apiKeys.findHolder(first.key, () => instant) !== undefined,
      ),
    );
    expect({ ended, result }).toEqual({ ended: 1, result: [true, false] });
  });

  test('gives no user more than an admin left them since, and no name that may be that of another person now', async () => {
    const { directory, store, file, userId, first } = await createBackup();
    const owner = { name: 'kim', owner: 'first', scope: 'admin' } as const;
    addUser(store, owner);
    const actor = { ...first.principal, requestId: 'r' };
    const change = (patch: UserPatch) =>
      store.inProcess.commit({ actor, at, auditEntryId: systemRandomness.uuid(), kind: 'user.update', userId, patch });
    change({ scope: 'read', name: 'benjamin' });
    addUser(store, { name: 'ben', owner: 'first', scope: 'read' });
    store.close();
    const { lowered, goneUsers } = restoreBackup({ dataDirectory: directory, file, wallMilliseconds });
    const restored = openStore(directory);
    const users = restored.users.list().map(({ name, scope }) => [name, scope]);
    const isKeptOut = restored.users.isNameKeptOut({ ownerId: first.ownerId, name: 'ben' });
    restored.close();
    expect({ lowered, goneUsers, users, isKeptOut }).toEqual({
      lowered: ['benjamin'],
      goneUsers: ['ben', 'kim'],
      users: [['benjamin', 'read']],
      isKeptOut: true,
    });
  });

  test('has the names that two users have swapped since', async () => {
    const { directory, store, userId: ben, first } = await createBackup();
    const kim = addUser(store, { name: 'kim', owner: 'first' });
    const file = join(temporaryDirectory(), 'backup.db');
    makeBackup({ dataDirectory: directory, target: { file }, wallMilliseconds });
    const actor = { ...first.principal, requestId: 'r' };
    for (const [userId, name] of [[ben, 'x'] as const, [kim, 'ben'] as const, [ben, 'kim'] as const])
      store.inProcess.commit({
        actor,
        at,
        auditEntryId: systemRandomness.uuid(),
        kind: 'user.update',
        userId,
        patch: { name },
      });
    store.close();
    const { result } = afterRestore(directory, file, ({ users }) => [ben, kim].map((id) => users.find(id)?.name));
    expect(result).toEqual(['kim', 'ben']);
  });

  test('has no channel of a user who got the scope read since, and keeps those of the household', async () => {
    const { directory, store, userId, idle, first } = await createBackup();
    addUser(store, { name: 'kim', owner: 'first' });
    const session = { kind: 'session', id: idle.id, ownerId: first.ownerId, scope: 'write', userId } as const;
    const by = (actor: Principal) => ({
      actor: { ...actor, requestId: 'r' },
      at,
      auditEntryId: systemRandomness.uuid(),
    });
    for (const [name, actor] of [['own', session] as const, ['of the household', first.principal] as const])
      store.inProcess.commit({
        ...by(actor),
        kind: 'channel.create',
        channelId: systemRandomness.uuid(),
        draft: { name, type: 'telegram', enabled: true, language: 'en' },
        settings: { chatId: '1' },
        secrets: { token: `key.${name}` },
        origin: 'https://api.telegram.org',
      });
    const file = join(temporaryDirectory(), 'backup.db');
    makeBackup({ dataDirectory: directory, target: { file }, wallMilliseconds });
    store.inProcess.commit({ ...by(first.principal), kind: 'user.update', userId, patch: { scope: 'read' } });
    store.close();
    const { result } = afterRestore(directory, file, ({ channels }) => channels.all().map(({ name }) => name));
    expect(result).toEqual(['of the household']);
  });

  test('names the owners who had an admin, and have none now', async () => {
    const { directory, store, file, userId, first } = await createBackup();
    const owner = { name: 'kim', owner: 'first', scope: 'admin' } as const;
    addUser(store, { ...owner, name: 'lou', owner: 'second' });
    addUser(store, owner);
    const actor = { ...first.principal, requestId: 'lowered', scope: 'admin' } as const;
    const patch: UserPatch = { scope: 'write' };
    store.inProcess.commit({ actor, at, auditEntryId: systemRandomness.uuid(), kind: 'user.update', userId, patch });
    store.close();
    const restore = () => restoreBackup({ dataDirectory: directory, file, wallMilliseconds }).withoutAdmin;
    // The second restore replaces a database without an admin.
    expect([restore(), restore()]).toEqual([['first', 'second'], []]);
  });

  test('names no owner whose admin the backup has', async () => {
    const { directory, store, file } = await createBackup();
    store.close();
    expect(restoreBackup({ dataDirectory: directory, file, wallMilliseconds }).withoutAdmin).toEqual([]);
  });

  test('does not bring back a user who was removed since, whose name is free', async () => {
    const { directory, store, file, userId, proof } = await createBackup();
    store.inProcess.commit({ ...operatorAt(at), kind: 'user.delete', userId });
    store.close();
    const { ended, result } = afterRestore(directory, file, (restored) => ({
      signedIn: signIn(restored, proof),
      users: restored.users.list(),
      added: addUser(restored, { name: 'Ben', owner: 'second' }),
    }));
    expect({ ended, result }).toEqual({
      ended: 1,
      result: { signedIn: undefined, users: [], added: expect.any(String) as string },
    });
  });

  test.each([['removed and added again', true] as const, ['added', false] as const])(
    'keeps the name of a reader out who was %s since, so that the reverse proxy gives nobody more than an admin gave',
    async (_, isRemovedFirst) => {
      const { directory, store, file, userId, first } = await createBackup();
      const name = isRemovedFirst ? 'ben' : 'kim';
      if (isRemovedFirst) store.inProcess.commit({ ...operatorAt(at), kind: 'user.delete', userId });
      addUser(store, { name, owner: 'first', scope: 'read' });
      addUser(store, { name: 'lou', owner: 'first', scope: 'write' });
      store.close();
      const { result } = afterRestore(directory, file, ({ users }) =>
        [name, 'lou'].map((one) => [
          users.findByName(one)?.scope,
          users.isNameKeptOut({ ownerId: first.ownerId, name: one }),
        ]),
      );
      expect(result).toEqual([
        [undefined, true],
        [undefined, false],
      ]);
    },
  );

  test('has the password that was set since, also when the newer database is restored again', async () => {
    const { directory, store, file, userId, proof } = await createBackup();
    const setting = { kind: 'user.setPassword', userId, passwordHash: newPassword } as const;
    store.inProcess.commit({ ...operatorAt(at), ...setting });
    store.close();
    const acceptedBy = (restored: OpenedStore) =>
      [passwordHash, newPassword].map((hash) => signIn(restored, { ...proof, passwordHash: hash }) !== undefined);
    expect(afterRestore(directory, file, acceptedBy)).toEqual({ ended: 0, result: [false, true] });
    const newer = join(directory, 'duebook.db.before-restore-2026-06-18T10-00-00Z');
    expect(afterRestore(directory, newer, acceptedBy)).toEqual({ ended: 0, result: [false, true] });
    const elsewhere = temporaryDirectory();
    expect(afterRestore(elsewhere, file, acceptedBy)).toEqual({ ended: null, result: [true, false] });
    // There, the first password is the present one.
    expect(afterRestore(elsewhere, newer, acceptedBy)).toEqual({ ended: 0, result: [true, false] });
  });

  test('over a damaged database says that it cannot know what was revoked, and ends the sessions all the same', async () => {
    const { directory, store, file, busy, first } = await createBackup();
    revokeKey(store, first.apiKeyId, at);
    store.close();
    damage(directory, 'api_keys');
    const { ended, result } = afterRestore(directory, file, (restored) => ({
      session: opens(restored, busy.token),
      key: restored.apiKeys.findHolder(first.key, () => at) !== undefined,
    }));
    expect({ ended, result }).toEqual({ ended: null, result: { session: false, key: true } });
  });

  test('over one from another machine leaves its keys and users as they are', async () => {
    const { file, proof, first } = await createBackup();
    const other = openTestStore();
    revokeKey(other.store, other.first.apiKeyId, at);
    other.store.close();
    const { ended, result } = afterRestore(other.directory, file, (restored) => [
      signIn(restored, proof) !== undefined,
      restored.apiKeys.findHolder(first.key, () => at) !== undefined,
    ]);
    expect({ ended, result }).toEqual({ ended: null, result: [true, true] });
  });

  test('with nothing to replace names what is valid as in the backup: keys, feeds and users', async () => {
    const { file } = await createBackup();
    const { stillValid } = restoreBackup({ dataDirectory: temporaryDirectory(), file, wallMilliseconds });
    expect(stillValid).toEqual([
      expect.stringMatching(/^key dbk_/) as string,
      expect.stringMatching(/^key dbk_/) as string,
      'user ben',
    ]);
  });
});
