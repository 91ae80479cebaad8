import { chmodSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dir, '../..');

/** Deno, which runs the program from its source; null when it is not installed (`npm install --global deno@2.9.6`). */
export const deno = Bun.which('deno');

/** An executable that runs the program on Deno, as `deno task duebook` does. */
export function executableOnDeno(): string {
  if (deno === null) throw new Error('deno is not installed');
  const path = join(root, 'dist/duebook-on-deno');
  const draft = `${path}.${process.pid}`;
  const words = [deno, 'run', '--allow-all', '--config', join(root, 'deno.json'), join(root, 'src/main.ts')];
  // Compiled modules are kept: without them, each start takes seconds.
  const cache = join(root, 'dist/deno-cache');
  writeFileSync(draft, `#!/bin/sh\nDENO_DIR='${cache}' exec ${words.map((word) => `'${word}'`).join(' ')} "$@"\n`);
  chmodSync(draft, 0o700);
  renameSync(draft, path);
  return path;
}
