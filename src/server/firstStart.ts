import type { Settings } from '../config/settings.ts';
import type { Clock, Randomness } from '../runtime/system.ts';
import type { Terminal } from '../runtime/terminal.ts';
import type { OpenedStore } from '../store/store.ts';
import { refusingUnusable } from './dataDirectory.ts';
import { curlLine, writeInitialKey } from './initialKey.ts';
import { localOrigin } from './listening.ts';
import { linkOfCode, makeFirstUser, makeSignInCode } from './signInCode.ts';

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
  terminal.notice(`To sign in to the dashboard as ${code.user}, open this link within 15 minutes:`);
  const link = linkOfCode(settings, code, port);
  if (link !== undefined) terminal.notice(link);
  terminal.notice(`Or enter the code ${code.code} on the sign-in page. "duebook sign-in" prints another one.`);
}
