import { dirname } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The commit that the sources in a directory are of, with `-dirty` after it when they were changed since; null when it is no repository.
 * A place without one, such as the build of an image, may name it in the variable SOURCE_COMMIT.
 */
export function sourceCommit(root: string, environment: Environment): string | null {
  const named = environment['SOURCE_COMMIT']?.trim() ?? '';
  if (named !== '') return named;
  try {
    const words = ['git', 'describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'];
    // Else a copy of the sources within another repository would be given that one's commit.
    const env = { ...environment, GIT_CEILING_DIRECTORIES: dirname(root), GIT_OPTIONAL_LOCKS: '0' };
    const { success, stdout } = Bun.spawnSync(words, { cwd: root, env, stderr: 'ignore' });
    const commit = stdout.toString().trim();
    return success && commit !== '' ? commit : null;
  } catch {
    return null;
  }
}

/** The instant of the build, ISO 8601 UTC. SOURCE_DATE_EPOCH, in seconds, sets it, so that a build can be repeated exactly. */
export function buildDate(environment: Environment, now: Date): string {
  const seconds = environment['SOURCE_DATE_EPOCH'] ?? '';
  return (/^\d{1,11}$/.test(seconds) ? new Date(Number(seconds) * 1000) : now).toISOString();
}
