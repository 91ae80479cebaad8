import type { Command } from 'commander';
import { SettingRefused } from '../config/sources.ts';
import { CliError } from '../runtime/terminal.ts';
import { announceUpgrade, refuseMissingDatabase } from '../server/dataDirectory.ts';
import { operatorOrigin } from '../server/operator.ts';
import { instanceIdOf } from '../store/directory/instanceId.ts';
import { moveOwner, type MoveRefusal } from '../store/move/moveOwner.ts';
import {
  dataCommand,
  dataOptions,
  labelOf,
  print,
  type DataFlags,
  type DataOptions,
  type ProgramOptions,
} from './options.ts';

/** Adds `move` to the commands on owners. @param unknownOwner gives the error for an owner that does not exist */
export function addMove(owners: Command, options: ProgramOptions, unknownOwner: (name: string) => CliError): void {
  dataCommand(owners, 'move', 'move an owner with everything to the data directory of another server; stop both first')
    .argument('<name>', 'name of the owner, from "duebook owners list"', labelOf)
    .requiredOption('--to <directory>', 'data directory of the other server (required)')
    .action(async (name: string, { to, ...flags }: DataFlags & { to: string }) => {
      const refusal = await move(name, to, dataOptions(flags, options));
      if (refusal !== undefined) throw refusal.outcome === 'missing' ? unknownOwner(name) : refused(name, to, refusal);
    });
}

/** Moves an owner, and says so; returns why it was refused, if it was. */
async function move(owner: string, to: string, options: DataOptions): Promise<MoveRefusal | undefined> {
  const { dataDir: from, terminal, randomness } = options;
  refuseMissingDatabase(from);
  refuseMissingDatabase(to, '--to must name the data directory of a server that was started once');
  if (instanceIdOf(from) === instanceIdOf(to)) {
    throw new SettingRefused(`--to is ${to}, which is the data directory of the owner itself: name another one`);
  }
  const result = await moveOwner({
    owner,
    from,
    to,
    origin: operatorOrigin(options),
    randomBytes: randomness.bytes,
    onUpgrade: (upgraded) => announceUpgrade(upgraded, terminal),
  });
  if (result.outcome !== 'moved') return result;
  const { rows } = result;
  const how = rows === 0 ? 'an earlier move had copied it already' : `${rows} rows`;
  print(options, { name: owner, moved: true, to, rows }, `moved ${owner} to ${to}: ${how}`);
  terminal.notice(
    `duebook: back up ${from} and ${to} now: restoring an older backup of ${from} would bring ${owner} back there, and of ${to} would lose it`,
  );
  return undefined;
}

function refused(owner: string, to: string, refusal: Exclude<MoveRefusal, { outcome: 'missing' }>): CliError {
  const name = JSON.stringify(owner);
  switch (refusal.outcome) {
    case 'ownerTaken':
      return new CliError(
        `${to} has an owner ${JSON.stringify(refusal.name)} already: rename one of them with "duebook owners rename"`,
      );
    case 'usersTaken':
      return new CliError(
        `other users in ${to} have the names of users of ${name}, or similar ones: ${refusal.names.join(', ')}; rename them in the settings of the dashboard, or remove them with "duebook users remove"`,
      );
    case 'idsTaken':
      return new CliError(
        `${to} has records with ids of ${name}: one database is probably a copy of the other; delete the owner that is not needed with "duebook owners delete"`,
      );
    case 'changedSince':
      return new CliError(
        `${name} is in both directories, because an earlier move was interrupted or one is a copy of the other, and they differ: find out which is out of date, delete ${name} there with "duebook owners delete", and move again if necessary`,
      );
  }
}
