import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Glob } from 'bun';
import packageDescription from '../package.json' with { type: 'json' };
import { addressedFiles, namesRepository, withRepository } from '../scripts/repositoryAddress.ts';

const root = join(import.meta.dir, '..');
const pages = filesOf('*.md', 'docs/**/*.md', 'bench/*.md', '.github/**/*.md');

/** The files of the repository with these forms, in the order of their paths. */
function filesOf(...patterns: readonly string[]): string[] {
  return patterns.flatMap((pattern) => Array.from(new Glob(pattern).scanSync({ cwd: root, dot: true }))).sort();
}

function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** The text of a page without its code, in which brackets are not links. */
function proseOf(page: string): string {
  return textOf(page).replaceAll(/^ *```.*?^ *```$/gms, '');
}

/** The relative links and pictures of a page, as they are written. */
function linksOf(page: string): string[] {
  const forms = [/\]\((?![a-z]+:)([^)\s]+)\)/g, /<[^>]* (?:src|srcset|href)="(?![a-z]+:)([^"\s]+)"/g];
  return forms.flatMap((form) => Array.from(proseOf(page).matchAll(form), ([, link = '']) => link));
}

/** The file, relative to the repository, to which a link of a page leads. */
function targetOf(page: string, link: string): string {
  const [path = ''] = link.split('#');
  return path === '' ? page : relative(root, join(root, dirname(page), path));
}

/** The anchors of a page, as GitHub makes them of its headings. */
function anchorsOf(page: string): Set<string> {
  const headings = Array.from(proseOf(page).matchAll(/^#+ (.*)$/gm), ([, heading = '']) => heading);
  const plain = headings.map((heading) => heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase());
  return new Set(plain.map((heading) => heading.replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-')));
}

/** Why a link of a page is dead; undefined when it works. */
function faultOf(page: string, link: string): string | undefined {
  const target = targetOf(page, link);
  if (!existsSync(join(root, target))) return `${page}: no file ${link}`;
  const [, anchor] = link.split('#');
  if (anchor === undefined || anchorsOf(target).has(anchor)) return undefined;
  return `${page}: no heading for ${link}`;
}

describe('the documentation', () => {
  test('every relative link and picture leads to a file, and every anchor to a heading', () => {
    expect(pages.length).toBeGreaterThan(20);
    expect(pages.flatMap((page) => linksOf(page).flatMap((link) => faultOf(page, link) ?? []))).toEqual([]);
  });

  test('docs/README.md links to every page, so that each is one click away', () => {
    const index = 'docs/README.md';
    const linked = new Set(linksOf(index).map((link) => targetOf(index, link)));
    const own = filesOf('*.md', 'docs/*.md', 'docs/*/README.md').filter((page) => page !== index);
    expect(own.filter((page) => !linked.has(page))).toEqual([]);
  });

  test('docs/decisions/README.md links to every decision', () => {
    const index = 'docs/decisions/README.md';
    const linked = linksOf(index).map((link) => targetOf(index, link));
    expect(linked).toEqual(filesOf('docs/decisions/0*.md'));
  });

  test('the README links to docs/README.md', () => {
    expect(linksOf('README.md')).toContain('docs/README.md');
  });
});

/** The pages of docs, by who reads them. docs/decisions has a list of its own. */
const readers = {
  users: `install nas configuration currencies expose proxy sign-in dashboard renewals calendar-feeds reminders import
    glossary agents home-assistant homepage grafana`,
  operators: 'cli backup replication upgrade monitoring troubleshooting',
  scripts: 'api',
  everybody: 'README contract',
  developers: 'architecture performance releasing',
};

/** The pages of docs for some readers, as paths in the repository. */
function pagesFor(reader: keyof typeof readers): string[] {
  return readers[reader].split(/\s+/).map((page) => `docs/${page}.md`);
}

describe('the guides', () => {
  test('each page belongs to its readers', () => {
    const named = (Object.keys(readers) as (keyof typeof readers)[]).flatMap(pagesFor);
    expect(named.sort()).toEqual(filesOf('docs/*.md'));
  });

  test.each([
    ['users', 2300],
    ['operators', 750],
    ['scripts', 200],
  ] as const)('for %s have at most %d lines together', (reader, linesMax) => {
    const lines = pagesFor(reader).map((page) => textOf(page).trimEnd().split('\n').length);
    expect(lines.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(linesMax);
  });
});

describe('where the repository lives', () => {
  const texts = filesOf('*', '.ci/*', '.github/**/*', '{docs,contrib,src}/**/*', 'scripts/*', 'bench/*', 'test/**/*.ts')
    // A page with an address is written by the script; package.json is where it reads the address.
    .filter((file) => !/\.(png|db)$/.test(file) && file !== 'package.json');

  test('stands in package.json; the files of the script have it and the version from there, and no other file names it', () => {
    expect(texts.length).toBeGreaterThan(300);
    const named = texts.filter((file) => namesRepository(textOf(file)));
    expect(named.filter((file) => !addressedFiles.includes(file))).toEqual([]);
    for (const file of addressedFiles) expect(withRepository(textOf(file))).toBe(textOf(file));
    expect(named).toContain('docs/install.md');
  });

  test('is written everywhere by one script, and the README then begins with the image of the release', () => {
    const released = (file: string) => withRepository(textOf(file), ['Someone', 'duebook'].join('/'), '2.0.0');
    const written = addressedFiles.filter((file) => namesRepository(released(file)));
    expect(written).toEqual([...addressedFiles]);
    for (const file of addressedFiles)
      expect(released(file).match(/.*(OWNER|\bowner\/duebook|\b1\.0\.0).*/)).toBeNull();
    const image = ['ghcr.io', 'someone', 'duebook:2.0.0'].join('/');
    expect(released('README.md')).toContain(` ${image}\ndocker exec duebook duebook sign-in\n`);
    expect(released('docs/install.md')).not.toContain('no release yet');
  });

  test('a release is refused in another repository than package.json names', () => {
    expect(packageDescription.repository.url).toMatch(/^git\+https:\/\/github\.com\/[\w.-]+\/[\w.-]+\.git$/);
    const workflow = textOf('.github/workflows/release.yaml');
    const named = `$(node -p 'require("./package.json").repository.url')`;
    expect(workflow).toContain(`run: test "${named}" = "git+https://github.com/$GITHUB_REPOSITORY.git"\n`);
    expect(workflow).toContain('IMAGE: ghcr.io/${{ github.repository }}\n');
  });
});
