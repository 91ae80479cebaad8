import { expect, test } from 'bun:test';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fillDirectory } from '../support/filledDirectory.ts';
import { outcomeOf } from '../support/program.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const freshCopy = await fillDirectory();

test('the database that was promoted is newer than the one it was a copy of, whose server must not start', async () => {
  const [old, promoted] = [freshCopy(), freshCopy()];
  const generation = (...words: string[]) => outcomeOf(['generation', '--data-dir', old, ...words]);
  const replica = join(temporaryDirectory(), 'replica.db');
  cpSync(join(promoted, 'duebook.db'), replica);
  expect(await generation('--not-behind', replica)).toMatchObject({ code: 0, results: ['first'] });

  const { code, results, notices } = await outcomeOf(['promote', '--data-dir', promoted]);
  expect([code, notices]).toEqual([0, []]);
  const instant = /^promoted \S+: it is of generation (\S+)$/.exec(results.join(''))?.[1] ?? '';
  cpSync(join(promoted, 'duebook.db'), replica);
  const refused = await generation('--not-behind', replica);
  expect(refused).toMatchObject({ code: 1, results: [] });
  expect(refused.notices.join('')).toContain(`is of generation ${instant}, and this database is of generation first`);
  expect((await outcomeOf(['generation', '--data-dir', promoted, '--json'])).results).toEqual([
    `{"generation":"${instant}","lastChange":3}`,
  ]);
});

test('a database is not out of date because its newest entries were deleted with an owner or moved', async () => {
  const [directory, to] = [freshCopy(), freshCopy()];
  const onIt = (...words: string[]) => outcomeOf([...words, '--data-dir', directory]);
  const create = (owner: string) => onIt('keys', 'create', '--owner', owner, '--scope', 'write');
  for (const owner of ['deleted', 'moved']) await create(owner);
  const replica = join(temporaryDirectory(), 'replica.db');
  await onIt('backup', '--to', replica);
  await onIt('owners', 'move', 'moved', '--to', to);
  expect((await onIt('owners', 'delete', 'deleted', '--yes')).code).toBe(0);
  expect(await onIt('generation', '--not-behind', replica)).toMatchObject({ code: 0, results: ['first'] });
});

test('a database that lacks the last changes of its replica is to be restored, as no other server has taken over', async () => {
  const [own, ahead] = [freshCopy(), freshCopy()];
  await outcomeOf(['keys', 'create', '--owner', 'new', '--scope', 'write', '--data-dir', ahead]);
  const replica = join(temporaryDirectory(), 'replica.db');
  await outcomeOf(['backup', '--to', replica, '--data-dir', ahead]);
  const refused = await outcomeOf(['generation', '--data-dir', own, '--not-behind', replica]);
  expect(refused).toMatchObject({ code: 1, results: [] });
  expect(refused.notices.join('')).toContain('has newer changes of the same generation; this disk was set back');
});

test('a comparison with a replica that was not restored fails', async () => {
  const words = ['generation', '--data-dir', freshCopy(), '--not-behind', join(temporaryDirectory(), 'replica.db')];
  expect(await outcomeOf(words)).toMatchObject({ code: 1, results: [] });
});
