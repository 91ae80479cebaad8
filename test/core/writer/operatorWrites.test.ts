import { describe, expect, test } from 'bun:test';
import { systemRandomness } from '../../../src/core/runtime/system.ts';
import { commitGroups } from '../../support/commitGroups.ts';
import { openTestStore } from '../../support/testStore.ts';
import { creationOf, credentialOf, operatorAt } from '../../support/operator.ts';
import { plansOn } from '../../support/plans.ts';

const { database, store, first, second, entriesOf } = openTestStore();
const at = '2026-06-16T12:00:00.000Z';
const commit = store.inProcess.commit.bind(store.inProcess);

interface Entry {
  readonly entity_type: string;
  readonly entity_id: string;
  readonly action: string;
  readonly owner_id: number;
  readonly actor_kind: string;
  readonly actor_id: string;
  readonly metadata: string;
}

/** The newest audit entry, and the number of entries. */
function trail() {
  const newest = database.query<Entry, []>('SELECT * FROM audit_entries ORDER BY sequence DESC').get();
  const count = database.query<{ count: number }, []>('SELECT count(*) AS count FROM audit_entries').get()?.count;
  return { newest, count: count ?? 0 };
}

function newKey(owner = 'first') {
  const id = systemRandomness.uuid();
  return { id, key: `dbk_w_secret-${id}`, owner, scope: 'write', name: 'n', createdAt: at, expiresAt: null } as const;
}

const keyRow = (id: string) =>
  database
    .query<{ row: string }, [string]>(
      `SELECT json_array(revoked_at, expires_at, replaces_id) AS row FROM api_keys WHERE id = ?`,
    )
    .get(id)?.row;

function rotationOf(keyId: string, graceSeconds = 60) {
  const successor = credentialOf(newKey());
  return { ...operatorAt(at), kind: 'key.rotate', keyId, successor, graceSeconds } as const;
}

