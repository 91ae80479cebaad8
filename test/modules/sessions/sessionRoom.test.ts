import { describe, expect, test } from 'bun:test';
import { systemRandomness } from '../../../src/core/runtime/system.ts';
import { findDamage } from '../../../src/core/database/integrity.ts';
import { addUser, peopleAt as at, signIn } from '../../support/storedPeople.ts';
import { openTestStore, storedId } from '../../support/testStore.ts';

const origin = (id: string, ownerId: number) => ({
  actor: { kind: 'session', id, ownerId, scope: 'admin', requestId: 'r' } as const,
  at,
  auditEntryId: systemRandomness.uuid(),
});

describe('a credential with which somebody signs in again and again', () => {
  test.each([
    ['a key', 'and stays signed in', false],
    ['a key', 'and signs out each time', true],
    ['a user', 'and stays signed in', false],
    ['a user', 'and signs out each time', true],
  ])('§14.2: stores a bounded number of sessions and audit entries: %s %s', (who, _, signsOut) => {
    const { store, first, countOf, database } = openTestStore();
    const userId = addUser(store, { name: 'ben', owner: 'first' });
    const beside = signIn(store, { method: 'key', keyId: first.apiKeyId });
    const proof =
      who === 'a key'
        ? ({ method: 'key', keyId: first.apiKeyId } as const)
        : ({ method: 'proxy', userName: 'ben' } as const);
    const again = (times: number) => {
      for (let count = 0; count < times; count += 1) {
        const session = signIn(store, proof);
        if (session === undefined) throw new Error('the sign-in was refused');
        if (signsOut)
          store.inProcess.commit({
            ...origin(session.id, first.ownerId),
            kind: 'session.end',
            sessionId: session.id,
          });
      }
      const rows = database.query<{ n: number }, []>("SELECT count(*) AS n FROM api_keys WHERE kind = 'session'").get();
      return [rows?.n, countOf('audit_entries')];
    };
    const bounded = again(320);
    expect(bounded[0]).toBeLessThanOrEqual(252);
    expect(again(50)).toEqual(bounded);
    expect(store.sessions.findHolder(beside?.token ?? '', () => at) !== undefined).toBe(who === 'a user' || signsOut);
    expect(store.users.find(userId)).toBeDefined();
    expect(database.query('PRAGMA foreign_key_check').all()).toEqual([]);
  });

  test('§14.2: keeps each session that has changed something, with its entries', async () => {
    const { store, first, create, entriesOf } = openTestStore();
    const proof = { method: 'key', keyId: first.apiKeyId } as const;
    const session = signIn(store, proof);
    const id = session?.id ?? '';
    const principal = { ...origin(id, first.ownerId).actor };
    const subscriptionId = await storedId(create({}, { ...first, principal }));
    for (let count = 0; count < 320; count += 1) signIn(store, proof);
    expect(store.sessions.findHolder(session?.token ?? '', () => at)).toBeUndefined();
    expect(entriesOf(first.ownerId, subscriptionId)).toMatchObject([{ apiKeyId: id }]);
    const actors = store.activity.list(first.ownerId, { entityType: 'session', entityId: id }, { limit: 9, offset: 0 });
    expect(actors instanceof Promise ? undefined : actors.items).toHaveLength(1);
  });

  test('§14.2: stores a bounded number also when it ends one of its sessions by another each time', () => {
    const { store, first, database, countOf } = openTestStore();
    const proof = { method: 'key', keyId: first.apiKeyId } as const;
    const again = (times: number) => {
      for (let count = 0; count < times; count += 1) {
        const [one, other] = [signIn(store, proof), signIn(store, proof)];
        if (one === undefined || other === undefined) throw new Error('the sign-in was refused');
        for (const sessionId of [other.id, one.id])
          store.inProcess.commit({ ...origin(one.id, first.ownerId), kind: 'session.end', sessionId });
      }
      const rows = database.query<{ n: number }, []>("SELECT count(*) AS n FROM api_keys WHERE kind = 'session'").get();
      return [rows?.n, countOf('audit_entries')];
    };
    const bounded = again(104);
    expect(bounded[0]).toBeLessThanOrEqual(202);
    expect(again(4)).toEqual(bounded);
    expect(findDamage(database)).toEqual([]);
  });
});
