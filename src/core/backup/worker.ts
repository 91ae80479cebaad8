import { BackupFailed, makeBackup, type BackupMade, type BackupRequest } from './backup.ts';
import { takeMessages } from '../workers/startWorker.ts';

// The entry point of a worker that makes one backup, off the event loop.
declare const self: Worker;

/** The outcome of the backup. */
export type BackupAnswer = { readonly made: BackupMade } | { readonly failure: string };

self.addEventListener(
  'message',
  takeMessages((request: BackupRequest) => {
    const answer = answerTo(request);
    self.postMessage(answer);
  }),
);

function answerTo(request: BackupRequest): BackupAnswer {
  try {
    return { made: makeBackup(request) };
  } catch (error) {
    if (error instanceof BackupFailed) return { failure: error.message };
    throw error;
  }
}
