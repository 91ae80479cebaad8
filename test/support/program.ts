import { afterAll } from 'bun:test';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../../src/cli/program.ts';
import { systemClock, systemRandomness, type Clock } from '../../src/runtime/system.ts';
import { backupWorkerUrl, integrityWorkerUrl, readWorkerUrl, writeWorkerUrl } from './service.ts';
import { temporaryDirectory } from './temporaryDirectory.ts';

// The executable is tested as a whole in test/e2e; here the same commands run in this process, where their coverage is seen.
/** Starts the program with some words, and gives what it writes as it writes it. */
export function startProgram(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  clock: Clock = systemClock,
) {
  const results: string[] = [];
  const notices: string[] = [];
  const logFile = join(temporaryDirectory(), 'log');
  const logDescriptor = openSync(logFile, 'a');
  // Not at the end of the program, which does not wait for a disk that takes too long with the last lines.
  afterAll(() => closeSync(logDescriptor));
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
      logDescriptor,
    },
    clock,
    randomness: systemRandomness,
    listenForStop: () => stopRequested,
    exitImmediately: () => Promise.reject(new Error('the storage did not close')),
    onBackupRequest: (action) => (requestBackup = action),
    workerUrls: { write: writeWorkerUrl, read: readWorkerUrl, integrity: integrityWorkerUrl, backup: backupWorkerUrl },
  });
  const readLog = () => readFileSync(logFile, 'utf8');
  return { results, notices, listening, stop, ended, readLog, requestBackup: () => requestBackup() };
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
