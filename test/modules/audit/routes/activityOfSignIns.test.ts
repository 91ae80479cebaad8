import { describe, expect, test } from 'bun:test';
import { addCode, addUser, sessionPath, signedIn, withSession } from '../../../support/people.ts';
import { startService, type Service } from '../../../support/service.ts';

interface Entry {
  readonly entityId: string | null;
}

async function entriesIn(service: Service): Promise<readonly Entry[]> {
  const answer = await service.call('GET', '/api/v1/activity?limit=100', { key: service.keys.read });
  return (answer.json as unknown as { readonly data: readonly Entry[] }).data;
}

describe('§16.1: the activity has one entry', () => {
  /** The entries that an action adds. */
  async function entriesOf(service: Service, act: () => unknown): Promise<readonly Entry[]> {
    const before = (await entriesIn(service)).length;
    await act();
    const data = await entriesIn(service);
    return data.slice(0, data.length - before);
  }

  test('for a sign-in link, whoever makes it, without its code', async () => {
    const service = await startService();
    const admin = service.makeKey('first', 'admin');
    const userId = await addUser(service, 'alex', { scope: 'admin' });
    let code = '';
    const byOperator = await entriesOf(service, () => (code = addCode(service, userId)));
    const byAdmin = await entriesOf(service, async () => {
      const made = await service.call('POST', `/api/v1/users/${userId}/code`, { key: admin });
      code += made.text;
    });
    const made = { entityType: 'user', entityId: userId, action: 'user.createCode' };
    expect(byOperator).toMatchObject([{ ...made, actor: { kind: 'service' } }]);
    expect(byAdmin).toMatchObject([{ ...made, actor: { kind: 'key' } }]);
    const [, drawn = ''] = /"code":"([^"]+)"/.exec(code) ?? [];
    expect(drawn).toHaveLength(19);
    const all = JSON.stringify([byOperator, byAdmin]);
    for (const secret of [code.slice(0, 19), drawn]) expect(all).not.toContain(secret);
  });

  test('for a sign-out, by the session that ends', async () => {
    const service = await startService();
    const password = 'correct horse battery';
    await addUser(service, 'alex', { password });
    const session = await signedIn(service, { user: 'alex', password });
    const [signedInEntry] = await entriesIn(service);
    const entries = await entriesOf(service, () => service.call('DELETE', sessionPath, withSession(session)));
    expect(entries).toMatchObject([
      {
        entityType: 'session',
        entityId: signedInEntry?.entityId,
        action: 'session.end',
        actor: { kind: 'session', name: 'alex' },
      },
    ]);
    expect(await entriesOf(service, () => service.call('DELETE', sessionPath, withSession(session)))).toEqual([]);
  });
});
