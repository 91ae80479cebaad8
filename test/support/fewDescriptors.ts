// A process with a limit on open files, which it uses up before it starts workers.
import { closeSync, openSync } from 'node:fs';
import { runInWorker } from '../../src/store/workers/runInWorker.ts';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { reserveDescriptors } from '../../src/store/workers/descriptors.ts';
import { createScheduler } from '../../src/jobs/scheduler.ts';
import { openWriteQueue } from '../../src/store/writer/queue.ts';
import { systemClock } from '../../src/runtime/system.ts';

/** The observations of the process. */
export interface Account {
  readonly before: Look;
  /** The outcome of a write on each queue. */
  readonly written: readonly string[];
  readonly after: Look;
  readonly log: readonly string[];
}

interface Look {
  readonly areEnough: boolean;
  readonly looked: string;
}

const [directory = '', threadFolder = ''] = process.argv.slice(2);
const urlOf = (name: string) => new URL(name, threadFolder);
const log: string[] = [];
let now = 0;
const common = {
  dataDirectory: directory,
  ...systemClock,
  scheduler: createScheduler(systemClock),
  monotonicMilliseconds: () => now,
  log: (line: string) => void log.push(line),
};
openDatabase(directory).close();

const descriptors = reserveDescriptors({
  ...common,
  logWell: (line) => void log.push(line),
});
const { startWorker } = descriptors;
descriptors.begin();

const taken: number[] = [];
const takeAll = (): void => {
  try {
    for (;;) taken.push(openSync('/dev/null', 'r'));
  } catch {
    now += 1000;
  }
};
const look = () =>
  runInWorker(urlOf('health/integrityWorker.ts'), { dataDirectory: directory }, startWorker).then(
    () => 'looked',
    (error: unknown) => (error instanceof Error ? error.name : String(error)),
  );

takeAll();
const before = { areEnough: descriptors.areEnough(), looked: await look() };
const queues = Array.from({ length: 4 }, () =>
  openWriteQueue({ ...common, startWorker, workerUrl: urlOf('writer/worker.ts') }),
);
const written: string[] = [];
for (const queue of queues) {
  takeAll();
  const outcome = await queue.submit({ kind: 'probe' }).then(
    () => 'written',
    (error: unknown) => (error instanceof Error ? error.name : String(error)),
  );
  written.push(outcome);
}
for (const descriptor of taken) closeSync(descriptor);
now += 1000;
const after = { areEnough: descriptors.areEnough(), looked: await look() };
for (const queue of queues)
  while (
    !(await queue.submit({ kind: 'probe' }).then(
      () => true,
      () => false,
    ))
  )
    await Bun.sleep(5);
await Promise.all(queues.map((queue) => queue.close()));
descriptors.close();
const account: Account = { before, written, after, log };
console.log(JSON.stringify(account));
process.exit();
