#!/usr/bin/env bun
import { runProgram } from './cli/program.ts';
import { awaitStop, stopSignals } from './runtime/gracefulShutdown.ts';
import { ownCommand } from './runtime/ownCommand.ts';
import { processStreams, processTerminal } from './runtime/terminal.ts';
import { processEnvironment } from './config/settings.ts';
import { systemClock, systemRandomness } from './runtime/system.ts';

// Only the user of the program can read the files that it creates.
process.umask(0o077);

async function exitImmediately(code: number): Promise<void> {
  // Loaded on demand, because it is rarely needed.
  const { exitProcess } = await import('./runtime/libc.ts');
  exitProcess(code);
}

function listenForStop(): Promise<void> {
  const { stopRequested, receive } = awaitStop(systemClock, (code) => void exitImmediately(code));
  for (const signal of Object.keys(stopSignals) as (keyof typeof stopSignals)[]) process.on(signal, receive);
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
  exitImmediately,
  // The bundler finds the code of the workers only in this form: a URL relative to this file.
  workerUrls: {
    write: new URL('./store/writer/worker.ts', import.meta.url),
    import: new URL('./importWorker.ts', import.meta.url),
    integrity: new URL('./store/health/integrityWorker.ts', import.meta.url),
    backup: new URL('./store/backup/worker.ts', import.meta.url),
  },
});
process.exit();
