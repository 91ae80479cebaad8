import { StorageUnavailable } from '../../core/writer/storageUnavailable.ts';
import type { LimitReached } from '../../core/writer/ownerLimits.ts';
import type { ImportAnswer, ImportPort, ImportQuestion } from './routes/port.ts';
import { prepareImport, type ImportTask, type PreparedImport } from './routes/prepareImport.ts';
import { runImport } from './routes/runImport.ts';
import { unreadable, type ImportFault } from './rules/importTypes.ts';
import { problem } from './rules/values/problems.ts';
import type { Clock, Randomness } from '../../core/runtime/system.ts';
import { reasonOf } from '../../core/runtime/systemErrors.ts';
import type { OpenedStore, WriteDoor } from '../store.ts';
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

/** What an import by the operator ended with: the report as JSON text, the member `import` of the answer over HTTP. */
type OperatorImport =
  | { readonly unreadable: ImportFault }
  | { readonly beyond: LimitReached }
  | {
      readonly report: string;
      /** Whether faulty records refused the file, so that nothing was written. */
      readonly isRefused: boolean;
    };

/** Imports a file for an owner in this process, which it blocks: for the command line. */
export async function importByOperator(
  { planImport, inProcess }: Pick<OpenedStore, 'planImport' | 'inProcess'>,
  randomness: Randomness,
  task: Omit<ImportTask, 'importId'>,
): Promise<OperatorImport> {
  const uuid = () => randomness.uuid();
  const whole: ImportTask = { ...task, importId: uuid() };
  const origin = {
    actor: { kind: 'service', requestId: uuid() },
    at: task.at,
    ownerId: task.ownerId,
    ...(task.isDryRun && { dryRun: true as const }),
  } as const;
  const parts = {
    randomness,
    prepare: () => Promise.resolve(prepareImport(planImport, uuid, whole)),
    submit: ((command) => Promise.resolve(inProcess.commit(command))) as WriteDoor['submit'],
  };
  const outcome = await runImport(parts, { task: whole, origin });
  if ('unreadable' in outcome) return outcome;
  const textOf = (report: Uint8Array) => new TextDecoder().decode(report);
  if (outcome.refused !== undefined) return { report: textOf(outcome.refused.report), isRefused: true };
  if (outcome.result.outcome === 'limitReached') return { beyond: outcome.result };
  if (outcome.result.outcome === 'overtaken')
    throw new StorageUnavailable('the subscriptions were changed while the file was read');
  return { report: textOf(outcome.read.report), isRefused: false };
}
