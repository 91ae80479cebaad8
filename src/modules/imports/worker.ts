import { databaseOn } from '../../core/database/db.ts';
import { getPriority, setPriority } from 'node:os';
import type { ImportAnswer, ImportQuestion } from './routes/port.ts';
import { prepareImport, sharedOf } from './routes/prepareImport.ts';
import { StorageUnavailable } from '../../core/writer/storageUnavailable.ts';
import { systemRandomness } from '../../core/runtime/system.ts';
import { connectToRead } from '../../core/database/database.ts';
import { DatabaseRefused } from '../../core/directory/databaseFile.ts';
import { findLost } from '../../core/directory/openFiles.ts';
import { planImports } from './store/plan.ts';
import { planUndoes } from './store/undo.ts';
import { takeMessages } from '../../core/workers/startWorker.ts';

// The entry point of a worker that prepares one import, or the undo of one, off the event loop.
declare const self: Worker;

// Added to the niceness of the process. On Linux each thread has its own, so the event loop has priority on few cores.
const niceness = 10;
const nicenessMax = 19;

self.addEventListener('message', takeMessages(answer));

const newId = () => systemRandomness.uuid();

function answer(question: ImportQuestion): void {
  if (process.platform === 'linux') setPriority(0, Math.min(getPriority(0) + niceness, nicenessMax));
  const answered = answerTo(question);
  const isRead = 'prepared' in answered && 'report' in answered.prepared;
  self.postMessage(answered, isRead ? [answered.prepared.report.buffer] : []);
}

function answerTo({ dataDirectory, files, asked }: ImportQuestion): ImportAnswer {
  const lost = files && findLost(files);
  if (lost !== undefined) return { isUnavailable: true, reason: `${lost} is not the file that this server has open` };
  let database: ReturnType<typeof connectToRead> | undefined;
  try {
    database = connectToRead(dataDirectory);
    const db = databaseOn(database);
    if ('undo' in asked) return { undo: sharedOf(planUndoes(db)(asked.undo, newId)) };
    return { prepared: prepareImport(planImports(db), newId, asked.task) };
  } catch (error) {
    const isUnavailable = error instanceof StorageUnavailable || error instanceof DatabaseRefused;
    const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
    return { isUnavailable, reason: isUnavailable ? message : stack };
  } finally {
    database?.close(true);
  }
}
