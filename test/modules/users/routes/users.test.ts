import { describe, expect, test } from 'bun:test';
import { createPasswords, hashPassword } from '../../../../src/core/runtime/passwords.ts';
import { expectRefusal, refusalOf, withoutWriting } from '../../../support/expectations.ts';
import { signedIn, signIn, statusWith, withSession } from '../../../support/people.ts';
import { startService, type Answer, type Call } from '../../../support/service.ts';

const service = await startService();
const path = '/api/v1/users';
const admin = service.makeKey('first', 'admin');
const password = 'correct horse battery';

interface UserView {
  readonly id: string;
  readonly name: string;
  readonly scope: string;
}

let made = 0;
/** A name that no other user has. */
const newName = (): string => `user ${(made += 1)}`;

const viewOf = (answer: Answer) => answer.json.data as unknown as UserView;
const create = (call: Call = {}, query = '') => service.call('POST', path + query, { key: admin, ...call });
const remove = (id: string, call: Call = {}, query = '') =>
  service.call('DELETE', `${path}/${id}${query}`, { key: admin, ...call });
const makeCode = (id: string, call: Call = {}, query = '') =>
  service.call('POST', `${path}/${id}/code${query}`, { key: admin, ...call });

async function listed(key = admin): Promise<readonly UserView[]> {
  return (await service.call('GET', `${path}?limit=100`, { key })).json.data as unknown as readonly UserView[];
}

describe('§15.5: a new user', () => {
  test('is shown without a password, and signs in with the one that was given', async () => {
    const name = newName();
    const answer = await create({ json: { name: ` ${name} `, scope: 'read', password } });
    const user = viewOf(answer);
    expect(answer.status).toBe(201);
    expect(user as object).toEqual({
      id: expect.any(String),
      name,
      owner: 'first',
      scope: 'read',
      hasPassword: true,
      createdAt: '2026-06-16T12:00:00.000Z',
    });
    expect(answer.headers.get('location')).toBe(`${path}/${user.id}`);
    expect((await listed()).find(({ id }) => id === user.id)).toEqual(user);
    const session = await signedIn(service, { user: name.toUpperCase(), password });
    expect(session).toMatchObject({ user: name, scope: 'read', owner: 'first' });
  });

  test('without a password has none, and cannot sign in with one', async () => {
    const name = newName();
    const answer = await create({ json: { name, scope: 'write', password: null } });
    expect(viewOf(answer) as object).toMatchObject({ hasPassword: false });
    expect((await signIn(service, { user: name, password })).status).toBe(401);
  });

  test('needs a name that nobody has, in any case and of any owner', async () => {
    const name = newName();
    await create({ json: { name, scope: 'read' } });
    const other = service.makeKey('second', 'admin');
    for (const key of [admin, other]) {
      const json = { name: name.toUpperCase(), scope: 'read' };
      const answer = await withoutWriting(service, () => create({ key, json }));
      expectRefusal(answer, 409, { code: 'user_exists', field: 'name' });
    }
  });

  test('§15.8: needs a name that looks like no other one; the error does not say whose name that is', async () => {
    const [own, others] = [newName(), newName()];
    await create({ json: { name: own, scope: 'read' } });
    await create({ key: service.makeKey('second', 'admin'), json: { name: others, scope: 'read' } });
    const likeIt = (name: string) => name.replace('user', 'ｕｓⓔr');
    const errors = [];
    for (const name of [own, others, likeIt(own), likeIt(others), others.replace(' ', '\u200b ')]) {
      const answer = await withoutWriting(service, () => create({ json: { name, scope: 'read' } }));
      expect(answer.status).toBe(409);
      errors.push(JSON.stringify(answer.json.error));
    }
    expect(new Set(errors).size).toBe(1);
    expect(errors[0]).not.toContain('user 1');
    expect((await create({ json: { name: own.replace('e', 'е'), scope: 'read' } })).status).toBe(201);
  });

  test('with a password takes no dry run and no Idempotency-Key', async () => {
    const json = { name: newName(), scope: 'read', password };
    for (const [call, query] of [
      [{ json }, '?dryRun=true'],
      [{ json, headers: { 'Idempotency-Key': 'a' } }, ''],
    ] as const) {
      const ask = () => withoutWriting(service, () => create(call, query));
      const { answer, cost } = await refusalOf(service, ask, admin);
      expectRefusal(answer, 400, { code: 'unsupported_option' });
      expect(cost).toBe(0);
    }
  });

  test('with a password and a name that is taken costs no hash', async () => {
    const hashed: string[] = [];
    const passwords = {
      ...createPasswords(),
      hash: (text: string) => {
        hashed.push(text);
        return hashPassword(text);
      },
    };
    const own = await startService({ passwords });
    const keys = [own.makeKey('first', 'admin'), own.makeKey('second', 'admin')];
    const add = (key: string | undefined, name: string) =>
      own.call('POST', path, { ...(key !== undefined && { key }), json: { name, scope: 'read', password } });
    expect((await add(keys[0], 'Sam')).status).toBe(201);
    for (const key of keys)
      for (const name of ['Sam', ' SAM ', 'ｓam']) expectRefusal(await add(key, name), 409, { code: 'user_exists' });
    expect(hashed).toEqual([password]);
  });

  test.each([
    [{ json: { scope: 'read' } }, 'invalid_field', 'name'],
    [{ json: { name: 'x'.repeat(81), scope: 'read' } }, 'invalid_field', 'name'],
    [{ json: { name: admin, scope: 'read' } }, 'invalid_field', 'name'],
    [{ json: { name: 'sam', scope: 'owner' } }, 'invalid_field', 'scope'],
    [{ json: { name: 'sam', scope: 'read', password: 'nine char' } }, 'invalid_field', 'password'],
    [{ json: { name: 'sam', scope: 'read', password: '🔑'.repeat(201) } }, 'invalid_field', 'password'],
    [{ json: { name: 'sam', scope: 'read', hasPassword: true } }, 'unknown_field', 'hasPassword'],
    [{ json: { name: 'sam', scope: 'read', owner: 'second' } }, 'unknown_field', 'owner'],
    [{ json: { name: 'sam', scope: 'read' }, headers: { 'If-Match': '"x"' } }, 'unexpected_if_match', 'If-Match'],
  ] as const)('refuses %j, repeats no secret, and does not count it', async (call, code, field) => {
    const { answer, cost } = await refusalOf(service, () => withoutWriting(service, () => create(call)), admin);
    expectRefusal(answer, 400, { code, field });
    for (const secret of [admin, 'nine char', '🔑']) expect(answer.text).not.toContain(secret);
    expect(cost).toBe(0);
  });

  test('leaves neither its password nor its hash in the audit trail', async () => {
    await create({ json: { name: newName(), scope: 'read', password } });
    const trail = JSON.stringify(service.database.query('select * from audit_entries').all());
    expect(trail).not.toContain(password);
    expect(trail).not.toContain('argon2');
  });
});

