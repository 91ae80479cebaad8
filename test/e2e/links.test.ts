import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Glob } from 'bun';

const root = join(import.meta.dir, '../..');
const patterns = ['*.md', 'docs/**/*.md', 'bench/*.md', '.github/**/*.md'];
const pages = patterns.flatMap((pattern) => Array.from(new Glob(pattern).scanSync({ cwd: root, dot: true }))).sort();

/** The text of a page without its code, in which brackets are not links. */
function proseOf(page: string): string {
  const text = readFileSync(join(root, page), 'utf8');
  return text.replaceAll(/^ *```.*?^ *```$/gms, '');
}

/** The anchors of a page, as GitHub makes them of its headings. */
function anchorsOf(page: string): Set<string> {
  const headings = Array.from(proseOf(page).matchAll(/^#+ (.*)$/gm), ([, heading = '']) => heading);
  const plain = headings.map((heading) => heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase());
  return new Set(plain.map((heading) => heading.replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-')));
}

/** Why a link of a page is dead; undefined when it works. */
function faultOf(page: string, link: string): string | undefined {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : relative(root, join(root, dirname(page), path));
  if (!existsSync(join(root, target))) return `${page}: no file ${link}`;
  if (anchor === undefined || anchorsOf(target).has(anchor)) return undefined;
  return `${page}: no heading for ${link}`;
}

test('every relative link in the documentation leads to a file, and its anchor to a heading', () => {
  expect(pages.length).toBeGreaterThan(20);
  const faults = pages.flatMap((page) => {
    const links = Array.from(proseOf(page).matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g), ([, link = '']) => link);
    return links.flatMap((link) => faultOf(page, link) ?? []);
  });
  expect(faults).toEqual([]);
});
