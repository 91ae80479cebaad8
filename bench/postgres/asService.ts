// A preload of `bun test`: the services that the product's tests start have their store on PostgreSQL. Keys are still issued in
// SQLite, by the set-up of the tests, and are copied when a request has one.
import { mock } from 'bun:test';
import { join } from 'node:path';
import { createApp, type AppDependencies } from '../../src/app.ts';
import { contractAlone } from '../../src/domain/subscriptions/currencies.ts';
import { hashApiKey } from '../../src/domain/keys/apiKey.ts';
import { instantOf, systemRandomness } from '../../src/runtime/system.ts';
import { createSpike } from './app.ts';
import { createDatabaseNow } from './cluster.ts';
import { connect, type Postgres } from './database.ts';
import { apiKeys, owners } from './tables.ts';

const directory = Bun.env['SPIKE_CLUSTER'] ?? '';
const generous = { limit: 1_000_000, windowSeconds: 3600 };

type Given = Pick<AppDependencies, 'store' | 'writes' | 'clock'> & Partial<AppDependencies>;

/** Copies the key that a request has, with its owner; forgets it when it is not valid any more. */
function copyKeys({ store, clock }: Given, database: Postgres) {
  return async function copyKey(key: string): Promise<void> {
    const now = instantOf(clock);
    store.endSharedReads();
    const holder = store.apiKeys.findHolder(key, () => now);
    const hash = hashApiKey(key);
    if (holder === undefined) {
      await database.execute(`UPDATE api_keys SET revoked_at = '${now}' WHERE hash = '${hash}'`);
      return;
    }
    const { ownerId, id, scope } = holder;
    const owner = { id: ownerId, name: `owner ${ownerId}`, createdAt: now };
    await database.insert(owners).values(owner).onConflictDoNothing();
    await database.insert(apiKeys).values({ id, ownerId, scope, hash, createdAt: now }).onConflictDoNothing();
  };
}

function plainApp(given: Given) {
  const name = `spike_${crypto.randomUUID().replaceAll('-', '')}`;
  createDatabaseNow(directory, name);
  const database = connect({ directory, name, connections: 8 });
  const options = {
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
  };
  const whole = createApp(options);
  const document = async () => whole.handle(new Request(`http://localhost${options.basePath}/openapi.json`));
  return createSpike({ ...options, database, form: 'counter', beforeLookUp: copyKeys(given, database), document });
}

await mock.module(join(import.meta.dir, '../../test/support/plainApp.ts'), () => ({ plainApp }));
