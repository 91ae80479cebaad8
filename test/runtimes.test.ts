import { describe, expect, test } from 'bun:test';
import { Glob } from 'bun';
import { join } from 'node:path';
import denoSettings from '../deno.json' with { type: 'json' };

const root = join(import.meta.dir, '..');
const files = Array.from(new Glob('src/**/*.ts').scanSync(root)).sort();
const sourceOf = (file: string) => Bun.file(join(root, file)).text();

/** All but the page, and what the runtimes offer. */
const outside = await Promise.all(
  files
    .filter((file) => !/^src\/(?:web\/|core\/runtime\/host\.)/.test(file))
    .map(async (file) => [file, await sourceOf(file)] as const),
);

/** For each file with what Bun alone offers, the one that takes its place on Deno. */
const pairs = Object.entries(denoSettings.imports).filter(([file]) => file.startsWith('./src/'));

describe('the runtimes', () => {
  test('only the host files name one of them', () => {
    expect(outside.filter(([, source]) => /\b(?:Bun|Deno)\.\w/.test(source)).map(([file]) => file)).toEqual([]);
  });

  test('one file reads the environment, and one the time, timers and randomness', () => {
    const owners = {
      'src/core/config/settings.ts': ['process.env', 'Bun.env'],
      'src/core/runtime/system.ts': [
        'Temporal.Now',
        'performance.now',
        'Date.now',
        'randomUUID',
        'getRandomValues',
        'Math.random',
        'setTimeout',
        'setInterval',
        'Bun.sleep',
        'AbortSignal.timeout',
      ],
    };
    const violations = Object.entries(owners).flatMap(([owner, names]) =>
      names.flatMap((name) =>
        outside
          .filter(([file, source]) => file !== owner && source.includes(name))
          .map(([file]) => `${file} uses ${name}`),
      ),
    );
    expect(violations).toEqual([]);
  });

  test('each file for Deno takes the place of the one beside it', () => {
    const found = files.filter((file) => file.endsWith('.deno.ts'));
    expect(pairs).toEqual(found.map((file) => [`./${file.replace('.deno.ts', '.ts')}`, `./${file}`]));
  });

  test.each(pairs)('%s exports what the one for Deno does', async (file, onDeno) => {
    expect(await exportsOf(onDeno)).toEqual(await exportsOf(file));
  });
});

async function exportsOf(file: string): Promise<readonly string[]> {
  // The transpiler would run a macro.
  const source = (await sourceOf(file)).replaceAll(/ with \{[^}]*\}/g, '');
  return new Bun.Transpiler({ loader: 'ts' }).scan(source).exports.sort();
}