describe('a write of a key', () => {
  test('has an audit entry by the service without the key and its hash', () => {
    const made = newKey();
    const creation = creationOf(made);
    expect(commit(creation)).toMatchObject({
      outcome: 'stored',
      key: { id: made.id, owner: 'first' },
      otherOwners: [],
    });
    const rotation = rotationOf(made.id);
    const actions = [commit(rotation), commit({ ...operatorAt(at), kind: 'key.revoke', keyId: made.id })];
    expect(actions.map(({ outcome }) => outcome)).toEqual(['stored', 'deleted']);
    const entries = database.query<Entry, [string]>('SELECT * FROM audit_entries WHERE entity_id = ?').all(made.id);
    expect(entries.map(({ action }) => action)).toEqual(['key.create', 'key.rotate', 'key.revoke']);
    for (const { entity_type, owner_id, actor_kind, metadata } of entries) {
      expect([entity_type, owner_id, actor_kind]).toEqual(['key', first.ownerId, 'service']);
      for (const secret of [made.key, creation.hash, rotation.successor.hash]) expect(metadata).not.toContain(secret);
    }
    const { id, owner, scope, name, createdAt, expiresAt } = made;
    const view = { id, owner, scope, name, createdAt, expiresAt, revokedAt: null };
    expect(entries[0]?.metadata).toBe(JSON.stringify({ after: view }));
    expect(JSON.parse(entries[1]?.metadata ?? '')).toMatchObject({
      before: { expiresAt: null },
      after: { expiresAt: '2026-06-16T12:01:00.000Z' },
      successor: { id: rotation.successor.id },
    });
  });

  test('is in no list of entries over HTTP, and the key of the service in no list of keys', () => {
    commit(creationOf(newKey()));
    expect(entriesOf(first.ownerId, undefined)).toEqual([]);
    const service = trail().newest?.actor_id ?? '';
    expect(store.apiKeys.list().map(({ id }) => id)).not.toContain(service);
    expect(store.apiKeys.find(service)).toBeUndefined();
    for (const write of [{ ...operatorAt(at), kind: 'key.revoke', keyId: service } as const, rotationOf(service)]) {
      expect(commit(write)).toEqual({ outcome: 'missing' });
    }
  });

  test('uses one key of the service for each owner', () => {
    for (const owner of ['first', 'second', 'first']) commit(creationOf(newKey(owner)));
    const keys = database.query<{ count: number }, []>(
      `SELECT count(*) AS count FROM api_keys WHERE kind = 'service' GROUP BY owner_id`,
    );
    expect(keys.all()).toEqual([{ count: 1 }, { count: 1 }]);
  });

  test('makes a new owner without counting the records of each other one: there may be many', () => {
    const own = openTestStore();
    const plans = plansOn(own.database)(() => own.store.inProcess.commit(creationOf(newKey('newcomer'))));
    expect(plans.filter((plan) => plan.includes('SCAN owners')).length).toBeGreaterThan(0);
    expect(plans.filter((plan) => plan.includes('CORRELATED'))).toEqual([]);
  });

  test('that is refused changes nothing and has no entry', () => {
    const made = newKey();
    commit(creationOf(made));
    commit(rotationOf(made.id));
    const { count } = trail();
    expect(commit(rotationOf(made.id))).toMatchObject({ outcome: 'conflict', reason: 'rotated' });
    expect(commit({ ...creationOf(newKey('FIRST')), anyNewOwner: false })).toEqual({
      outcome: 'conflict',
      reason: 'sameButForCase',
      owner: 'first',
    });
    expect(commit({ ...creationOf(newKey('new')), onlyAsFirst: true })).toEqual({
      outcome: 'conflict',
      reason: 'notFirst',
    });
    expect(trail().count).toBe(count);
    expect(store.owners.list().map(({ name }) => name)).toEqual(['first', 'second']);
  });

  test('undoes a rotation: the old key ends as before, and the new key is deleted', () => {
    const made = newKey();
    commit(creationOf(made));
    const before = keyRow(made.id);
    const rotation = rotationOf(made.id);
    const result = commit(rotation);
    if (result.outcome !== 'stored') throw new Error('not rotated');
    const undo = { keyId: made.id, successorId: rotation.successor.id, end: result.before };
    const command = { ...operatorAt(at), ...undo, kind: 'key.undoRotation' } as const;
    expect(commit(command)).toMatchObject({ outcome: 'stored', key: { id: made.id } });
    expect([keyRow(made.id), keyRow(rotation.successor.id)]).toEqual([before, undefined]);
    expect(trail().newest?.action).toBe('key.undoRotation');
    expect(commit({ ...command, ...operatorAt(at) })).toEqual({ outcome: 'missing' });
  });

  test('is not made when its audit entry cannot be stored', () => {
    database.run(`CREATE TRIGGER stuck BEFORE INSERT ON audit_entries BEGIN SELECT RAISE(ABORT, 'stuck'); END`);
    const made = newKey('third');
    expect(() => commit(creationOf(made))).toThrow('stuck');
    database.run('DROP TRIGGER stuck');
    expect([keyRow(made.id), store.owners.find('third')]).toEqual([undefined, undefined]);
  });
});

describe('a write of an owner', () => {
  test('renames it with an audit entry; the same name again adds none', () => {
    const rename = (newName: string, owner = 'second') =>
      commit({ ...operatorAt(at), kind: 'owner.rename', owner, newName });
    expect(rename('Third')).toEqual({ outcome: 'stored' });
    const { newest, count } = trail();
    expect(newest).toMatchObject({ entity_type: 'owner', action: 'owner.rename', owner_id: second.ownerId });
    expect(JSON.parse(newest?.metadata ?? '')).toEqual({ before: { name: 'second' }, after: { name: 'Third' } });
    expect([rename('Third', 'Third'), rename('FIRST', 'Third'), rename('x', 'nobody')]).toEqual([
      { outcome: 'stored' },
      { outcome: 'conflict', reason: 'taken', owner: 'first' },
      { outcome: 'missing' },
    ]);
    expect(trail().count).toBe(count);
  });
});

test('commands of clients and of the operator are executed by the same executor, also in one group', () => {
  const made = newKey();
  const revocation = { ...operatorAt(at), kind: 'key.revoke', keyId: made.id } as const;
  const outcomes = commitGroups(database)([creationOf(made), { kind: 'probe' }, revocation]);
  expect(outcomes).toMatchObject([
    { result: { outcome: 'stored' } },
    { result: { outcome: 'probed' } },
    { result: { outcome: 'deleted' } },
  ]);
});
