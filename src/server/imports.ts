import { StorageUnavailable } from '../commands/storageUnavailable.ts';
import type { ImportPort } from '../http/api/imports/port.ts';
import type { PreparedImport } from '../http/api/imports/prepareImport.ts';
import type { ImportAnswer, ImportQuestion } from '../importWorker.ts';
import type { Clock } from '../runtime/system.ts';
import { reasonOf } from '../runtime/systemErrors.ts';
import { runInWorker } from '../store/workers/startWorker.ts';

/** What reads the files of imports. */
export interface ImportReaderOptions extends Pick<ImportQuestion, 'dataDirectory' | 'files'>, Pick<Clock, 'after'> {
  /** The code of the worker: `importWorker.ts`, or what the bundler has made of it. */
  readonly workerUrl: URL;
}

// Many times as long as a file of the largest size takes.
const readMillisecondsMax = 30_000;

const tooSlow: PreparedImport = {
  unreadable: {
    code: 'unreadable_import',
    field: 'file',
    message: 'Reading the file takes too long.',
    suggestedFix: 'Split the file into smaller ones.',
  },
};

/** Opens what reads the files of imports: each in a worker of its own, which ends with its file. */
export function openImportReader({ workerUrl, dataDirectory, files, after }: ImportReaderOptions): ImportPort {
  return {
    async prepare(task) {
      const question: ImportQuestion = { dataDirectory, files, task };
      const { promise: expired, resolve } = Promise.withResolvers<ImportAnswer>();
      const cancel = after(readMillisecondsMax, () => resolve({ prepared: tooSlow }));
      const answer = await runInWorker(workerUrl, question, expired).catch(unavailable).finally(cancel);
      if ('prepared' in answer) return answer.prepared;
      if (answer.isUnavailable) throw new StorageUnavailable(answer.reason);
      throw new Error(answer.reason);
    },
  };
}

function unavailable(error: unknown): ImportAnswer {
  return { isUnavailable: true, reason: reasonOf(error) };
}
