import { describe, expect, test } from 'bun:test';
import { type Language, languageCodes, languages } from '../../src/web/messages/languages.ts';
import { helpPages, type HelpTexts } from '../../src/web/pages/help/pages.ts';

const helps: readonly (readonly [Language, HelpTexts])[] = await Promise.all(
  languageCodes.map(async (code) => [code, (await languages[code].help()).default] as const),
);

describe('the help', () => {
  test('has the same pages in each language, with the same parts, and lists where the other has lists', async () => {
    const { default: english } = await languages.en.help();
    expect(Object.keys(english)).toEqual([...helpPages]);
    for (const [code, texts] of helps) expect([code, shapeOf(texts)]).toEqual([code, shapeOf(english)]);
  });

  test.each(helps)('names in %s only what the page calls so', async (language, texts) => {
    const words = await wordsOf(language);
    const named = sentencesOf(texts).flatMap((text) => text.split('*').filter((_, at) => at % 2 === 1));
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((name) => !words.has(name))).toEqual([]);
  });

  test.each(helps)('has in %s an even number of asterisks in each text, and no empty one', (_, texts) => {
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
async function wordsOf(language: Language): Promise<ReadonlySet<string>> {
  const { first, late } = languages[language];
  return new Set(textsIn([(await first()).default, (await late()).default]));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value.replaceAll('\u00AD', '')];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
