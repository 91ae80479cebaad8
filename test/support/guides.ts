import { Glob } from 'bun';
import { expect } from 'bun:test';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { binary, runProgram, startServer } from './binary.ts';

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

/** Runs the shell commands of a page, one after the other in one shell, beside a running server. Returns their output. */
export async function pasteFrom(file: string): Promise<string> {
  const server = await startServer();
  mkdirSync(join(server.directory, 'dist'));
  symlinkSync(binary, join(server.directory, 'dist/duebook'));
  const commands = blocksOf(file, 'sh').filter((block) => !block.startsWith('npm '));
  const pasted = commands.join('').replaceAll('http://127.0.0.1:8383', server.origin);
  const { stdout, ...rest } = await runProgram(['sh', '-e', '-c', pasted], { cwd: server.directory });
  expect(rest).toEqual({ exitCode: 0, stderr: '' });
  await server.stop();
  return stdout;
}
