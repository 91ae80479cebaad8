import { getPriority, setPriority } from 'node:os';
import { ReportRefused } from './domain/analytics/reportRefused.ts';
import { findIn, type Read } from './http/reads/reads.ts';
import { openReadSources } from './store/reports/sources.ts';
import { readDueFigures } from './store/reports/dueFigures.ts';
import { connectToRead } from './store/database/database.ts';
import { DatabaseRefused } from './store/directory/databaseFile.ts';
import { takeMessages } from './store/workers/startWorker.ts';
import { findLost, type OpenFiles } from './store/directory/openFiles.ts';
import { readOfEverything } from './store/sqlite/readHealth.ts';
import type { ReadTask, ReadTaskAnswer } from './store/reader/dispatch.ts';
import { StorageUnavailable } from './commands/storageUnavailable.ts';
import type { Instruction, Report } from './store/workers/workerSupervisor.ts';

// The entry point of the read worker, which carries out long reads, so that they do not block the event loop.
declare const self: Worker;

// Added to the niceness of the process. On Linux each thread has its own, so the event loop has priority on few cores.
const niceness = 10;
const nicenessMax = 19;

// After an answer of this size, the worker collects its garbage at once.
const collectedBytesMin = 1024 * 1024;

type Message = Instruction | ReadTask;

let opened: Extract<Instruction, { kind: 'open' }> | undefined;
let connection: ReturnType<typeof connect> | undefined;

self.addEventListener('message', takeMessages(receive));

function receive(message: Message): void {
  switch (message.kind) {
    case 'open':
      if (process.platform === 'linux') setPriority(0, Math.min(getPriority(0) + niceness, nicenessMax));
      opened = message;
      report({ kind: 'ready' });
      break;
    case 'close':
      connection?.close();
      report({ kind: 'closed' });
      break;
    case 'read':
    case 'due':
    case 'probe':
      answer(message);
      break;
  }
}

/** Connects to the database that the server has open; refuses another file of the same name. */
function connect({ dataDirectory, files }: NonNullable<typeof opened>) {
  refuseLost(files);
  const database = connectToRead(dataDirectory);
  try {
    refuseLost(files);
  } catch (error) {
    database.close();
    throw error;
  }
  const find = findIn(openReadSources(database));
  const due = readDueFigures(database);
  return { find, due, probe: () => readOfEverything(database), close: () => database.close(true) };
}

function refuseLost(files: OpenFiles | undefined): void {
  const lost = files && findLost(files);
  if (lost !== undefined) throw new StorageUnavailable(`${lost} is not the file that this server has open`);
}

function answer(task: ReadTask): void {
  const found = answerOf(task);
  if (found.kind !== 'found') return report(found);
  const isLarge = found.body.byteLength > collectedBytesMin;
  self.postMessage(found, [found.body.buffer]);
  // Otherwise the garbage of several such answers is in memory at once.
  if (isLarge) Bun.gc(true);
}

function answerOf(task: ReadTask): ReadTaskAnswer {
  try {
    if (opened === undefined) throw new Error('a task arrived before the database was named');
    connection ??= connect(opened);
    if (task.kind === 'probe') {
      connection.probe();
      return { kind: 'probed' };
    }
    if (task.kind === 'due') return { kind: 'figures', slice: connection.due.slice(task) };
    const { membersJson, ...others } = connection.find(task.ownerId, task.read as Read);
    return { kind: 'found', ...others, body: encoded(membersJson, task.ending) };
  } catch (error) {
    if (error instanceof ReportRefused) return { kind: 'refused', reason: error.reason };
    const isUnavailable =
      task.kind === 'probe' || error instanceof StorageUnavailable || error instanceof DatabaseRefused;
    return { kind: 'failed', isUnavailable, reason: textOf(error, isUnavailable) };
  }
}

/** Two texts as UTF-8. Joined as texts first, a large answer would be in memory once more. */
function encoded(text: string, ending: string): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.alloc(Buffer.byteLength(text) + Buffer.byteLength(ending));
  bytes.write(ending, bytes.write(text));
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function textOf(error: unknown, isExpected: boolean): string {
  if (!(error instanceof Error)) return String(error);
  return isExpected ? error.message : (error.stack ?? error.message);
}

function report(message: ReadTaskAnswer | Report): void {
  self.postMessage(message);
}
