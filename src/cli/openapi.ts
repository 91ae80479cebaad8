import type { Command } from 'commander';
import { createApp } from '../app.ts';
import { StorageUnavailable } from '../core/writer/storageUnavailable.ts';
import { openDatabaseInMemory } from '../core/database/database.ts';
import { createStore } from '../modules/store.ts';
import { contractAlone, currenciesWith, type Currencies } from '../core/billing/currencies.ts';
import type { GivenSettings } from '../core/config/settings.ts';
import { configOption, optionOf, settingsOf, type ProgramOptions } from './options.ts';
import type { Terminal } from '../core/runtime/terminal.ts';

/** Adds `openapi`. */
export function addOpenapi(program: Command, options: ProgramOptions): void {
  program
    .command('openapi')
    .description('print the OpenAPI document')
    .addOption(optionOf('currencies'))
    .addOption(configOption())
    .action((flags: GivenSettings) => {
      const { currencies } = settingsOf(flags, options);
      return printOpenApi({ ...options, currencies: currenciesWith(currencies) });
    });
}

/** Prints the OpenAPI document, the one that a server with these currencies serves at /openapi.json. Needs no data directory. */
export async function printOpenApi({
  terminal,
  clock,
  randomness,
  currencies = contractAlone,
}: Pick<ProgramOptions, 'clock' | 'randomness'> & {
  readonly terminal: Terminal;
  readonly currencies?: Currencies;
}): Promise<void> {
  const store = createStore(openDatabaseInMemory());
  const anyLimit = { limit: 1, windowSeconds: 1 };
  const app = createApp({
    store,
    writes: { submit: () => Promise.reject(new StorageUnavailable('nothing is written here')) },
    clock,
    randomness,
    log: terminal.notice,
    warn: terminal.notice,
    timeZone: 'UTC',
    currencies,
    quota: anyLimit,
    trustedProxies: [],
    basePath: '',
    invalidKeys: anyLimit,
    checkReadiness: () => Promise.resolve({}),
    pageScript: '',
    pageFiles: () => Promise.resolve([]),
  });
  const response = await app.handle(new Request('http://localhost/openapi.json'));
  terminal.result(JSON.stringify(await response.json(), null, 2));
  store.close();
}
