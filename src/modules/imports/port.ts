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
  /** The code of the worker: `importWorker.ts`, or what the bundler has made of it. */
  readonly workerUrl: URL;
}

// Many times as long as a file of the largest size takes.
const readMillisecondsMax = 30_000;

const tooSlow: PreparedImport = unreadable(problem('tooSlow').problem);

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
