import type { Command } from 'commander';
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
import type { OpenedStore } from '../modules/store.ts';
import type { OwnerRecord } from '../modules/owners/commands.ts';
import { estimatedBytes } from '../modules/owners/rules/usage.ts';
import { auditedOrigin, operatorOrigin } from '../server/operator.ts';
import { withExistingStore } from '../server/dataDirectory.ts';
import { SettingRefused } from '../core/config/sources.ts';
import { alignedColumns, CliError } from '../core/runtime/terminal.ts';

/** Adds `owners` and what can be done with them. */
export function addOwners(program: Command, options: ProgramOptions): void {
  const owners = program.command('owners').description('list, rename and delete owners, even while the server runs');
  dataCommand(owners, 'list', 'list the owners with their number of keys and subscriptions')
    .option('--usage', 'also print payments, audit entries and the estimated size of the records, largest first')
    .action(({ usage = false, ...flags }: DataFlags & { usage?: boolean }) =>
      (usage ? listUsage : listOwners)(dataOptions(flags, options)),
    );
  dataCommand(owners, 'rename', 'rename an owner; keys and records stay the same')
    .argument('<name>', 'name of the owner, from "duebook owners list"', labelOf)
    .argument('<new-name>', 'new name; no other owner may have it', newLabelOf)
    .action((name: string, newName: string, flags: DataFlags) =>
      renameOwner(name, newName, dataOptions(flags, options)),
    );
  dataCommand(owners, 'delete', 'permanently delete an owner with its keys, subscriptions and audit trail')
    .argument('<name>', 'name of the owner, from "duebook owners list"', labelOf)
    .option('--yes', 'confirm; without it, the command only prints what it would delete')
    .action((name: string, flags: DataFlags & { yes?: boolean }) =>
      deleteOwner(name, flags.yes === true, dataOptions(flags, options)),
    );
}

/** Prints every owner, with how many keys and subscriptions each has. */
function listOwners(options: DataOptions): void {
  withExistingStore(options, (store) => {
    const owners = store.owners.list();
    const rows = owners.map(({ name, keys, subscriptions, createdAt }) => [
      name,
      String(keys),
      String(subscriptions),
      createdAt.slice(0, 10),
    ]);
    print(options, owners, ...alignedColumns([['OWNER', 'KEYS', 'SUBSCRIPTIONS', 'CREATED'], ...rows]));
  });
}

/** Prints every owner with all that limits count, and how much of the database that takes, the largest first. */
function listUsage(options: DataOptions): void {
  withExistingStore(options, (store) => {
    const owners = store.owners
      .listUsage()
      .map((owner) => ({ ...owner, estimatedBytes: estimatedBytes(owner) }))
      .sort((a, b) => b.estimatedBytes - a.estimatedBytes);
    const rows = owners.map(({ name, keys, subscriptions, payments, auditEntries, estimatedBytes: bytes }) => [
      name,
      ...[keys, subscriptions, payments, auditEntries].map(String),
      `${(bytes / 1_000_000).toFixed(1)} MB`,
    ]);
    const columns = ['OWNER', 'KEYS', 'SUBSCRIPTIONS', 'PAYMENTS', 'AUDIT ENTRIES', 'ESTIMATED SIZE'];
    print(options, owners, ...alignedColumns([columns, ...rows]));
  });
}

/** Gives an owner another name. Its keys open the same records as before. */
function renameOwner(owner: string, newName: string, options: DataOptions): void {
  withExistingStore(options, (store) => {
    const result = store.inProcess.commit({ ...auditedOrigin(options), kind: 'owner.rename', owner, newName });
    if (result.outcome === 'missing') throw unknownOwner(owner);
    if (result.outcome === 'conflict') {
      const taken = `there is already an owner ${JSON.stringify(result.owner)}`;
      const how = result.owner === newName ? '' : ', which differs only in case';
      throw new CliError(`${taken}${how}: choose another name`);
    }
    print(options, { name: owner, newName, renamed: true }, `renamed ${owner} to ${newName}`);
  });
}

/** Deletes an owner with all its data, if confirmed. A server refuses its keys from the next request on. */
function deleteOwner(name: string, isConfirmed: boolean, options: DataOptions): void {
  withExistingStore(options, (store) => {
    const owner = isConfirmed ? deleteConfirmed(name, store, options) : store.owners.find(name);
    if (owner !== undefined && isConfirmed) {
      const { keys, subscriptions } = owner;
      print(options, { name, deleted: true, keys, subscriptions }, `deleted ${extentOf(owner)}`);
    }
    if (owner === undefined) throw unknownOwner(name);
    if (!isConfirmed) throw new SettingRefused(`this deletes ${extentOf(owner)} permanently: add --yes to confirm`);
  });
}

function deleteConfirmed(owner: string, store: OpenedStore, options: DataOptions): OwnerRecord | undefined {
  const result = store.inProcess.commit({ ...operatorOrigin(options), kind: 'owner.delete', owner });
  return result.outcome === 'deleted' ? result.owner : undefined;
}

function extentOf({ name, keys, subscriptions }: OwnerRecord): string {
  const counted = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
  return `${name} with ${counted(keys, 'key')} and ${counted(subscriptions, 'subscription')}`;
}

/** The error for an owner that does not exist. */
export function unknownOwner(name: string): CliError {
  return new CliError(`there is no owner ${JSON.stringify(name)}: "duebook owners list" shows the names`);
}
