import { composeApiKey, isApiKey, stateOfApiKey, type Scope } from '../domain/keys/apiKey.ts';
import { nearest } from '../domain/text/nearest.ts';
import { SettingRefused } from '../config/sources.ts';
import type { ApiKeyRecord, NewApiKey, OwnerRecord, Store } from '../store/store.ts';
import { instantOf, type Clock, type Randomness } from '../runtime/system.ts';
import { refuseMissingDatabase, withExistingStore, withStore } from '../server/dataDirectory.ts';
import { sameButForCase } from './owners.ts';
import { alignedColumns, CliError, exitCode, type ExitCode, type Terminal } from '../runtime/terminal.ts';

/** What the commands on keys need. */
export interface KeyCommandOptions {
  readonly dataDir: string;
  readonly json: boolean;
  readonly terminal: Terminal;
  readonly clock: Clock;
}

// So that the line stays one that can be read.
const shownMax = 10;
const showsIds = '"duebook keys list" shows the ids';
const makesDatabase = ', or make one: "duebook serve" does at its first start, and --init does here';

/** A key to be made. */
export interface KeyRequest {
  readonly owner: string;
  readonly scope: Scope;
  readonly name: string | null;
  /** How long it is valid; undefined for ever. */
  readonly lifetimeSeconds: number | undefined;
}

/** Makes a key and prints it, alone, on standard output: the only time that it is shown. `init` makes a database for it. */
export function createKey(
  request: KeyRequest,
  options: KeyCommandOptions & { readonly init: boolean; readonly newOwner: boolean },
  randomness: Randomness,
): ExitCode {
  if (!options.init) refuseMissingDatabase(options.dataDir, makesDatabase);
  return withStore(options, (store) => {
    const made = drawKey(request, options.clock, randomness);
    const others = store.owners.find(made.owner) === undefined ? store.owners.list() : [];
    if (!options.newOwner) refuseOtherCase(made.owner, others);
    store.apiKeys.add(made);
    // Nobody has seen a key that could not be printed, so nobody is to have it.
    printKey(made, options, () => store.apiKeys.revoke(made.id, instantOf(options.clock)));
    if (others.length > 0) options.terminal.notice(`duebook: ${newcomer(made.owner, others)}`);
    return exitCode.done;
  });
}

/** A new owner sees no records: a name that differs in case alone is hardly meant to be one. */
function refuseOtherCase(owner: string, others: readonly OwnerRecord[]): void {
  const same = sameButForCase(owner, others);
  if (same === undefined) return;
  const [typed, meant] = [JSON.stringify(owner), JSON.stringify(same)];
  throw new SettingRefused(
    `--owner is ${typed}, and there is an owner ${meant}: give --owner ${meant}, or add --new-owner to make another owner`,
  );
}

/** A mistyped name makes an owner who sees nothing. */
function newcomer(owner: string, others: readonly OwnerRecord[]): string {
  const names = others.map(({ name }) => name);
  const near = nearest(owner, names);
  if (near !== undefined)
    return `new owner ${owner}; did you mean ${near}? Then run "duebook owners delete ${owner} --yes" and make the key again`;
  const [shown, more] = [names.slice(0, shownMax), names.length > shownMax ? ', …' : ''];
  return `new owner ${owner}; there are: ${shown.join(', ')}${more}`;
}

/** Which key to replace, and how. */
export interface KeyRotation {
  readonly id: string;
  /** How long the old key stays valid; 0 revokes it at once. */
  readonly graceSeconds: number;
  /** How long the new key is valid; undefined for as long as the old one was when it was made. */
  readonly lifetimeSeconds: number | undefined;
}

/** Makes a key of the same owner, scope and name as another, prints it, and ends the other one after a while. */
export function rotateKey(rotation: KeyRotation, options: KeyCommandOptions, randomness: Randomness): ExitCode {
  const { clock, terminal } = options;
  return withExistingStore(options, (store) => {
    const rotated = store.apiKeys.rotate(rotation.id.toLowerCase(), (old, successorId) => {
      refuseEnded(old, clock);
      refuseRotated(old, successorId);
      const lifetimeSeconds = rotation.lifetimeSeconds ?? lifetimeSecondsOf(old);
      const successor = drawKey({ ...old, lifetimeSeconds }, clock, randomness);
      return { successor, end: endAfter(old, rotation.graceSeconds, clock) };
    });
    if (rotated === undefined) return unknownKey(rotation.id, store, terminal);
    const { old, successor } = rotated;
    printKey(successor, options, () => store.apiKeys.undoRotation(old, successor.id));
    if (successor.expiresAt !== null) terminal.notice(`duebook: the new key ends at ${successor.expiresAt}`);
    return exitCode.done;
  });
}

