import { describe, expect, test } from 'bun:test';
import { Glob } from 'bun';
import { join } from 'node:path';
import german from '../../src/web/pages/help/de.json';
import { help as english } from '../../src/web/pages/help/en.ts';
import { helpPages, type HelpTexts } from '../../src/web/pages/help/pages.ts';

const languages: readonly (readonly [string, HelpTexts])[] = [
  ['en', english],
  ['de', german],
];

describe('the help', () => {
  test('has the same pages in each language, with the same parts, and lists where the other has lists', () => {
    expect(shapeOf(german)).toEqual(shapeOf(english));
    expect(Object.keys(english)).toEqual([...helpPages]);
  });

  test.each(languages)('names in %s only what the page calls so', async (language, texts) => {
    const words = await wordsOf(language);
    const named = sentencesOf(texts).flatMap((text) => text.split('*').filter((_, at) => at % 2 === 1));
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((name) => !words.has(name))).toEqual([]);
  });

  test.each(languages)('has in %s an even number of asterisks in each text, and no empty one', (_, texts) => {
    expect(sentencesOf(texts).filter((text) => text.trim() === '' || text.split('*').length % 2 === 0)).toEqual([]);
  });
});

/** The names of pages and parts, and what each consists of. */
function shapeOf(texts: HelpTexts) {
  return Object.entries(texts).map(([page, { parts }]) => [
    page,
    Object.entries(parts).map(([id, { text }]) => [
      id,
      text.map((block) => (typeof block === 'string' ? 1 : block.length)),
    ]),
  ]);
}

function sentencesOf(texts: HelpTexts): string[] {
  return Object.values(texts).flatMap(({ title, about, parts }) => [
    title,
    about,
    ...Object.values(parts).flatMap((part) => [part.title, ...part.text.flat()]),
  ]);
}

/** All texts of the catalogue of a language. */
async function wordsOf(language: string): Promise<ReadonlySet<string>> {
  const folder = join(import.meta.dir, '../../src/web/messages', language);
  const files = Array.from(new Glob('*').scanSync(folder));
  const catalogues = await Promise.all(files.map((file) => import(join(folder, file)) as Promise<unknown>));
  return new Set(catalogues.flatMap(textsIn));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value.replaceAll('\u00AD', '')];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
