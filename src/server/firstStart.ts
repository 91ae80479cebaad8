import { lstatSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Settings } from '../core/config/settings.ts';
import type { Clock, Randomness } from '../core/runtime/system.ts';
import { CliError, type Terminal } from '../core/runtime/terminal.ts';
import type { OpenedStore } from '../modules/store.ts';
import { refusingUnusable } from './dataDirectory.ts';
import { localOrigin } from './address.ts';
import { linkOfCode, makeFirstUser, makeSignInCode, auditedOrigin, drawKey } from './operator.ts';
import { readRegularFile, secretBytesMax } from '../core/runtime/boundedReading.ts';
import { reasonOf } from '../core/runtime/systemErrors.ts';
import { shellQuoted } from '../core/runtime/ownCommand.ts';
import { writePrivately } from '../core/directory/durableFiles.ts';
import { isKnownKey } from '../modules/keys/store/keys.ts';

/** The owner of the first key and of the first user. */
export const firstOwner = 'default';

interface FirstStartOptions {
  readonly store: OpenedStore;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly randomness: Randomness;
}

/**
 * On a start without any key, creates an API key, the first user and a code with which the user signs in. If the process
 * ends in between, `duebook sign-in` creates what is missing.
 *
 * @returns the file with the key, and the code; undefined on every other start
 * @throws {CliError} when the file cannot be written; then nothing is created
 * @throws {DatabaseRefused} when the storage is unavailable
 */
export function prepareFirstStart({ store, settings: { dataDir }, ...sources }: FirstStartOptions) {
  return refusingUnusable(dataDir, () => {
    const keyFile = writeInitialKey(store, { dataDir, owner: firstOwner, ...sources });
    if (keyFile === undefined) return undefined;
    const user = makeFirstUser(store, firstOwner, sources);
    return { keyFile, code: user && makeSignInCode(store, user, sources) };
  });
}

/** What the first start of a server has created. */
export type FirstStart = NonNullable<ReturnType<typeof prepareFirstStart>>;

/**
 * Prints how to use the first key, and the code with which the first user signs in.
 *
 * @param port the port that the server listens on
 */
export function announceFirstStart(
  { keyFile, code }: FirstStart,
  { settings, terminal }: { readonly settings: Settings; readonly terminal: Terminal },
  port: number | undefined,
): void {
  const { host, basePath } = settings;
  terminal.notice(`The first API key, with the scope write, is in ${keyFile}. Try it:`);
  terminal.notice(curlLine(keyFile, `${localOrigin(host, port)}${basePath}`));
  if (code === undefined) return;
  const { code: typed, user } = code;
  terminal.notice(
    `To sign in to the dashboard as ${user}, enter the code ${typed} on the sign-in page within 15 minutes.`,
  );
  const link = linkOfCode(settings, code, port);
  if (link === undefined) return;
  // The last lines, where people look first.
  terminal.notice('Or open this link. "duebook sign-in" prints another one:');
  for (const line of ['', link, '']) terminal.notice(line);
}

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
function writeInitialKey(
  store: OpenedStore,
  { dataDir, owner, clock, randomness }: InitialKeyOptions,
): string | undefined {
  if (store.apiKeys.hasAny()) return undefined;
  const { key, credential } = drawKey('write', randomness);
  const path = resolve(join(dataDir, fileName));
  // The file comes first: a key that is stored but not written down would be lost.
  writeKey(path, key);
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
  const key = isRegularFile(path) ? readRegularFile(path, secretBytesMax).toString('utf8').trim() : undefined;
  return key !== undefined && !isKnownKey(dataDir, key) ? path : undefined;
}

/** The command that lists the subscriptions with the key of a file, to be pasted into a shell. */
function curlLine(keyFile: string, origin: string): string {
  return `curl -H "Authorization: Bearer $(cat ${shellQuoted(keyFile)})" ${origin}/api/v1/subscriptions`;
}

function isRegularFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function writeKey(path: string, key: string): void {
  try {
    writePrivately(path, `${key}\n`);
  } catch (error) {
    throw new CliError(`cannot write the first API key to ${path}: ${reasonOf(error, path)}`, { cause: error });
  }
}
