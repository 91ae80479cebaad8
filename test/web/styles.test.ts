import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Glob } from 'bun';

const web = join(import.meta.dir, '../../src/web');

/** The classes that have a rule of their own in the stylesheets of a pattern, each with the folders of these. */
function classesIn(pattern: string, rule: RegExp): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const file of new Glob(pattern).scanSync(web)) {
    const text = readFileSync(join(web, file), 'utf8');
    for (const [, name = ''] of text.matchAll(rule)) found.set(name, (found.get(name) ?? new Set()).add(dirname(file)));
  }
  return found;
}

// All late styles are one file: a class of the calendar is a class of the overview, too.
test('a class that a page styles is neither one of another page nor one of all pages', () => {
  const ofPages = classesIn('pages/**/*.css', /^ {2}\.([a-z][\w-]*) \{$/gm);
  const variants = classesIn('pages/**/*.css', /^ +&\.([a-z][\w-]*) \{$/gm);
  const ofAll = classesIn('styles/{base,controls,charts,overlays,shell}.css', /^ +\.([a-z][\w-]*) \{$/gm);
  for (const classes of [ofPages, variants, ofAll]) expect(classes.size).toBeGreaterThan(5);
  const ofSeveral = Array.from(ofPages).flatMap(([name, { size }]) => (size > 1 ? [name] : []));
  const shared = [...ofPages.keys(), ...variants.keys()].filter((name) => ofAll.has(name));
  expect([...ofSeveral, ...shared]).toEqual([]);
});
