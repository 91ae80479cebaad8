import { StorageUnavailable } from '../../core/writer/storageUnavailable.ts';
import type { ImportAnswer, ImportPort, ImportQuestion } from './routes/port.ts';
import type { PreparedImport } from './routes/prepareImport.ts';
import { unreadable } from './rules/importTypes.ts';
import { problem } from './rules/values/problems.ts';
import type { Clock } from '../../core/runtime/system.ts';
import { reasonOf } from '../../core/runtime/systemErrors.ts';
import { runInWorker } from '../../core/workers/startWorker.ts';

/** What reads the files of imports. */
export interface ImportReaderOptions extends Pick<ImportQuestion, 'dataDirectory' | 'files'>, Pick<Clock, 'after'> {
  /** The code of the worker: `worker.ts`, or what the bundler has made of it. */
  readonly workerUrl: URL;
}

// Many times as long as a file of the largest size takes.
const readMillisecondsMax = 30_000;

const tooSlow: PreparedImport = unreadable(problem('tooSlow').problem);

/** Opens what prepares imports and their undoes: each in a worker of its own, which ends with it. */
export function openImportReader({ workerUrl, dataDirectory, files, after }: ImportReaderOptions): ImportPort {
  async function ask(asked: ImportQuestion['asked'], late: ImportAnswer): Promise<ImportAnswer> {
    const question: ImportQuestion = { dataDirectory, files, asked };
    const { promise: expired, resolve } = Promise.withResolvers<ImportAnswer>();
    const cancel = after(readMillisecondsMax, () => resolve(late));
    const answer = await runInWorker(workerUrl, question, expired).catch(unavailable).finally(cancel);
    if (!('reason' in answer)) return answer;
    throw answer.isUnavailable ? new StorageUnavailable(answer.reason) : new Error(answer.reason);
  }

  return {
    async prepare(task) {
      const answer = await ask({ task }, { prepared: tooSlow });
      if ('prepared' in answer) return answer.prepared;
      throw new Error('a file was not prepared');
    },
    async prepareUndo(undo) {
      const answer = await ask({ undo }, unavailable('it takes too long to read what an import updated'));
      if ('undo' in answer) return answer.undo;
      throw new Error('an undo was not prepared');
    },
  };
}

function unavailable(error: unknown): ImportAnswer {
  return { isUnavailable: true, reason: reasonOf(error) };
}
