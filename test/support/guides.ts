import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Glob } from 'bun';

const root = join(import.meta.dir, '../..');

/** The pages for users: the README and the guides, as paths in the repository. */
export const guides = ['README.md', ...Array.from(new Glob('docs/*.md').scanSync({ cwd: root })).sort()];

/** The text of a page. */
export function guideText(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** The contents of a page's code blocks in one language, without the indentation of a list around them. */
export function blocksOf(file: string, language: string): string[] {
  const fences = guideText(file).matchAll(/^( *)```(\w+)\n(.*?)^ *```$/gms);
  return Array.from(fences).flatMap(([, indentation = '', name, content = '']) =>
    name === language ? content.replaceAll(new RegExp(`^${indentation}`, 'gm'), '') : [],
  );
}
