import { Option, type Command } from 'commander';
import { scopes, type Scope } from '../domain/keys/scope.ts';
import {
  dataCommand,
  dataOptions,
  labelOf,
  newLabelOf,
  type DataFlags,
  type Finish,
  type ProgramOptions,
} from './options.ts';
import { passwordIn, readPassword } from './prompt.ts';
import type { UserRecord } from '../domain/users/userFields.ts';
import { shellQuoted } from '../runtime/ownCommand.ts';
import { hashPassword } from '../runtime/passwords.ts';
import type { Clock, Randomness } from '../runtime/system.ts';
import { alignedColumns, CliError, exitCode, type ExitCode, type Terminal } from '../runtime/terminal.ts';
import { withExistingStore } from '../server/dataDirectory.ts';
import { auditedOrigin } from '../server/operator.ts';
import { shownUser } from '../store/credentials/users.ts';
import type { OpenedStore } from '../store/store.ts';

type AddFlags = DataFlags & { readonly owner: string; readonly scope: Scope; readonly passwordFile?: string };

/** Adds `users` and its subcommands. */
export function addUsers(program: Command, options: ProgramOptions, finish: Finish): void {
  const users = program
    .command('users')
    .description('add, list and remove the users of the dashboard, even while the server runs');
  const { clock, randomness, ownCommand } = options;
  const userOptions = (flags: DataFlags) => ({ ...dataOptions(flags, options), clock, randomness, ownCommand });
  const nameMeaning = 'name of the user, from "duebook users list"';
  dataCommand(users, 'add', 'add a user, who signs in with a code or a password')
    .argument('<name>', 'name to sign in with; no other user may have it', newLabelOf)
    .requiredOption('--owner <name>', 'owner of the records that the user may use (required)', labelOf)
    .addOption(new Option('--scope <scope>', 'permission of the user').choices(scopes).default('write'))
    .option('--password-file <file>', 'file with the password (default: none; the user signs in with codes)')
    .action(async (name: string, flags: AddFlags) => {
      const { owner, scope, passwordFile } = flags;
      const password = passwordFile === undefined ? undefined : passwordIn(passwordFile);
      finish(await addUser({ name, owner, scope, password }, userOptions(flags)));
    });
  dataCommand(users, 'list', 'list the users with their owner and scope').action((flags: DataFlags) =>
    finish(listUsers(userOptions(flags))),
  );
  dataCommand(users, 'remove', 'remove a user; the sessions end at once, the records stay')
    .argument('<name>', nameMeaning, labelOf)
    .action((name: string, flags: DataFlags) => finish(removeUser(name, userOptions(flags))));
  dataCommand(users, 'password', 'set the password of a user, read from standard input; the sessions end')
    .argument('<name>', nameMeaning, labelOf)
    .action(async (name: string, flags: DataFlags) => {
      const read = () => readPassword({ ...options.openStreams(), terminal: options.terminal });
      finish(await setUserPassword(name, read, userOptions(flags)));
    });
}

interface UserCommandOptions {
  readonly dataDir: string;
  readonly json: boolean;
  readonly terminal: Terminal;
}

type UserWriteOptions = UserCommandOptions & { readonly clock: Clock; readonly randomness: Randomness };

type UserAddOptions = UserWriteOptions & { readonly ownCommand: () => string };

/** Prints every user, with owner and scope. */
function listUsers({ dataDir, json, terminal }: UserCommandOptions): ExitCode {
  return withExistingStore({ dataDir, terminal }, (store) => {
    const users = store.users.list();
    const rows = users.map((user) => [
      user.name,
      user.owner,
      user.scope,
      user.hasPassword ? 'yes' : 'no',
      user.createdAt.slice(0, 10),
    ]);
    const lines = json
      ? [JSON.stringify(users)]
      : alignedColumns([['USER', 'OWNER', 'SCOPE', 'PASSWORD', 'CREATED'], ...rows]);
    for (const line of lines) terminal.result(line);
    return exitCode.done;
  });
}

/** A user to create. */
interface UserRequest {
  readonly name: string;
  readonly owner: string;
  readonly scope: Scope;
  /** The password; undefined for a user who signs in with codes only. */
  readonly password: string | undefined;
}

/** Creates a user of an owner that exists. */
async function addUser({ password, ...wanted }: UserRequest, options: UserAddOptions): Promise<ExitCode> {
  const { json, terminal, randomness } = options;
  const passwordHash = password === undefined ? null : await hashPassword(password);
  return withExistingStore(options, (store) => {
    const user = { ...wanted, userId: randomness.uuid(), passwordHash };
    const result = store.inProcess.commit({ ...auditedOrigin(options), ...user, kind: 'user.create' });
    if (result.outcome === 'missing')
      throw new CliError(`there is no owner ${JSON.stringify(wanted.owner)}: "duebook owners list" shows the names`);
    if (result.outcome === 'conflict')
      throw new CliError(
        `there is already a user ${JSON.stringify(wanted.name)}, or one whose name looks like it: choose another name`,
      );
    terminal.result(json ? JSON.stringify(result.user) : shownAddition(result.user, options.ownCommand()));
    return exitCode.done;
  });
}

function shownAddition({ name, owner, scope, hasPassword }: UserRecord, ownCommand: string): string {
  const signIn = `${ownCommand} sign-in --user ${shellQuoted(name)}`;
  return `added ${name} to ${owner} with the scope ${scope}${hasPassword ? '' : `: "${signIn}" prints a code to sign in with`}`;
}

/** Removes a user. Its sessions end at once; what it recorded stays. */
function removeUser(name: string, options: UserWriteOptions): ExitCode {
  const { json, terminal } = options;
  return withExistingStore(options, (store) => {
    const user = findUser(store, name);
    if (user === undefined) return unknownUser(name, terminal);
    const removal = { ...auditedOrigin(options), kind: 'user.delete', userId: user.id } as const;
    if (store.inProcess.commit(removal).outcome === 'missing') return unknownUser(name, terminal);
    terminal.result(json ? JSON.stringify({ name: user.name, removed: true }) : `removed ${user.name}`);
    return exitCode.done;
  });
}

/**
 * Sets the password of a user. Its sessions end.
 *
 * @param ask reads the new password; called only when there is such a user
 */
async function setUserPassword(name: string, ask: () => Promise<string>, options: UserWriteOptions): Promise<ExitCode> {
  const { json, terminal } = options;
  const user = withExistingStore(options, (store) => findUser(store, name));
  if (user === undefined) return unknownUser(name, terminal);
  // The database is not open while somebody types.
  const passwordHash = await hashPassword(await ask());
  return withExistingStore(options, (store) => {
    const change = { ...auditedOrigin(options), kind: 'user.setPassword', userId: user.id, passwordHash } as const;
    if (store.inProcess.commit(change).outcome === 'missing') return unknownUser(name, terminal);
    const done = `set the password of ${user.name}; sessions of the user have ended`;
    terminal.result(json ? JSON.stringify({ name: user.name, passwordSet: true }) : done);
    return exitCode.done;
  });
}

/** The user of a name, in any case. */
export function findUser(store: OpenedStore, name: string): UserRecord | undefined {
  const user = store.users.findByName(name);
  return user && shownUser(user);
}

/** Reports that there is no such user. */
export function unknownUser(name: string, terminal: Terminal): ExitCode {
  terminal.notice(`duebook: there is no user ${JSON.stringify(name)}: "duebook users list" shows the names`);
  return exitCode.failed;
}
