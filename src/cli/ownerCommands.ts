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
  const owners = program.command('owners').description('list, rename and delete owners, even while the server runs');
  const writeOptions = (flags: DataFlags) => {
    const { clock, randomness } = options;
    return { ...dataOptions(flags, options), clock, randomness };
  };
  dataCommand(owners, 'list', 'list the owners with their number of keys and subscriptions').action(
    (flags: DataFlags) => finish(listOwners(dataOptions(flags, options))),
  );
  dataCommand(owners, 'rename', 'rename an owner; keys and records stay the same')
    .argument('<name>', 'name of the owner, from "duebook owners list"', labelOf)
    .argument('<new-name>', 'new name; no other owner may have it', newLabelOf)
    .action((name: string, newName: string, flags: DataFlags) =>
      finish(renameOwner(name, newName, writeOptions(flags))),
    );
  dataCommand(owners, 'delete', 'permanently delete an owner with its keys, subscriptions and audit trail')
    .argument('<name>', 'name of the owner, from "duebook owners list"', labelOf)
    .option('--yes', 'confirm; without it, the command only prints what it would delete')
    .action((name: string, flags: DataFlags & { yes?: boolean }) =>
      finish(deleteOwner(name, flags.yes === true, writeOptions(flags))),
    );
}
