import type { Command } from 'commander';
import { deleteOwner, listOwners, renameOwner } from './owners.ts';
import {
  dataCommand,
  dataOptions,
  labelOf,
  newLabelOf,
  type DataFlags,
  type Finish,
  type ProgramOptions,
} from './options.ts';

/** Adds `owners` and what can be done with them. */
export function addOwners(program: Command, options: ProgramOptions, finish: Finish): void {
  const owners = program.command('owners').description('list, rename and delete owners, also while the server runs');
  const writeOptions = (flags: DataFlags) => {
    const { clock, randomness } = options;
    return { ...dataOptions(flags, options), clock, randomness };
  };
  dataCommand(owners, 'list', 'list the owners, with how many keys and subscriptions each has').action(
    (flags: DataFlags) => finish(listOwners(dataOptions(flags, options))),
  );
  dataCommand(owners, 'rename', 'give an owner another name; keys and records stay as they are')
    .argument('<name>', 'the name, as the list shows it', labelOf)
    .argument('<new-name>', 'the new name, which no other owner has', newLabelOf)
    .action((name: string, newName: string, flags: DataFlags) =>
      finish(renameOwner(name, newName, writeOptions(flags))),
    );
  dataCommand(owners, 'delete', 'delete an owner for good: keys, subscriptions and audit trail')
    .argument('<name>', 'the name, as the list shows it', labelOf)
    .option('--yes', 'do it; without, the command only says what would be deleted')
    .action((name: string, flags: DataFlags & { yes?: boolean }) =>
      finish(deleteOwner(name, flags.yes === true, writeOptions(flags))),
    );
}
