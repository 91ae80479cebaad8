import { describe, expect, test } from 'bun:test';
import { absentId } from '../../../support/expectations.ts';
import { addCode, addUser, signedIn, statusWith, withSession, type SessionView } from '../../../support/people.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();
const path = '/api/v1/sessions';
const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

interface Entry {
  readonly id: string;
  readonly name: string | null;
  readonly current: boolean;
}

async function listed(session: SessionView): Promise<readonly Entry[]> {
  const answer = await service.call('GET', path, withSession(session));
  expect(answer.status).toBe(200);
  return answer.json['data'] as unknown as readonly Entry[];
}

async function idOf(session: SessionView): Promise<string> {
  const entry = (await listed(session)).find(({ current }) => current);
  if (entry === undefined) throw new Error('the session does not list itself');
  return entry.id;
}

async function end(session: SessionView, id: string): Promise<string> {
  const { status, json } = await service.call('DELETE', `${path}/${id}`, withSession(session));
  return status === 200 ? '200' : `${status} ${json.error.code}`;
}

/** A user of a scope, and a function that signs the user in. */
async function person(name: string, scope: 'read' | 'write' | 'admin') {
  const userId = await addUser(service, name, { scope });
  return async (headers = {}) => {
    service.clock.advance(1);
    return signedIn(service, { code: addCode(service, userId) }, headers);
  };
}

describe('the own sessions', () => {
  test('§14.7: are the valid ones of the user, newest first, also for a user who only reads', async () => {
    const [signIn, signInOther] = [await person('Ria', 'read'), await person('Bob', 'admin')];
    const [ended, first, second] = [await signIn(), await signIn(), await signIn(firefox)];
    await signInOther();
    await end(first, await idOf(ended));
    const [firstId, secondId] = [await idOf(first), await idOf(second)];
    const shown = { scope: 'read', lastUsedAt: null };
    expect((await listed(first)) as unknown).toEqual([
      {
        ...shown,
        id: secondId,
        name: 'Firefox on Linux',
        createdAt: '2026-06-16T12:00:03.000Z',
        expiresAt: second.expiresAt,
        current: false,
      },
      {
        ...shown,
        id: firstId,
        name: null,
        createdAt: '2026-06-16T12:00:02.000Z',
        expiresAt: first.expiresAt,
        current: true,
      },
    ]);
  });

  test('§14.7: of a session that was signed in with a key are those of the same key', async () => {
    const [one, other] = [service.makeKey('first', 'read'), service.makeKey('first', 'read')];
    const session = await signedIn(service, { apiKey: one });
    const beside = await signedIn(service, { apiKey: one });
    const foreign = await signedIn(service, { apiKey: other });
    expect(new Set((await listed(session)).map(({ id }) => id))).toEqual(
      new Set([await idOf(session), await idOf(beside)]),
    );
    expect(await end(session, await idOf(foreign))).toBe('404 session_not_found');
    expect(await end(session, await idOf(beside))).toBe('200');
    expect(await Promise.all([session, beside, foreign].map((any) => statusWith(service, any)))).toEqual([
      200, 401, 200,
    ]);
  });

  test('§14.7: are ended by their user, in the activity too; again changes nothing; the own one signs out', async () => {
    const signIn = await person('Zoe', 'write');
    const [here, there] = [await signIn(), await signIn()];
    const id = await idOf(there);
    expect(await end(here, id.toUpperCase())).toBe('200');
    expect(await statusWith(service, there)).toBe(401);
    const ends = () =>
      service.database
        .query("SELECT entity_id AS id FROM audit_entries WHERE action = 'session.end' AND entity_id = ?")
        .all(id);
    expect(ends()).toEqual([{ id }]);
    expect(await end(here, id)).toBe('200');
    expect(ends()).toHaveLength(1);
    expect(await end(here, await idOf(here))).toBe('200');
    expect(await statusWith(service, here)).toBe(401);
  });

  test('§14.7: of others are answered like an id that there is not, and stay, also for an admin', async () => {
    const [signIn, signInOther] = [await person('Max', 'admin'), await person('Moe', 'write')];
    const [max, moe] = [await signIn(), await signInOther()];
    const ofKey = await signedIn(service, { apiKey: service.keys.write });
    const { id: keyId } = service.makeKeyRecord('first', 'write');
    for (const id of [await idOf(moe), await idOf(ofKey), keyId, absentId])
      expect(await end(max, id)).toBe('404 session_not_found');
    expect(await end(moe, 'none')).toBe('400 invalid_id');
    expect(await Promise.all([max, moe, ofKey].map((any) => statusWith(service, any)))).toEqual([200, 200, 200]);
  });
});
