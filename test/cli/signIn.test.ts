import { describe, expect, test } from 'bun:test';
import { hashCode } from '../../src/domain/keys/signInCode.ts';
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

  test('refuses an unknown user, also admin when there are others, and a directory without a database', async () => {
    const { ask } = await createDirectory('default');
    await ask('users', 'add', 'ben', '--owner', 'default');
    const unknown = (name: string) => `duebook: there is no user "${name}": "duebook users list" shows the names`;
    expect(await ask('sign-in', '--user', 'zoe')).toEqual({ code: 1, results: [], notices: [unknown('zoe')] });
    expect(await ask('sign-in')).toEqual({ code: 1, results: [], notices: [unknown('admin')] });
    expect((await outcomeOf(['sign-in', '--data-dir', temporaryDirectory()])).code).toBe(1);
  });
});
