import { Option, type Command } from 'commander';
import { SettingRefused } from '../core/config/sources.ts';
import { settingRules, valuesOf, type GivenSettings, type Settings } from '../core/config/settings.ts';
import { scopeIncludes, scopes, type Scope } from '../core/access/scope.ts';
import { firstUserName } from '../core/access/user.ts';
import type { UserRecord } from '../modules/users/model.ts';
import { withExistingStore } from '../server/dataDirectory.ts';
import { readRunningSettings, type RunningSettings } from '../server/address.ts';
import { linkOfCode, makeFirstUser, makeSignInCode, type SignInCode } from '../server/operator.ts';
import { alignedColumns, CliError } from '../core/runtime/terminal.ts';
import type { OpenedStore } from '../modules/store.ts';
import {
  dataCommand,
  labelOf,
  explainedSettings,
  optionOf,
  print,
  type DataOptions,
  type ProgramOptions,
} from './options.ts';
import { shellQuoted } from '../core/runtime/ownCommand.ts';
import { shownUser } from '../modules/users/store.ts';
import { findUser, unknownUser } from './users.ts';

type SignInFlags = GivenSettings & { readonly json?: boolean; readonly user?: string; readonly scope?: Scope };

/** Adds `sign-in`. */
export function addSignIn(program: Command, options: ProgramOptions): void {
  dataCommand(
    program,
    'sign-in',
    'print a one-time code and a link to sign in to the dashboard, even while the server runs',
  )
    .option('--user <name>', `user who signs in (default: ${firstUserName}, else the only admin)`, labelOf)
    .addOption(new Option('--scope <scope>', 'permission of the session (default: that of the user)').choices(scopes))
    .addOption(addressOption('publicUrl', 'address at which users open the dashboard'))
    .addOption(addressOption('host', 'address on which the server listens'))
    .addOption(addressOption('port', 'port on which the server listens'))
    .addOption(addressOption('basePath', 'path under which the server serves everything'))
    .action(({ user, scope, json = false, ...given }: SignInFlags) => {
      signIn({ ...options, user, scope, json, settings: addressedSettings(given, options) });
    });
}

function addressOption(name: keyof RunningSettings, meaning: string): Option {
  const { default: otherwise } = settingRules[name];
  return optionOf(name, {
    meaning: `for the link: ${meaning}`,
    default: `that of the running server, else ${otherwise || 'none'}`,
  });
}

/**
 * The settings of the command, with the address of the running server where it was not given. A flag, a variable and the
 * configuration file come first: the server may be reached by another way than its own settings say.
 */
function addressedSettings(given: GivenSettings, options: ProgramOptions): Settings {
  const explained = explainedSettings(given, options);
  const settings = valuesOf(explained);
  const { publicUrl, ...local } = readRunningSettings(settings.dataDir);
  const isLocal = [given.host, given.port, given.basePath].some((flag) => flag !== undefined);
  // A public URL would hide the flags.
  const running: Partial<Settings> = isLocal || publicUrl === undefined ? local : { ...local, publicUrl };
  const unknown = explained.filter(({ name, source }) => source.kind === 'default' && name in running);
  return {
    ...settings,
    ...Object.fromEntries(unknown.map(({ name }) => [name, running[name as keyof typeof running]])),
  };
}

interface SignInOptions extends Pick<DataOptions, 'json' | 'terminal' | 'clock' | 'randomness'> {
  /** The name of the user; undefined for the first user. */
  readonly user: string | undefined;
  readonly scope: Scope | undefined;
  readonly settings: Settings;
}

/** Prints a one-time code, and a link if the address of the server is known. */
function signIn(options: SignInOptions): void {
  const { user: name, scope, settings, terminal } = options;
  withExistingStore({ dataDir: settings.dataDir, terminal }, (store) => {
    const user = name === undefined ? usualUser(store, options) : findUser(store, name);
    if (scope !== undefined && !scopeIncludes(user.scope, scope)) throw refusedScope(user, scope);
    const made = makeSignInCode(store, { id: user.id, scope }, options);
    if (made === undefined) throw unknownUser(user.name);
    const link = linkOfCode(settings, made);
    const { code, ...about } = made;
    print(options, { code, link: link ?? null, ...about }, ...linesOf(made, link));
  });
}

function linesOf({ code, user, owner, scope, expiresAt }: SignInCode, link: string | undefined): string[] {
  return alignedColumns([
    ['code', code],
    ['link', link ?? 'not known: enter the code on the sign-in page'],
    ['user', `${user} (owner ${owner}, scope ${scope})`],
    ['valid', `once, until ${expiresAt}`],
  ]);
}

const namesShown = 10;

/**
 * The user who signs in where none is named: the one of the first start; if that one was renamed or removed, the only admin.
 *
 * @throws {CliError} when nobody is meant; it has the commands to choose from
 */
function usualUser(store: OpenedStore, sources: Pick<SignInOptions, 'clock' | 'randomness'>): UserRecord {
  if (!store.users.hasAny()) return firstUser(store, sources);
  const first = store.users.findByName(firstUserName);
  if (first !== undefined) return shownUser(first);
  const users = store.users.list();
  const admins = users.filter(({ scope }) => scope === 'admin');
  const [admin] = admins;
  if (admin !== undefined && admins.length === 1) return admin;
  const choices = admins.length > 0 ? admins : users;
  const commands = choices.slice(0, namesShown).map((one) => `"duebook sign-in --user ${shellQuoted(one.name)}"`);
  const more = choices.length > namesShown ? ', and more: "duebook users list" shows all' : '';
  throw new CliError(`there is no user ${JSON.stringify(firstUserName)}: type ${commands.join(' or ')}${more}`);
}

/**
 * Makes the first user, as a first start does: for a database from before there were users.
 *
 * @throws {CliError} when the owner of the first user is not clear
 */
function firstUser(store: OpenedStore, sources: Pick<SignInOptions, 'clock' | 'randomness'>): UserRecord {
  const names = store.owners.names();
  const owner = names.includes('default') ? 'default' : names.length === 1 ? names[0] : undefined;
  const user = owner === undefined ? undefined : makeFirstUser(store, owner, sources);
  if (user !== undefined) return user;
  const what =
    names.length === 0 ? 'there is no owner yet: create one with "duebook keys create", then' : 'there is no user yet:';
  throw new CliError(`${what} add a user with "duebook users add NAME --owner OWNER", and sign in with --user NAME`);
}

function refusedScope(user: UserRecord, scope: Scope): SettingRefused {
  return new SettingRefused(
    `--scope is ${scope}, and the user ${JSON.stringify(user.name)} has the scope ${user.scope}: give at most that`,
  );
}
