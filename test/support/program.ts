import { runProgram } from '../../src/commands/program.ts';
import { systemClock, systemRandomness, type Clock } from '../../src/system.ts';
import { backupThreadUrl, integrityThreadUrl, writeThreadUrl } from './service.ts';

// The executable is tested as a whole in test/e2e; here the same commands run in this process, where their coverage is seen.
/** Starts the program with some words, and gives what it writes as it writes it. */
export function startProgram(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  clock: Clock = systemClock,
) {
  const results: string[] = [];
  const notices: string[] = [];
  const { promise: listening, resolve: listen } = Promise.withResolvers<void>();
  const { promise: stopRequested, resolve: stop } = Promise.withResolvers<void>();
  let requestBackup = (): void => undefined;
  const ended = runProgram({
    words,
    environment,
    terminal: {
      result(line) {
        results.push(line);
        listen();
      },
      notice: (line) => notices.push(line),
    },
    clock,
    randomness: systemRandomness,
    stopRequested,
    endAtOnce: () => Promise.reject(new Error('the storage did not close')),
    onBackupRequest: (action) => (requestBackup = action),
    threadUrls: { write: writeThreadUrl, integrity: integrityThreadUrl, backup: backupThreadUrl },
  });
  return { results, notices, listening, stop, ended, requestBackup: () => requestBackup() };
}

/** Runs the program with some words to its end. */
export async function outcomeOf(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  clock: Clock = systemClock,
) {
  const { results, notices, ended } = startProgram(words, environment, clock);
  return { code: await ended, results, notices };
}
