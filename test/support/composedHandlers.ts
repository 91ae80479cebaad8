// Prints the handlers that Elysia composes. A test bundles this as the executable is bundled, because Elysia reads the source of hooks.
import { openDatabaseInMemory } from '../../src/core/database/database.ts';
import { systemClock } from '../../src/core/runtime/system.ts';
import { createStore } from '../../src/modules/store.ts';
import { plainApp } from './plainApp.ts';

const store = createStore(openDatabaseInMemory());
const app = plainApp({ store, writes: { submit: () => Promise.reject(new Error('no write')) }, clock: systemClock });
app.compile();
const handlers = app.routes.map((route) => ({
  method: route.method,
  path: route.path,
  source: String(route.compile()),
}));
process.stdout.write(JSON.stringify(handlers));
