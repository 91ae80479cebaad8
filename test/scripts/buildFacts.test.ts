import { describe, expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildDate, sourceCommit } from '../../scripts/buildFacts.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const environment = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/nonexistent' };

function git(directory: string, ...words: string[]): void {
  const names = ['-c', 'user.name=test', '-c', 'user.email=test@localhost', '-c', 'commit.gpgsign=false'];
  const { success, stderr } = Bun.spawnSync(['git', ...names, ...words], { cwd: directory, env: environment });
  if (!success) throw new Error(stderr.toString());
}

describe('the commit of a build', () => {
  test.if(Bun.which('git') !== null)('is that of the repository, marked when the sources were changed since', () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'source'), 'a');
    git(directory, 'init', '-q');
    git(directory, 'add', '.');
    git(directory, 'commit', '-qm', 'first');
    git(directory, 'tag', '-a', 'v1', '-m', 'tagged');
    expect(sourceCommit(directory, environment)).toMatch(/^[0-9a-f]{40}$/);
    writeFileSync(join(directory, 'source'), 'b');
    expect(sourceCommit(directory, environment)).toMatch(/^[0-9a-f]{40}-dirty$/);
    const copy = join(directory, 'copy');
    mkdirSync(copy);
    expect(sourceCommit(copy, environment)).toBeNull();
  });

  test('is not known without a repository or without git, unless it is named', () => {
    const directory = temporaryDirectory();
    expect(sourceCommit(directory, environment)).toBeNull();
    expect(sourceCommit(directory, { PATH: directory })).toBeNull();
    expect(sourceCommit(directory, { ...environment, SOURCE_COMMIT: 'abc\n' })).toBe('abc');
    expect(sourceCommit(directory, { ...environment, SOURCE_COMMIT: '' })).toBeNull();
  });
});

describe('the date of a build', () => {
  test('is the present, or what SOURCE_DATE_EPOCH says', () => {
    const now = new Date('2026-06-16T12:00:00.000Z');
    expect(buildDate({}, now)).toBe('2026-06-16T12:00:00.000Z');
    expect(buildDate({ SOURCE_DATE_EPOCH: '0' }, now)).toBe('1970-01-01T00:00:00.000Z');
    expect(buildDate({ SOURCE_DATE_EPOCH: 'soon' }, now)).toBe('2026-06-16T12:00:00.000Z');
  });
});
