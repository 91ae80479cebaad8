import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The root of the repository. */
export const root = join(import.meta.dir, '../..');

/** The compiled executable, which `bun run bench` builds first. */
export const executable = join(root, 'dist/duebook');

/** A directory of this run, removed when the process ends, however it ends. */
export const workspace = mkdtempSync(join(tmpdir(), 'duebook-bench-'));

const cleanups = [() => rmSync(workspace, { recursive: true, force: true })];

/** Has something done when the process ends, before what was asked for earlier. */
export function atExit(cleanup: () => void): void {
  cleanups.unshift(cleanup);
}

process.on('exit', () => {
  for (const cleanup of cleanups) cleanup();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

let directories = 0;

/** The path of a directory that does not exist yet. */
export function freshDirectory(): string {
  directories += 1;
  return join(workspace, String(directories));
}

/** Runs a command to its end, and throws what it wrote when it fails. */
export async function runToEnd(words: readonly string[], workingDirectory = root): Promise<void> {
  const child = Bun.spawn([...words], { cwd: workingDirectory, stdout: 'pipe', stderr: 'pipe' });
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  if ((await child.exited) !== 0) throw new Error(`${words.join(' ')} failed:\n${output}${errors}`);
}

/** Throws, and says how to get it, when the machine lacks a program. */
export function requireProgram(name: string, advice: string): void {
  if (Bun.which(name) === null) throw new Error(`${name} is missing: ${advice}`);
}
