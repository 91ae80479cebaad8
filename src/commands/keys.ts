import { composeApiKey, stateOfApiKey, type Scope } from '../domain/apiKey.ts';
import { hasDatabase } from '../store/database.ts';
import { DatabaseRefused } from '../store/databaseFile.ts';
import { openStore, type ApiKeyRecord, type NewApiKey, type Store } from '../store/store.ts';
import { instantOf, type Clock, type Randomness } from '../system.ts';
import { alignedColumns, exitCode, type ExitCode, type Terminal } from './terminal.ts';

/** What the commands on keys need. */
export interface KeyCommandOptions {
  readonly dataDir: string;
  readonly json: boolean;
  readonly terminal: Terminal;
  readonly clock: Clock;
}

/** A key to be made. */
export interface KeyRequest {
  readonly owner: string;
  readonly scope: Scope;
  readonly name: string | null;
  /** How long it is valid; undefined for ever. */
  readonly lifetimeSeconds: number | undefined;
}

/** Makes a key and prints it, alone, on standard output: the only time that it is shown. */
export function createKey(request: KeyRequest, options: KeyCommandOptions, randomness: Randomness): ExitCode {
  if (!hasDatabase(options.dataDir)) {
    options.terminal.notice(`duebook: there was no database in ${options.dataDir}, so a new one is made there`);
  }
  return withStore(options.dataDir, (store) => {
    const made = drawKey(request, options.clock, randomness);
    store.apiKeys.add(made);
    try {
      options.terminal.result(options.json ? JSON.stringify(made) : made.key);
    } catch (error) {
      // Nobody has seen the key, so nobody is to have it.
      store.apiKeys.revoke(made.id, instantOf(options.clock));
      throw error;
    }
    return exitCode.done;
  });
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
  return withExistingStore(dataDir, (store) => {
    const now = instantOf(clock);
    const keys = store.apiKeys.list().map((key) => ({ ...key, state: stateOfApiKey(key, () => now) }));
    const lines = json ? [JSON.stringify(keys)] : alignedColumns(rowsOf(keys));
    for (const line of lines) terminal.result(line);
    return exitCode.done;
  });
}

/** Revokes a key: it is refused from its next request on. */
export function revokeKey(id: string, { dataDir, json, terminal, clock }: KeyCommandOptions): ExitCode {
  return withExistingStore(dataDir, (store) => {
    if (!store.apiKeys.revoke(id.toLowerCase(), instantOf(clock))) {
      terminal.notice(`duebook: there is no key with the id ${id}: "duebook keys list" shows the ids`);
      return exitCode.failed;
    }
    terminal.result(json ? JSON.stringify({ id: id.toLowerCase(), revoked: true }) : `revoked ${id.toLowerCase()}`);
    return exitCode.done;
  });
}

function withExistingStore(dataDir: string, action: (store: Store) => ExitCode): ExitCode {
  if (!hasDatabase(dataDir)) {
    throw new DatabaseRefused(`there is no database in ${dataDir}: name its directory with --data-dir`);
  }
  return withStore(dataDir, action);
}

function withStore(dataDir: string, action: (store: Store) => ExitCode): ExitCode {
  const store = openStore(dataDir);
  try {
    return action(store);
  } finally {
    store.close();
  }
}

type ListedKey = ApiKeyRecord & { readonly state: string };

function rowsOf(keys: readonly ListedKey[]): string[][] {
  return [
    ['ID', 'OWNER', 'SCOPE', 'STATE', 'KEY', 'CREATED', 'EXPIRES', 'NAME'],
    ...keys.map((key) => [
      key.id,
      key.owner,
      key.scope,
      key.state,
      `${key.start}…`,
      key.createdAt.slice(0, 10),
      key.expiresAt?.slice(0, 10) ?? 'never',
      key.name ?? '',
    ]),
  ];
}
