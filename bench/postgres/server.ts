// The server of the spike: bun bench/postgres/server.ts SOCKET_DIRECTORY DATABASE CONNECTIONS counter|rows|plain
import { listenOn } from '../../src/app.ts';
import { contractAlone } from '../../src/domain/subscriptions/currencies.ts';
import { systemClock, systemRandomness } from '../../src/runtime/system.ts';
import { createSpike } from './app.ts';
import { connect } from './database.ts';
import type { WriteForm } from './writes.ts';

const [directory = '', name = '', connections = '10', form = 'counter'] = process.argv.slice(2);
const unlimited = { limit: 1_000_000_000, windowSeconds: 3600 };

const app = createSpike({
  database: connect({ directory, name, connections: Number(connections) }),
  form: form as WriteForm,
  clock: systemClock,
  randomness: systemRandomness,
  log: console.error,
  warn: console.error,
  timeZone: 'UTC',
  currencies: contractAlone,
  quota: unlimited,
  invalidKeys: unlimited,
  trustedProxies: [],
  basePath: '',
});
const server = listenOn(app, { host: '127.0.0.1', port: 0 });
console.log(`the spike listens on http://127.0.0.1:${server.port}`);
