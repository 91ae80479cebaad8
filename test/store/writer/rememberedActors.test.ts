import { describe, expect, test } from 'bun:test';
import type { Principal } from '../../../src/domain/keys/principal.ts';
import { systemRandomness } from '../../../src/runtime/system.ts';
import { openStore } from '../../../src/store/store.ts';
import { commitGroups } from '../../../src/store/writer/groupCommit.ts';
import { operatorAt, revokeKey } from '../../support/operator.ts';
import { addUser, peopleAt as at, signIn } from '../../support/storedPeople.ts';
import { openTestStore } from '../../support/testStore.ts';
import { validDraft } from '../../support/validDraft.ts';

const newId = () => systemRandomness.uuid();
const stored = { result: { outcome: 'stored' } };

function creation(principal: Principal) {
  const origin = { actor: { ...principal, requestId: newId() }, at, auditEntryId: newId() };
  return { ...origin, kind: 'subscription.create', subscriptionId: newId(), draft: validDraft } as const;
}

describe('what the writer remembers of a key or session', () => {
  test('§4.1: is read anew after another process has ended it', () => {
    const { directory, database, first } = openTestStore();
    const commitGroup = commitGroups(database);
    expect(commitGroup([creation(first.principal)])).toMatchObject([stored]);
    const elsewhere = openStore(directory);
    revokeKey(elsewhere, first.apiKeyId, at);
    elsewhere.close();
    expect(commitGroup([creation(first.principal)])).toEqual([{ result: { outcome: 'actorEnded', kind: 'key' } }]);
  });

  test('is not an end that was rolled back', () => {
    const { database, first, second } = openTestStore();
    const commitGroup = commitGroups(database);
    database.run(`CREATE TRIGGER fail BEFORE INSERT ON subscriptions WHEN NEW.name = 'fail'
      BEGIN SELECT RAISE(ROLLBACK, 'made to fail'); END`);
    expect(commitGroup([creation(first.principal)])).toMatchObject([stored]);
    // The second write is refused, and then the whole transaction is rolled back.
    const revocation = { ...operatorAt(at), kind: 'key.revoke', keyId: first.apiKeyId } as const;
    const failing = { ...creation(second.principal), draft: { ...validDraft, name: 'fail' } };
    const failed = { failed: { message: 'made to fail' } };
    expect(commitGroup([revocation, creation(first.principal), failing])).toMatchObject([failed, failed, failed]);
    expect(commitGroup([creation(first.principal)])).toMatchObject([stored]);
  });

  test('is read anew after its session was extended', () => {
    const { database, store, first } = openTestStore();
    const commitGroup = commitGroups(database);
    const passwordHash = '$argon2id$';
    const userId = addUser(store, { name: 'ben', owner: 'first', passwordHash });
    const id = signIn(store, { method: 'password', userId, passwordHash })?.id ?? '';
    const principal = { kind: 'session', id, ownerId: first.ownerId, scope: 'admin' } as const;
    const select = 'SELECT expires_at AS expiry FROM api_keys WHERE id = ?';
    const expiry = database.query<{ expiry: string }, [string]>(select).get(id)?.expiry ?? '';
    const extension = { at, due: '2099-01-01T00:00:00.000Z', to: '2098-01-01T00:00:00.000Z' };
    const uses = { kind: 'recordUses', uses: [{ id, hour: at }], extension, endedBefore: at } as const;
    expect(commitGroup([creation(principal), uses])).toMatchObject([stored, { result: { outcome: 'recorded' } }]);
    expect(commitGroup([{ ...creation(principal), at: expiry }])).toMatchObject([stored]);
  });
});
