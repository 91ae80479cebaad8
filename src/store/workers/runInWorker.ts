import { startWorkerPlainly, type StartWorker } from './descriptors.ts';

/**
 * Starts a thread, gives it a question and ends it once it has answered. Question and answer are plain data.
 *
 * @throws when the thread cannot be started, fails or ends without an answer
 */
export async function runInWorker<Answer>(
  workerUrl: URL,
  question: object,
  startWorker: StartWorker = startWorkerPlainly,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const thread = startWorker({ workerUrl, isOptional: true });
  thread.addEventListener('message', ({ data }: MessageEvent<Answer>) => resolve(data));
  thread.addEventListener('error', ({ message }) => reject(new Error(message)));
  thread.addEventListener('close', () => reject(new Error('the thread ended')));
  thread.postMessage(question);
  try {
    return await promise;
  } finally {
    thread.terminate();
  }
}
