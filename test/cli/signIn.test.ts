import { describe, expect, test } from 'bun:test';
import { hashCode } from '../../src/core/access/signInCode.ts';
import { createCommands } from '../support/commands.ts';
import { createTestClock } from '../support/clock.ts';
import { outcomeOf } from '../support/program.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

/** The commands on a data directory with owners, at a fixed time. */
async function createDirectory(...owners: readonly string[]) {
  const commands = createCommands(createTestClock('2026-06-16T12:00:00.000Z'));
  for (const owner of owners) await commands.createKey(owner);
  const usersOf = () =>
    commands.inStore(({ users }) => users.list().map(({ name, owner, scope }) => ({ name, owner, scope })));
  return { ...commands, usersOf };
}

interface Shown {
  readonly code: string;
  readonly link: string | null;
}

describe('sign-in', () => {
  test('prints a code and the link, says whom it signs in, and makes the user admin where there is no user', async () => {
    const { ask, usersOf } = await createDirectory('anna', 'default');
    const { code, results, notices } = await ask('sign-in');
    expect({ code, notices }).toEqual({ code: 0, notices: [] });
    const [, drawn] = /^code {3}((?:[0-9A-Z]{4}-){3}[0-9A-Z]{4})$/.exec(results[0] ?? '') ?? [];
    expect(results.slice(1)).toEqual([
      `link   http://127.0.0.1:8383/sign-in#code=${drawn}`,
      'user   admin (owner default, scope admin)',
      'valid  once, until 2026-06-16T12:15:00.000Z',
    ]);
    expect(usersOf()).toEqual([{ name: 'admin', owner: 'default', scope: 'admin' }]);
    await ask('sign-in');
    expect(usersOf()).toHaveLength(1);
  });

  test('stores only the hash of the code, and a new code replaces the earlier one', async () => {
    const { askJson, inStore } = await createDirectory('default');
    const shown = [await askJson<Shown>('sign-in'), await askJson<Shown>('sign-in')];
    const origin = { actor: { kind: 'service', requestId: 'r' }, at: '2026-06-16T12:01:00.000Z' } as const;
    const outcomes = inStore(({ inProcess }) =>
      shown.map(({ code }, place) => {
        const proof = { method: 'code', hash: hashCode(code) ?? '' } as const;
        const expiresAt = '2026-07-16T12:00:00.000Z';
        const session = { id: `s${place}`, start: 's', hash: `h${place}`, name: null, expiresAt };
        return inProcess.commit({ ...origin, ...session, auditEntryId: `e${place}`, kind: 'session.create', proof });
      }),
    );
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['refused', 'stored']);
  });

  test('takes the address of the server from the settings, and prints no link when its port is not known', async () => {
    const { ask, askJson } = await createDirectory('default');
    const linkWith = async (...words: string[]) => (await askJson<Shown>('sign-in', ...words)).link;
    expect(await linkWith('--host', '0.0.0.0', '--port', '9000', '--base-path', '/due')).toStartWith(
      'http://127.0.0.1:9000/due/sign-in#code=',
    );
    expect(await linkWith('--host', '::1')).toStartWith('http://[::1]:8383/sign-in#code=');
    expect(await linkWith('--port', '0')).toBeNull();
    expect((await ask('sign-in', '--port', '0')).results[1]).toBe(
      'link   not known: enter the code on the sign-in page',
    );
    expect(await linkWith('--public-url', 'https://due.example.org/x/', '--port', '0')).toStartWith(
      'https://due.example.org/x/sign-in#code=',
    );
  });

  test('signs in another user, with a smaller scope on request and never with a larger one', async () => {
    const { ask, askJson } = await createDirectory('default');
    await ask('users', 'add', 'Ben', '--owner', 'default');
    const scopeOf = async (...words: string[]) =>
      (await askJson<{ scope: string }>('sign-in', '--user', 'BEN', ...words)).scope;
    expect([await scopeOf(), await scopeOf('--scope', 'read')]).toEqual(['write', 'read']);
    expect(await ask('sign-in', '--user', 'ben', '--scope', 'admin')).toEqual({
      code: 2,
      results: [],
      notices: ['duebook: --scope is admin, and the user "Ben" has the scope write: give at most that'],
    });
  });

  test('makes the user admin of the only owner', async () => {
    const { ask, usersOf } = await createDirectory('anna');
    expect((await ask('sign-in')).code).toBe(0);
    expect(usersOf()).toEqual([{ name: 'admin', owner: 'anna', scope: 'admin' }]);
  });

  test('without a user and with several owners says how to add one, and makes none', async () => {
    const { ask, usersOf } = await createDirectory('anna', 'ben');
    expect(await ask('sign-in')).toEqual({
      code: 1,
      results: [],
      notices: [
        'duebook: there is no user yet: add a user with "duebook users add NAME --owner OWNER", and sign in with --user NAME',
      ],
    });
    expect(usersOf()).toEqual([]);
  });

  test('signs in the only admin after the user admin was removed', async () => {
    const { ask } = await createDirectory('default');
    await ask('sign-in');
    await ask('users', 'add', 'Anna B', '--owner', 'default', '--scope', 'admin');
    await ask('users', 'add', 'ben', '--owner', 'default');
    expect((await ask('sign-in')).results[2]).toBe('user   admin (owner default, scope admin)');
    await ask('users', 'remove', 'admin');
    expect((await ask('sign-in')).results[2]).toBe('user   Anna B (owner default, scope admin)');
  });

  test('of several admins, or without one, lists the commands to choose from', async () => {
    const { ask } = await createDirectory('default', 'other');
    await ask('users', 'add', 'ben', '--owner', 'default');
    await ask('users', 'add', 'cleo', '--owner', 'other', '--scope', 'read');
    const refused = (choices: string) => ({
      code: 1 as const,
      results: [],
      notices: [`duebook: there is no user "admin": type ${choices}`],
    });
    expect(await ask('sign-in')).toEqual(refused('"duebook sign-in --user ben" or "duebook sign-in --user cleo"'));
    await ask('users', 'add', "Zoe's", '--owner', 'default', '--scope', 'admin');
    await ask('users', 'add', 'yan', '--owner', 'other', '--scope', 'admin');
    const zoe = String.raw`"duebook sign-in --user 'Zoe'\''s'"`;
    expect(await ask('sign-in')).toEqual(refused(`${zoe} or "duebook sign-in --user yan"`));
    for (let place = 0; place < 12; place += 1)
      await ask('users', 'add', `a${place}`, '--owner', 'default', '--scope', 'admin');
    const [notice = ''] = (await ask('sign-in')).notices;
    expect(notice.match(/sign-in --user/g)).toHaveLength(10);
    expect(notice).toEndWith(', and more: "duebook users list" shows all');
  });

  test('refuses an unknown user, and a directory without a database', async () => {
    const { ask } = await createDirectory('default');
    await ask('users', 'add', 'ben', '--owner', 'default');
    const unknown = (name: string) => `duebook: there is no user "${name}": "duebook users list" shows the names`;
    for (const name of ['zoe', 'admin'])
      expect(await ask('sign-in', '--user', name)).toEqual({ code: 1, results: [], notices: [unknown(name)] });
    expect((await outcomeOf(['sign-in', '--data-dir', temporaryDirectory()])).code).toBe(1);
  });
});
