import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { activeCharacters, escapeOf } from '../support/activeCharacters.ts';
import { createCommands } from '../support/commands.ts';

async function createDirectory() {
  const commands = createCommands();
  await commands.createKey('anna', '--name', 'phone');
  await commands.ask('users', 'add', 'ben', '--owner', 'anna');
  return commands;
}

const withAll = `a${activeCharacters.map(([, character]) => character).join('b')}c\u001b[2Jd`;

/** A data directory whose names have every such character, as a version before the rule could store them. */
async function createOldDirectory() {
  const { dataDir, ask } = await createDirectory();
  const database = new Database(join(dataDir, 'duebook.db'));
  database.run("UPDATE users SET name = ? WHERE name = 'ben'", [withAll]);
  for (const table of ['owners', 'api_keys']) database.run(`UPDATE ${table} SET name = ?`, [withAll]);
  database.close();
  return ask;
}

const { ask } = await createDirectory();

describe('a new name', () => {
  test.each(activeCharacters)(
    'has not %s: no command stores it, and the refusal shows an escape',
    async (_, character) => {
      const name = `eve${character}il`;
      for (const words of [
        ['users', 'add', name, '--owner', 'anna'],
        ['keys', 'create', '--owner', name, '--scope', 'read'],
        ['keys', 'create', '--owner', 'anna', '--scope', 'read', '--name', name],
        ['owners', 'rename', 'anna', name],
      ]) {
        const { code, results, notices } = await ask(...words);
        expect([code, results]).toEqual([2, []]);
        expect(notices.join()).toContain(`eve${escapeOf(character)}il`);
        expect(notices.join()).not.toContain(character);
      }
      for (const list of ['users', 'keys', 'owners'])
        expect((await ask(list, 'list', '--json')).results[0]).not.toContain('eve');
    },
  );

  test('may have letters that join, and the direction that letters have by themselves', async () => {
    for (const name of ['נועה', 'می‌خواهم', '👩‍👧'])
      expect((await ask('users', 'add', name, '--owner', 'anna')).code).toBe(0);
  });
});

describe('a name that an older version stored', () => {
  test.each(['users', 'keys', 'owners'])('is escaped by %s list, and the columns stay aligned', async (list) => {
    const askOld = await createOldDirectory();
    const { results } = await askOld(list, 'list');
    const lines = results.join('\n').split('\n');
    expect(lines).toHaveLength(2);
    for (const [, character] of activeCharacters) expect(lines[1]).toContain(escapeOf(character));
    expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
    const [header = '', row = ''] = lines;
    const columns = Array.from(header.matchAll(/\S+( \S+)*/g), ({ index }) => index).slice(1);
    for (const column of columns) expect(row.slice(column - 2, column + 1)).toMatch(/^ {2}(\S|$)/);
  });

  test.each(['users', 'keys', 'owners'])(
    'is escaped by %s list --json, which still gives the name itself',
    async (list) => {
      const askOld = await createOldDirectory();
      const text = (await askOld(list, 'list', '--json')).results.join('');
      expect(text).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
      expect(JSON.parse(text)).toMatchObject([{ name: withAll }]);
    },
  );

  test('is escaped by each other command that repeats it', async () => {
    const { dataDir, ask: askThis } = await createDirectory();
    const name = 'eve\u009b31m';
    const database = new Database(join(dataDir, 'duebook.db'));
    database.run("UPDATE users SET name = ?1, name_folded = ?1 WHERE name = 'ben'", [name]);
    database.close();
    for (const words of [
      ['sign-in', '--user', name],
      ['users', 'remove', name],
      ['users', 'remove', name],
    ]) {
      const { results, notices } = await askThis(...words);
      const shown = [...results, ...notices].join('\n');
      expect(shown).toContain(String.raw`eve\u009b31m`);
      expect(shown).not.toContain('\u009b');
    }
  });
});
