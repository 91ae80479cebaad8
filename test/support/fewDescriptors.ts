// A process with a limit on open files, which it uses up before it starts workers.
import { closeSync, openSync, readdirSync } from 'node:fs';
import { runInWorker, watchDescriptors } from '../../src/core/workers/startWorker.ts';
import { openDatabase } from '../../src/core/database/database.ts';
import { openWriteQueue } from '../../src/core/writer/queue.ts';
import { systemClock } from '../../src/core/runtime/system.ts';

/** The observations of the process. */
export interface Account {
  readonly before: Look;
  readonly after: Look;
  readonly log: readonly string[];
  /** How many descriptors a check of the free ones has left open. */
  readonly opened: number;
}

interface Look {
  readonly areEnough: boolean;
  /** The outcome of an integrity check in a worker. */
  readonly checked: string;
  /** The outcome of a write. */
  readonly written: string;
}

const [directory = '', workerFolder = ''] = process.argv.slice(2);
const urlOf = (name: string) => new URL(name, workerFolder);
const log: string[] = [];
const note = (line: string) => void log.push(line);
openDatabase(directory).close();

const areEnough = watchDescriptors({ error: note, info: note });
const queue = openWriteQueue({
  ...systemClock,
  dataDirectory: directory,
  workerUrl: urlOf('modules/worker.ts'),
  log: note,
});
const outcomeOf = (work: Promise<unknown>, outcome: string) =>
  work.then(
    () => outcome,
    (error: unknown) => (error instanceof Error ? error.name : String(error)),
  );
async function look(): Promise<Look> {
  const work = runInWorker(urlOf('server/integrityWorker.ts'), { dataDirectory: directory });
  return {
    areEnough: areEnough(),
    checked: await outcomeOf(work, 'checked'),
    written: await outcomeOf(queue.submit({ kind: 'probe' }), 'written'),
  };
}

const taken: number[] = [];
try {
  for (;;) taken.push(openSync('/dev/null', 'r'));
} catch {
  // None is left.
}
const before = await look();
for (const descriptor of taken) closeSync(descriptor);
const openFiles = () => readdirSync('/proc/self/fd').length;
const openedBefore = openFiles();
areEnough();
const opened = openFiles() - openedBefore;
while ((await outcomeOf(queue.submit({ kind: 'probe' }), 'written')) !== 'written') await Bun.sleep(5);
const after = await look();
await queue.close();
const account: Account = { before, after, log, opened };
console.log(JSON.stringify(account));
process.exit();
