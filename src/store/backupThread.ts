import { BackupFailed, makeBackup, type BackupMade, type BackupRequest } from './backup.ts';

// The entry point of a thread that makes one backup, so that nobody has to wait for it.
declare const self: Worker;

/** What became of the backup. */
export type BackupAnswer = { readonly made: BackupMade } | { readonly failure: string };

self.addEventListener('message', ({ data }: MessageEvent<BackupRequest>) => {
  const answer = answerTo(data);
  self.postMessage(answer);
});

function answerTo(request: BackupRequest): BackupAnswer {
  try {
    return { made: makeBackup(request) };
  } catch (error) {
    if (error instanceof BackupFailed) return { failure: error.message };
    throw error;
  }
}
