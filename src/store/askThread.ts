import { startThreadPlainly, type StartThread } from './descriptors.ts';

/**
 * Starts a thread, gives it a question and ends it once it has answered. Question and answer are plain data.
 *
 * @throws when the thread cannot be started, fails or ends without an answer
 */
export async function askThread<Answer>(
  threadUrl: URL,
  question: object,
  startThread: StartThread = startThreadPlainly,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const thread = startThread({ threadUrl, isOptional: true });
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
