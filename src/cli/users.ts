import { Option, type Command } from 'commander';
import { scopes, type Scope } from '../core/access/scope.ts';
import {
  dataCommand,
  dataOptions,
  labelOf,
  newLabelOf,
  print,
  type DataFlags,
  type DataOptions,
  type ProgramOptions,
} from './options.ts';
import { passwordIn, readPassword } from './prompt.ts';
import type { UserRecord } from '../modules/users/model.ts';
import { shellQuoted } from '../core/runtime/ownCommand.ts';
import { hashPassword } from '../core/runtime/passwords.ts';
import { alignedColumns, CliError } from '../core/runtime/terminal.ts';
import { withExistingStore } from '../server/dataDirectory.ts';
import { auditedOrigin } from '../server/operator.ts';
import { shownUser } from '../modules/users/store.ts';
import type { OpenedStore } from '../modules/store.ts';

type AddFlags = DataFlags & { readonly owner: string; readonly scope: Scope; readonly passwordFile?: string };

/** Adds `users` and its subcommands. */
export function addUsers(program: Command, options: ProgramOptions): void {
  const users = program
    .command('users')
    .description('add, list and remove the users of the dashboard, and set passwords, even while the server runs');
  const nameMeaning = 'name of the user, from "duebook users list"';
  dataCommand(users, 'add', 'add a user, who signs in with a code or a password')
    .argument('<name>', 'name to sign in with; no other user may have it', newLabelOf)
    .requiredOption('--owner <name>', 'owner of the records that the user may use (required)', labelOf)
    .addOption(new Option('--scope <scope>', 'permission of the user').choices(scopes).default('write'))
    .option('--password-file <file>', 'file with the password (default: none; the user signs in with codes)')
    .action(async (name: string, flags: AddFlags) => {
      const { owner, scope, passwordFile } = flags;
      const password = passwordFile === undefined ? undefined : passwordIn(passwordFile);
      await addUser({ name, owner, scope, password }, dataOptions(flags, options));
    });
  dataCommand(users, 'list', 'list the users with their owner and scope').action((flags: DataFlags) =>
    listUsers(dataOptions(flags, options)),
  );
  dataCommand(users, 'remove', 'remove a user; the sessions end at once, the records stay')
    .argument('<name>', nameMeaning, labelOf)
    .action((name: string, flags: DataFlags) => removeUser(name, dataOptions(flags, options)));
  dataCommand(users, 'password', 'set the password of a user, read from standard input; the sessions end')
    .argument('<name>', nameMeaning, labelOf)
    .action(async (name: string, flags: DataFlags) => {
      const read = () => readPassword({ ...options.openStreams(), terminal: options.terminal });
      await setUserPassword(name, read, dataOptions(flags, options));
    });
}

/** Prints every user, with owner and scope. */
function listUsers(options: DataOptions): void {
  withExistingStore(options, (store) => {
    const users = store.users.list();
    const rows = users.map(({ name, owner, scope, hasPassword, createdAt }) => [
      name,
      owner,
      scope,
      hasPassword ? 'yes' : 'no',
      createdAt.slice(0, 10),
    ]);
    print(options, users, ...alignedColumns([['USER', 'OWNER', 'SCOPE', 'PASSWORD', 'CREATED'], ...rows]));
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
async function addUser({ password, ...wanted }: UserRequest, options: DataOptions): Promise<void> {
  const passwordHash = password === undefined ? null : await hashPassword(password);
  withExistingStore(options, (store) => {
    const user = { ...wanted, userId: options.randomness.uuid(), passwordHash };
    const result = store.inProcess.commit({ ...auditedOrigin(options), ...user, kind: 'user.create' });
    if (result.outcome === 'missing')
      throw new CliError(`there is no owner ${JSON.stringify(wanted.owner)}: "duebook owners list" shows the names`);
    if (result.outcome === 'conflict')
      throw new CliError(
        `there is already a user ${JSON.stringify(wanted.name)}, or one whose name looks like it: choose another name`,
      );
    print(options, result.user, shownAddition(result.user, options.ownCommand()));
  });
}

function shownAddition({ name, owner, scope, hasPassword }: UserRecord, ownCommand: string): string {
  const signIn = `${ownCommand} sign-in --user ${shellQuoted(name)}`;
  return `added ${name} to ${owner} with the scope ${scope}${hasPassword ? '' : `: "${signIn}" prints a code to sign in with`}`;
}

/** Removes a user. Its sessions end at once; what it recorded stays. */
function removeUser(name: string, options: DataOptions): void {
  withExistingStore(options, (store) => {
    const user = findUser(store, name);
    const removal = { ...auditedOrigin(options), kind: 'user.delete', userId: user.id } as const;
    if (store.inProcess.commit(removal).outcome === 'missing') throw unknownUser(name);
    print(options, { name: user.name, removed: true }, `removed ${user.name}`);
  });
}

/**
 * Sets the password of a user. Its sessions end.
 *
 * @param ask reads the new password; called only when there is such a user
 */
async function setUserPassword(name: string, ask: () => Promise<string>, options: DataOptions): Promise<void> {
  const user = withExistingStore(options, (store) => findUser(store, name));
  // The database is not open while somebody types.
  const passwordHash = await hashPassword(await ask());
  withExistingStore(options, (store) => {
    const change = { ...auditedOrigin(options), kind: 'user.setPassword', userId: user.id, passwordHash } as const;
    if (store.inProcess.commit(change).outcome === 'missing') throw unknownUser(name);
    const done = `set the password of ${user.name}; sessions of the user have ended`;
    print(options, { name: user.name, passwordSet: true }, done);
  });
}

/**
 * The user of a name, in any case.
 *
 * @throws {CliError} when there is no such user
 */
export function findUser(store: OpenedStore, name: string): UserRecord {
  const user = store.users.findByName(name);
  if (user === undefined) throw unknownUser(name);
  return shownUser(user);
}

/** The error that there is no such user. */
export function unknownUser(name: string): CliError {
  return new CliError(`there is no user ${JSON.stringify(name)}: "duebook users list" shows the names`);
}
