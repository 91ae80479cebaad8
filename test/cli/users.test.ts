import { describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCommands } from '../support/commands.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

/** `duebook users` on a data directory with the owner `anna`. */
async function createDirectory() {
  const { ask, askJson, createKey, inStore } = createCommands();
  await createKey('anna');
  return {
    ask: (...words: string[]) => ask('users', ...words),
    list: () => askJson<unknown[]>('users', 'list'),
    hashOf: (name: string) => inStore((store) => store.users.findByName(name)?.passwordHash),
  };
}

function fileWith(text: string): string {
  const path = join(temporaryDirectory(), 'password');
  writeFileSync(path, text);
  return path;
}

describe('users add', () => {
  test('adds a user with the scope write, and says how the user signs in', async () => {
    const { ask, list, hashOf } = await createDirectory();
    expect(await ask('add', "Ben O'Hara", '--owner', 'anna')).toEqual({
      code: 0,
      results: [
        String.raw`added Ben O'Hara to anna with the scope write: "duebook sign-in --user 'Ben O'\''Hara'" prints a code to sign in with`,
      ],
      notices: [],
    });
    expect(await list()).toMatchObject([{ name: "Ben O'Hara", owner: 'anna', scope: 'write', hasPassword: false }]);
    expect(hashOf("ben o'hara")).toBeNull();
  });

  test('stores an argon2id hash of the password in a file', async () => {
    const { ask, list, hashOf } = await createDirectory();
    const words = ['add', 'ben', '--owner', 'anna', '--scope', 'admin', '--json'];
    const { code, results, notices } = await ask(...words, '--password-file', fileWith('correct horse\n'));
    expect([code, notices]).toEqual([0, []]);
    expect(JSON.parse(results[0] ?? '')).toMatchObject({ name: 'ben', scope: 'admin', hasPassword: true });
    const hash = hashOf('ben') ?? '';
    expect(hash).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$');
    expect(await Bun.password.verify('correct horse', hash)).toBe(true);
    expect(JSON.stringify(await list())).not.toContain('argon2id');
  });

  test('keeps the spaces of a password, and drops the end of its line', async () => {
    const { ask, hashOf } = await createDirectory();
    for (const [name, end] of [
      ['ben', '\n'],
      ['kim', '\r\n'],
      ['lou', ''],
    ] as const) {
      await ask('add', name, '--owner', 'anna', '--password-file', fileWith(` correct horse ${end}`));
      expect(await Bun.password.verify(' correct horse ', hashOf(name) ?? '')).toBe(true);
    }
  });

  test('refuses a name that another user has in any case, an unknown owner, and a key as a name', async () => {
    const { ask, list } = await createDirectory();
    await ask('add', 'Ben', '--owner', 'anna');
    expect((await ask('add', 'BEN', '--owner', 'anna')).notices).toEqual([
      'duebook: there is already a user "BEN", or one whose name looks like it: choose another name',
    ]);
    expect((await ask('add', 'ᴮⓔn', '--owner', 'anna')).code).toBe(1);
    expect(await ask('add', 'zoe', '--owner', 'nobody')).toEqual({
      code: 1,
      results: [],
      notices: ['duebook: there is no owner "nobody": "duebook owners list" shows the names'],
    });
    expect((await ask('add', 'dbk_w_0123456789', '--owner', 'anna')).code).toBe(2);
    expect((await ask('add', 'zoe')).code).toBe(2);
    expect(await list()).toHaveLength(1);
  });

  test.each([
    ['too short', 'nine char'],
    ['too long', 'x'.repeat(201)],
    ['of two lines', 'correct\nhorse battery'],
    ['with a control character', 'correct horse\u0007'],
  ])('refuses a password %s without repeating it, and adds no user', async (_, password) => {
    const { ask, list } = await createDirectory();
    expect(await ask('add', 'ben', '--owner', 'anna', '--password-file', fileWith(password))).toEqual({
      code: 2,
      results: [],
      notices: ['duebook: the password must be one line of 10 to 200 characters: choose another one'],
    });
    expect(await list()).toEqual([]);
  });

  test('refuses a password file that cannot be read', async () => {
    const { ask } = await createDirectory();
    const missing = join(temporaryDirectory(), 'none');
    const refused = await ask('add', 'ben', '--owner', 'anna', '--password-file', missing);
    expect(refused).toMatchObject({ code: 1, notices: [expect.stringContaining('cannot read the password: ')] });
  });
});

describe('users list and remove', () => {
  test('show owner, scope and whether there is a password; a removed user is gone and its name free', async () => {
    const { ask, list } = await createDirectory();
    await ask('add', 'ben', '--owner', 'anna');
    const { results } = await ask('list');
    expect(results[0]).toMatch(/^USER +OWNER +SCOPE +PASSWORD +CREATED$/);
    expect(results[1]).toMatch(/^ben +anna +write +no +20\d\d-\d\d-\d\d$/);
    expect(await ask('remove', 'BEN')).toEqual({ code: 0, results: ['removed ben'], notices: [] });
    expect(await list()).toEqual([]);
    await ask('add', 'Ben', '--owner', 'anna');
    expect((await ask('remove', 'ben', '--json')).results).toEqual(['{"name":"Ben","removed":true}']);
    expect(await ask('remove', 'ben')).toEqual({
      code: 1,
      results: [],
      notices: ['duebook: there is no user "ben": "duebook users list" shows the names'],
    });
  });
});

describe('a password in the place of an argument', () => {
  test.each([
    [['password', 'ben', 'correct horse battery']],
    [['add', 'ben', 'correct horse battery', '--owner', 'anna']],
    [['password', 'ben', 'it is: 2: correct horse battery']],
  ])('is not repeated by %j', async (words) => {
    const { ask } = await createDirectory();
    const { code, results, notices } = await ask(...words);
    expect([code, results, notices.length]).toEqual([2, [], 1]);
    expect(notices[0]).toMatch(/^duebook: too many arguments: "duebook users \w+" takes one argument: /);
  });
});
