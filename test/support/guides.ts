import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Glob } from 'bun';

const root = join(import.meta.dir, '../..');

/** What users read: the README and the guides, relative to the repository. */
export const guides = ['README.md', ...Array.from(new Glob('docs/*.md').scanSync({ cwd: root })).sort()];

/** The text of a guide. */
export function guideText(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** The contents of a guide's fenced blocks of one language, without the indentation of a list that they stand in. */
export function blocksOf(file: string, language: string): string[] {
  const fences = guideText(file).matchAll(/^( *)```(\w+)\n(.*?)^ *```$/gms);
  return Array.from(fences).flatMap(([, indentation = '', name, content = '']) =>
    name === language ? content.replaceAll(new RegExp(`^${indentation}`, 'gm'), '') : [],
  );
}
