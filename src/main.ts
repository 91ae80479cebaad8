#!/usr/bin/env bun
import { runProgram } from './cli/program.ts';
import { awaitStop, stopSignals, type StopSignal } from './core/runtime/gracefulShutdown.ts';
import { ownCommand } from './core/runtime/ownCommand.ts';
import { processStreams, processTerminal } from './core/runtime/terminal.ts';
import { processEnvironment } from './core/config/settings.ts';
import { systemClock, systemRandomness } from './core/runtime/system.ts';

// Only the user of the program can read the files that it creates.
process.umask(0o077);

/** Ends the process even while a disk hangs: an exit would close the open databases first, and wait for the disk. */
function endImmediately(signal: StopSignal): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

function listenForStop(): Promise<void> {
  const { stopRequested, receive } = awaitStop(systemClock, endImmediately);
  for (const signal of stopSignals) process.on(signal, receive);
  return stopRequested;
}

let backUp = (): void => undefined;
process.on('SIGUSR1', () => backUp());

process.exitCode = await runProgram({
  words: process.argv.slice(2),
  environment: processEnvironment(),
  terminal: processTerminal,
  ownCommand,
  openStreams: processStreams,
  clock: systemClock,
  randomness: systemRandomness,
  listenForStop,
  onBackupRequest: (action) => (backUp = action),
  endImmediately,
  // The bundler finds the code of the workers only in this form: a URL relative to this file.
  workerUrls: {
    write: new URL('./modules/worker.ts', import.meta.url),
    import: new URL('./modules/imports/worker.ts', import.meta.url),
    integrity: new URL('./server/integrityWorker.ts', import.meta.url),
    backup: new URL('./core/backup/worker.ts', import.meta.url),
  },
});
process.exit();