describe('§15.6: a deleted user', () => {
  test('is signed out at once, cannot sign in again, and leaves its name free', async () => {
    const name = newName();
    const { id } = viewOf(await create({ json: { name, scope: 'read', password } }));
    const session = await signedIn(service, { user: name, password });
    expect(await statusWith(service, session)).toBe(200);
    expect((await remove(id.toUpperCase())).text).toContain('"deleted":true');
    expect(await statusWith(service, session)).toBe(401);
    expect((await signIn(service, { user: name, password })).status).toBe(401);
    expectRefusal(await remove(id), 404, { code: 'user_not_found' });
    expect((await create({ json: { name, scope: 'read' } })).status).toBe(201);
  });

  test('is not the only admin of others; to delete all users, the admin is the last one', async () => {
    const key = service.makeKey('third', 'admin');
    const added = async (name: string, scope: string) =>
      (await service.call('POST', path, { key, json: { name, scope } })).json.data.id;
    const removeWith = (id: string, query = '') => service.call('DELETE', `${path}/${id}${query}`, { key });
    const [last, other, writer] = [
      await added('ines', 'admin'),
      await added('olaf', 'admin'),
      await added('paula', 'write'),
    ];
    expect((await removeWith(other)).status).toBe(200);
    for (const query of ['', '?dryRun=true'])
      expectRefusal(await withoutWriting(service, () => removeWith(last, query)), 409, { code: 'last_admin' });
    expect([(await removeWith(writer)).status, (await removeWith(last)).status]).toEqual([200, 200]);
  });

  test('is anybody when an owner has no admin among the users', async () => {
    const key = service.makeKey('fourth', 'admin');
    const added = async (name: string) =>
      (await service.call('POST', path, { key, json: { name, scope: 'write' } })).json.data.id;
    for (const id of [await added('quentin'), await added('rosa')])
      expect((await service.call('DELETE', `${path}/${id}`, { key })).status).toBe(200);
  });

  test('is not the one of the session that deletes', async () => {
    const name = newName();
    const { id } = viewOf(await create({ json: { name, scope: 'admin', password } }));
    const session = await signedIn(service, { user: name, password });
    const answer = await withoutWriting(service, () => remove(id, withSession(session)));
    expectRefusal(answer, 409, { code: 'own_user' });
    const other = viewOf(await create({ ...withSession(session), json: { name: newName(), scope: 'read' } }));
    expect((await remove(other.id, withSession(session))).status).toBe(200);
  });
});

describe('§15.7: a one-time code', () => {
  test('signs in once, within 15 minutes, with the scope of the user', async () => {
    const { id } = viewOf(await create({ json: { name: newName(), scope: 'write' } }));
    const answer = await makeCode(id);
    const { code, ...rest } = answer.json.data as unknown as { readonly code: string };
    expect(answer.status).toBe(201);
    expect(rest).toEqual({ link: null, expiresAt: '2026-06-16T12:15:00.000Z', scope: 'write' });
    expect(await signedIn(service, { code })).toMatchObject({ scope: 'write' });
    expect((await signIn(service, { code })).status).toBe(401);
  });

  test('replaces an earlier one of the user', async () => {
    const { id } = viewOf(await create({ json: { name: newName(), scope: 'read' } }));
    const [earlier, later] = [await makeCode(id), await makeCode(id)].map(
      (answer) => (answer.json.data as unknown as { readonly code: string }).code,
    );
    expect((await signIn(service, { code: earlier })).status).toBe(401);
    expect((await signIn(service, { code: later })).status).toBe(201);
  });

  test('is in no table and no audit entry', async () => {
    const { id } = viewOf(await create({ json: { name: newName(), scope: 'read' } }));
    const { code } = (await makeCode(id)).json.data as unknown as { readonly code: string };
    for (const table of ['sign_in_codes', 'audit_entries', 'idempotency_keys'])
      expect(JSON.stringify(service.database.query(`select * from ${table}`).all())).not.toContain(code);
  });

  test.each([
    ['', { json: { scope: 'read' } }, 'unexpected_body'],
    ['?scope=read', {}, 'invalid_query'],
  ] as const)('refuses %s %j', async (query, call, code) => {
    const { id } = viewOf(await create({ json: { name: newName(), scope: 'read' } }));
    const ask = () => withoutWriting(service, () => makeCode(id, call, query));
    const { answer, cost } = await refusalOf(service, ask, admin);
    expectRefusal(answer, 400, { code });
    expect(cost).toBe(0);
  });
});
