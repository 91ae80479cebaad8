import { expect, test } from 'bun:test';
import { Glob } from 'bun';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const source = join(import.meta.dir, '../../../src');
const textOf = (path: string) => readFileSync(join(source, path), 'utf8');

test('the server starts every job: each is in the list of jobs', () => {
  const patterns = ['core/jobs/*.ts', 'modules/*/jobs.ts', 'modules/*/jobs/*.ts'];
  const files = patterns.flatMap((pattern) => Array.from(new Glob(pattern).scanSync(source)));
  const texts = files.map(textOf);
  const jobs = texts.flatMap((text) => text.match(/(?<=export function )schedule\w+/g) ?? []);
  const [, list = ''] = /const jobs = \{\n(.*?)\n {2}\}/s.exec(textOf('server/storage.ts')) ?? [];
  expect(jobs.length).toBeGreaterThan(4);
  expect(list.match(/\bschedule\w+(?=\()/g)?.toSorted()).toEqual(jobs.toSorted());
});
