import { Option, type Command } from 'commander';
import { isApiKey, stateOfApiKey } from '../core/access/apiKey.ts';
import { scopes, type Scope } from '../core/access/scope.ts';
import { nearest } from '../core/text/nearest.ts';
import { confirmOnTerminal } from './prompt.ts';
import {
  dataCommand,
  dataOptions,
  graceOf,
  lifetimeOf,
  newLabelOf,
  print,
  type DataFlags,
  type DataOptions,
  type ProgramOptions,
} from './options.ts';
import type { ApiKeyRecord, RotationRefusal } from '../modules/keys/rules.ts';
import { SettingRefused } from '../core/config/sources.ts';
import type { OpenedStore } from '../modules/store.ts';
import { instantOf } from '../core/runtime/system.ts';
import { refuseMissingDatabase, withExistingStore, withStore } from '../server/dataDirectory.ts';
import { auditedOrigin, drawKey } from '../server/operator.ts';
import { alignedColumns, CliError } from '../core/runtime/terminal.ts';

const lifetimeForm = '--expires <time>';
const idMeaning = 'id of the key, from "duebook keys list"';

type CreateFlags = DataFlags & {
  readonly owner: string;
  readonly scope: Scope;
  readonly name?: string;
  readonly expires?: number;
  readonly init?: true;
  readonly newOwner?: true;
};

/** Adds `keys` and its subcommands. */
export function addKeys(program: Command, options: ProgramOptions): void {
  const { terminal } = options;
  const keys = program
    .command('keys')
    .description('create, list, rotate and revoke API keys, even while the server runs');
  dataCommand(keys, 'create', 'create a key and print it; it is shown only once')
    .requiredOption('--owner <name>', 'owner of the records that the key may use (required)', newLabelOf)
    .addOption(new Option('--scope <scope>', 'permission of the key (required)').choices(scopes).makeOptionMandatory())
    .option('--name <label>', 'name to recognize the key by', newLabelOf)
    .option(lifetimeForm, 'lifetime, such as 90d, 12h or 30m (default: no expiry)', lifetimeOf)
    .option('--init', 'create the database if the data directory has none')
    .option('--new-owner', 'create a new owner without asking, even if its name resembles that of another')
    .action(async (flags: CreateFlags) => {
      const { owner, scope, name = null, expires, init = false, newOwner = false } = flags;
      const request = { owner, scope, name, lifetimeSeconds: expires };
      const confirm = (question: string) => confirmOnTerminal({ ...options.openStreams(), terminal }, question);
      await createKey(request, { ...dataOptions(flags, options), init, newOwner, confirm });
    });
  dataCommand(keys, 'list', 'list the keys, without their secret part').action((flags: DataFlags) =>
    listKeys(dataOptions(flags, options)),
  );
  dataCommand(keys, 'rotate', 'replace a key: create a new one and print it; it is shown only once')
    .argument('<id>', idMeaning)
    .option('--grace <time>', 'how long the old key stays valid, such as 24h (default: 0, revoked at once)', graceOf)
    .option(lifetimeForm, 'lifetime of the new key (default: the original lifetime of the old key)', lifetimeOf)
    .action((id: string, flags: DataFlags & { grace?: number; expires?: number }) => {
      const { grace: graceSeconds = 0, expires: lifetimeSeconds } = flags;
      rotateKey({ id, graceSeconds, lifetimeSeconds }, dataOptions(flags, options));
    });
  dataCommand(keys, 'revoke', 'revoke a key; its next request is refused')
    .argument('<id>', idMeaning)
    .action((id: string, flags: DataFlags) => revokeKey(id, dataOptions(flags, options)));
}

/** Options of the commands on keys. */
export type KeyCommandOptions = Omit<DataOptions, 'backupDir' | 'ownCommand'>;

// Keeps the line short.
const shownMax = 10;
const createsDatabase = 'name its directory with --data-dir, or create one: start "duebook serve" once, or add --init';

/** A key to create. */
interface KeyRequest {
  readonly owner: string;
  readonly scope: Scope;
  readonly name: string | null;
  /** Its lifetime; undefined without expiry. */
  readonly lifetimeSeconds: number | undefined;
}

