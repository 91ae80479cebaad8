import { isApiKey, stateOfApiKey, type Scope } from '../domain/keys/apiKey.ts';
import type { ApiKeyRecord, RotationRefusal } from '../domain/keys/keyRecord.ts';
import { nearest } from '../domain/text/nearest.ts';
import { SettingRefused } from '../config/sources.ts';
import type { OpenedStore } from '../store/store.ts';
import { instantOf, type Clock, type Randomness } from '../runtime/system.ts';
import { refuseMissingDatabase, withExistingStore, withStore } from '../server/dataDirectory.ts';
import { auditedOrigin, drawKey } from '../server/operator.ts';
import { alignedColumns, CliError, exitCode, type ExitCode, type Terminal } from '../runtime/terminal.ts';

/** What the commands on keys need. */
export interface KeyCommandOptions {
  readonly dataDir: string;
  readonly json: boolean;
  readonly terminal: Terminal;
  readonly clock: Clock;
  readonly randomness: Randomness;
}

// So that the line stays short enough to read.
const shownMax = 10;
const showsIds = '"duebook keys list" shows the ids';
const makesDatabase = ', or make one: "duebook serve" does at its first start, and --init does here';

/** A key to be made. */
interface KeyRequest {
  readonly owner: string;
  readonly scope: Scope;
  readonly name: string | null;
  /** How long it is valid; undefined for ever. */
  readonly lifetimeSeconds: number | undefined;
}

/** Makes a key and prints it, alone, on standard output: the only time that it is shown. `init` makes a database for it. */
export function createKey(
  { owner, scope, name, lifetimeSeconds }: KeyRequest,
  options: KeyCommandOptions & { readonly init: boolean; readonly newOwner: boolean },
): ExitCode {
  if (!options.init) refuseMissingDatabase(options.dataDir, makesDatabase);
  return withStore(options, (store) => {
    const { key, credential } = drawKey(scope, options.randomness);
    const expiresAt = lifetimeSeconds === undefined ? null : instantOf(options.clock, lifetimeSeconds);
    const wanted = { owner, scope, name, expiresAt, anyNewOwner: options.newOwner };
    const result = store.inProcess.commit({
      ...auditedOrigin(options),
      ...credential,
      ...wanted,
      kind: 'key.create',
    });
    if (result.outcome === 'conflict') throw refusedOwner(owner, result);
    // Nobody has seen a key that could not be printed, so nobody may use it.
    printKey(key, result.key, options, () => {
      store.inProcess.commit({ ...auditedOrigin(options), kind: 'key.revoke', keyId: credential.id });
    });
    if (result.otherOwners.length > 0) options.terminal.notice(`duebook: ${newcomer(owner, result.otherOwners)}`);
    return exitCode.done;
  });
}

/** A new owner sees no records: a name that differs in case alone is hardly meant to be one. */
function refusedOwner(owner: string, conflict: { readonly reason: string; readonly owner?: string }): Error {
  if (conflict.owner === undefined) return new Error(`a key was not made: ${conflict.reason}`);
  const [typed, meant] = [JSON.stringify(owner), JSON.stringify(conflict.owner)];
  return new SettingRefused(
    `--owner is ${typed}, and there is an owner ${meant}: give --owner ${meant}, or add --new-owner to make another owner`,
  );
}

/** A mistyped name makes an owner who sees nothing. */
function newcomer(owner: string, names: readonly string[]): string {
  const near = nearest(owner, names);
  if (near !== undefined)
    return `new owner ${owner}; did you mean ${near}? Then run "duebook owners delete ${owner} --yes" and make the key again`;
  const [shown, more] = [names.slice(0, shownMax), names.length > shownMax ? ', …' : ''];
  return `new owner ${owner}; there are: ${shown.join(', ')}${more}`;
}

/** Which key to replace, and how. */
interface KeyRotation {
  readonly id: string;
  /** How long the old key stays valid; 0 revokes it at once. */
  readonly graceSeconds: number;
  /** How long the new key is valid; undefined for as long as the old one was when it was made. */
  readonly lifetimeSeconds: number | undefined;
}

/** Makes a key of the same owner, scope and name as another, prints it, and ends the other one after a while. */
export function rotateKey({ id, ...rotation }: KeyRotation, options: KeyCommandOptions): ExitCode {
  const keyId = id.toLowerCase();
  return withExistingStore(options, (store) => {
    const old = store.apiKeys.find(keyId);
    if (old === undefined) return unknownKey(id, store, options.terminal);
    // The scope of a key never changes, so the new key may be drawn before the transaction.
    const { key, credential: successor } = drawKey(old.scope, options.randomness);
    const origin = auditedOrigin(options);
    const result = store.inProcess.commit({ ...origin, ...rotation, kind: 'key.rotate', keyId, successor });
    if (result.outcome === 'missing') return unknownKey(id, store, options.terminal);
    if (result.outcome === 'conflict') throw refusedRotation(keyId, result);
    printKey(key, result.key, options, () => {
      const undone = { keyId, successorId: successor.id, end: result.before };
      store.inProcess.commit({ ...auditedOrigin(options), ...undone, kind: 'key.undoRotation' });
    });
    const { expiresAt } = result.key;
    if (expiresAt !== null) options.terminal.notice(`duebook: the new key ends at ${expiresAt}`);
    return exitCode.done;
  });
}

function refusedRotation(id: string, refusal: RotationRefusal): CliError {
  if (refusal.reason !== 'rotated')
    return new CliError(`the key ${id} is ${refusal.reason}: make a new one with "duebook keys create"`);
  return new CliError(
    `the key ${id} was rotated already: its successor is ${refusal.successorId}; rotate that one, or make a new one with "duebook keys create"`,
  );
}

/** Prints a new key; when that fails, nobody has seen it, and what made it is undone. */
function printKey(key: string, record: ApiKeyRecord, { json, terminal }: KeyCommandOptions, undo: () => void): void {
  const { id, owner, scope, name, createdAt, expiresAt } = record;
  try {
    terminal.result(json ? JSON.stringify({ id, key, owner, scope, name, createdAt, expiresAt }) : key);
  } catch (error) {
    undo();
    throw error;
  }
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
export function revokeKey(id: string, options: KeyCommandOptions): ExitCode {
  const { json, terminal } = options;
  return withExistingStore(options, (store) => {
    const revocation = { ...auditedOrigin(options), kind: 'key.revoke', keyId: id.toLowerCase() } as const;
    if (store.inProcess.commit(revocation).outcome === 'missing') return unknownKey(id, store, terminal);
    terminal.result(json ? JSON.stringify({ id: id.toLowerCase(), revoked: true }) : `revoked ${id.toLowerCase()}`);
    return exitCode.done;
  });
}

function unknownKey(id: string, store: OpenedStore, terminal: Terminal): ExitCode {
  terminal.notice(`duebook: ${isApiKey(id) ? keyForId(id, store) : `there is no key with the id ${id}`}: ${showsIds}`);
  return exitCode.failed;
}

/** A key in the place of its id. It is not repeated, since whoever reads it could use it until it is revoked. */
function keyForId(key: string, store: OpenedStore): string {
  const id = store.apiKeys.findHolder(key, () => '')?.id;
  const ofKey = id === undefined ? 'not a valid key of this database' : `the key with the id ${id}`;
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