function refuseEnded(old: ApiKeyRecord, clock: Clock): void {
  const state = stateOfApiKey(old, () => instantOf(clock));
  if (state === 'active') return;
  throw new CliError(`the key ${old.id} is ${state}: make a new one with "duebook keys create"`);
}

/** What a key that was rotated has left of its life is no measure for another. */
function refuseRotated(old: ApiKeyRecord, successorId: string | undefined): void {
  if (successorId === undefined) return;
  throw new CliError(
    `the key ${old.id} was rotated already: its successor is ${successorId}; rotate that one, or make a new one with "duebook keys create"`,
  );
}

function lifetimeSecondsOf({ createdAt, expiresAt }: ApiKeyRecord): number | undefined {
  return expiresAt === null ? undefined : Temporal.Instant.from(createdAt).until(expiresAt).total('seconds');
}

function endAfter(old: ApiKeyRecord, graceSeconds: number, clock: Clock) {
  if (graceSeconds === 0) return { expiresAt: old.expiresAt, revokedAt: instantOf(clock) };
  const end = instantOf(clock, graceSeconds);
  // A key never gets longer to live than it had.
  return { expiresAt: old.expiresAt !== null && old.expiresAt < end ? old.expiresAt : end, revokedAt: null };
}

function printKey(made: NewApiKey, { json, terminal }: KeyCommandOptions, undo: () => void): void {
  try {
    terminal.result(json ? JSON.stringify(made) : made.key);
  } catch (error) {
    undo();
    throw error;
  }
}

/** Draws a key, with all that is to be stored of it. */
export function drawKey(request: KeyRequest, clock: Clock, randomness: Randomness): NewApiKey {
  const { owner, scope, name, lifetimeSeconds } = request;
  return {
    id: randomness.uuid(),
    key: composeApiKey(scope, randomness.bytes),
    owner,
    scope,
    name,
    createdAt: instantOf(clock),
    expiresAt: lifetimeSeconds === undefined ? null : instantOf(clock, lifetimeSeconds),
  };
}

/** Prints every key, but for the keys themselves. */
export function listKeys({ dataDir, json, terminal, clock }: KeyCommandOptions): ExitCode {
  return withExistingStore({ dataDir, terminal }, (store) => {
    const now = instantOf(clock);
    const keys = store.apiKeys.list().map((key) => ({ ...key, state: stateOfApiKey(key, () => now) }));
    const lines = json ? [JSON.stringify(keys)] : alignedColumns(rowsOf(keys, instantOf(clock, soonSeconds)));
    for (const line of lines) terminal.result(line);
    return exitCode.done;
  });
}

/** Revokes a key: it is refused from its next request on. */
export function revokeKey(id: string, { dataDir, json, terminal, clock }: KeyCommandOptions): ExitCode {
  return withExistingStore({ dataDir, terminal }, (store) => {
    if (!store.apiKeys.revoke(id.toLowerCase(), instantOf(clock))) return unknownKey(id, store, terminal);
    terminal.result(json ? JSON.stringify({ id: id.toLowerCase(), revoked: true }) : `revoked ${id.toLowerCase()}`);
    return exitCode.done;
  });
}

function unknownKey(id: string, store: Store, terminal: Terminal): ExitCode {
  terminal.notice(`duebook: ${isApiKey(id) ? keyForId(id, store) : `there is no key with the id ${id}`}: ${showsIds}`);
  return exitCode.failed;
}

/** A key in the place of its id. It is not repeated, since whoever reads it could use it until it is revoked. */
function keyForId(key: string, store: Store): string {
  const id = store.apiKeys.findHolder(key, () => '')?.id;
  const ofKey = id === undefined ? 'this database has no key that still works' : `the key with the id ${id}`;
  return `give the id of a key, not the key itself. What you typed is ${ofKey}`;
}

type ListedKey = ApiKeyRecord & { readonly state: string };

const soonSeconds = 2 * 86_400;

/** The day on which a key ends; of one that ends soon, the minute too. */
function endShown({ expiresAt, state }: ListedKey, soon: string): string {
  if (expiresAt === null) return 'never';
  return state === 'active' && expiresAt <= soon ? `${expiresAt.slice(0, 16)}Z` : expiresAt.slice(0, 10);
}

function rowsOf(keys: readonly ListedKey[], soon: string): string[][] {
  return [
    ['ID', 'OWNER', 'SCOPE', 'STATE', 'KEY', 'CREATED', 'EXPIRES', 'NAME'],
    ...keys.map((key) => [
      key.id,
      key.owner,
      key.scope,
      key.state,
      `${key.start}…`,
      key.createdAt.slice(0, 10),
      endShown(key, soon),
      key.name ?? '',
    ]),
  ];
}
