import { describe, expect, test } from 'bun:test';
import { composeSessionToken, hashApiKey, startOfApiKey } from '../../../src/core/access/apiKey.ts';
import { endedSessionSeconds, extensionSeconds, sessionSeconds } from '../../../src/core/access/session.ts';
import { instantAt, systemRandomness } from '../../../src/core/runtime/system.ts';
import { addKey, operatorAt, revokeKey } from '../../support/operator.ts';
import { openTestStore, storedId } from '../../support/testStore.ts';

const { database, store, create, first } = openTestStore();
const start = Date.parse('2026-06-16T12:00:00.000Z');
const at = (seconds: number) => instantAt(start + seconds * 1000);

function makeKey(expiresAt: string | null = null): string {
  const id = systemRandomness.uuid();
  addKey(store, { key: id, id, owner: 'first', scope: 'write', name: null, createdAt: at(0), expiresAt });
  return id;
}

/** Stores a session of a key and returns its id. */
function makeSession(keyId = first.apiKeyId, seconds = 0): string {
  const token = composeSessionToken(systemRandomness.bytes);
  const result = store.inProcess.commit({
    ...operatorAt(at(seconds)),
    kind: 'session.create',
    id: systemRandomness.uuid(),
    start: startOfApiKey(token),
    hash: hashApiKey(token),
    name: null,
    expiresAt: at(seconds + sessionSeconds),
    proof: { method: 'key', keyId },
  });
  if (result.outcome !== 'stored') throw new Error(`the session was ${result.outcome}`);
  return result.sessionId;
}

/** Records uses that were noted until an instant, in seconds after the start. */
function record(seconds: number, ...ids: readonly string[]): void {
  const extension = {
    at: at(seconds),
    due: at(seconds + sessionSeconds - extensionSeconds),
    to: at(seconds + sessionSeconds),
  };
  const uses = ids.map((id) => ({ id, hour: at(seconds) }));
  store.inProcess.commit({ kind: 'recordUses', uses, extension, endedBefore: at(seconds - endedSessionSeconds) });
}

interface Row {
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
}

function rowOf(id: string): Row | null {
  const query = 'SELECT last_used_at AS lastUsedAt, expires_at AS expiresAt FROM api_keys WHERE id = ?';
  return database.query<Row, [string]>(query).get(id);
}

describe('a recorded use', () => {
  test('is the last one: an earlier hour does not replace it, and an unknown key changes nothing', () => {
    const key = makeKey();
    record(7200, key, systemRandomness.uuid());
    record(3600, key);
    expect(rowOf(key)).toEqual({ lastUsedAt: at(7200), expiresAt: null });
  });

  test.each([
    [extensionSeconds, sessionSeconds],
    [extensionSeconds + 1, extensionSeconds + 1 + sessionSeconds],
    [sessionSeconds - 1, 2 * sessionSeconds - 1],
    [sessionSeconds, sessionSeconds],
    [sessionSeconds + 3600, sessionSeconds],
  ])('%d seconds after the sign-in, makes a session expire %d seconds after it', (usedAfter, expiresAfter) => {
    const session = makeSession();
    record(usedAfter, session);
    expect(rowOf(session)).toEqual({ lastUsedAt: at(usedAfter), expiresAt: at(expiresAfter) });
  });

  test('does not extend a session that was not used, nor one that has ended', () => {
    const [unused, ended] = [makeSession(), makeSession()];
    database.query('UPDATE api_keys SET revoked_at = ? WHERE id = ?').run(at(1), ended);
    record(2 * extensionSeconds, ended);
    expect([unused, ended].map((id) => rowOf(id)?.expiresAt)).toEqual([at(sessionSeconds), at(sessionSeconds)]);
  });

  test('shortens a session that was extended while the clock was ahead, at most to the end of its key', () => {
    const years = 10 * 365 * 86_400;
    const [session, ofKey] = [makeSession(), makeSession(makeKey(at(7200)))];
    database.query('UPDATE api_keys SET expires_at = ? WHERE id = ?').run(at(years), session);
    record(3600, session, ofKey);
    expect([session, ofKey].map((id) => rowOf(id)?.expiresAt)).toEqual([at(3600 + sessionSeconds), at(7200)]);
  });

  test('extends a session at most until its key expires', () => {
    const days = (count: number) => count * 86_400;
    const session = makeSession(makeKey(at(days(40))));
    record(days(5), session);
    expect(rowOf(session)?.expiresAt).toBe(at(days(35)));
    record(days(20), session);
    expect(rowOf(session)?.expiresAt).toBe(at(days(40)));
    record(days(39), session);
    expect(rowOf(session)?.expiresAt).toBe(at(days(40)));
  });
});

describe('an ended session', () => {
  test('is kept for 30 days, and then deleted, unless the audit trail names it', async () => {
    const key = makeKey();
    const [plain, named] = [makeSession(key), makeSession(key)];
    const actor = { kind: 'session', id: named, ownerId: first.ownerId, scope: 'write' } as const;
    await storedId(create({}, { ...first, principal: actor }));
    revokeKey(store, key, at(100));
    record(100 + endedSessionSeconds, key);
    expect([plain, named].map(rowOf).filter((row) => row === null)).toEqual([]);
    record(101 + endedSessionSeconds, key);
    expect(rowOf(plain)).toBeNull();
    expect(rowOf(named)).not.toBeNull();
    expect(rowOf(key)).not.toBeNull();
  });

  test('goes in pieces, so that no write waits long', () => {
    const key = makeKey();
    const sessions = Array.from({ length: 30 }, () => makeSession(key));
    revokeKey(store, key, at(200));
    const left = () => sessions.filter((id) => rowOf(id) !== null).length;
    record(201 + endedSessionSeconds);
    expect(left()).toBeGreaterThan(0);
    record(201 + endedSessionSeconds);
    record(201 + endedSessionSeconds);
    expect(left()).toBe(0);
  });

  test('is deleted without a look at the audit trail, however long that is', () => {
    const pages = database
      .query<{ rootpage: number }, []>("SELECT rootpage FROM sqlite_schema WHERE tbl_name = 'audit_entries'")
      .all();
    const trail = new Set(pages.map(({ rootpage }) => rootpage));
    const steps = database
      .query<{ opcode: string; p2: number }, []>("EXPLAIN DELETE FROM api_keys WHERE id = 'one'")
      .all()
      .filter(({ opcode }) => opcode.startsWith('Open'));
    expect(steps.length).toBeGreaterThan(0);
    expect(steps.filter(({ p2 }) => trail.has(p2))).toEqual([]);
  });
});
