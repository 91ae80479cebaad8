import { Option, type Command } from 'commander';
import { scopes, type Scope } from '../domain/keys/apiKey.ts';
import { createKey, listKeys, revokeKey, rotateKey } from './keys.ts';
import {
  dataCommand,
  dataOptions,
  graceOf,
  newLabelOf,
  lifetimeOf,
  type DataFlags,
  type Finish,
  type ProgramOptions,
} from './options.ts';

const lifetimeForm = '--expires <time>';
const idMeaning = 'the id of the key, as the list shows it';

type CreateFlags = DataFlags & {
  readonly owner: string;
  readonly scope: Scope;
  readonly name?: string;
  readonly expires?: number;
  readonly init?: true;
  readonly newOwner?: true;
};

/** Adds `keys` and what can be done with them. */
export function addKeys(program: Command, options: ProgramOptions, finish: Finish): void {
  const keys = program
    .command('keys')
    .description('make, list, rotate and revoke API keys, also while the server runs');
  const { clock, randomness } = options;
  const keyOptions = (flags: DataFlags) => ({ ...dataOptions(flags, options), clock, randomness });
  dataCommand(keys, 'create', 'make a key and print it: the only time that it is shown')
    .requiredOption('--owner <name>', 'whose records the key opens (required)', newLabelOf)
    .addOption(new Option('--scope <scope>', 'what the key may do (required)').choices(scopes).makeOptionMandatory())
    .option('--name <label>', 'what the key is for', newLabelOf)
    .option(lifetimeForm, 'how long it is valid, such as 90d, 12h or 30m (default: for ever)', lifetimeOf)
    .option('--init', 'make the database, if there is none in the data directory')
    .option('--new-owner', 'make a new owner, also if the name differs from that of another owner in case alone')
    .action((flags: CreateFlags) => {
      const { owner, scope, name = null, expires, init = false, newOwner = false } = flags;
      const request = { owner, scope, name, lifetimeSeconds: expires };
      finish(createKey(request, { ...keyOptions(flags), init, newOwner }));
    });
  dataCommand(keys, 'list', 'list the keys, but for the keys themselves').action((flags: DataFlags) =>
    finish(listKeys(keyOptions(flags))),
  );
  dataCommand(keys, 'rotate', 'make a key in the place of another, and print it: the only time that it is shown')
    .argument('<id>', idMeaning)
    .option(
      '--grace <time>',
      'how long the old key stays valid, such as 24h (default: 0, it is revoked at once)',
      graceOf,
    )
    .option(lifetimeForm, 'how long the new key is valid (default: as long as the old one was meant to be)', lifetimeOf)
    .action((id: string, flags: DataFlags & { grace?: number; expires?: number }) => {
      const { grace: graceSeconds = 0, expires: lifetimeSeconds } = flags;
      finish(rotateKey({ id, graceSeconds, lifetimeSeconds }, keyOptions(flags)));
    });
  dataCommand(keys, 'revoke', 'revoke a key: it is refused from its next request on')
    .argument('<id>', idMeaning)
    .action((id: string, flags: DataFlags) => finish(revokeKey(id, keyOptions(flags))));
}
