import { describe, expect, test } from 'bun:test';
import { expectRefusal, withoutWriting } from '../../../support/expectations.ts';
import { addCode, addUser, sessionPath, signedIn, signIn, statusWith, withSession } from '../../../support/people.ts';
import type { SessionView } from '../../../support/people.ts';
import { startService, type Call } from '../../../support/service.ts';

const service = await startService();
const [right, next] = ['correct horse battery', 'another battery'];

const make = (call: Call) => service.call('POST', `${sessionPath}/code`, call);
const setPassword = (session: SessionView, json: unknown) =>
  service.call('POST', `${sessionPath}/password`, { ...withSession(session), json });

async function codeOf(session: SessionView): Promise<string> {
  const answer = await make(withSession(session));
  expect(answer.status).toBe(201);
  return (answer.json.data as unknown as { readonly code: string }).code;
}

describe('§14.8: a code for oneself', () => {
  test('keeps the entries of the newest ten codes of a session, so that who may only read cannot fill the audit trail', async () => {
    await addUser(service, 'Kim', { password: right, scope: 'read' });
    const [here, other] = [
      await signedIn(service, { user: 'Kim', password: right }),
      await signedIn(service, { user: 'Kim', password: right }),
    ];
    await codeOf(other);
    const count = "SELECT count(*) AS entries FROM audit_entries WHERE action = 'session.createCode'";
    const entries = () => service.database.query<{ entries: number }, []>(count).get()?.entries ?? -1;
    const before = entries();
    for (let made = 0; made < 13; made += 1) await codeOf(here);
    expect(entries()).toBe(before + 10);
  });

  test('signs the user in on another device, once, and both sessions go on', async () => {
    await addUser(service, 'Ria', { password: right, scope: 'read' });
    const here = await signedIn(service, { user: 'Ria', password: right });
    const answer = await make(withSession(here));
    const { code, ...rest } = answer.json.data as unknown as { readonly code: string };
    expect([answer.status, rest]).toEqual([201, { link: null, expiresAt: '2026-06-16T12:15:00.000Z', scope: 'read' }]);
    const there = await signedIn(service, { code });
    expect(there).toMatchObject({ user: 'Ria', scope: 'read' });
    expect((await signIn(service, { code })).status).toBe(401);
    expect([await statusWith(service, here), await statusWith(service, there)]).toEqual([200, 200]);
    const trail = JSON.stringify(service.database.query('SELECT * FROM audit_entries').all());
    expect([trail.includes('session.createCode'), trail.includes(code)]).toEqual([true, false]);
  });

  test('replaces an earlier one of oneself, and none that the operator or an admin has given', async () => {
    const userId = await addUser(service, 'Ira', { password: right, scope: 'admin' });
    const session = await signedIn(service, { user: 'Ira', password: right });
    const given = addCode(service, userId);
    const [first, second] = [await codeOf(session), await codeOf(session)];
    expect((await signIn(service, { code: first })).status).toBe(401);
    await signedIn(service, { code: second });
    await signedIn(service, { code: given });
  });

  test('§14.4: makes no host name known: a user decides nothing for everybody', async () => {
    await addUser(service, 'Eli', { password: right, scope: 'read' });
    const session = await signedIn(service, { user: 'Eli', password: right });
    const host = 'evil.example';
    expect((await signIn(service, { code: await codeOf(session) }, { host })).status).toBe(201);
    expect((await signIn(service, { user: 'Eli', password: right }, { host })).status).toBe(403);
  });

  test('marks no session as one that must be kept, however often codes are made from codes', async () => {
    await addUser(service, 'Una', { password: right, scope: 'read' });
    let session = await signedIn(service, { user: 'Una', password: right });
    for (let round = 0; round < 3; round += 1) session = await signedIn(service, { code: await codeOf(session) });
    const kept = `SELECT count(*) AS kept FROM api_keys WHERE has_entries = 1
      AND user_id = (SELECT id FROM users WHERE name = 'Una')`;
    expect(service.database.query(kept).get()).toEqual({ kept: 0 });
  });

  test('has no more than the session that makes it', async () => {
    const userId = await addUser(service, 'Ada', { password: right, scope: 'admin' });
    const reader = await signedIn(service, { code: addCode(service, userId, 'read') });
    expect(await signedIn(service, { code: await codeOf(reader) })).toMatchObject({ user: 'Ada', scope: 'read' });
  });

  test.each(['read', 'write', 'admin'] as const)(
    '§14.5: stands for no present password: whoever has the browser of a user of scope %s for a moment sets none',
    async (scope) => {
      const name = `Kim ${scope}`;
      const userId = await addUser(service, name, { password: right, scope });
      const stolen = await signedIn(service, { user: name, password: right });
      const session = await signedIn(service, { code: await codeOf(stolen) });
      const further = await signedIn(service, { code: await codeOf(session) });
      for (const one of [session, further])
        expectRefusal(await setPassword(one, { new: next }), 400, { code: 'invalid_field', field: 'current' });
      expect((await setPassword(session, { current: right, new: next })).status).toBe(200);
      const fromOperator = await signedIn(service, { code: addCode(service, userId) });
      expect((await setPassword(fromOperator, { new: right })).status).toBe(200);
    },
  );

  test('is made by a session of a user only, and takes neither a body nor options', async () => {
    await addUser(service, 'Max', { password: right });
    const session = await signedIn(service, { user: 'Max', password: right });
    const ofKey = await signedIn(service, { apiKey: service.keys.write });
    for (const call of [{ key: service.keys.write }, withSession(ofKey)]) {
      const answer = await withoutWriting(service, () => make(call));
      expectRefusal(answer, 403, { code: 'session_required' });
    }
    const withBody = await make({ ...withSession(session), json: { scope: 'admin' } });
    expectRefusal(withBody, 400, { code: 'unexpected_body' });
    const once = await make(withSession(session, { 'idempotency-key': 'once' }));
    expectRefusal(once, 400, { code: 'unsupported_option' });
  });
});
