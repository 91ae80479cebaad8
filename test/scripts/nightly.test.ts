import { expect, test } from 'bun:test';
import { Glob } from 'bun';
import { join } from 'node:path';

const root = join(import.meta.dir, '../..');
const read = (path: string) => Bun.file(join(root, path)).text();

test('every test that runs only at night is run by the nightly workflow', async () => {
  const commands = [await read('package.json'), await read('.github/workflows/nightly.yaml')].join('\n');
  const atNight = commands
    .split('\n')
    .filter((line) => line.includes('SOFTWARE_TEST=1'))
    .flatMap((line) => line.match(/\btest\/[\w/]+/g) ?? []);
  const files = Array.from(new Glob('test/**/*.test.ts').scanSync(root)).sort();
  const sources = await Promise.all(files.map(async (file) => ({ file, source: await read(file) })));
  const longer = sources.filter(({ source }) => /from '\S+support\/nightly\.ts'/.test(source));
  expect(longer.length).toBeGreaterThan(0);
  const forgotten = longer.filter(({ file }) => !atNight.some((path) => file.startsWith(path)));
  expect(forgotten.map(({ file }) => file)).toEqual([]);
});
