import { describe, expect, test } from 'bun:test';
import { writeFileSync, existsSync, readFileSync } from 'node:fs';
import { join, dirname, relative } from 'node:path';
import { errorTable } from '../../scripts/errorTable.ts';
import { run, startServer } from '../support/binary.ts';
import { blocksOf, guideText } from '../support/guides.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { Glob } from 'bun';

test('docs/api.md has the error catalogue as `bun scripts/errorTable.ts` writes it', () => {
  expect(guideText('docs/api.md')).toContain(`\n\n${errorTable()}`);
});

test('the configuration file in docs/configuration.md is accepted, and each of its settings is used', async () => {
  const [content = ''] = blocksOf('docs/configuration.md', 'toml');
  const file = join(temporaryDirectory(), 'duebook.toml');
  writeFileSync(file, content);
  const { stdout, stderr } = await run(['config', 'show', '--config', file]);
  expect(stderr).toBe('');
  for (const [, name = ''] of content.matchAll(/^([\w-]+) =/gm)) {
    expect(stdout).toMatch(new RegExp(`^${name} .* config file `, 'm'));
  }
});

describe('docs/monitoring.md', () => {
  test('lists every metric and every readiness check that the server has, and no other', async () => {
    const page = guideText('docs/monitoring.md');
    const server = await startServer(['--metrics-token', 'a-token-of-this-test']);
    const headers = { authorization: 'Bearer a-token-of-this-test' };
    const metrics = await (await fetch(`${server.origin}/metrics`, { headers })).text();
    const served = Array.from(metrics.matchAll(/^# HELP (\w+) /gm), ([, name = '']) => name).sort();
    const listed = Array.from(page.matchAll(/^\| `((?:duebook|process)_\w+)` /gm), ([, name = '']) => name).sort();
    expect(listed).toEqual(served);
    const { checks } = (await (await fetch(`${server.origin}/readyz`)).json()) as { checks: object };
    const described = Array.from(page.matchAll(/^\| `([a-z]+)` /gm), ([, name = '']) => name).sort();
    expect(described).toEqual(Object.keys(checks).sort());
    await server.stop();
  });
});

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
