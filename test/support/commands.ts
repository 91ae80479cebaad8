import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock, type Clock } from '../../src/core/runtime/system.ts';
import { openStore, type OpenedStore } from '../../src/modules/store.ts';
import { outcomeOf, startProgram } from './program.ts';
import { temporaryDirectory } from './temporaryDirectory.ts';

/** The commands of the program on one data directory, which does not exist at first. */
export function createCommands(clock: Clock = systemClock, dataDir = join(temporaryDirectory(), 'data')) {
  const ask = (...words: readonly string[]) => outcomeOf([...words, '--data-dir', dataDir], {}, clock);

  return {
    dataDir,
    ask,

    /** The JSON that a command prints. */
    askJson: async <Printed = unknown>(...words: readonly string[]) =>
      JSON.parse((await ask(...words, '--json')).results[0] ?? '') as Printed,

    /** Creates a key of an owner, and the database with the first one. */
    createKey: (owner: string, ...words: readonly string[]) =>
      ask('keys', 'create', '--owner', owner, '--scope', 'read', '--init', ...words),

    /** Runs an action on the store. */
    inStore: <Result>(action: (store: OpenedStore) => Result): Result => {
      const store = openStore(dataDir);
      try {
        return action(store);
      } finally {
        store.close();
      }
    },

    /** Starts a server, and waits until it listens. `key` is that of the first start. */
    serve: async (words: readonly string[] = [], environment: Readonly<Record<string, string>> = {}) => {
      const started = startProgram(['serve', '--port', '0', '--data-dir', dataDir, ...words], environment, clock);
      await started.listening;
      const origin = started.results[0]?.replace('duebook listening on ', '') ?? '';
      const key = readFileSync(join(dataDir, 'initial-api-key'), 'utf8').trim();
      async function stop(): Promise<number> {
        started.stop();
        return started.ended;
      }
      return { ...started, origin, key, stop };
    },
  };
}
