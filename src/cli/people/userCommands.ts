import { Option, type Command } from 'commander';
import { scopes, type Scope } from '../../domain/keys/apiKey.ts';
import {
  dataCommand,
  dataOptions,
  labelOf,
  newLabelOf,
  type DataFlags,
  type Finish,
  type ProgramOptions,
} from '../options.ts';
import { passwordIn, readPassword } from './passwordInput.ts';
import { addUser, listUsers, removeUser, setUserPassword } from './users.ts';

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