/** Options of creating a key. */
interface CreateOptions extends KeyCommandOptions {
  /** Whether to create a database if there is none. */
  readonly init: boolean;
  /** Whether to create an owner whose name resembles that of another. */
  readonly newOwner: boolean;
  /** Asks a question that is answered with yes or no; undefined when nobody can be asked. */
  readonly confirm: (question: string) => Promise<boolean | undefined>;
}

/** Creates a key and prints only the key, for the only time. Asks before it creates an owner with a mistyped name. */
export async function createKey(request: KeyRequest, options: CreateOptions): Promise<void> {
  const { owner } = request;
  const meant = tryToCreateKey(request, options);
  if (meant === undefined) return;
  // The database is not open while somebody types.
  const [typed, known] = [JSON.stringify(owner), JSON.stringify(meant)];
  const isConfirmed = await options.confirm(`There is an owner ${known}. Create another owner ${typed}? [y/N]`);
  if (isConfirmed === undefined) throw refusedOwner(owner, meant);
  if (!isConfirmed) throw new SettingRefused(`no key was created: give --owner ${known} for a key of that owner`);
  tryToCreateKey(request, { ...options, newOwner: true });
}

/** @returns the owner that is probably meant, when no key was created; undefined when one was */
function tryToCreateKey({ lifetimeSeconds, ...request }: KeyRequest, options: CreateOptions): string | undefined {
  const { owner, scope } = request;
  if (!options.init) refuseMissingDatabase(options.dataDir, createsDatabase);
  return withStore(options, (store) => {
    const { key, credential } = drawKey(scope, options.randomness);
    const expiresAt = lifetimeSeconds === undefined ? null : instantOf(options.clock, lifetimeSeconds);
    const wanted = { ...request, expiresAt, anyNewOwner: options.newOwner };
    const result = store.inProcess.commit({
      ...auditedOrigin(options),
      ...credential,
      ...wanted,
      kind: 'key.create',
    });
    if (result.outcome === 'conflict') {
      if ('owner' in result) return result.owner;
      throw new Error(`the key was not created: ${result.reason}`);
    }
    // Nobody has seen a key that could not be printed, so it is revoked.
    printKey(key, result.key, options, () => {
      store.inProcess.commit({ ...auditedOrigin(options), kind: 'key.revoke', keyId: credential.id });
    });
    if (result.otherOwners.length > 0) options.terminal.notice(`duebook: ${newcomer(owner, result.otherOwners)}`);
    return undefined;
  });
}

/** A new owner sees no records, and a name that resembles another is hardly meant as one. */
function refusedOwner(owner: string, meant: string): SettingRefused {
  const [typed, known] = [JSON.stringify(owner), JSON.stringify(meant)];
  return new SettingRefused(
    `--owner is ${typed}, and there is an owner ${known}: give --owner ${known}, or add --new-owner to create another owner`,
  );
}

/** A new owner sees no records of the others. One with a similar name, which may be the one that is meant, is shown first. */
function newcomer(owner: string, names: readonly string[]): string {
  const similar = nearest(owner, names);
  const ordered = names.toSorted((one, other) => Number(other === similar) - Number(one === similar));
  const [shown, more] = [ordered.slice(0, shownMax), names.length > shownMax ? ', …' : ''];
  return `new owner ${owner}; the others are: ${shown.join(', ')}${more}`;
}

/** Which key to replace, and how. */
interface KeyRotation {
  readonly id: string;
  /** How long the old key keeps working; 0 revokes it at once. */
  readonly graceSeconds: number;
  /** The lifetime of the new key; undefined for the original lifetime of the old one. */
  readonly lifetimeSeconds: number | undefined;
}

