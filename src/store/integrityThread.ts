import { connectToRead } from './database.ts';
import { findDamage } from './integrity.ts';

// The entry point of a thread that looks through a whole database once, so that nobody has to wait for it.
declare const self: Worker;

/** What the thread is told: whose database to look through. */
export interface IntegrityQuestion {
  readonly dataDirectory: string;
}

/** What the thread found; nothing when all is well. */
export interface IntegrityAnswer {
  readonly findings: readonly string[];
}

self.addEventListener('message', ({ data }: MessageEvent<IntegrityQuestion>) => {
  const answer: IntegrityAnswer = { findings: findingsIn(data.dataDirectory) };
  self.postMessage(answer);
});

function findingsIn(dataDirectory: string): string[] {
  const database = connectToRead(dataDirectory);
  try {
    return findDamage(database);
  } finally {
    database.close(true);
  }
}
