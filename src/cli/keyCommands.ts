import { Option, type Command } from 'commander';
import { scopes, type Scope } from '../domain/keys/apiKey.ts';
import { confirmOnTerminal } from './confirm.ts';
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
const idMeaning = 'id of the key, from "duebook keys list"';

type CreateFlags = DataFlags & {
  readonly owner: string;
  readonly scope: Scope;
  readonly name?: string;
  readonly expires?: number;
  readonly init?: true;
  readonly newOwner?: true;
};

/** Adds `keys` and its subcommands. */
export function addKeys(program: Command, options: ProgramOptions, finish: Finish): void {
  const keys = program
    .command('keys')
    .description('create, list, rotate and revoke API keys, even while the server runs');
  const { clock, randomness, terminal } = options;
  const keyOptions = (flags: DataFlags) => ({ ...dataOptions(flags, options), clock, randomness });
  dataCommand(keys, 'create', 'create a key and print it; it is shown only once')
    .requiredOption('--owner <name>', 'owner of the records that the key may use (required)', newLabelOf)
    .addOption(new Option('--scope <scope>', 'permission of the key (required)').choices(scopes).makeOptionMandatory())
    .option('--name <label>', 'name to recognize the key by', newLabelOf)
    .option(lifetimeForm, 'lifetime, such as 90d, 12h or 30m (default: no expiry)', lifetimeOf)
    .option('--init', 'create the database if the data directory has none')
    .option('--new-owner', 'create a new owner without asking, even if its name resembles that of another')
    .action(async (flags: CreateFlags) => {
      const { owner, scope, name = null, expires, init = false, newOwner = false } = flags;
      const request = { owner, scope, name, lifetimeSeconds: expires };
      const confirm = (question: string) => confirmOnTerminal({ ...options.openStreams(), terminal }, question);
      finish(await createKey(request, { ...keyOptions(flags), init, newOwner, confirm }));
    });
  dataCommand(keys, 'list', 'list the keys, without their secret part').action((flags: DataFlags) =>
    finish(listKeys(keyOptions(flags))),
  );
  dataCommand(keys, 'rotate', 'replace a key: create a new one and print it; it is shown only once')
    .argument('<id>', idMeaning)
    .option('--grace <time>', 'how long the old key stays valid, such as 24h (default: 0, revoked at once)', graceOf)
    .option(lifetimeForm, 'lifetime of the new key (default: the original lifetime of the old key)', lifetimeOf)
    .action((id: string, flags: DataFlags & { grace?: number; expires?: number }) => {
      const { grace: graceSeconds = 0, expires: lifetimeSeconds } = flags;
      finish(rotateKey({ id, graceSeconds, lifetimeSeconds }, keyOptions(flags)));
    });
  dataCommand(keys, 'revoke', 'revoke a key; its next request is refused')
    .argument('<id>', idMeaning)
    .action((id: string, flags: DataFlags) => finish(revokeKey(id, keyOptions(flags))));
}