/** Replaces a key: creates one of the same owner, scope and name, prints it, and ends the old one after the grace time. */
export function rotateKey({ id, ...rotation }: KeyRotation, options: KeyCommandOptions): void {
  const keyId = id.toLowerCase();
  withExistingStore(options, (store) => {
    const old = store.apiKeys.find(keyId);
    if (old === undefined) throw unknownKey(id, store, options);
    // The scope of a key never changes, so the new key can be drawn before the transaction.
    const { key, credential: successor } = drawKey(old.scope, options.randomness);
    const origin = auditedOrigin(options);
    const result = store.inProcess.commit({ ...origin, ...rotation, kind: 'key.rotate', keyId, successor });
    if (result.outcome === 'missing') throw unknownKey(id, store, options);
    if (result.outcome === 'conflict') throw refusedRotation(keyId, result);
    printKey(key, result.key, options, () => {
      const undone = { keyId, successorId: successor.id, end: result.before };
      store.inProcess.commit({ ...auditedOrigin(options), ...undone, kind: 'key.undoRotation' });
    });
    const { expiresAt } = result.key;
    if (expiresAt !== null) options.terminal.notice(`duebook: the new key expires at ${expiresAt}`);
  });
}

function refusedRotation(id: string, refusal: RotationRefusal): CliError {
  if (refusal.reason !== 'rotated')
    return new CliError(`the key ${id} is ${refusal.reason}: create a new one with "duebook keys create"`);
  return new CliError(
    `the key ${id} was already rotated: its successor is ${refusal.successorId}; rotate that one, or create a new one with "duebook keys create"`,
  );
}

/** Prints a new key. If that fails, nobody has seen the key, and its creation is undone. */
function printKey(key: string, record: ApiKeyRecord, options: KeyCommandOptions, undo: () => void): void {
  const { id, owner, scope, name, createdAt, expiresAt } = record;
  try {
    print(options, { id, key, owner, scope, name, createdAt, expiresAt }, key);
  } catch (error) {
    undo();
    throw error;
  }
}

/** Prints every key without its secret part. */
function listKeys(options: KeyCommandOptions): void {
  const { clock } = options;
  withExistingStore(options, (store) => {
    const now = instantOf(clock);
    const keys = store.apiKeys.list().map((key) => ({ ...key, state: stateOfApiKey(key, () => now) }));
    print(options, keys, ...alignedColumns(rowsOf(keys, instantOf(clock, soonSeconds))));
  });
}

/** Revokes a key: its next request is refused. */
function revokeKey(id: string, options: KeyCommandOptions): void {
  const keyId = id.toLowerCase();
  withExistingStore(options, (store) => {
    const { outcome } = store.inProcess.commit({ ...auditedOrigin(options), kind: 'key.revoke', keyId });
    if (outcome === 'missing') throw unknownKey(id, store, options);
    print(options, { id: keyId, revoked: true }, `revoked ${keyId}`);
  });
}

function unknownKey(id: string, store: OpenedStore, { clock }: Pick<KeyCommandOptions, 'clock'>): CliError {
  const what = isApiKey(id) ? keyForId(id, store, instantOf(clock)) : `there is no key with the id ${id}`;
  return new CliError(`${what}: "duebook keys list" shows the ids`);
}

/** The advice for a key in the place of its id. The key is not printed: readers could use it until it is revoked. */
function keyForId(key: string, store: OpenedStore, now: string): string {
  const id = store.apiKeys.findHolder(key, () => now)?.id;
  const ofKey = id === undefined ? 'not a valid key of this database' : `the key with the id ${id}`;
  return `give the id of a key, not the key itself. What you typed is ${ofKey}`;
}

type ListedKey = ApiKeyRecord & { readonly state: string };

const soonSeconds = 2 * 86_400;

/** The day on which a key expires; with the minute if that is soon. */
function endShown({ expiresAt, state }: ListedKey, soon: string): string {
  if (expiresAt === null) return 'never';
  return state === 'active' && expiresAt <= soon ? `${expiresAt.slice(0, 16)}Z` : expiresAt.slice(0, 10);
}

function rowsOf(keys: readonly ListedKey[], soon: string): string[][] {
  return [
    ['ID', 'OWNER', 'SCOPE', 'STATE', 'KEY', 'CREATED', 'LAST USED', 'EXPIRES', 'NAME'],
    ...keys.map((key) => [
      key.id,
      key.owner,
      key.scope,
      key.state,
      `${key.start}…`,
      key.createdAt.slice(0, 10),
      key.lastUsedAt?.slice(0, 10) ?? 'never',
      endShown(key, soon),
      key.name ?? '',
    ]),
  ];
}
