// Bundled as the executable is, and run: Elysia reads the source of hooks, which is then another one.
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
