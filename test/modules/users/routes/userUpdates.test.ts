import { describe, expect, test } from 'bun:test';
import { expectRefusal, refusalOf, withoutWriting } from '../../../support/expectations.ts';
import { addCode, signedIn, signIn, statusWith, withSession } from '../../../support/people.ts';
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
const create = (call: Call = {}) => service.call('POST', path, { key: admin, ...call });

async function listed(key = admin): Promise<readonly UserView[]> {
  return (await service.call('GET', `${path}?limit=100`, { key })).json.data as unknown as readonly UserView[];
}

describe('§15.10: an updated user', () => {
  const update = (id: string, call: Call = {}, query = '') =>
    service.call('PATCH', `${path}/${id}${query}`, { key: admin, ...call });
  const added = async (scope: string, key = admin) => {
    const json = { name: newName(), scope, password };
    return viewOf(await create({ key, json }));
  };

  test('has a new name, by which it signs in, and keeps its sessions', async () => {
    const { id, name } = await added('write');
    const session = await signedIn(service, { user: name, password });
    const renamed = newName();
    const answer = await update(id.toUpperCase(), { json: { name: ` ${renamed} ` } });
    expect([answer.status, viewOf(answer)]).toMatchObject([200, { id, name: renamed, scope: 'write' }]);
    expect((await listed()).find((user) => user.id === id)).toEqual(viewOf(answer));
    expect(await statusWith(service, session)).toBe(200);
    expect((await signIn(service, { user: name, password })).status).toBe(401);
    expect(await signedIn(service, { user: renamed, password })).toMatchObject({ user: renamed });
    // The former name is free.
    expect((await create({ json: { name, scope: 'read' } })).status).toBe(201);
  });

  test('§15.8: gets no name that another has or that looks like it, but its own in another case', async () => {
    const [one, other] = [await added('read'), await added('read', service.makeKey('second', 'admin'))];
    for (const name of [other.name.toUpperCase(), other.name.replace('user', 'ｕｓⓔr')]) {
      const answer = await withoutWriting(service, () => update(one.id, { json: { name } }));
      expectRefusal(answer, 409, { code: 'user_exists', field: 'name' });
    }
    for (const name of [one.name.toUpperCase(), one.name])
      expect(viewOf(await update(one.id, { json: { name } }))).toMatchObject({ id: one.id, name });
  });

  test('with a smaller scope loses the sessions and codes that have more, on the next request', async () => {
    const { id, name } = await added('write');
    const session = await signedIn(service, { user: name, password });
    const reader = await signedIn(service, { code: addCode(service, id, 'read') });
    const code = addCode(service, id);
    expect((await update(id, { json: { scope: 'read' } })).status).toBe(200);
    const record = await service.create();
    const write = (call: Call) =>
      service.call('PATCH', `/api/v1/subscriptions/${record.id}`, { ...call, json: { amount: 1 } });
    expect((await write(withSession(session))).status).toBe(401);
    expectRefusal(await write(withSession(reader)), 403, { code: 'insufficient_scope' });
    expect((await signIn(service, { code })).status).toBe(401);
    expect(await signedIn(service, { user: name, password })).toMatchObject({ scope: 'read' });
  });

  test('with a larger scope gets it with the next sign-in, and keeps its sessions as they are', async () => {
    const { id, name } = await added('read');
    const before = await signedIn(service, { user: name, password });
    expect((await update(id, { json: { scope: 'admin' } })).status).toBe(200);
    expect((await service.call('GET', '/api/v1/session', withSession(before))).json.data).toMatchObject({
      scope: 'read',
    });
    expect((await service.call('GET', path, withSession(before))).status).toBe(403);
    expect(await signedIn(service, { user: name, password })).toMatchObject({ scope: 'admin' });
  });

  test('keeps the scope admin while there is no other admin, also when two admins lower each other', async () => {
    const key = service.makeKey('third', 'admin');
    const [one, other] = [await added('admin', key), await added('admin', key)];
    const answers = await Promise.all([one, other].map(({ id }) => update(id, { key, json: { scope: 'write' } })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const refused = answers.find(({ status }) => status === 409);
    if (refused === undefined) throw new Error('nobody was refused');
    expectRefusal(refused, 409, { code: 'last_admin', field: 'scope' });
    const both = { name: newName(), scope: 'read' };
    const last = (await listed(key)).find(({ scope }) => scope === 'admin');
    await withoutWriting(service, () => update(last?.id ?? '', { key, json: both }));
  });

  test('is one of the own owner: an admin of another one finds nobody, and changes nothing', async () => {
    const { id } = await added('read');
    const stranger = service.makeKey('second', 'admin');
    const session = await signedIn(service, { user: (await added('admin')).name, password });
    const foreign = await added('write', stranger);
    const attempts = [
      () => update(id, { key: stranger, json: { scope: 'admin' } }),
      () => update(foreign.id, { ...withSession(session), json: { name: newName() } }),
      () =>
        update(foreign.id, {
          ...withSession(session),
          json: { scope: 'read' },
          headers: { ...withSession(session).headers, 'If-Match': '*' },
        }),
    ];
    for (const attempt of attempts)
      expectRefusal(await withoutWriting(service, attempt), 404, { code: 'user_not_found' });
  });

  test('leaves an entry of the activity with both states, and a dry run none', async () => {
    const { id, name } = await added('read');
    const dry = await withoutWriting(service, () => update(id, { json: { scope: 'write' } }, '?dryRun=true'));
    expect(dry.json as object).toMatchObject({ data: { id, scope: 'write' }, dryRun: true });
    await update(id, { json: { scope: 'write' } });
    const [entry] = (await service.call('GET', `/api/v1/activity?entityId=${id}&limit=1`, { key: admin })).json
      .data as unknown as readonly object[];
    expect(entry).toMatchObject({
      action: 'user.update',
      metadata: { before: { name, scope: 'read' }, after: { name, scope: 'write' }, patch: { scope: 'write' } },
    });
  });

  test.each([
    [{}, 'empty_patch', undefined],
    [{ password: 'another battery' }, 'empty_patch', 'password'],
    [{ scope: 'read', hasPassword: true }, 'unknown_field', 'hasPassword'],
    [{ scope: null }, 'invalid_field', 'scope'],
    [{ name: '\u202e' }, 'invalid_field', 'name'],
    [{ name: admin }, 'invalid_field', 'name'],
  ] as const)('refuses %j, without counting it', async (json, code, field) => {
    const { id } = await added('read');
    const { answer, cost } = await refusalOf(service, () => withoutWriting(service, () => update(id, { json })), admin);
    expectRefusal(answer, 400, { code, ...(field !== undefined && { field }) });
    expect(cost).toBe(0);
    expect(answer.text).not.toContain(admin);
  });
});
