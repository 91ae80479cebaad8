import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './binary.ts';
import { temporaryDirectory } from './temporaryDirectory.ts';

/** The migration of a made-up next version: it alters a table, and rewrites rows. */
export const madeUpMigration = `ALTER TABLE subscriptions ADD made_up text NOT NULL DEFAULT 'yes';
--> statement-breakpoint
UPDATE subscriptions SET view_json = json_set(view_json, '$.madeUp', made_up);`;

/** Builds the executable of a next version out of the sources, with {@link madeUpMigration}; returns its path. */
export async function buildNextVersion(): Promise<string> {
  const [root, copy] = [join(import.meta.dir, '../..'), temporaryDirectory()];
  for (const name of ['src', 'scripts', 'drizzle', 'package.json', 'tsconfig.json', 'docs', 'CHANGELOG.md', 'LICENSE'])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  writeFileSync(join(copy, 'drizzle/0999_made_up.sql'), madeUpMigration);
  const { exitCode, stderr } = await runProgram([process.execPath, 'scripts/build.ts'], { cwd: copy });
  if (exitCode !== 0) throw new Error(stderr);
  return join(copy, 'dist/duebook');
}
