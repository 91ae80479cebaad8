import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { reasonOf } from '../runtime/systemErrors.ts';
import { shellQuoted } from '../runtime/ownCommand.ts';
import { putInPlace } from '../store/directory/durableFiles.ts';
import { isKnownKey } from '../store/credentials/keys.ts';
import type { OpenedStore } from '../store/store.ts';
import type { Clock, Randomness } from '../runtime/system.ts';
import { auditedOrigin, drawKey } from './operator.ts';
import { CliError } from '../runtime/terminal.ts';

const fileName = 'initial-api-key';

interface InitialKeyOptions {
  readonly dataDir: string;
  /** The owner of the key, which is created with it. */
  readonly owner: string;
  readonly clock: Clock;
  readonly randomness: Randomness;
}

/**
 * On a start without any key, creates a write key and writes it to a file that only its user can read.
 *
 * @returns the file's absolute path, or undefined if there are keys
 * @throws {CliError} when the file cannot be written; then no key is created
 */
export function writeInitialKey(
  store: OpenedStore,
  { dataDir, owner, clock, randomness }: InitialKeyOptions,
): string | undefined {
  if (store.apiKeys.hasAny()) return undefined;
  const { key, credential } = drawKey('write', randomness);
  const path = resolve(join(dataDir, fileName));
  // The file comes first: a key that is stored but not written down would be lost.
  writePrivately(path, `${key}\n`);
  const wanted = { owner, scope: 'write', name: 'initial', expiresAt: null } as const;
  const conditions = { anyNewOwner: true, onlyAsFirst: true } as const;
  const origin = auditedOrigin({ clock, randomness });
  const result = store.inProcess.commit({ ...origin, ...credential, ...wanted, ...conditions, kind: 'key.create' });
  if (result.outcome === 'stored') return path;
  // Another process has created a key meanwhile, so this one is not valid.
  rmSync(path, { force: true });
  return undefined;
}

/** The path of a file with a first key that the database beside it does not have; undefined if there is none. */
export function findInitialKey(dataDir: string): string | undefined {
  const path = join(dataDir, fileName);
  const key = isRegularFile(path) ? readFileSync(path, 'utf8').trim() : undefined;
  return key !== undefined && !isKnownKey(dataDir, key) ? path : undefined;
}

/** The command that lists the subscriptions with the key of a file, to be pasted into a shell. */
export function curlLine(keyFile: string, origin: string): string {
  return `curl -H "Authorization: Bearer $(cat ${shellQuoted(keyFile)})" ${origin}/api/v1/subscriptions`;
}

function isRegularFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Writes a file atomically and durably, readable only by its user. */
function writePrivately(path: string, text: string): void {
  const draft = `${path}.new`;
  try {
    rmSync(draft, { force: true });
    writeFileSync(draft, text, { flag: 'wx', mode: 0o600 });
    putInPlace(draft, path);
  } catch (error) {
    throw new CliError(`cannot write the first API key to ${path}: ${reasonOf(error, path)}`, { cause: error });
  }
}
