import { afterAll } from 'bun:test';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { runProgram } from '../../src/cli/program.ts';
import type { Streams } from '../../src/core/runtime/terminal.ts';
import { systemClock, systemRandomness, type Clock } from '../../src/core/runtime/system.ts';
import { backupWorkerUrl, importWorkerUrl, integrityWorkerUrl, writeWorkerUrl } from './service.ts';
import { temporaryDirectory } from './temporaryDirectory.ts';

// test/e2e tests the executable. Here the same commands run in this process, where coverage is measured.
/** Streams that are not a terminal, with nothing to read. */
export function openNoStreams() {
  return { input: Readable.from([]), output: new PassThrough() };
}

/** Starts the program with arguments, and returns its output as it is written. */
export function startProgram(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  clock: Clock = systemClock,
  openStreams: () => Streams = openNoStreams,
) {
  const results: string[] = [];
  const notices: string[] = [];
  const logFile = join(temporaryDirectory(), 'log');
  const logDescriptor = openSync(logFile, 'a');
  // Not closed when the program ends, which does not wait for a slow disk to write the last lines.
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
    ownCommand: () => 'duebook',
    openStreams,
    clock,
    randomness: systemRandomness,
    listenForStop: () => stopRequested,
    endImmediately() {
      throw new Error('the storage did not close');
    },
    onBackupRequest: (action) => (requestBackup = action),
    workerUrls: {
      write: writeWorkerUrl,
      import: importWorkerUrl,
      integrity: integrityWorkerUrl,
      backup: backupWorkerUrl,
    },
  });
  const readLog = () => readFileSync(logFile, 'utf8');
  return { results, notices, listening, stop, ended, readLog, requestBackup: () => requestBackup() };
}

/** Runs the program with arguments until it ends. */
export async function outcomeOf(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  clock: Clock = systemClock,
) {
  const { results, notices, ended } = startProgram(words, environment, clock);
  return { code: await ended, results, notices };
}

/** Runs the program with arguments and a standard input until it ends; `output` is what it wrote to its standard output as a stream. */
export async function streamedOutcomeOf(
  words: readonly string[],
  input: string | Uint8Array = '',
  {
    variables = {},
    clock = systemClock,
  }: { readonly variables?: Readonly<Record<string, string>>; readonly clock?: Clock } = {},
) {
  const chunks: Buffer[] = [];
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  const streams = { input: Readable.from([Buffer.from(input)]), output };
  const { results, notices, ended } = startProgram(words, variables, clock, () => streams);
  return { code: await ended, results, notices, output: Buffer.concat(chunks).toString() };
}
