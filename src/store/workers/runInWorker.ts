import { startWorkerPlainly, type StartWorker } from './descriptors.ts';

/**
 * Starts a worker, sends it a question, and ends it when it has answered. Question and answer are plain data.
 *
 * @throws {Error} when the worker cannot start, fails, or ends without an answer
 */
export async function runInWorker<Answer>(
  workerUrl: URL,
  question: object,
  startWorker: StartWorker = startWorkerPlainly,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const worker = startWorker({ workerUrl, isOptional: true });
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => resolve(data));
  worker.addEventListener('error', ({ message }) => reject(new Error(message)));
  worker.addEventListener('close', () => reject(new Error('the worker ended')));
  worker.postMessage(question);
  try {
    return await promise;
  } finally {
    worker.terminate();
  }
}
