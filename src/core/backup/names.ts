import { lstatSync } from 'node:fs';

// A number after the time distinguishes backups of the same second.
const pattern = /^duebook-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(?:\.\d+)?\.db$/;

/** An instant as part of a file name, to the second: `2026-11-21T10-00-00Z`. */
export function stampOf(wallMilliseconds: number): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(wallMilliseconds);
  return instant.toString({ smallestUnit: 'second' }).replaceAll(':', '-');
}

/** When the backup with a name began, in milliseconds since 1970; undefined for any other name. */
export function backupTimeOf(name: string): number | undefined {
  const [, day, hour, minute, second] = pattern.exec(name) ?? [];
  if (day === undefined) return undefined;
  try {
    return Temporal.Instant.from(`${day}T${hour}:${minute}:${second}Z`).epochMilliseconds;
  } catch {
    return undefined;
  }
}

/** The names of backups among the names in a folder, the oldest first. */
export function backupsAmong(names: readonly string[]): string[] {
  const keyed = names
    .filter((name) => backupTimeOf(name) !== undefined)
    .map((name) => ({ name, key: name.slice(0, -'.db'.length) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ name }) => name);
}

/** The first path that does not exist yet, with the suffix `''`, `'.1'`, `'.2'` and so on. */
export function unusedPath(pathWith: (suffix: string) => string): string {
  for (let number = 0; ; number += 1) {
    const path = pathWith(number === 0 ? '' : `.${number}`);
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return path;
  }
}
