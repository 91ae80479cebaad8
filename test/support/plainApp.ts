import { createApp, type AppDependencies } from '../../src/app.ts';
import { contractAlone } from '../../src/core/billing/currencies.ts';
import { systemRandomness } from '../../src/core/runtime/system.ts';

const generous = { limit: 1_000_000, windowSeconds: 3600 };

/** The service without a socket, with generous limits and nothing but what is given. */
export function plainApp(given: Pick<AppDependencies, 'store' | 'writes' | 'clock'> & Partial<AppDependencies>) {
  return createApp({
    randomness: systemRandomness,
    log: () => undefined,
    warn: () => undefined,
    timeZone: 'UTC',
    currencies: contractAlone,
    quota: generous,
    invalidKeys: generous,
    trustedProxies: [],
    basePath: '',
    checkReadiness: () => Promise.resolve({}),
    pageScript: import.meta.path,
    pageFiles: () => Promise.resolve([]),
    ...given,
  });
}
