import type { Settings } from '../core/config/settings.ts';
import { currenciesWith, type Currencies } from '../core/billing/currencies.ts';
import type { Log } from '../core/observability/log.ts';
import type { OpenedStore } from '../modules/store.ts';

/**
 * The currencies of a server: those of the contract and of the setting, and those that records keep although they are not
 * among these. Logs a warning about each of the latter.
 */
export function findCurrencies(
  { currencies: further }: Pick<Settings, 'currencies'>,
  { store, log }: { readonly store: Pick<OpenedStore, 'countOtherCurrencies'>; readonly log: Pick<Log, 'warn'> },
): Currencies {
  const { allowed } = currenciesWith(further);
  const others = store.countOtherCurrencies(allowed);
  for (const { currency, subscriptions } of others) {
    log.warn(
      `subscriptions have the currency ${currency}, which is not among --currencies: they keep it, and no other gets it`,
      { currency, subscriptions },
    );
  }
  return { allowed, kept: others.map(({ currency }) => currency) };
}
